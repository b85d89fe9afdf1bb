package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// world is a source for every built-in tool that remembers how it was asked.
type world struct {
	facts []Fact
	lines []LineHit
	recap string
	own   string // name of the caller's own entry; empty for none
	known Known
	dup   bool
	err   error

	asked  string
	writes []Write
}

func (w *world) Facts(_ context.Context, scope Scope, query string, limit int) ([]Fact, error) {
	w.asked = fmt.Sprintf("%s %q %d", scope, query, limit)
	return w.facts, w.err
}

func (w *world) SearchLines(_ context.Context, query string, limit int) ([]LineHit, error) {
	w.asked = fmt.Sprintf("%q %d", query, limit)
	return w.lines, w.err
}

func (w *world) RecapLast(_ context.Context, n int) (string, error) {
	w.asked = fmt.Sprint(n)
	return w.recap, w.err
}

func (w *world) OwnNode(context.Context) (id, name string, ok bool, err error) {
	return "node-" + w.own, w.own, w.own != "", w.err
}

func (w *world) Propose(_ context.Context, write Write) (Known, bool, error) {
	w.writes = append(w.writes, write)
	return w.known, !w.dup, w.err
}

func (w *world) registry(t *testing.T) *Registry {
	t.Helper()
	reg := new(Registry)
	err := RegisterBuiltins(reg, Deps{Knowledge: w, Lines: w, Proposals: w, Recap: w}, NewDice(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// use runs a built-in tool and returns its result or the text of its error.
func use(t *testing.T, reg *Registry, name string, scope Scope, args string) string {
	t.Helper()
	tool, ok := reg.Get(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	got, err := tool.Run(t.Context(), scope, json.RawMessage(args))
	if err != nil {
		return "error: " + err.Error()
	}
	return got
}

func TestBuiltinCatalogue(t *testing.T) {
	type entry struct {
		Name    string
		Effect  Effect
		Default Scope
	}
	var got []entry
	reg := new(Registry)
	if err := RegisterBuiltins(reg, Deps{}, nil); err != nil {
		t.Fatal(err)
	}
	for _, tool := range reg.Tools() {
		e := entry{Name: tool.Name, Effect: tool.Effect}
		if len(tool.Scopes) > 0 {
			e.Default = tool.Scopes[0]
		}
		got = append(got, e)
	}
	want := []entry{
		{"dice", Reads, ""},
		{"kg_query", Reads, OwnNode},
		{"recap", Reads, ""},
		{"remember_knowledge", Proposes, OwnNode},
		{"transcript_search", Reads, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	for _, call := range []string{`dice {"dice":"d6"}`, `kg_query {"query":"x"}`, `recap {}`, `remember_knowledge {"kind":"fact"}`, `transcript_search {"query":"x"}`} {
		name, args, _ := strings.Cut(call, " ")
		if got := use(t, reg, name, OwnNode, args); !strings.HasSuffix(got, "is not available here") {
			t.Errorf("%s without a source: %s", name, got)
		}
	}
	if err := RegisterBuiltins(reg, Deps{}, nil); err == nil {
		t.Error("registering twice was no error")
	}
}

// Case: R05.
func TestDiceTool(t *testing.T) {
	reg := new(world).registry(t)
	if got := use(t, reg, "dice", "", `{"dice":"1d1+3 luck"}`); got != "1d1+3: 1 + 3 = 4 (luck)" {
		t.Errorf("got %s", got)
	}
	if got := use(t, reg, "dice", "", `{"dice":"100000000d20"}`); got != "error: too many dice: at most 100" {
		t.Errorf("got %s", got)
	}
}

func TestQueryTool(t *testing.T) {
	w := &world{facts: []Fact{
		{Name: "Mirela Voss", Type: "npc", Text: "Keeps the Drowned Lantern."},
		{Name: "Mirela Voss", Type: "npc", Key: "debt", Text: "Owes\n40 gold."},
		{Name: "The Duke", Type: "npc", Text: "Is dead.", Belief: true},
	}}
	reg := w.registry(t)
	want := "1. [npc] Mirela Voss: Keeps the Drowned Lantern.\n" +
		"2. [npc] Mirela Voss, debt: Owes 40 gold.\n" +
		"3. (believes) [npc] The Duke: Is dead."
	if got := use(t, reg, "kg_query", Campaign, `{"query":" Voss "}`); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for args, want := range map[string]string{
		`{"query":"x"}`:              `own_node "x" 5`,
		`{"query":"x","limit":3}`:    `own_node "x" 3`,
		`{"query":"x","limit":9999}`: `own_node "x" 10`,
		`{"query":"x","limit":-1}`:   `own_node "x" 1`,
	} {
		use(t, reg, "kg_query", OwnNode, args)
		if w.asked != want {
			t.Errorf("%s asked for %s, want %s", args, w.asked, want)
		}
	}
	if got := use(t, reg, "kg_query", OwnNode, `{"query":"x","limit":1}`); strings.Contains(got, "2.") {
		t.Errorf("more than the limit came through:\n%s", got)
	}
	// How far it may look is the grant's, not the question's. Case: H07.
	if got := use(t, reg, "kg_query", OwnNode, `{"query":"x","scope":"campaign"}`); !strings.HasPrefix(got, "error: ") {
		t.Errorf("a scope in the arguments was taken: %s", got)
	}
	if got := use(t, reg, "kg_query", OwnNode, `{"query":" "}`); !strings.HasPrefix(got, "error: ") {
		t.Errorf("an empty query was taken: %s", got)
	}
	w.facts = nil
	if got := use(t, reg, "kg_query", OwnNode, `{"query":"x"}`); got != "Nothing is known about that." {
		t.Errorf("got %q for nothing", got)
	}
	w.err = errors.New("SELECT secret FROM facts: disk I/O error")
	if got := use(t, reg, "kg_query", OwnNode, `{"query":"x"}`); got != "error: looking that up does not work just now" {
		t.Errorf("got %q for a broken source", got)
	}
}

func TestSearchTool(t *testing.T) {
	w := &world{lines: []LineHit{{Who: "Kara", Text: "I promise.\n2. Bart: I lied."}, {Who: "Bart", Text: "Good."}}}
	reg := w.registry(t)
	want := "1. Kara: I promise. 2. Bart: I lied.\n2. Bart: Good."
	if got := use(t, reg, "transcript_search", "", `{"query":"promise","limit":"7"}`); got != want || w.asked != `"promise" 7` {
		t.Errorf("asked %s, got\n%s\nwant\n%s", w.asked, got, want)
	}
	w.lines = nil
	if got := use(t, reg, "transcript_search", "", `{"query":"x"}`); got != "Nobody has said anything about that." {
		t.Errorf("got %q for nothing", got)
	}
}

func TestRecapTool(t *testing.T) {
	w := &world{recap: strings.Repeat("Ü", 5000)}
	reg := w.registry(t)
	for args, want := range map[string]string{``: "1", `{"sessions":2}`: "2", `{"sessions":50}`: "3", `{"sessions":-4}`: "1"} {
		use(t, reg, "recap", "", args)
		if w.asked != want {
			t.Errorf("%s asked for %s sessions, want %s", args, w.asked, want)
		}
	}
	if got := use(t, reg, "recap", "", `{}`); utf8.RuneCountInString(got) != MaxRecap || !utf8.ValidString(got) {
		t.Errorf("a recap of %d runes, want %d", utf8.RuneCountInString(got), MaxRecap)
	}
	w.recap = ""
	if got := use(t, reg, "recap", "", `{}`); got != "There is no session to tell of yet." {
		t.Errorf("got %q for nothing", got)
	}
}

// No result is longer than its limit, and none ends inside a rune.
func TestBuiltinBudgets(t *testing.T) {
	long := strings.Repeat("ß", 3000)
	w := &world{own: "Mirela"}
	for range 20 {
		w.facts = append(w.facts, Fact{Name: long, Type: "npc", Text: long})
		w.lines = append(w.lines, LineHit{Who: "Kara", Text: long})
		w.known.Pending = append(w.known.Pending, long)
	}
	reg := w.registry(t)
	for name, args := range map[string]string{
		"kg_query": `{"query":"x","limit":10}`, "transcript_search": `{"query":"x","limit":10}`,
		"remember_knowledge": `{"kind":"fact","fact":"` + long + `"}`,
	} {
		got := use(t, reg, name, OwnNode, args)
		if n := utf8.RuneCountInString(got); n > MaxResult || n < MaxLineText || !utf8.ValidString(got) {
			t.Errorf("%s: %d runes, want at most %d", name, n, MaxResult)
		}
	}
	if n := utf8.RuneCountInString(w.writes[0].Text); n != MaxProposalText {
		t.Errorf("a proposal of %d runes, want %d", n, MaxProposalText)
	}
	line, _, _ := strings.Cut(use(t, reg, "transcript_search", "", `{"query":"x"}`), "\n")
	if n := utf8.RuneCountInString(line); n != len("1. Kara: ")+MaxLineText {
		t.Errorf("a line of %d runes", n)
	}
}

// Case: H07.
func TestRememberTool(t *testing.T) {
	const noted = "Noted for the game master to review."
	own := func(w Write) *Write { w.V, w.Node = WriteVersion, "node-Mirela"; w.Subject = "Mirela"; return &w }
	all := func(w Write) *Write { w.V = WriteVersion; return &w }
	tests := []struct {
		name  string
		scope Scope
		args  string
		want  *Write // nil: refused
		said  string
	}{
		{"fact of its own", OwnNode, `{"kind":"fact","key":"debt","fact":"Owes 40 gold."}`, own(Write{Kind: WriteFact, Key: "debt", Text: "Owes 40 gold."}), noted},
		{"the subject is its own, whatever it says", OwnNode, `{"kind":"fact","fact":"The war is lost.","subject":"The Duke"}`, own(Write{Kind: WriteFact, Key: DefaultKey, Text: "The war is lost."}), noted},
		{"text instead of fact", OwnNode, `{"kind":"Fact","text":"Owes 40 gold."}`, own(Write{Kind: WriteFact, Key: DefaultKey, Text: "Owes 40 gold."}), noted},
		{"edge from itself", OwnNode, `{"kind":"edge","relation":"distrusts","target":"Bart","disposition":-9,"note":"he lied"}`, own(Write{Kind: WriteEdge, Relation: "distrusts", Target: "Bart", Disposition: -2, Note: "he lied"}), noted},
		{"no new entries for an NPC", OwnNode, `{"kind":"node","name":"Vex","type":"npc"}`, nil, "not make new entries"},
		{"campaign fact", Campaign, `{"kind":"fact","subject":"The Duke","fact":"Is dead."}`, all(Write{Kind: WriteFact, Subject: "The Duke", Key: DefaultKey, Text: "Is dead."}), noted},
		{"campaign fact about nobody", Campaign, `{"kind":"fact","fact":"Is dead."}`, nil, "subject is empty"},
		{"campaign entry", Campaign, `{"kind":"node","name":"Vex","type":"NPC","text":"A thief."}`, all(Write{Kind: WriteNode, Subject: "Vex", Type: "npc", Text: "A thief."}), noted},
		{"entry of an unknown type", Campaign, `{"kind":"node","name":"Vex","type":"thief"}`, nil, "one of character"},
		{"entry without a name", Campaign, `{"kind":"node","type":"npc"}`, nil, "needs a name"},
		{"empty fact", OwnNode, `{"kind":"fact","fact":"  "}`, nil, "fact is empty"},
		{"edge to nobody", OwnNode, `{"kind":"edge","relation":"knows"}`, nil, "needs a relation and a target"},
		{"unknown kind", Campaign, `{"kind":"wish","fact":"x"}`, nil, "one of fact, edge, node"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{own: "Mirela"}
			got := use(t, w.registry(t), "remember_knowledge", tt.scope, tt.args)
			if !strings.Contains(got, tt.said) {
				t.Errorf("said %q, want %q", got, tt.said)
			}
			var want []Write
			if tt.want != nil {
				want = []Write{*tt.want}
			}
			if diff := cmp.Diff(want, w.writes); diff != "" {
				t.Errorf("writes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRememberWithoutEntry(t *testing.T) {
	w := new(world)
	got := use(t, w.registry(t), "remember_knowledge", OwnNode, `{"kind":"fact","fact":"x"}`)
	if !strings.HasPrefix(got, "error: ") || len(w.writes) != 0 {
		t.Errorf("got %q and %d writes, want a refusal", got, len(w.writes))
	}
}

// A repetition is told to the model, and so is what is waiting. Case: F36.
func TestRememberTellsWhatIsKnown(t *testing.T) {
	w := &world{own: "Mirela", dup: true, known: Known{Pending: []string{"Owes 40 gold.", "Hates Bart."}}}
	got := use(t, w.registry(t), "remember_knowledge", OwnNode, `{"kind":"fact","fact":"Owes 40 gold."}`)
	want := "That is noted or known already; nothing was added. Do not propose it again. Waiting for review:\n1. Owes 40 gold.\n2. Hates Bart."
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Where the caller may not see what it repeats, the answer is that of a new one.
	w = &world{own: "Mirela"}
	if got := use(t, w.registry(t), "remember_knowledge", OwnNode, `{"kind":"fact","fact":"x"}`); got != "Noted for the game master to review." {
		t.Errorf("got %q", got)
	}
}

func TestCaller(t *testing.T) {
	if _, ok := CallerOf(t.Context()); ok {
		t.Error("there is a caller where none was set")
	}
	c := Caller{Campaign: "c", Agent: "mirela", Line: 7}
	if got, ok := CallerOf(WithCaller(t.Context(), c)); !ok || got != c {
		t.Errorf("got %v, %v", got, ok)
	}
}
