package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A mind that answers words which are not to be kept has no tool that leaves
// something of them. Case: H10.
func TestUnkeptMindOnlyReads(t *testing.T) {
	registry := new(tool.Registry)
	if err := tool.RegisterBuiltins(registry, tool.Deps{}, tool.NewDice(nil)); err != nil {
		t.Fatal(err)
	}
	m := &mind{agent: agent.Mind{Registry: registry}}
	var grants, want []campaign.Grant
	proposing := 0
	for _, one := range registry.Tools() {
		g := campaign.Grant{Tool: one.Name}
		grants = append(grants, g)
		if one.Effect == tool.Reads {
			want = append(want, g)
		} else {
			proposing++
		}
	}
	grants = append(grants, campaign.Grant{Tool: "nothing"})
	if diff := cmp.Diff(want, m.readOnly(grants)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if proposing == 0 || len(want) == 0 {
		t.Errorf("%d tools propose, %d read: this shows nothing", proposing, len(want))
	}
}

// A slowKnower takes 200 ms and counts how often it was asked.
type slowKnower struct{ asked chan string }

func (k slowKnower) Facts(_ context.Context, scope tool.Scope, query string, _ int) ([]tool.Fact, error) {
	time.Sleep(200 * time.Millisecond)
	k.asked <- string(scope) + " " + query
	return []tool.Fact{{Name: "The key", Text: query}}, nil
}

// What a mind is told while somebody talks is what it is asked at their end, so
// that nothing is looked up twice; also for those of whom nothing is kept, whose
// answers have fewer tools.
func TestMindForesees(t *testing.T) {
	for _, unkept := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			registry := new(tool.Registry)
			if err := tool.RegisterBuiltins(registry, tool.Deps{}, tool.NewDice(nil)); err != nil {
				t.Fatal(err)
			}
			known := slowKnower{make(chan string, 9)}
			model := llm.Script(llm.Answer{llm.Text("Under the mat.")})
			m := &mind{agent: agent.Mind{Model: model, Registry: registry, Facts: known}, session: "s1"}
			q := conversation.Question{
				Scene: "sc1",
				Agent: campaign.Agent{ID: "bart", Name: "Bart", Grants: []campaign.Grant{
					{Tool: "kg_query", Scope: "campaign"}, {Tool: "remember_knowledge"},
				}},
				History: []transcript.Line{{Speaker: 1, Name: "Kara", Text: "bart where is the key"}},
				Unkept:  unkept,
			}
			m.Foresee(t.Context(), q)
			q.History = []transcript.Line{{Speaker: 1, Name: "Kara", Text: "Evening."}, {Speaker: 1, Name: "Kara", Text: "Bart, where is the key?", N: 2}}
			start := time.Now()
			for _, err := range m.Reply(t.Context(), q) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(start); took > 0 {
				t.Errorf("unkept %v: the answer took %v", unkept, took)
			}
			if n := len(known.asked); n != 2 {
				t.Errorf("unkept %v: %d lookups, want 2", unkept, n)
			}
			if a, b := <-known.asked, <-known.asked; a != "campaign where is the key" && b != "campaign where is the key" {
				t.Errorf("unkept %v: asked for %q and %q", unkept, a, b)
			}
		})
	}
}
