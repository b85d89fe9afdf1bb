package knowledge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// aspect returns a statement of the tavern's.
func aspect(t *testing.T, m *memory, id StatementID) campaign.Aspect {
	t.Helper()
	for _, n := range m.nodes {
		if n.ID != id.Node {
			continue
		}
		for _, s := range statements(n) {
			if s.Key == id.Key {
				return s
			}
		}
	}
	t.Fatalf("there is no %v", id)
	return campaign.Aspect{}
}

func TestReach(t *testing.T) {
	debt := StatementID{"mirela", "debt"}
	plan := StatementID{"guild", "plan"}
	work := StatementID{"mirela", ""}
	cover := campaign.Stance{Who: "mirela", Kind: campaign.Hides, Text: "Every bill is paid."}
	only := func(nodes ...transcript.NodeID) campaign.Visibility {
		return campaign.Visibility{Secret: true, Nodes: nodes}
	}
	tests := []struct {
		name    string
		id      StatementID
		do      func(context.Context, Keeper) (Kept, error)
		want    campaign.Aspect // without key and text
		changed bool
	}{
		{"who hides it may tell it", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.MayTell(ctx, Ref{"Mirela", "debt"})
		}, campaign.Aspect{Visible: only("mirela")}, true},
		{"nobody hides it", plan, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.MayTell(ctx, Ref{Entry: "the guild"})
		}, campaign.Aspect{Visible: only()}, false},
		{"the party knows it, and the world as before", plan, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.RevealToParty(ctx, Ref{Entry: "guild"})
		}, campaign.Aspect{Visible: only(), Party: true}, true},
		{"the world may know it, and the party as before; who hides it still does", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Reveal(ctx, Ref{"mirela", "DEBT"})
		}, campaign.Aspect{Stances: []campaign.Stance{cover}}, true},
		{"hidden from all the world; a cover story stays", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Hide(ctx, Ref{"mirela", "debt"})
		}, campaign.Aspect{Visible: only(), Stances: []campaign.Stance{cover}}, true},
		{"the entry's own text", work, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Hide(ctx, Ref{"mirela", "text"})
		}, campaign.Aspect{Visible: only(), Stances: []campaign.Stance{{Who: "odo", Kind: campaign.Believes, Text: "Mirela only rents the Silver Heron."}}}, true},
		{"somebody hides what they learn by that", plan, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Stand(ctx, Ref{Entry: "guild"}, campaign.Stance{Who: "odo", Kind: campaign.Hides, Text: " He was in bed. "})
		}, campaign.Aspect{Visible: only("odo"), Stances: []campaign.Stance{{Who: "odo", Kind: campaign.Hides, Text: "He was in bed."}}}, true},
		{"somebody tells it instead of hiding it", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Stand(ctx, Ref{"mirela", "debt"}, campaign.Stance{Who: "mirela", Kind: campaign.Tells, Text: "dropped"})
		}, campaign.Aspect{Visible: only("mirela"), Stances: []campaign.Stance{{Who: "mirela", Kind: campaign.Tells}}}, true},
		{"who believes otherwise does not know it", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Stand(ctx, Ref{"mirela", "debt"}, campaign.Stance{Who: "mirela", Kind: campaign.Believes, Text: "She owes nobody."})
		}, campaign.Aspect{Visible: only(), Stances: []campaign.Stance{{Who: "mirela", Kind: campaign.Believes, Text: "She owes nobody."}}}, true},
		{"the same again", debt, func(ctx context.Context, k Keeper) (Kept, error) {
			return k.Stand(ctx, Ref{"mirela", "debt"}, cover)
		}, campaign.Aspect{Visible: only("mirela"), Stances: []campaign.Stance{cover}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := tavern()
			kept, err := tt.do(t.Context(), Keeper{store})
			if err != nil {
				t.Fatal(err)
			}
			got := aspect(t, store, tt.id)
			tt.want.Key, tt.want.Text = got.Key, got.Text
			empty := func(a *campaign.Aspect) {
				if len(a.Visible.Nodes) == 0 {
					a.Visible.Nodes = nil
				}
				if len(a.Stances) == 0 {
					a.Stances = nil
				}
			}
			empty(&got)
			empty(&kept.Aspect)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(got, kept.Aspect); diff != "" {
				t.Errorf("told (-kept +told):\n%s", diff)
			}
			if kept.Changed != tt.changed {
				t.Errorf("changed: %v, want %v", kept.Changed, tt.changed)
			}
		})
	}
}

func TestReachRefuses(t *testing.T) {
	ctx, keep := t.Context(), Keeper{tavern()}
	if _, err := keep.Hide(ctx, Ref{Entry: "Nobody"}); !errors.Is(err, ErrNoEntry) {
		t.Errorf("no entry: %v", err)
	}
	_, err := keep.Hide(ctx, Ref{Entry: "Mirela"})
	several, ok := errors.AsType[*LabelError](err)
	if !ok || !slices.Equal(several.Labels, []string{"text", "age", "debt"}) || several.Node != "mirela" || several.Label != "" {
		t.Errorf("several statements: %+v, %v", several, err)
	}
	if _, err := keep.Hide(ctx, Ref{"Mirela", "shoe"}); !errors.Is(err, ErrNoStatement) {
		t.Errorf("no statement: %v", err)
	}
	broken := errors.New("disk full")
	if _, err := (Keeper{&memory{fail: broken}}).Hide(ctx, Ref{Entry: "Mirela"}); !errors.Is(err, broken) {
		t.Errorf("a store that fails: %v", err)
	}
}

// What is shown as an NPC's is what the NPC's own tools return, and nothing
// else.
func TestAsIsWhatToolsReturn(t *testing.T) {
	ctx := t.Context()
	for _, scope := range []tool.Scope{tool.OwnNode, tool.Campaign} {
		store := tavern()
		for i := range store.agents {
			store.agents[i].Grants = []campaign.Grant{{Tool: "kg_query", Scope: string(scope)}}
		}
		tools := &Tools{Campaign: "c", Store: store}
		for _, a := range store.agents {
			for _, n := range store.nodes {
				shown, err := see(ctx, store, a.ID, n.Name)
				if err != nil {
					t.Fatal(err)
				}
				given, err := tools.Facts(as(ctx, string(a.ID)), scope, "", maxLimit)
				if err != nil {
					t.Fatal(err)
				}
				var want []string
				for _, f := range given {
					if f.Name == n.Name || f.Name == "from "+string(n.ID) || names(n, f.Text) {
						want = append(want, f.Text)
					}
				}
				if scope == tool.Campaign && len(given) == 0 || len(given) == maxLimit {
					t.Fatalf("%s is given %d facts", a.ID, len(given))
				}
				if diff := cmp.Diff(want, shown); diff != "" {
					t.Errorf("%s of %s, %s (-tools +shown):\n%s", a.ID, n.Name, scope, diff)
				}
			}
		}
	}
}

func TestAs(t *testing.T) {
	ctx, store := t.Context(), tavern()
	for _, tt := range []struct{ agent, entry, want, never string }{
		{"mirela", "Mirela", "Every bill is paid.", "owes the guild"},
		{"Mirela Voss", "mirela", "41", "owes the guild"},
		{"the old man", "Mirela", "", "owes the guild"},
		{"clerk", "The Guild", "", "put the lantern out"},
	} {
		view, err := Keeper{store}.As(ctx, tt.agent, tt.entry)
		if err != nil {
			t.Fatalf("%s of %s: %v", tt.agent, tt.entry, err)
		}
		var all []string
		for _, f := range view.Facts {
			all = append(all, f.Text)
		}
		got := strings.Join(all, " | ")
		if tt.agent != "clerk" && !strings.Contains(got, tt.want) || strings.Contains(got, tt.never) {
			t.Errorf("%s could say %q of %s", tt.agent, got, tt.entry)
		}
	}
	if _, err := (Keeper{store}).As(ctx, "ghost", "Mirela"); !errors.Is(err, ErrNoAgent) {
		t.Errorf("no agent: %v", err)
	}
	if _, err := (Keeper{store}).As(ctx, "odo", "ghost"); !errors.Is(err, ErrNoEntry) {
		t.Errorf("no entry: %v", err)
	}
	// Only who may search what they heard is shown lines.
	store.agents[0].Grants = []campaign.Grant{{Tool: "transcript_search"}}
	for agent, want := range map[string]int{"mirela": 0, "odo": 0} {
		view, err := (Keeper{store}).As(ctx, agent, "Odo Brand")
		if err != nil || len(view.Lines) != want { // the line that there is does not name him
			t.Errorf("%s: %d lines, %v", agent, len(view.Lines), err)
		}
	}
}

// An NPC is not told of sessions as a whole; the GM's assistant is.
func TestRecapLast(t *testing.T) {
	tools := &Tools{Campaign: "c", Store: tavern(), Recaps: teller("They met in the cellar.")}
	for agent, want := range map[string]string{"odo": notThere, "clerk": "They met in the cellar."} {
		got, err := tools.RecapLast(as(t.Context(), agent), 1)
		if err != nil || got != want {
			t.Errorf("%s is told %q, %v; want %q", agent, got, err, want)
		}
	}
	if got, err := tools.RecapLast(t.Context(), 1); err == nil {
		t.Errorf("nobody is told %q", got)
	}
}

type teller string

func (s teller) RecapLast(context.Context, int) (string, error) { return string(s), nil }
