package store

import (
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// testStrike: what is struck is nowhere to be read, what comes after it is, and
// it reaches neither another session nor another campaign.
func (e engine) testStrike(t *testing.T) {
	t.Helper()
	c, s, sc := played(t, e, "bart")
	say(t, c, s, sc, "a lantern")
	from := say(t, c, s, sc, "a red lantern")
	say(t, c, s, sc, "a blue lantern")
	red := tool.Write{Kind: tool.WriteFact, Subject: "Mirela", Key: "lantern", Text: "Owns a red lantern."}
	suggest(t, c, s, sc, from, red)
	other := start(t, c, transcript.Live, at(60))
	say(t, c, other, sc, "one")
	say(t, c, other, sc, "two")
	say(t, c, other, sc, "three")

	early, err := c.AddDraft(t.Context(), transcript.Draft{
		Recap: transcript.Recap{Session: s, Text: "A red one.", At: at(3)}, Length: transcript.Short, View: transcript.ForPlayers,
	})
	check(t, err)
	check(t, c.Strike(t.Context(), s, from))
	check(t, c.Strike(t.Context(), s, from))
	check(t, c.Strike(t.Context(), s, 99))
	if n := say(t, c, s, sc, "a new lantern"); n != 4 {
		t.Errorf("N after struck lines is %d, want 4", n)
	}

	// What an agent wanted to remember of it does not come back on the GM's screen,
	// until it is said again.
	waiting := func(want int) {
		t.Helper()
		list, err := c.Waiting(t.Context())
		check(t, err)
		pending, err := c.Proposals(t.Context(), knowledge.Pending)
		check(t, err)
		if len(list) != want || len(pending) != want {
			t.Errorf("%d and %d proposals wait, want %d", len(list), len(pending), want)
		}
	}
	waiting(0)
	suggest(t, c, s, sc, 99, red) // said again, it waits again
	waiting(1)

	lines, err := c.Transcript(t.Context(), s)
	check(t, err)
	recent, err := c.Recent(t.Context(), s, "bart", 5)
	check(t, err)
	const want = "a lantern | a new lantern"
	for what, got := range map[string]string{"transcript": texts(lines), "memory": texts(recent)} {
		if got != want {
			t.Errorf("%s reads %q, want %q", what, got, want)
		}
	}
	for _, word := range []string{"red", "blue"} {
		if got := search(t, c, word, ""); got != "" {
			t.Errorf("search for %q finds %q", word, got)
		}
	}
	var left int
	check(t, c.db.reader.QueryRowContext(t.Context(), `SELECT count(*) FROM postings WHERE word IN ('red', 'blue')`).Scan(&left))
	if left != 0 {
		t.Error("the index still holds words of struck lines")
	}

	// What was told of it before is stale, also if it was being told when the lines
	// were struck, and what is told of it now is not.
	meanwhile, err := c.AddDraft(t.Context(), transcript.Draft{
		Recap: transcript.Recap{Session: s, Text: "A blue one.", At: at(4)}, Length: transcript.Short, View: transcript.ForPlayers,
	})
	check(t, err)
	hidden := start(t, c, transcript.Live, at(90))
	say(t, c, hidden, sc, "a green lantern")
	check(t, c.Hide(t.Context(), hidden, 1))
	_, err = c.SaveRecap(t.Context(), transcript.Recap{Session: hidden, Text: "A green one.", At: at(91)})
	check(t, err)
	if r, ok, err := c.Recap(t.Context(), hidden); err != nil || !ok || !r.Stale {
		t.Errorf("%q is stale: %v, %v", r.Text, r.Stale, err)
	}
	late, err := c.AddDraft(t.Context(), transcript.Draft{
		Recap: transcript.Recap{Session: s, Text: "A new one.", At: time.Now().Add(time.Second)}, Length: transcript.Short, View: transcript.ForPlayers,
	})
	check(t, err)
	for n, want := range map[int64]bool{early.N: true, meanwhile.N: true, late.N: false} {
		if d, ok, err := c.Draft(t.Context(), n); err != nil || !ok || d.Stale != want {
			t.Errorf("%q is stale: %v, %v; want %v", d.Text, d.Stale, err, want)
		}
	}

	if lines, err = c.Transcript(t.Context(), other); err != nil || len(lines) != 3 {
		t.Errorf("the other session has %d lines, %v", len(lines), err)
	}
	if err := c.Strike(t.Context(), "none", 1); !errors.Is(err, ErrNoSession) {
		t.Errorf("strike: %v, want %v", err, ErrNoSession)
	}
	f := sample()
	f.Campaign.Key = "another"
	foreign, err := c.db.SaveCampaign(t.Context(), f)
	check(t, err)
	if err := c.db.Campaign(foreign).Strike(t.Context(), s, 1); !errors.Is(err, ErrNoSession) {
		t.Errorf("strike from another campaign: %v, want %v", err, ErrNoSession)
	}
}
