package tool

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// read returns the calls that text makes, the opener included, the closer not.
// There is at least one, without arguments if it could not be read.
func (m *markup) read(text []byte) []textCall {
	var calls []textCall
	switch m.kind {
	case function:
		calls = []textCall{functionCall(string(text))}
	case marker:
		calls = markedCalls(string(text[len(m.opener.text):]))
	default:
		start := bytes.IndexAny(text, ">{") // some models forget the ">"
		calls = wrappedCalls(strings.TrimPrefix(string(text[start:]), ">"))
	}
	if len(calls) == 0 {
		return []textCall{{}}
	}
	return calls
}

// wrappedCalls reads what stands in <tool_call>.
func wrappedCalls(content string) []textCall {
	content = strings.TrimSpace(content)
	if strings.HasPrefix(content, "{") || strings.HasPrefix(content, "[") {
		calls, _ := jsonCalls([]byte(content))
		return calls
	}
	var calls []textCall
	starts := functionStart.FindAllStringIndex(content, -1)
	for i, at := range starts {
		end := len(content)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		one := content[at[0]:end]
		if cut := functionEnd.FindStringIndex(one); cut != nil {
			one = one[:cut[0]]
		}
		calls = append(calls, functionCall(one))
	}
	return calls
}

var (
	functionStart = regexp.MustCompile(`(?i)<(function[=\s]|invoke\s)`)
	functionEnd   = regexp.MustCompile(`(?i)</(function|invoke)>\s*$`)
	// The name stands behind "=": <function=dice>, <invoke name="dice">.
	functionHead = regexp.MustCompile(`^<[^={>]*=\s*["']?([A-Za-z0-9_-]+)["']?\s*`)
	parameter    = regexp.MustCompile(`(?is)^\s*<parameter[^=>]*=\s*["']?([A-Za-z0-9_-]+)["']?[^>]*>(.*?)</parameter>`)
)

// functionCall reads <function=name>… or <invoke name="name">…, with JSON or
// parameters inside.
func functionCall(text string) textCall {
	head := functionHead.FindStringSubmatchIndex(text)
	if head == nil {
		return textCall{}
	}
	c := textCall{name: text[head[2]:head[3]]}
	content := strings.TrimSpace(text[head[1]:])
	content = strings.TrimSpace(strings.TrimPrefix(content, ">"))
	switch {
	case content == "":
		c.args = json.RawMessage("{}")
	case content[0] == '{':
		// The missing ">" may also stand behind the arguments.
		content = strings.TrimSpace(strings.TrimSuffix(content, ">"))
		if isObject([]byte(content)) {
			c.args = json.RawMessage(content)
		}
	default:
		c.args = parameters(content)
	}
	return c
}

// parameters reads a run of <parameter=name>value</parameter>. It returns nil
// if there is anything else.
func parameters(content string) json.RawMessage {
	args := make(map[string]string)
	for strings.TrimSpace(content) != "" {
		at := parameter.FindStringSubmatchIndex(content)
		if at == nil {
			return nil
		}
		args[content[at[2]:at[3]]] = strings.TrimSpace(content[at[4]:at[5]])
		content = content[at[1]:]
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil
	}
	return raw
}

// markedCalls reads what follows [TOOL_CALLS]: a JSON list, or a name with a
// JSON object behind it.
func markedCalls(content string) []textCall {
	var calls []textCall
	for part := range strings.SplitSeq(content, "[TOOL_CALLS]") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if part[0] == '[' || part[0] == '{' {
			more, _ := jsonCalls([]byte(part))
			calls = append(calls, more...)
			continue
		}
		end := strings.IndexFunc(part, func(r rune) bool { return r > 127 || !nameByte(byte(r)) })
		brace := strings.IndexByte(part, '{')
		if end <= 0 || brace < end {
			calls = append(calls, textCall{})
			continue
		}
		c := textCall{name: part[:end]}
		if raw := firstValue([]byte(part[brace:])); isObject(raw) {
			c.args = raw
		}
		calls = append(calls, c)
	}
	return calls
}

// jsonCalls reads one or more JSON values, each a call or a list of calls. ok
// is false if the first is not.
func jsonCalls(text []byte) (calls []textCall, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return calls, len(calls) > 0
		}
		list := []json.RawMessage{raw}
		if raw[0] == '[' {
			if json.Unmarshal(raw, &list) != nil {
				return calls, len(calls) > 0
			}
		}
		for _, one := range list {
			c, ok := jsonCall(one)
			if !ok {
				return calls, len(calls) > 0
			}
			calls = append(calls, c)
		}
	}
}

// jsonCall reads {"name": …, "arguments": {…}} and its relatives.
func jsonCall(raw json.RawMessage) (textCall, bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return textCall{}, false
	}
	if inner, ok := object["function"]; ok && isObject(inner) {
		return jsonCall(inner)
	}
	var c textCall
	for _, key := range []string{"name", "tool", "function"} {
		if json.Unmarshal(object[key], &c.name) == nil && c.name != "" {
			break
		}
	}
	keys := []string{"arguments", "parameters", "args", "input"}
	i := slices.IndexFunc(keys, func(key string) bool { _, ok := object[key]; return ok })
	if c.name == "" || i < 0 {
		return textCall{}, false
	}
	args := object[keys[i]]
	var quoted string // some send the object as a string
	if json.Unmarshal(args, &quoted) == nil {
		args = json.RawMessage(quoted)
	}
	if args = orEmpty(args); isObject(args) {
		c.args = args
	}
	return c, true
}

// firstValue returns the JSON value that text begins with, or nil.
func firstValue(text []byte) json.RawMessage {
	var raw json.RawMessage
	if json.NewDecoder(bytes.NewReader(text)).Decode(&raw) != nil {
		return nil
	}
	return raw
}
