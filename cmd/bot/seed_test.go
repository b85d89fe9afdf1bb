package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math"
	"os"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/store"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// seeds are what scripts can do to the world before they start the bot.
var seeds = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"evening": seedEvening,
	"newer":   seedNewer,
	"hold":    seedHold,
	"used":    seedUsed,
	"beep":    seedBeep,
	"badwavs": badWAVs,
	"sounds":  sounds,
	"discord": seedDiscord,
}

// place returns a database's URL as a script gave it.
func place(ts *testscript.TestScript, arg string) string {
	if bytes.Contains([]byte(arg), []byte("://")) {
		return arg
	}
	return ts.MkAbs(arg)
}

func open(ts *testscript.TestScript, arg string) *store.DB {
	db, err := store.Open(context.Background(), slog.New(slog.DiscardHandler), place(ts, arg), store.Options{})
	ts.Check(err)
	return db
}

// evening DATABASE KIND adds a session of that kind to the only campaign, the
// example, in which two proposals were made: a1b1, which contradicts what is
// known, and a1b2.
func seedEvening(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	db := open(ts, args[0])
	defer db.Close()
	all, err := db.Campaigns(ctx)
	ts.Check(err)
	c := db.Campaign(all[0].ID)
	began := time.Date(2026, time.March, 6, 19, 0, 0, 0, time.UTC)
	kara := transcript.Speaker{ID: 11, Name: "Ann", Role: transcript.Player, Character: "Kara", Consent: transcript.ConsentYes}
	s, err := c.Start(ctx, transcript.Session{Kind: transcript.Kind(args[1]), Started: began}, []transcript.Speaker{kara})
	ts.Check(err)
	scene, err := c.BeginScene(ctx, s.ID, "tavern", "The Silver Heron", []transcript.AgentID{"mirela", "odo"}, began)
	ts.Check(err)
	lines := []transcript.Line{
		{Role: transcript.Player, Speaker: 11, Name: "Kara", Text: "Mirela, from today a room costs three silver, the mayor says so."},
		{Role: transcript.NPC, Agent: "mirela", Name: "Mirela Voss", Text: "Three silver, dear? I will remember that, and so will my guests."},
		{Role: transcript.Player, Speaker: 11, Name: "Kara", Text: "Odo, meet me at the old chapel when the bell rings at midnight."},
		{Role: transcript.NPC, Agent: "odo", Name: "Odo Brand", Text: "At midnight, by the chapel. I shall bring the dog and a lamp."},
		{Role: transcript.Player, Speaker: 11, Name: "Kara", Text: "Then we leave the tavern and walk down to the harbor."},
	}
	for i := range lines {
		lines[i].Session, lines[i].Scene = s.ID, scene
		lines[i].At = began.Add(time.Duration(i) * time.Minute)
		lines[i].End = lines[i].At.Add(3 * time.Second)
	}
	ts.Check(c.AppendAll(ctx, lines))
	const stem = "019d0000-0000-7000-8000-00000000"
	for i, w := range []tool.Write{
		{V: tool.WriteVersion, Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela Voss", Key: "price", Text: "A room costs three silver."},
		{V: tool.WriteVersion, Kind: tool.WriteFact, Node: "odo", Subject: "Odo Brand", Key: "promise", Text: "Odo meets Kara at midnight."},
	} {
		_, err := c.AddProposal(ctx, knowledge.Proposal{
			ID:      transcript.ProposalID(stem + "a1b" + string('1'+rune(i))),
			Session: s.ID, Scene: scene, Line: lines[2*i].N, Agent: transcript.AgentID(w.Node),
			Write: w, Digest: w.Text, Made: lines[2*i].At,
		})
		ts.Check(err)
	}
	ts.Check(c.End(ctx, s.ID, began.Add(time.Hour)))
	ts.Setenv("SESSION", string(s.ID))
}

// newer DATABASE makes it look as if a later version of the program had been
// at work.
func seedNewer(ts *testscript.TestScript, _ bool, args []string) {
	driver := "sqlite"
	if url := place(ts, args[0]); url == args[0] {
		driver = "pgx"
	}
	db, err := sql.Open(driver, place(ts, args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, ` + map[string]string{"sqlite": "1", "pgx": "TRUE"}[driver] + `)`)
	ts.Check(err)
}

// hold DATABASE holds the lease, as a bot at a table does, until the script
// ends.
func seedHold(ts *testscript.TestScript, _ bool, args []string) {
	db := open(ts, args[0])
	lease, err := db.Lease(context.Background(), "glyphoxa run")
	ts.Check(err)
	ts.Defer(func() {
		ts.Check(lease.Release(context.Background()))
		ts.Check(db.Close())
	})
}

// used DATABASE PROVIDER says whether the session of an evening has used a provider.
func seedUsed(ts *testscript.TestScript, neg bool, args []string) {
	db := open(ts, args[0])
	defer db.Close()
	all, err := db.Campaigns(context.Background())
	ts.Check(err)
	used, err := db.Campaign(all[0].ID).Usage(context.Background(), transcript.SessionID(ts.Getenv("SESSION")))
	ts.Check(err)
	if has := slices.ContainsFunc(used, func(u transcript.Usage) bool { return u.Provider == args[1] }); has == neg {
		ts.Fatalf("used are %+v", used)
	}
}

// beep FILE writes a WAV file with a tone as long as a sentence or two.
func seedBeep(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(beep(ts.MkAbs(args[0]), 1500*time.Millisecond))
}

// beep writes a WAV file with a tone that lasts so long.
func beep(file string, long time.Duration) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	const rate = audio.Rate(22050)
	w, err := audio.NewWAVWriter(f, rate)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	const rest = 150 * time.Millisecond // a voice falls silent at the end of a sentence
	tone := make([]int16, rate.Samples(long+rest))
	for i := range rate.Samples(long) {
		tone[i] = int16(8000 * math.Sin(2*math.Pi*440*float64(i)/float64(rate)))
	}
	return errors.Join(w.Write(tone), w.Close(), f.Close())
}
