package knowledge

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/tool"
)

func fact(subject, key, text string) tool.Write {
	return tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Subject: subject, Key: key, Text: text}
}

func TestPropose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := tavern()
		tools := &Tools{Campaign: "c", Store: store}
		known, added, err := tools.Propose(as(t.Context(), "clerk"), fact(" mirela ", "mother", "Her mother was a  sailor."))
		if err != nil || !added {
			t.Fatalf("added %v, %v", added, err)
		}
		want := tool.Known{Established: []string{"Mirela Voss: Mirela keeps the Silver Heron.", "Mirela Voss: age = 41"}}
		if diff := cmp.Diff(want, known); diff != "" {
			t.Errorf("known, -want +got:\n%s", diff)
		}
		got := store.proposals[0]
		if got.ID == "" || got.Digest == "" {
			t.Errorf("proposal has ID %q and digest %q", got.ID, got.Digest)
		}
		got.ID, got.Digest = "", ""
		if diff := cmp.Diff(Proposal{
			Session: "s", Scene: "sc", Line: 7, Agent: "clerk", Status: Pending, Made: time.Now(),
			Write: tool.Write{V: 1, Kind: tool.WriteFact, Node: "mirela", Subject: "mirela", Key: "mother", Text: "Her mother was a  sailor."},
		}, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// A fact is proposed once, however often the model thinks of it. Case: F36.
func TestProposeAgain(t *testing.T) {
	about := func(agent string, writes ...tool.Write) func(t *testing.T) (rows int, added bool, known tool.Known) {
		return func(t *testing.T) (int, bool, tool.Known) {
			t.Helper()
			store := tavern()
			tools := &Tools{Campaign: "c", Store: store}
			// Another agent has proposed something before.
			if _, added, err := tools.Propose(as(t.Context(), "odo"), fact("The Guild", "master", "The master is an old woman.")); err != nil || !added {
				t.Fatal(added, err)
			}
			var known tool.Known
			var added bool
			for _, w := range writes {
				var err error
				if known, added, err = tools.Propose(as(t.Context(), agent), w); err != nil {
					t.Fatal(err)
				}
			}
			return len(store.proposals) - 1, added, known
		}
	}
	node := func(name, text string) tool.Write {
		return tool.Write{V: 1, Kind: tool.WriteNode, Type: "npc", Subject: name, Text: text}
	}
	edge := func(from, relation, to string) tool.Write {
		return tool.Write{V: 1, Kind: tool.WriteEdge, Subject: from, Relation: relation, Target: to}
	}
	tests := []struct {
		name  string
		do    func(*testing.T) (int, bool, tool.Known)
		rows  int
		added bool
	}{
		{"same words in other clothes", about("clerk", fact("Odo Brand", "dog", "Odo's dog is called Bruno."), fact("odo brand", "pet", "ODO’S dog — is called Brúno!")), 1, false},
		{"other words", about("clerk", fact("Odo Brand", "dog", "Odo's dog is called Bruno."), fact("Odo Brand", "dog", "Odo's dog is called Max.")), 2, true},
		{"few words mean nothing without their label", about("clerk", fact("Odo Brand", "debt", "twelve silver"), fact("Odo Brand", "reward", "Twelve silver.")), 2, true},
		{"other subject", about("clerk", fact("Odo Brand", "home", "lives by the sea wall"), fact("Mirela", "home", "lives by the sea wall")), 2, true},
		{"subject without an entry", about("clerk", fact("Bruno", "kind", "Bruno is a very old dog."), fact("BRUNO", "", "Bruno is a very old dog")), 1, false},
		{"established", about("clerk", fact("Mirela", "work", "Mirela keeps the silver heron")), 0, false},
		{"established, few words", about("clerk", fact("Mirela Voss", "Age", "41.")), 0, false},
		{"established relation", about("clerk", edge("Odo Brand", "owes", "Guild")), 0, false},
		{"new relation", about("clerk", edge("Odo Brand", "fears", "Guild"), edge("Odo Brand", "Fears", "guild")), 1, false},
		{"entry that exists", about("clerk", node("Odo Brand", "")), 0, false},
		{"new entry", about("clerk", node("Bruno", "A dog."), node("Bruno", "A dog.")), 1, false},

		{"another's proposal is answered like a new one", about("mirela", fact("The Guild", "master", "The master is an old woman.")), 0, true},
		{"a secret is answered like a new one", about("odo", fact("The Guild", "plan", "The guild put the lantern out itself!")), 0, true},
		{"what one hides is answered like a new one", about("mirela", fact("Mirela", "debt", "Mirela owes the guild forty silver.")), 0, true},
		{"a secret entry is answered like a new one", about("odo", node("The Drowned King", "")), 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, added, known := tt.do(t)
			if rows != tt.rows || added != tt.added {
				t.Errorf("%d rows, added %v; want %d, %v; known %v", rows, added, tt.rows, tt.added, known)
			}
		})
	}
}

// What is answered about a secret must not differ from what is answered about
// something new.
func TestProposeTellsNothing(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	ctx := as(t.Context(), "odo")
	first, _, err := tools.Propose(ctx, fact("The Guild", "plan", "The guild put the lantern out itself."))
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := tools.Propose(ctx, fact("The Drowned King", "", "He rules below the harbor."))
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []tool.Known{first, second} {
		if diff := cmp.Diff(tool.Known{}, known); diff != "" {
			t.Errorf("odo is told of what it may not know: %s", diff)
		}
	}
}

// Case: F36.
func TestProposeShowsOwnPending(t *testing.T) {
	tools := &Tools{Campaign: "c", Store: tavern()}
	ctx := as(t.Context(), "clerk")
	w := fact("Odo Brand", "", "Odo has a dog called Bruno.")
	if _, _, err := tools.Propose(ctx, w); err != nil {
		t.Fatal(err)
	}
	known, added, err := tools.Propose(ctx, w)
	if err != nil || added {
		t.Fatalf("added %v, %v", added, err)
	}
	if diff := cmp.Diff([]string{"About Odo Brand: has a dog called = Odo has a dog called Bruno."}, known.Pending); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A label that stands for anything would let the second fact replace the first
// when both are approved.
func TestProposeLabelsUnlabelledFacts(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	for _, text := range []string{"Odo has a dog called Bruno.", "Odo is afraid of deep water.", "Odo"} {
		if _, _, err := tools.Propose(as(t.Context(), "clerk"), fact("Odo Brand", tool.DefaultKey, text)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, p := range store.proposals {
		got = append(got, p.Write.Key)
	}
	if diff := cmp.Diff([]string{"has a dog called", "is afraid of deep", "odo"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An entry that exists is not made again: what is said of it becomes a fact.
func TestProposeEntryThatExists(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	w := tool.Write{V: 1, Kind: tool.WriteNode, Type: "npc", Subject: "Odo Brand", Text: "Odo is afraid of deep water."}
	if _, added, err := tools.Propose(as(t.Context(), "clerk"), w); err != nil || !added {
		t.Fatal(added, err)
	}
	want := tool.Write{V: 1, Kind: tool.WriteFact, Node: "odo", Subject: "Odo Brand", Key: "is afraid of deep", Text: w.Text}
	if diff := cmp.Diff(want, store.proposals[0].Write); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// An ID in a write is no way to somebody else's entry. Case: H07.
func TestProposeTakesOnlyTheOwnID(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	w := fact("Odo Brand", "gift", "Odo owes the party one thousand gold.")
	w.Node = "king"
	if _, _, err := tools.Propose(as(t.Context(), "mirela"), w); err != nil {
		t.Fatal(err)
	}
	w = fact("Mirela Voss", "gift", "Mirela gives one thousand gold away.")
	w.Node = "mirela"
	if _, _, err := tools.Propose(as(t.Context(), "mirela"), w); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"odo", "mirela"} {
		if got := store.proposals[i].Write.Node; got != want {
			t.Errorf("proposal %d is about %q, want %q", i, got, want)
		}
		if store.proposals[i].Status != Pending {
			t.Errorf("proposal %d is %s, want pending", i, store.proposals[i].Status)
		}
	}
}

func TestProposeSurvivesABargeIn(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	ctx, cancel := context.WithCancel(as(t.Context(), "odo"))
	store.onRead = cancel // the player interrupts in the middle of it
	if _, added, err := tools.Propose(ctx, fact("Odo Brand", "dog", "Odo has a dog.")); err != nil || !added {
		t.Fatalf("added %v, %v", added, err)
	}
	if len(store.proposals) != 1 {
		t.Errorf("%d proposals, want 1", len(store.proposals))
	}
}

func TestProposeRefuses(t *testing.T) {
	tests := map[string]tool.Write{
		"another version": {V: 2, Kind: tool.WriteFact, Subject: "Odo", Text: "x"},
		"another kind":    {V: 1, Kind: "delete", Subject: "Odo Brand"},
		"no kind":         {V: 1, Subject: "Odo Brand"},
		"no subject":      fact(" ", "k", "text"),
		"no text":         fact("Odo", "k", " … "),
		"no target":       {V: 1, Kind: tool.WriteEdge, Subject: "Odo", Relation: "owes", Target: "?"},
	}
	for name, w := range tests {
		t.Run(name, func(t *testing.T) {
			store := tavern()
			tools := &Tools{Campaign: "c", Store: store}
			if _, added, err := tools.Propose(as(t.Context(), "clerk"), w); err == nil || added || len(store.proposals) > 0 {
				t.Errorf("added %v, %v, %d rows; want an error", added, err, len(store.proposals))
			}
		})
	}
}

func TestStoreErrorsSurface(t *testing.T) {
	store := tavern()
	store.fail = errors.New("disk full")
	tools := &Tools{Campaign: "c", Store: store}
	ctx := as(t.Context(), "odo")
	_, facts := tools.Facts(ctx, tool.Campaign, "x", 1)
	_, lines := tools.SearchLines(ctx, "x", 1)
	_, _, _, own := tools.OwnNode(ctx)
	_, _, propose := tools.Propose(ctx, fact("Odo", "", "Odo has a dog."))
	_, list := Review{store}.List(ctx, Pending)
	_, _, approve := Review{store}.Approve(ctx, "0000", Witnesses, "gm")
	for name, err := range map[string]error{"Facts": facts, "SearchLines": lines, "OwnNode": own, "Propose": propose, "List": list, "Approve": approve} {
		if !errors.Is(err, store.fail) {
			t.Errorf("%s: %v, want disk full", name, err)
		}
	}
}

func TestDigestIsShort(t *testing.T) {
	long := make([]byte, 100_000)
	for i := range long {
		long[i] = 'a' + byte(i%26)
	}
	if n := len(digest(fact("x", "k", string(long)))); n != 32 {
		t.Errorf("digest of a long text has %d bytes, want 32: it stands in an index", n)
	}
}
