package recap

import (
	"context"
	"errors"
	"strings"
	"testing"

	"glyphoxa/internal/transcript"
)

// A liar knows the lines that have a word in them for claims.
type liar string

func (w liar) Claimed(_ context.Context, said []transcript.Line) ([]bool, error) {
	if w == "" {
		return nil, errors.New("disk full")
	}
	claimed := make([]bool, len(said))
	for i, l := range said {
		claimed[i] = strings.Contains(l.Text, string(w))
	}
	return claimed, nil
}

// What somebody says who hides the truth, or knows no better, is told as
// theirs and not as so.
func TestClaimsAreTold(t *testing.T) {
	model := says("Mirela claims that the wind put it out.")
	r := recapper(t, evening(plenty...), model)
	r.Claims = liar("wind")
	if _, err := r.Tell(t.Context(), "s1"); err != nil {
		t.Fatal(err)
	}
	req := model.Requests()[0]
	want := strings.Replace(strings.Join(plenty, "\n"), "every winter.", "every winter. [a claim]", 1)
	if got := req.Messages[0].Text; got != want {
		t.Errorf("the model is given\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(req.System, "[a claim] means") {
		t.Error("the model is not told what the mark means")
	}
}

func TestClaimsFail(t *testing.T) {
	r := recapper(t, evening(plenty...), says("never asked"))
	r.Claims = liar("")
	if got, err := r.Tell(t.Context(), "s1"); err == nil {
		t.Errorf("told %q without knowing what is so", got.Text)
	}
}
