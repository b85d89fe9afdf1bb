package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func (e engine) testStatements(t *testing.T) {
	t.Run("adding", func(t *testing.T) {
		_, c := saved(t, e)
		for _, tt := range []struct {
			name string
			a    knowledge.Addition
			want knowledge.Added
		}{
			{
				"a new entry",
				knowledge.Addition{Entry: "The Old Well", Type: campaign.LocationNode, Text: "It is deep.", Visible: secret()},
				knowledge.Added{StatementID: knowledge.StatementID{Node: "the-old-well"}, Name: "The Old Well", New: true},
			},
			{
				"found again, folded; its text is taken, so the label is its words",
				knowledge.Addition{Entry: "the  OLD well", Label: "is dry", Text: "It is dry."},
				knowledge.Added{StatementID: knowledge.StatementID{Node: "the-old-well", Key: "is dry"}, Name: "The Old Well"},
			},
			{
				"a label that is taken",
				knowledge.Addition{Entry: "The Old Well", Key: "IS DRY", Text: "It is not."},
				knowledge.Added{StatementID: knowledge.StatementID{Node: "the-old-well", Key: "IS DRY-2"}, Name: "The Old Well"},
			},
			{
				"the text of an entry without one",
				knowledge.Addition{Entry: "Lamp", Text: "A storm lamp.", Visible: secret("mirela"), Party: true},
				knowledge.Added{StatementID: knowledge.StatementID{Node: "lamp"}, Name: "Lamp"},
			},
			{
				"a new entry by a labelled statement",
				knowledge.Addition{Entry: "GM", Key: "colour", Text: "Red."},
				knowledge.Added{StatementID: knowledge.StatementID{Node: "entry-gm", Key: "colour"}, Name: "GM", New: true},
			},
		} {
			got, err := c.AddStatement(t.Context(), tt.a)
			check(t, err)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
		}
		f, err := c.File(t.Context())
		check(t, err)
		want := []campaign.Node{
			{ID: "lamp", Type: campaign.ItemNode, Name: "Lamp", Text: "A storm lamp.", Visible: secret("mirela"), Party: true},
			{ID: "the-old-well", Type: campaign.LocationNode, Name: "The Old Well", Text: "It is deep.", Visible: secret(), Aspects: []campaign.Aspect{
				{Key: "is dry", Text: "It is dry."}, {Key: "IS DRY-2", Text: "It is not."},
			}},
			{ID: "entry-gm", Type: campaign.NoteNode, Name: "GM", Aspects: []campaign.Aspect{{Key: "colour", Text: "Red."}}},
		}
		if diff := cmp.Diff(want, f.Nodes[6:]); diff != "" {
			t.Errorf("nodes (-want +got):\n%s", diff)
		}
		if _, err := c.db.Campaign("another").AddStatement(t.Context(), knowledge.Addition{Entry: "x", Text: "y"}); !errors.Is(err, ErrNoCampaign) {
			t.Errorf("of a campaign that is not there: %v, want %v", err, ErrNoCampaign)
		}
	})
	t.Run("changing", func(t *testing.T) {
		_, c := saved(t, e)
		past := knowledge.StatementID{Node: "bart", Key: "past"}
		check(t, c.ChangeStatement(t.Context(), past, func(a *campaign.Aspect) error {
			a.Visible.Nodes = append(a.Visible.Nodes, "mirela")
			a.Party = true
			a.Stances = append(a.Stances, campaign.Stance{Who: "mirela", Kind: campaign.Believes, Text: "Was a priest."})
			a.Key = "a label is not changed"
			return nil
		}))
		n, _, err := c.NodeByName(t.Context(), "Bart")
		check(t, err)
		want := campaign.Aspect{Key: "past", Text: "Was a smuggler.", Visible: secret("bart", "mirela"), Party: true, Stances: []campaign.Stance{
			{Who: "bart", Kind: campaign.Hides, Text: "Has always rowed the ferry."}, {Who: "mirela", Kind: campaign.Believes, Text: "Was a priest."},
		}}
		if diff := cmp.Diff(want, n.Aspects[0]); diff != "" {
			t.Errorf("changed (-want +got):\n%s", diff)
		}
		no := errors.New("no")
		before := counts(t, c.db)
		if err := c.ChangeStatement(t.Context(), past, func(a *campaign.Aspect) error { a.Stances = nil; return no }); !errors.Is(err, no) {
			t.Errorf("refused: %v, want %v", err, no)
		}
		if got := counts(t, c.db); got != before {
			t.Errorf("a refusal changed %s to %s", before, got)
		}
		for _, id := range []knowledge.StatementID{{Node: "bart", Key: "none"}, {Node: "none"}} {
			if err := c.ChangeStatement(t.Context(), id, func(*campaign.Aspect) error { return nil }); !errors.Is(err, knowledge.ErrNoStatement) {
				t.Errorf("%v: %v, want %v", id, err, knowledge.ErrNoStatement)
			}
		}
		if err := c.db.Campaign("another").ChangeStatement(t.Context(), past, func(*campaign.Aspect) error { return nil }); !errors.Is(err, knowledge.ErrNoStatement) {
			t.Errorf("another campaign's: %v, want %v", err, knowledge.ErrNoStatement)
		}
	})
	t.Run("two at once both get their way", func(t *testing.T) {
		_, c := saved(t, e)
		ring := knowledge.StatementID{Node: "mirela", Key: "ring"}
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for i, who := range []transcript.NodeID{"bart", "duke"} {
			wg.Go(func() {
				errs[i] = c.ChangeStatement(t.Context(), ring, func(a *campaign.Aspect) error {
					a.Stances = append(a.Stances, campaign.Stance{Who: who, Kind: campaign.Tells})
					return nil
				})
			})
		}
		wg.Wait()
		check(t, errors.Join(errs...))
		n, _, err := c.NodeByName(t.Context(), "Mirela")
		check(t, err)
		if got := len(n.Aspects[2].Stances); got != 2 {
			t.Errorf("%d stances are left of two", got)
		}
	})
	t.Run("many that are added at once all stay", func(t *testing.T) {
		_, c := saved(t, e)
		const many = 8
		var wg sync.WaitGroup
		errs := make([]error, many)
		for i := range many {
			wg.Go(func() {
				_, errs[i] = c.AddStatement(t.Context(), knowledge.Addition{Entry: "The Weir", Label: "note", Text: fmt.Sprint("It leaks, ", i, ".")})
			})
		}
		wg.Wait()
		check(t, errors.Join(errs...))
		n, _, err := c.NodeByName(t.Context(), "The Weir")
		check(t, err)
		if got := len(n.Aspects) + 1; n.Text == "" || got != many {
			t.Errorf("%d are left of %d, the first is %q", got, many, n.Text)
		}
	})
	t.Run("what a GM changes is what an NPC knows", func(t *testing.T) {
		_, c := saved(t, e)
		keep := knowledge.Keeper{Store: c}
		bart := func() []string {
			return facts(t, c, knowledge.Query{Reader: knowledge.Reader{Agent: "bart", Scope: tool.Campaign}})
		}
		past := knowledge.Ref{Entry: "Bart", Label: "Past"}
		const truth, cover = "Was a smuggler.", "Has always rowed the ferry."
		if got := bart(); slices.Contains(got, truth) || !slices.Contains(got, cover) {
			t.Errorf("at first Bart reads %q", got)
		}
		_, err := keep.MayTell(t.Context(), past)
		check(t, err)
		if got := bart(); !slices.Contains(got, truth) || slices.Contains(got, cover) {
			t.Errorf("who may tell now reads %q", got)
		}
		_, err = keep.Hide(t.Context(), past)
		check(t, err)
		if got := bart(); slices.Contains(got, truth) {
			t.Errorf("of what is the GM's alone he reads %q", got)
		}
		// A faction shares what it is told, and its members hide it with it.
		_, err = keep.Stand(t.Context(), past, campaign.Stance{Who: "guild", Kind: campaign.Tells})
		check(t, err)
		if got := bart(); !slices.Contains(got, truth) {
			t.Error("what the guild tells is not its member's")
		}
		_, err = keep.Stand(t.Context(), past, campaign.Stance{Who: "guild", Kind: campaign.Hides, Text: "Nobody smuggles."})
		check(t, err)
		if got := bart(); slices.Contains(got, truth) || !slices.Contains(got, "Nobody smuggles.") {
			t.Errorf("what the guild hides he reads as %q", got)
		}
		// And show says the same.
		view, err := keep.As(t.Context(), "Bart", "Bart")
		check(t, err)
		for _, f := range view.Facts {
			if f.Text == truth {
				t.Error("shown as Bart's is what he may not know")
			}
		}
		entry, err := keep.Entry(t.Context(), "bart")
		check(t, err)
		if diff := cmp.Diff([]knowledge.Knower{{Agent: "bart", Name: "Bart", Stance: campaign.Hides, Text: "Nobody smuggles."}}, entry.Knows["past"]); diff != "" {
			t.Errorf("who knows it (-want +got):\n%s", diff)
		}
	})
	t.Run("claims", func(t *testing.T) {
		_, c := saved(t, e)
		got, err := c.Claims(t.Context())
		check(t, err)
		want := []knowledge.Claim{
			{Agent: "mirela", Name: "The Widow", Entry: "Duke Óran", Text: "Has the grey fever."},
			{Agent: "bart", Name: "Bart", Entry: "Bart", Text: "Has always rowed the ferry."},
			{Agent: "bart", Name: "Bart", Entry: "Rope Guild", Text: "They swear nothing."}, // his faction's
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("claims (-want +got):\n%s", diff)
		}
	})
	t.Run("a claim becomes no fact", func(t *testing.T) {
		c, s, sc := played(t, e, "bart", "mirela")
		n := say(t, c, s, sc, "Bart, what did you do before?")
		tools := &knowledge.Tools{Campaign: c.ID(), Store: c}
		as := func(id string) tool.Caller {
			return tool.Caller{Campaign: string(c.ID()), Session: string(s), Scene: string(sc), Agent: id, Line: n}
		}
		w := tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Subject: "Bart", Key: "trade", Text: "Bart has rowed the ferry always, all his life."}
		// Mirela heard it and takes it for true; her model must not learn better.
		known, added, err := tools.Propose(tool.WithCaller(t.Context(), as("mirela")), w)
		check(t, err)
		if !added {
			t.Fatal("not added")
		}
		known, _, err = tools.Propose(tool.WithCaller(t.Context(), as("mirela")), w)
		check(t, err)
		if got := strings.Join(append(known.Pending, known.Established...), " "); strings.Contains(got, "claims") || len(known.Pending) != 1 {
			t.Errorf("the model is told %q", got)
		}
		waiting, err := c.Proposals(t.Context(), knowledge.Pending)
		check(t, err)
		if got, want := knowledge.Describe(waiting[0].Write), "About Bart: trade = Bart claims: Bart has rowed the ferry always, all his life."; got != want {
			t.Errorf("the GM is shown %q, want %q", got, want)
		}
		_, _, err = c.Decide(t.Context(), knowledge.Decision{Proposal: waiting[0].ID, Status: knowledge.Approved, Conflict: knowledge.Replace, At: at(9)})
		check(t, err)
		node, _, err := c.NodeByName(t.Context(), "Bart")
		check(t, err)
		last := node.Aspects[len(node.Aspects)-1]
		if want := "Bart claims: " + w.Text; last.Text != want {
			t.Errorf("approved: %q, want %q", last.Text, want)
		}
	})
}
