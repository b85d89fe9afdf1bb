package store

import (
	"fmt"
	"testing"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// testRespell: a name that is corrected is so in what was said before, and is found
// so; what never happened stays out of search, and no other campaign is touched.
func (e engine) testRespell(t *testing.T) {
	t.Helper()
	c, s, sc := played(t, e, "bart")
	say(t, c, s, sc, "Gretta, where is Gretta's hat?")
	never := say(t, c, s, sc, "gretta is here")
	say(t, c, s, sc, "no regrettas")
	check(t, c.Hide(t.Context(), s, never))
	for i := range respellAtOnce { // more than are read at once
		say(t, c, s, sc, fmt.Sprint("line ", i))
	}
	say(t, c, s, sc, "and GRETTA again")
	f := sample()
	f.Campaign.Key = "other"
	id, err := c.db.SaveCampaign(t.Context(), f)
	check(t, err)
	other := c.db.Campaign(id)
	from := start(t, other, transcript.Live, at(1))
	say(t, other, from, scene(t, other, from), "Gretta")

	n, err := c.Respell(t.Context(), "gretta", "Greta", false)
	check(t, err)
	if n != (knowledge.Respelt{Lines: 3}) {
		t.Errorf("%+v were corrected, want 3 lines", n)
	}
	n, err = c.Respell(t.Context(), "gretta", "Greta", false)
	check(t, err)
	if n != (knowledge.Respelt{}) {
		t.Errorf("%+v were corrected again", n)
	}
	if got := search(t, c, "gretta", ""); got != "" {
		t.Errorf("the wrong name finds %q", got)
	}
	if got, want := search(t, c, "greta", ""), "and Greta again | Greta, where is Greta's hat?"; got != want {
		t.Errorf("the right name finds %q, want %q", got, want)
	}
	if got, want := search(t, c, "hat", ""), "Greta, where is Greta's hat?"; got != want {
		t.Errorf("another word finds %q, want %q", got, want)
	}
	if got := search(t, c, "regrettas", ""); got != "no regrettas" {
		t.Errorf("what only holds it: %q", got)
	}
	var hidden string
	check(t, c.db.reader.QueryRowContext(t.Context(), `SELECT text FROM lines WHERE hidden`).Scan(&hidden))
	if want := "Greta is here"; hidden != want {
		t.Errorf("what never happened is %q, want %q", hidden, want)
	}
	if got := search(t, other, "gretta", ""); got != "Gretta" {
		t.Errorf("the other campaign has %q", got)
	}
	if n, err = c.Respell(t.Context(), "again", "once more", true); err != nil || n.Lines != 0 {
		t.Errorf("a word in the middle: %+v, %v", n, err)
	}
}
