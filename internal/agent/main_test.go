package agent

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", name, diff)
	}
}

// A library knows facts by the words in them, as a store does.
type library struct {
	facts []tool.Fact
	err   error

	mu    sync.Mutex
	asked map[string]tool.Scope // by query
	as    []tool.Caller
}

func (l *library) Facts(ctx context.Context, scope tool.Scope, query string, limit int) ([]tool.Fact, error) {
	c, _ := tool.CallerOf(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asked == nil {
		l.asked = make(map[string]tool.Scope)
	}
	l.asked[query] = scope
	l.as = append(l.as, c)
	var found []tool.Fact
	for _, f := range l.facts {
		if len(found) < limit && (query == "" || shareWord(query, f.Name+" "+f.Text)) {
			found = append(found, f)
		}
	}
	return found, l.err
}

func shareWord(a, b string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(a)) {
		word = strings.Trim(word, ".,!?")
		if len(word) > 3 && strings.Contains(strings.ToLower(b), word) {
			return true
		}
	}
	return false
}

var (
	mirela = campaign.Agent{
		ID: "mirela", Kind: campaign.NPC, Name: "Mirela Voss", Aliases: []string{"Miri"},
		Persona: "You keep the Drowned Lantern, a harbour tavern. Dry, quick, fond of nobody in particular.\nYou call everybody \"love\".",
		Node:    "mirela",
		Grants:  []campaign.Grant{{Tool: "dice"}, {Tool: "kg_query"}, {Tool: "remember_knowledge"}},
	}
	bart = campaign.Agent{ID: "bart", Kind: campaign.NPC, Name: "Bart", Persona: "A smith."}
	vex  = campaign.Agent{ID: "vex", Kind: campaign.NPC, Name: "Vexillia Crane", KnownAs: "Old Tam", Persona: "A spy."}
)

// scene is a question as the table asks it.
func scene() Question {
	return Question{
		Campaign: campaign.Campaign{
			ID: "c1", Language: "en", Setting: "The port of Marrow's End, in the reign of the drowned king.",
			Talk: campaign.TalkBrief, Invents: campaign.InventsColour,
		},
		Agent:   mirela,
		Present: []campaign.Agent{mirela, bart, vex},
		People: []transcript.Speaker{
			{ID: 1, Name: "Jo", Role: transcript.Player, Character: "Kara Stone"},
			{ID: 2, Name: "sam", Role: transcript.Player},
			{ID: 9, Name: "Pat", Role: transcript.GM},
		},
		History: []transcript.Line{
			{N: 1, Role: transcript.GM, Speaker: 9, Name: "Pat", Text: "Rain drums on the roof."},
			{N: 2, Role: transcript.Player, Speaker: 1, Name: "Kara Stone", Text: "Evening."},
			{N: 3, Role: transcript.Player, Speaker: 2, Name: "sam", Text: "Two ales."},
			{N: 4, Role: transcript.NPC, Agent: "mirela", Name: "Mirela Voss", Text: "Two ales it is, love. That makes", Cut: true},
			{N: 5, Role: transcript.NPC, Agent: "vex", Name: "Vexillia Crane", Text: "Put it on mine."},
			{N: 6, Role: transcript.Player, Speaker: 1, Name: "Kara Stone", Text: "Mirela, who sank the Heron?"},
		},
		Session: "s1", Scene: "sc1",
	}
}

func knowledge() *library {
	return &library{facts: []tool.Fact{
		{Name: "Mirela Voss", Type: "npc", Text: "Keeps the Drowned Lantern at the harbour."},
		{Name: "Mirela Voss", Type: "npc", Key: "debt", Text: "Owes the abbey\n40 gold."},
		{Name: "The Heron", Type: "item", Text: "A grain ship, sunk last spring."},
		{Name: "The Heron", Type: "item", Key: "cause", Text: "A storm sank it."}, // a cover story
		{Name: "The Duke", Type: "npc", Text: "Is dead.", Belief: true},
	}}
}

// registry holds every built-in tool, without sources.
func registry(t *testing.T) *tool.Registry {
	t.Helper()
	reg := new(tool.Registry)
	if err := tool.RegisterBuiltins(reg, tool.Deps{}, tool.NewDice(nil)); err != nil {
		t.Fatal(err)
	}
	return reg
}

// answer ranges over a reply.
func answer(t *testing.T, m *Mind, q Question) (string, error) {
	t.Helper()
	var b strings.Builder
	for words, err := range m.Reply(t.Context(), q) {
		if err != nil {
			return b.String(), err
		}
		b.WriteString(words)
	}
	return b.String(), nil
}

func says(texts ...string) llm.Answer {
	var a llm.Answer
	for _, t := range texts {
		a = append(a, llm.Text(t))
	}
	return a
}

// asked returns the only request that a question leads to, as text.
func asked(t *testing.T, m *Mind, q Question) (llm.Request, string) {
	t.Helper()
	model := llm.Script(says("Aye."))
	m.Model = model
	if _, err := answer(t, m, q); err != nil {
		t.Fatal(err)
	}
	req := model.Requests()[0]
	var b strings.Builder
	b.WriteString("=== system\n" + req.System + "\n")
	for _, msg := range req.Messages {
		b.WriteString("=== " + string(msg.Role) + "\n" + msg.Text + "\n")
	}
	b.WriteString("=== tools:")
	for _, spec := range req.Tools {
		b.WriteString(" " + spec.Name)
	}
	return req, b.String() + "\n"
}
