package knowledge

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func TestFacts(t *testing.T) {
	tests := []struct {
		name, agent string
		scope       tool.Scope
		query       string
		want        []tool.Fact
	}{
		{"hides and gives the cover", "mirela", tool.OwnNode, "bill", []tool.Fact{{Name: "Mirela Voss", Type: "npc", Key: "debt", Text: "Every bill is paid."}}},
		{"what is hidden cannot be asked for", "mirela", tool.Campaign, "forty silver", []tool.Fact{}},
		{"believes", "odo", tool.Campaign, "silver heron", []tool.Fact{{Name: "Mirela Voss", Type: "npc", Text: "Mirela only rents the Silver Heron.", Belief: true}}},
		{"empty scope is the narrowest", "odo", "", "heron", []tool.Fact{}},
		{"secret", "odo", tool.Campaign, "king", []tool.Fact{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tools := &Tools{Campaign: "c", Store: tavern()}
			got, err := tools.Facts(as(t.Context(), tt.agent), tt.scope, tt.query, 5)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Whoever asks, nothing outside the caller's campaign and eyes is read.
// Case: F50.
func TestNoCallerReachesNothing(t *testing.T) {
	callers := map[string]*tool.Caller{
		"nobody":           nil,
		"nameless":         {Campaign: "c"}, // as a Reader this would be the GM
		"another campaign": {Campaign: "d", Agent: "mirela"},
		"no campaign":      {Agent: "mirela"},
	}
	for name, c := range callers {
		t.Run(name, func(t *testing.T) {
			store := tavern()
			tools := &Tools{Campaign: "c", Store: store}
			ctx := t.Context()
			if c != nil {
				ctx = tool.WithCaller(ctx, *c)
			}
			if got, err := tools.Facts(ctx, tool.Campaign, "", 10); len(got) > 0 || err != nil {
				t.Errorf("Facts = %v, %v; want nothing", got, err)
			}
			if got, err := tools.SearchLines(ctx, "", 10); len(got) > 0 || err != nil {
				t.Errorf("SearchLines = %v, %v; want nothing", got, err)
			}
			if _, _, ok, err := tools.OwnNode(ctx); ok || err != nil {
				t.Errorf("OwnNode: ok %v, %v; want nothing", ok, err)
			}
			if _, added, err := tools.Propose(ctx, fact("Odo", "age", "Odo is sixty years old.")); added || !errors.Is(err, ErrNoCaller) {
				t.Errorf("Propose: added %v, %v; want ErrNoCaller", added, err)
			}
			if len(store.queries) > 0 || len(store.proposals) > 0 {
				t.Errorf("the store was reached: %v, %v", store.queries, store.proposals)
			}
		})
	}
}

func TestQueriesCarryTheReader(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store, Kinds: []transcript.Kind{transcript.Demo}}
	ctx := as(t.Context(), "odo")
	for _, limit := range []int{-1, 0, 7, 1000} {
		if _, err := tools.Facts(ctx, tool.Campaign, "x", limit); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tools.SearchLines(ctx, "lantern", 3); err != nil {
		t.Fatal(err)
	}
	r := Reader{Agent: "odo", Scope: tool.Campaign}
	want := []Query{
		{Reader: r, Text: "x", Limit: 10},
		{Reader: r, Text: "x", Limit: 10},
		{Reader: r, Text: "x", Limit: 7},
		{Reader: r, Text: "x", Limit: 50},
		{Reader: r, Text: "lantern", Limit: 3, Kinds: []transcript.Kind{transcript.Demo}},
	}
	if diff := cmp.Diff(want, store.queries); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := tools.Facts(ctx, "world", "x", 1); err == nil {
		t.Error("an unknown scope is taken")
	}
}

func TestOwnNode(t *testing.T) {
	store := tavern()
	tools := &Tools{Campaign: "c", Store: store}
	tests := []struct {
		agent, id, name string
		ok              bool
	}{
		{"mirela", "mirela", "Mirela Voss", true},
		{"odo", "odo", "Odo Brand", true},
		{"clerk", "", "", false},
	}
	for _, tt := range tests {
		id, name, ok, err := tools.OwnNode(as(t.Context(), tt.agent))
		if id != tt.id || name != tt.name || ok != tt.ok || err != nil {
			t.Errorf("OwnNode of %s = %q, %q, %v, %v; want %q, %q, %v", tt.agent, id, name, ok, err, tt.id, tt.name, tt.ok)
		}
	}
	store.nodes, store.edges = []campaign.Node{{ID: "odo", Name: "The Old Man"}}, nil // says nothing yet
	if _, name, ok, err := tools.OwnNode(as(t.Context(), "odo")); name != "Odo Brand" || !ok || err != nil {
		t.Errorf("OwnNode of an empty entry = %q, %v, %v; want the agent's name", name, ok, err)
	}
}
