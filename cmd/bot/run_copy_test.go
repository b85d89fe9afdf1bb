package main

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// TestLiveCopies: after each session there is a copy of the database with all of it,
// also after one that ends with the program.
func TestLiveCopies(t *testing.T) {
	t.Parallel()
	e := newSilentEvening(t)
	_, err := e.anna.Join(e.channel)
	e.check(err)
	copies := func() []string {
		all, err := filepath.Glob(filepath.Join(e.dir, "*after-session*"))
		e.check(err)
		var whole []string
		for _, f := range all {
			if strings.HasSuffix(f, "Z") {
				whole = append(whole, f)
			}
		}
		return whole
	}
	e.play(e.channel, e.anna)
	e.told(e.anna, e.channel, "end")
	e.await("a copy", func() bool { return len(copies()) == 1 })

	e.play(e.channel, e.anna)
	e.bot.stop()
	e.bot.wait()
	all := copies()
	if len(all) != 2 {
		t.Fatalf("the copies are %q, want two", all)
	}
	db, err := store.Open(t.Context(), slog.New(slog.DiscardHandler), all[1], store.Options{})
	e.check(err)
	defer db.Close()
	games, err := db.Campaigns(t.Context())
	e.check(err)
	sessions, err := db.Campaign(games[0].ID).Sessions(t.Context(), transcript.Live)
	e.check(err)
	if len(sessions) != 2 || sessions[1].Ended.IsZero() {
		t.Errorf("in the last copy are %+v, want two that have ended", sessions)
	}
}
