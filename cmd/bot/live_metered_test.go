package main

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// TestMetered: what providers are asked for beside the talk is counted: where a
// session runs, with that; else, with the last.
func TestMetered(t *testing.T) {
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), log, filepath.Join(t.TempDir(), "t.db"), store.Options{Migrate: true})
	check(err)
	t.Cleanup(func() { check(db.Close()) })
	id, err := db.SaveCampaign(t.Context(), campaign.File{Campaign: campaign.Campaign{Key: "salt", Name: "Salt", Language: "en"}})
	check(err)
	cfg := config.Default()
	l := &live{cfg: cfg, log: log, db: db, tables: map[transcript.GuildID]*liveSession{}}
	ask := func(m *meter.Meter) error {
		model := m.Model(llm.Script(llm.Answer{llm.Text("Wenlow."), llm.Finish{Usage: llm.Usage{Input: 30, Output: 4}}}), "brainy")
		for _, err := range model.Stream(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "a ferryman"}}}) {
			if err != nil {
				return err
			}
		}
		return nil
	}

	// Nobody has played yet: it is asked all the same.
	check(l.metered(t.Context(), id, "", ask))
	book := db.Campaign(id)
	s, err := book.Start(t.Context(), transcript.Session{Kind: transcript.Live, Started: time.Now().Add(-time.Hour)}, nil)
	check(err)
	for _, said := range []string{
		"We carry the lantern down into the old chapel.", "Somebody has been here before us.",
		"Look, fresh wax on every step!", "Then they cannot be far.",
	} {
		check(book.Append(t.Context(), &transcript.Line{Session: s.ID, At: time.Now(), Role: transcript.Player, Speaker: 7, Name: "Ann", Text: said}))
	}
	check(book.End(t.Context(), s.ID, time.Now()))
	used := func() (n int64) {
		t.Helper()
		list, err := book.Usage(t.Context(), s.ID)
		check(err)
		for _, u := range list {
			if u.Provider != "brainy" {
				t.Errorf("used %+v", u)
			}
			n += u.Amount
		}
		return n
	}
	check(l.metered(t.Context(), id, "", ask))
	if got := used(); got != 34 {
		t.Errorf("%d used after the last session, want 34", got)
	}
	fault := errors.New("no")
	if err := l.metered(t.Context(), id, "", func(m *meter.Meter) error { check(ask(m)); return fault }); !errors.Is(err, fault) {
		t.Errorf("a failure is %v", err)
	}
	if got := used(); got != 68 {
		t.Errorf("%d used, want what failed to count, too", got)
	}

	// While it is played its session counts, up to its limit.
	running := &liveSession{to: command.Sitting{Campaign: id}, bill: meter.New(meter.Options{
		Cap: 1, Prices: []meter.Price{{Provider: "brainy", Unit: meter.InputTokens, Per: 1, Price: 0.5}},
	})}
	l.tables[1] = running
	check(l.metered(t.Context(), id, "", ask))
	if got := used(); got != 68 || len(running.bill.Bill().Uses) == 0 {
		t.Errorf("%d used; of the session %+v", got, running.bill.Bill())
	}
	if err := l.metered(t.Context(), id, "", ask); !errors.Is(err, errSpent) {
		t.Errorf("beyond the limit: %v", err)
	}
	check(l.metered(t.Context(), "another", "", ask)) // whose session it is not

	// A story is no exception, and the doctor's word is counted though it is not.
	before := running.bill.Bill().Uses[0].Amount
	told := l.recaps(campaign.Campaign{ID: id})
	if _, err := told.Tell(t.Context(), s.ID); err == nil || !strings.Contains(err.Error(), "limit of spending") {
		t.Errorf("a story beyond the limit: %v", err)
	}
	l.app = &app{}
	liveDoctor{l}.Examine(t.Context(), id, func(command.Finding) {})
	if b := running.bill.Bill(); !slices.ContainsFunc(b.Uses, func(u meter.Use) bool { return u.Provider == config.Offline }) || b.Uses[0].Amount != before {
		t.Errorf("the doctor has used %+v", b.Uses)
	}

	// What is told of another session while one runs is of that which runs.
	running.bill = meter.New(meter.Options{})
	_, err = told.Tell(t.Context(), s.ID)
	check(err)
	if got := used(); got != 68 || len(running.bill.Bill().Uses) == 0 {
		t.Errorf("%d used in what was told; of the session %+v", got, running.bill.Bill())
	}
}
