package tool

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scan runs text through a scanner, cut into pieces of n bytes (0: whole), and
// returns the prose, the visible part of it and the calls, one a line.
func scan(text string, n int) (prose, visible, calls string) {
	var s scanner
	var b strings.Builder
	if n == 0 {
		n = max(len(text), 1)
	}
	for len(text) > n {
		b.WriteString(s.write(text[:n]))
		text = text[n:]
	}
	b.WriteString(s.write(text))
	b.WriteString(s.close())
	var lines []string
	for _, c := range s.calls {
		lines = append(lines, c.name+" "+string(c.args))
	}
	return b.String(), s.visible.String(), strings.Join(lines, "\n")
}

// Case: L11, L12, L13, L16, F33.
func TestMarkup(t *testing.T) {
	const roll = `dice {"dice":"1d20"}`
	tests := []struct {
		name, in    string
		prose       string
		calls       string
		visibleOnly string // what is visible, if that is not prose
	}{
		{"prose", "Three < four, said [he] {softly}: a<b.", "Three < four, said [he] {softly}: a<b.", "", ""},
		{"prose that ends like markup", "I love you <", "I love you <", "", ""},
		{"JSON that is no call", `{"name":"Bart","age":3} Hm.`, `{"name":"Bart","age":3} Hm.`, "", ""},
		{"L11 function in tool_call", "<tool_call>\n<function=dice>\n<parameter=dice>\n1d20\n</parameter>\n</function>\n</tool_call>", "", roll, ""},
		{"L11 two functions in one", "<tool_call><function=dice><parameter=dice>1d20</parameter></function><function=recap></function></tool_call>", "", roll + "\nrecap {}", ""},
		{"L11 JSON in tool_call", `Well. <tool_call>{"name": "dice", "arguments": {"dice":"1d20"}}</tool_call> Then.`, "Well. Then.", roll, ""},
		{"L11 no closing tag, but whole", `<tool_call>{"name":"dice","arguments":{"dice":"1d20"}}`, "", roll, ""},
		{"L12 invoke after prose", `Let me look. <invoke name="dice"><parameter name="dice">1d20</parameter></invoke>`, "Let me look. ", roll, ""},
		{"L12 in a wrapper", `<function_calls><invoke name="dice"><parameter name="dice">1d20</parameter></invoke></function_calls>`, "", roll, ""},
		{"L13 in thoughts", `<think>I should roll <tool_call>{"name":"dice","arguments":{"dice":"1d20"}}</tool_call></think>Now.`, "<think>I should roll </think>Now.", roll, "Now."},
		{"L13 thoughts never closed", `<think>I roll <tool_call>{"name":"dice","arguments":{"dice":"1d20"}}</tool_call>`, "<think>I roll ", roll, " "},
		{"thoughts never opened", `plan</think>Hello.`, "plan</think>Hello.", "", "Hello."},
		{"L16 bare JSON", `{"name": "dice", "parameters": {"dice":"1d20"}}`, "", roll, ""},
		{"L16 bare JSON, spread out", "{\n  \"type\": \"function\",\n  \"name\": \"dice\",\n  \"arguments\": {\"dice\":\"1d20\"}\n}", "", roll, ""},
		{"L16 nested and quoted", `{"id":"1","function":{"name":"dice","arguments":"{\"dice\":\"1d20\"}"}}`, "", roll, ""},
		{"L16 list", `[{"name":"dice","arguments":{"dice":"1d20"}},{"name":"recap","arguments":{}}]`, "", roll + "\nrecap {}", ""},
		{"L16 behind prose", `Let me roll. {"name":"dice","arguments":{"dice":"1d20"}}`, "Let me roll. ", roll, ""},
		{"L16 not whole", `{"name":"dice","argu`, "", " ", ""},
		{"marker with a list", `[TOOL_CALLS][{"name":"dice","arguments":{"dice":"1d20"}}]`, "", roll, ""},
		{"marker with names", `Hm. [TOOL_CALLS]dice{"dice":"1d20"}[TOOL_CALLS]recap[ARGS]{}`, "Hm. ", roll + "\nrecap {}", ""},
		{"F33 function with JSON", `Los! <function=dice>{"dice":"1d20"}</function>`, "Los! ", roll, ""},
		{"F33 function without its bracket", `<function=dice{"dice":"1d20"}</function>`, "", roll, ""},
		{"F33 bracket behind the arguments", `<function=dice{"dice":"1d20"}></function>`, "", roll, ""},
		{"F33 closing tag in an argument", `<function=dice>{"dice":"</function>"}</function> Go.`, "Go.", `dice {"dice":"</function>"}`, ""},
		{"F33 no closing tag", `Well, <function=dice>{"dice":"1d`, "Well, ", " ", ""},
		{"F33 cut in the opening tag", `Well, <functio`, "Well, ", " ", ""},
		{"F33 closing tag alone", `Well. </function> Go.`, "Well. Go.", "", ""},
		{"unreadable", `<tool_call>roll some dice</tool_call>Go.`, "Go.", " ", ""},
		{"arguments that are no object", `<function=dice>{"dice":}</function>Go.`, "Go.", "dice ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{0, 1, 2, 3, 7} {
				prose, visible, calls := scan(tt.in, n)
				want := tt.prose
				if tt.visibleOnly != "" {
					want = strings.TrimSpace(tt.visibleOnly)
				}
				if prose != tt.prose || calls != tt.calls || strings.TrimSpace(visible) != strings.TrimSpace(want) {
					t.Errorf("in pieces of %d: prose %q, visible %q, calls %q\nwant %q, %q", n, prose, visible, calls, tt.prose, tt.calls)
				}
			}
		})
	}
}

// What cannot be markup must come out at once, or the answer would begin late.
func TestMarkupHoldsLittle(t *testing.T) {
	var s scanner
	for _, tt := range []struct{ in, want string }{
		{"Hello", "Hello"},
		{" <", " "},
		{"3 [", "<3 "},
		{"Bart] {", "[Bart] "},
		{`"hm`, `{"hm`},
	} {
		if got := s.write(tt.in); got != tt.want {
			t.Errorf("after %q came %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestMarkupIsBounded(t *testing.T) {
	var s scanner
	s.write("<tool_call>{")
	for range 100 {
		s.write(strings.Repeat("x", 4096))
	}
	if n := cap(s.body.text); n > 4*maxMarkup {
		t.Errorf("holds %d bytes", n)
	}
	if got := s.write("}</tool_call>Go."); got != "Go." {
		t.Errorf("got %q after a long call, want %q", got, "Go.")
	}
}

// FuzzMarkup: the prose and the calls do not depend on where the text was cut,
// and text without the bytes that open markup is untouched.
func FuzzMarkup(f *testing.F) {
	for _, s := range []string{
		`Well. <tool_call>{"name":"dice","arguments":{"dice":"1d20"}}</tool_call> Then.`,
		`<think>a</think> <function=dice>{"d":"</function>"}</function>`,
		`<invoke name="x"><parameter name="y">z</parameter></invoke>`,
		`[TOOL_CALLS]dice{"dice":"1d20"}`, `{ "name": "x", "parameters": {} } [ {"id":1}]`, "a < b [x] {", "</tool_call>",
		"[ {<tool_call <think>",
	} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		prose, visible, calls := scan(text, 0)
		prose2, visible2, calls2 := scan(text, int(n%16)+1)
		if diff := cmp.Diff([]string{prose, visible, calls}, []string{prose2, visible2, calls2}); diff != "" {
			t.Fatalf("depends on the cuts (-whole +cut):\n%s", diff)
		}
		if !strings.ContainsAny(text, "<[{") && prose != text {
			t.Fatalf("prose %q became %q", text, prose)
		}
		if len(prose) > len(text) {
			t.Fatalf("%q grew to %q", text, prose)
		}
	})
}
