package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
)

// maxCalls is how many tools one answer may ask for. No sane one asks for more
// than a few.
const maxCalls = 64

// A call is a tool call in the making.
type call struct {
	index *int
	id    string
	names []string // fragments, or repetitions: see toolName
	args  jsonText
}

// calls puts tool calls together from the fragments in which they arrive.
type calls []*call

// add adds a fragment to the call that it belongs to. The index tells which,
// where there is one; else the id; else it is the last one's, unless that is
// whole and the fragment begins with a name again.
func (cs *calls) add(f fragment) {
	c := cs.find(f)
	if c == nil {
		if len(*cs) >= maxCalls {
			return
		}
		c = &call{index: f.Index}
		*cs = append(*cs, c)
	}
	if c.id == "" {
		c.id = f.ID
	}
	if f.Function.Name != "" {
		c.names = append(c.names, f.Function.Name)
	}
	c.args.write([]byte(f.Function.Arguments))
}

func (cs calls) find(f fragment) *call {
	names := f.Function.Name != ""
	for _, c := range slices.Backward(cs) {
		switch {
		case f.Index != nil:
			if c.index == nil || *c.index != *f.Index {
				continue
			}
			// Some servers number every call 0. Another id with a name is
			// another call; another id alone is a server that makes one up
			// for each fragment.
			if names && f.ID != "" && c.id != "" && f.ID != c.id {
				return nil
			}
			return c
		case f.ID != "":
			if c.id == f.ID {
				return c
			}
		case names && c.args.whole(): // nothing can be added to it
			return nil
		default:
			return c
		}
	}
	if f.Index == nil && f.ID != "" && !names && len(cs) > 0 {
		return cs[len(cs)-1] // an unknown id cannot begin a call without a name
	}
	return nil
}

// finished returns the calls as they are to be run. req tells which tools
// there are and which ids are taken.
func (cs calls) finished(req llm.Request) []llm.ToolCall {
	taken := make(map[string]bool)
	for _, m := range req.Messages {
		for _, c := range m.Calls {
			taken[c.ID] = true
		}
	}
	var out []llm.ToolCall
	for _, c := range cs {
		name := toolName(c.names, req.Tools)
		if name == "" {
			continue // nothing could be run, nor be told to the server again
		}
		id := c.id
		for n := len(taken) + 1; id == "" || taken[id]; n++ {
			id = fmt.Sprintf("call_%d", n)
		}
		taken[id] = true
		out = append(out, llm.ToolCall{ID: id, Name: name, Args: toolArgs(string(c.args.text))})
	}
	return out
}

// toolName makes one name of what arrived as names: pieces of it, the whole of
// it each time, or a growing part of it. The declared tools tell which; for an
// undeclared one, repetition does.
func toolName(names []string, tools []llm.ToolSpec) string {
	if len(names) == 0 {
		return ""
	}
	declared := func(name string) bool {
		return slices.ContainsFunc(tools, func(t llm.ToolSpec) bool { return t.Name == name })
	}
	joined, last := strings.Join(names, ""), names[len(names)-1]
	if declared(joined) {
		return joined
	}
	for _, n := range slices.Backward(names) {
		if declared(n) {
			return n
		}
	}
	grows := func(i int) bool { return strings.HasPrefix(names[i+1], names[i]) }
	for i := range len(names) - 1 {
		if !grows(i) {
			return joined
		}
	}
	return last
}

// toolArgs makes a JSON object of what arrived as arguments. What is none is
// kept as a JSON string, so that the tool refuses it and the model learns why:
// values that were cut off must not be guessed.
func toolArgs(s string) json.RawMessage {
	s = strings.TrimSpace(s)
	if s == "" || s == "null" {
		return json.RawMessage("{}")
	}
	var inner string
	if json.Unmarshal([]byte(s), &inner) == nil && isObject([]byte(inner)) {
		return json.RawMessage(inner) // encoded twice
	}
	if isObject([]byte(s)) {
		return json.RawMessage(s)
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("openai: a string is not JSON: " + err.Error())
	}
	return quoted
}

func isObject(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) && json.Valid(data)
}
