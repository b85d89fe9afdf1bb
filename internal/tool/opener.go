package tool

import "strings"

// A kind says what an opener begins.
type kind int

const (
	wrapper    kind = iota // <tool_call> around JSON or a function
	function               // <function=name> or <invoke name="name">
	marker                 // [TOOL_CALLS]: calls to the end of the text
	bareJSON               // {"name": …
	orphan                 // a closing tag without its opening one
	thought                // <think>
	thoughtEnd             // </think>
)

// An opener is text by which markup begins.
type opener struct {
	text   string // lower case
	kind   kind
	after  string // the next byte is one of these; empty if text is all of it
	closer string // empty if the end of the text ends it
}

// openers are the forms seen in the wild: Qwen and Hermes (<tool_call>), Llama
// (<function=…>, <|python_tag|>), Claude (<invoke …>), Mistral ([TOOL_CALLS]).
var openers = []opener{
	{"<think>", thought, "", ""},
	{"<thinking>", thought, "", ""},
	{"</think>", thoughtEnd, "", ""},
	{"</thinking>", thoughtEnd, "", ""},

	{"<tool_call", wrapper, "> \n{", "</tool_call>"},
	{"<tool_calls", wrapper, "> \n", "</tool_calls>"},
	{"<function_call", wrapper, "> \n", "</function_call>"},
	{"<function_calls", wrapper, "> \n", "</function_calls>"},
	{"<function", function, "= \n", "</function>"},
	{"<invoke", function, " \n", "</invoke>"},
	{"[tool_calls]", marker, "", ""},
	{"<|tool_call|>", marker, "", ""},
	{"<|python_tag|>", marker, "", ""},

	{"</tool_call>", orphan, "", ""},
	{"</tool_calls>", orphan, "", ""},
	{"</function>", orphan, "", ""},
	{"</function_call>", orphan, "", ""},
	{"</function_calls>", orphan, "", ""},
	{"</invoke>", orphan, "", ""},
	{"</parameter>", orphan, "", ""},
}

// A verdict says whether text is an opener.
type verdict int

const (
	no verdict = iota
	maybe
	yes
)

// classify says whether held, which is not empty, is an opener or may become
// one.
func classify(held []byte) (verdict, opener) {
	text := strings.ToLower(string(held))
	best := no
	for _, o := range openers {
		switch {
		case len(text) <= len(o.text):
			if strings.HasPrefix(o.text, text) {
				best = maybe
			}
			if text == o.text && o.after == "" {
				return yes, o
			}
		case o.after != "" && strings.HasPrefix(text, o.text):
			if strings.IndexByte(o.after, text[len(o.text)]) >= 0 {
				return yes, o
			}
		}
	}
	if v := classifyJSON(text); v > best {
		best = v
	}
	return best, opener{kind: bareJSON}
}

// firstKeys are the keys with which the JSON of a call begins, in every order
// that models write them.
var firstKeys = []string{`"name"`, `"arguments"`, `"parameters"`, `"function"`, `"tool"`, `"type"`, `"id"`}

// classifyJSON says whether text begins the JSON of a call, or a list of them.
func classifyJSON(text string) verdict {
	rest, list := strings.CutPrefix(text, "[")
	if list {
		if rest = strings.TrimLeft(rest, " \r\n\t"); rest == "" {
			return maybe
		}
	}
	rest, ok := strings.CutPrefix(rest, "{")
	if !ok {
		return no
	}
	rest = strings.TrimLeft(rest, " \r\n\t")
	for _, key := range firstKeys {
		if strings.HasPrefix(rest, key) {
			return yes
		}
		if strings.HasPrefix(key, rest) {
			return maybe
		}
	}
	return no
}
