package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/provider/offline"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// An evening is a session of the example campaign that nobody is connected to:
// people type.
type typedEvening struct {
	*liveSession
	t       *testing.T
	tone    *speech.Tone
	notices chan command.TableNotice
}

const typist transcript.SpeakerID = 11

// typing begins a session and ends it with the test.
func typing(t *testing.T) *typedEvening {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	dir := t.TempDir()
	db, err := store.Open(t.Context(), log, filepath.Join(dir, "bot.db"), store.Options{Migrate: true})
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	file, err := campaign.Parse("lanterns.yaml", campaigns.Lanterns)
	check(err)
	id, err := db.SaveCampaign(t.Context(), file)
	check(err)
	cfg := config.Default()
	cfg.Database.URL.Value = filepath.Join(dir, "bot.db")
	table, err := newTable(cfg, nil)
	check(err)

	e := &typedEvening{t: t, notices: make(chan command.TableNotice, 100)}
	e.tone = &speech.Tone{Known: []string{"awb", "kal16", "kal", "slt", "rms"}}
	meter := newMeter(cfg)
	p := providers{model: offline.New(offline.Options{}), ears: &speech.Dictation{}, mouth: e.tone, meter: meter}
	e.liveSession = &liveSession{
		live:  &live{log: log, cfg: cfg},
		to:    command.Sitting{Notice: func(n command.TableNotice) { e.notices <- n }},
		posts: make(chan post, maxPosts),
	}
	a := &app{out: io.Discard, errOut: t.Output()}
	e.session, err = a.begin(t.Context(), cfg, log, db.Campaign(id), p, sitting{
		Kind: transcript.Live, Scene: "tavern", Table: table, Observe: e.noticed,
		People: []transcript.Speaker{{ID: typist, Name: "ann", Character: "Kara", Role: transcript.Player}},
	})
	check(err)
	t.Cleanup(func() { // once it has ended
		if err := e.Say("odo", "Too late."); !errors.Is(err, command.ErrEnded) {
			t.Errorf("say after the end: %v, want %v", err, command.ErrEnded)
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	held := make(chan error, 1)
	go func() { held <- e.hold(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-held; err != nil {
			t.Error(err)
		}
		if err := e.Scene(context.WithoutCancel(ctx), "wall"); !errors.Is(err, command.ErrEnded) {
			t.Errorf("scene after the end: %v, want %v", err, command.ErrEnded)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// await returns the next notice of a kind.
func await[N command.TableNotice](e *typedEvening) N {
	e.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case n := <-e.notices:
			if n, ok := n.(N); ok {
				return n
			}
		case <-timeout:
			var none N
			e.t.Fatalf("no %T came", none)
		}
	}
}

func (e *typedEvening) do(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// asked returns the voice that was asked to say a text. Fillers are made at
// their own pace, so that what was asked for last may be one of theirs.
func (e *typedEvening) asked(text string) speech.Voice {
	e.t.Helper()
	said := e.tone.Spoken()
	i := slices.IndexFunc(said, func(u speech.Utterance) bool { return u.Text == text })
	if i < 0 {
		e.t.Fatalf("no voice was asked to say %q, only %q", text, said)
	}
	return said[i].Voice
}

// present returns who the store says is present now.
func (e *typedEvening) present() string {
	e.t.Helper()
	on, _ := e.stage.now()
	ids, err := e.campaign.Present(e.t.Context(), on.id)
	e.do(err)
	var names []string
	for _, id := range ids {
		names = append(names, string(id))
	}
	return strings.Join(names, " ")
}

// TestLiveNewVoices: whoever the campaign has got since the session began speaks as
// nobody else does while there are voices, the narrator's neither.
func TestLiveNewVoices(t *testing.T) {
	t.Parallel()
	e := typing(t)
	e.tone.Known = append(e.tone.Known, "new0", "new1", "new2", "new3", "new4", "new5")
	has := map[string]transcript.AgentID{"new0": "the narrator"}
	for id, v := range e.stage.voices {
		has[v.Name] = id
	}
	e.do(e.campaign.Replace(t.Context(), func(f campaign.File) (campaign.File, error) {
		f.Campaign.Directions, f.Campaign.Narrator = campaign.DirectionsNarrate, map[string]campaign.Voice{config.Flite: {Name: "new0"}}
		return f, nil
	}))
	var fresh []transcript.AgentID
	for _, name := range []string{"Hobb", "Sorrel", "Pike", "Umber", "Vesper"} {
		a, err := e.campaign.AddAgent(t.Context(), campaign.Agent{Kind: campaign.NPC, Name: name}, "")
		e.do(err)
		_, err = e.campaign.Cast(t.Context(), "tavern", a.ID, true)
		e.do(err)
		fresh = append(fresh, a.ID)
	}
	e.do(e.Scene(t.Context(), "tavern"))
	for _, id := range fresh {
		v := e.stage.voices[id].Name
		if o, taken := has[v]; taken {
			t.Errorf("%s and %s both speak with %s, and there are %d voices", id, o, v, len(e.tone.Known))
		}
		has[v] = id
	}
}

// TestLiveControls: what a GM presses reaches the table, the store and, by
// notices, the desk.
func TestLiveControls(t *testing.T) {
	t.Parallel()
	e := typing(t)

	// An answer waits for the GM.
	e.do(e.Mode(command.ModeAskFirst))
	e.do(e.Tell(typist, "mirela", "Who are you?"))
	held := await[command.HeldTurn](e)
	if held.Name != "Mirela Voss" || held.Whom != "Kara" || held.Text == "" || !held.Whole || !held.Asked {
		t.Errorf("held %+v", held)
	}
	e.do(e.Dismiss(held.Turn))
	if err := e.Play(held.Turn); !errors.Is(err, command.ErrPassed) {
		t.Errorf("play what was dropped: %v, want %v", err, command.ErrPassed)
	}
	if got := await[command.EndedTurn](e).Turn; got.Outcome != transcript.Declined || got.Unheard != held.Text {
		t.Errorf("ended %+v", got)
	}
	e.do(e.Mode(command.ModeLive))

	// A new one is there at once, with a voice of its own.
	before := e.present()
	e.do(e.Agent(t.Context(), campaign.Agent{ID: "ferryman", Kind: campaign.NPC, Name: "Old Tom", Persona: "Grumpy."}))
	if got := e.present(); got != before+" ferryman" {
		t.Errorf("present are %s", got)
	}
	e.do(e.Say("ferryman", "Aye."))
	if got := await[command.EndedTurn](e).Turn; got.Outcome != transcript.Spoken || got.Name != "Old Tom" {
		t.Errorf("ended %+v", got)
	}
	if voice := e.asked("Aye.").Name; voice == "" || voice == e.stage.voices["mirela"].Name || voice == e.stage.voices["odo"].Name {
		t.Errorf("he speaks as %q, others as %v", voice, e.stage.voices)
	}
	e.do(e.Agent(t.Context(), campaign.Agent{ID: "ferryman", Kind: campaign.NPC, Name: "Old Tom", State: campaign.Dead}))
	if got := e.present(); got != before {
		t.Errorf("present are %s", got)
	}

	// Another scene: who is called and not there is brought.
	if err := e.Scene(t.Context(), "nowhere"); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a scene that there is not: %v", err)
	}
	e.do(e.Scene(t.Context(), "wall"))
	if got := e.present(); strings.Contains(got, "mirela") {
		t.Errorf("present are %s", got)
	}
	if err := e.Tell(typist, "mirela", "Hello?"); !errors.Is(err, command.ErrNobody) {
		t.Errorf("tell who is not here: %v, want %v", err, command.ErrNobody)
	}
	e.do(e.Tell(typist, "", "Mirela, where are you?"))
	if got := await[command.AbsentCalled](e); got.Agent != "mirela" || got.Name != "Mirela Voss" || got.Line.Name != "Kara" {
		t.Errorf("called %+v", got)
	}
	e.do(e.Bring(t.Context(), "mirela"))
	e.do(e.Bring(t.Context(), "mirela"))
	if got := e.present(); !strings.Contains(got, "mirela") {
		t.Errorf("present are %s", got)
	}
	e.do(e.Send(t.Context(), "mirela"))
	if err := e.Send(t.Context(), "mirela"); !errors.Is(err, command.ErrNobody) {
		t.Errorf("send who is not here: %v, want %v", err, command.ErrNobody)
	}
	if err := e.Bring(t.Context(), "nobody"); !errors.Is(err, command.ErrNobody) {
		t.Errorf("bring nobody: %v, want %v", err, command.ErrNobody)
	}

	why := e.Why()
	if last := why[len(why)-1]; last.Said != "Mirela, where are you?" || len(last.Agents) != 0 || !strings.Contains(last.Reason, "not here") {
		t.Errorf("why: %+v", last)
	}

	// What is struck leaves the store in its turn.
	lines, err := e.Strike(t.Context(), time.Now().Add(-time.Minute))
	e.do(err)
	if lines < 3 {
		t.Errorf("%d lines struck", lines)
	}
	for range 500 { // it is struck beside the table, when the keeper comes to it
		left, err := e.campaign.Transcript(t.Context(), e.row.ID)
		e.do(err)
		if len(left) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the store still has what was struck")
}
