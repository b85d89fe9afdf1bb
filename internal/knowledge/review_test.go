package knowledge

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

func TestDescribe(t *testing.T) {
	tests := []struct {
		write tool.Write
		want  string
	}{
		{fact("Mirela Voss", "debt", "She owes the abbey forty silver."), "About Mirela Voss: debt = She owes the abbey forty silver."},
		{fact("Mirela Voss", "", "She is tired."), "About Mirela Voss: She is tired."},
		{tool.Write{Kind: tool.WriteFact, Node: "mirela", Text: "She is tired."}, "About mirela: She is tired."},
		{tool.Write{Kind: tool.WriteEdge, Subject: "Odo", Relation: "member_of", Target: "The Guild", Disposition: -2, Note: "since the fire"}, "Odo: member of → The Guild (hates; since the fire)"},
		{tool.Write{Kind: tool.WriteEdge, Subject: "Odo", Relation: "owes", Target: "Mirela"}, "Odo: owes → Mirela"},
		{tool.Write{Kind: tool.WriteEdge, Subject: "Odo", Relation: "owes", Target: "Mirela", Disposition: 99}, "Odo: owes → Mirela"},
		{tool.Write{Kind: tool.WriteNode, Subject: "Bruno", Type: "npc", Text: "A dog."}, "A new npc: Bruno = A dog."},
		{tool.Write{Kind: "burn"}, `A change of a kind that this version does not know: "burn"`},
	}
	for _, tt := range tests {
		if got := Describe(tt.write); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestReviewShowsContradictions(t *testing.T) {
	store := tavern()
	store.nodes[0].Aspects = append(store.nodes[0].Aspects, campaign.Aspect{Key: "Mother", Text: "A baker."})
	tools := &Tools{Campaign: "c", Store: store}
	for _, w := range []tool.Write{
		fact("Mirela", "mother", "Her mother was a sailor."),
		fact("Mirela", "father", "Her father was a baker too."),
		fact("Bruno", "kind", "Bruno is a very old dog."),
	} {
		if _, added, err := tools.Propose(as(t.Context(), "odo"), w); err != nil || !added {
			t.Fatal(added, err)
		}
	}
	list, err := Review{store}.List(t.Context(), Pending)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	// The alias "Mirela" is what was said; the entry's name is what is shown.
	for _, p := range list {
		got = append(got, p.Contradicts...)
	}
	if diff := cmp.Diff([]string{"Mirela Voss: Mother = A baker."}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestApproveAndReject(t *testing.T) {
	store := tavern()
	store.proposals = []Proposal{
		{ID: "0190a1b2-aaaa-7000-8000-000000001111", Status: Pending},
		{ID: "0190a1b2-bbbb-7000-8000-000000002222", Status: Pending},
		{ID: "0190a1b3-cccc-7000-8000-000000012222", Status: Rejected, By: "ann"},
	}
	r := Review{store}

	p, changed, err := r.Approve(t.Context(), " 1111 ", Everyone, "ann")
	if err != nil || !changed || p.Status != Approved || p.By != "ann" || p.Decided.IsZero() {
		t.Errorf("approve by the end: %+v, %v, %v", p, changed, err)
	}
	if p, changed, err = r.Approve(t.Context(), "1111", Everyone, "bob"); err != nil || changed || p.By != "ann" {
		t.Errorf("approve twice: %+v, %v, %v; want it left alone", p, changed, err)
	}
	if p, changed, err = r.Reject(t.Context(), "0190A1B2-B", "bob"); err != nil || !changed || p.Status != Rejected {
		t.Errorf("reject by the beginning: %+v, %v, %v", p, changed, err)
	}
	_, _, err = r.Reject(t.Context(), "2222", "bob")
	if a, ok := errors.AsType[*AmbiguousError](err); !ok || a.Fits != 2 {
		t.Errorf("reject by an end that two have: %v", err)
	}
	if _, _, err = r.Approve(t.Context(), "ffff", Witnesses, "ann"); !errors.Is(err, ErrNoProposal) {
		t.Errorf("approve what is not there: %v", err)
	}
	if _, _, err = r.Approve(t.Context(), " ", Witnesses, "ann"); err == nil {
		t.Error("approve nothing: no error")
	}
}

func TestShortIDs(t *testing.T) {
	got := ShortIDs([]Proposal{{ID: "0190-1111"}, {ID: "0190-a2222"}, {ID: "0190-b2222"}, {ID: "x"}})
	want := map[transcript.ProposalID]string{"0190-1111": "1111", "0190-a2222": "a2222", "0190-b2222": "b2222", "x": "x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
