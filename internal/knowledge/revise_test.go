package knowledge

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
)

func TestSimilar(t *testing.T) {
	store := tavern()
	store.nodes[0].Aspects = append(store.nodes[0].Aspects, campaign.Aspect{Key: "mother", Text: "A baker who owed silver."})
	w := Waiting{Proposal: Proposal{
		Write: fact("Mirela", "debt", "She owed a baker forty silver."), Contradicts: []string{"Mirela Voss: debt = Mirela owes the guild forty silver."},
	}}
	for n, want := range [][]string{
		nil,
		{"Mirela Voss: mother = A baker who owed silver."},
		{"Mirela Voss: mother = A baker who owed silver.", "Mirela Voss: Mirela keeps the Silver Heron."},
	} {
		got, err := Similar(t.Context(), store, w, n)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d (-want +got):\n%s", n, diff)
		}
	}
	if got, err := Similar(t.Context(), store, Waiting{}, 3); got != nil || err != nil {
		t.Errorf("about nothing: %q, %v", got, err)
	}
}

// A docketed memory takes revisions.
type docketed struct {
	Docket
	got Revision
}

func (d *docketed) Revise(_ context.Context, r Revision) (Proposal, bool, error) {
	d.got = r
	return Proposal{Write: r.Write}, true, nil
}

// A GM's words are brought into the form in which an agent's are.
func TestRevise(t *testing.T) {
	d := &docketed{}
	if _, changed, err := Revise(t.Context(), d, "p", fact("Mirela", " ", "  She is tired of the inn. ")); err != nil || !changed {
		t.Fatal(changed, err)
	}
	want := fact("Mirela", "she is tired of", "She is tired of the inn.")
	if d.got.Write != want || d.got.Digest != digest(want) || d.got.Proposal != "p" {
		t.Errorf("revised %+v, want %+v", d.got, want)
	}
	if _, _, err := Revise(t.Context(), d, "p", fact("Mirela", "mood", " … ")); !errors.Is(err, ErrSaysNothing) {
		t.Errorf("nothing: %v", err)
	}
}
