package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

type rehearseCmd struct {
	Campaign string `help:"Key or name of the campaign; not needed if there is one." placeholder:"KEY"`
	Scene    string `help:"Key of the scene: who is present." placeholder:"KEY"`
	As       string `help:"Who you are: a character of the campaign, or any name." default:"Guest"`
	WAV      string `name:"wav" help:"Say this recording instead of typing." placeholder:"FILE" type:"existingfile"`
	Out      string `help:"Write what the NPCs say to this WAV file." placeholder:"FILE" type:"path"`
	Keep     bool   `help:"Keep the rehearsal in the database, proposals included."`
	Providers
}

// rehearser is the speaker of a rehearsal.
const rehearser transcript.SpeakerID = 1

// Run holds a rehearsal: typed lines, or a recording, are answered as at a
// table, in text and, if asked for, as sound.
func (c *rehearseCmd) Run(ctx context.Context, a *app) (err error) {
	cfg, err := a.config(config.Options{LLM: c.LLM, STT: c.STT, TTS: c.TTS})
	if err != nil {
		return err
	}
	log := a.logger(cfg)
	var recording []int16
	if c.WAV != "" {
		if recording, err = demo.ReadSpeech(c.WAV); err != nil {
			return err
		}
	}
	if err := needDir(c.Out); err != nil {
		return fmt.Errorf("write what the NPCs say to %w", err)
	}
	// A rehearsal needs a campaign, and so a database that is there.
	db, err := a.openExisting(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	picked, err := pickCampaign(ctx, db, c.Campaign)
	if err != nil {
		return err
	}
	if !c.Keep {
		return scratch(ctx, db.Campaign(picked.ID), func(at *store.Campaign) error {
			return c.hold(ctx, a, cfg, log, at, recording)
		})
	}
	return holding(ctx, db, "glyphoxa rehearse --keep", func(ctx context.Context) error {
		if err := c.hold(ctx, a, cfg, log, db.Campaign(picked.ID), recording); err != nil {
			return err
		}
		_, err := db.CopyBeside(ctx)
		return err
	})
}

// scratch runs do on a copy of a campaign, in a database that is then removed.
func scratch(ctx context.Context, of *store.Campaign, do func(*store.Campaign) error) (err error) {
	file, err := of.File(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "glyphoxa-rehearsal-")
	if err != nil {
		return fmt.Errorf("make a place for the rehearsal: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	// Its log would tell of a database that nobody asked for.
	db, err := store.Open(ctx, slog.New(slog.DiscardHandler), filepath.Join(dir, "rehearsal.db"), store.Options{Migrate: true})
	if err != nil {
		return err
	}
	defer closing(db, &err)
	id, err := db.SaveCampaign(ctx, file)
	if err != nil {
		return err
	}
	return do(db.Campaign(id))
}

// hold holds the rehearsal in a campaign.
func (c *rehearseCmd) hold(ctx context.Context, a *app, cfg *config.Config, log *slog.Logger, at *store.Campaign, recording []int16) error {
	file, err := at.File(ctx)
	if err != nil {
		return err
	}
	who, err := guest(file, c.As)
	if err != nil {
		return err
	}
	p, cleanup, err := newProviders(ctx, cfg, file)
	if err != nil {
		return err
	}
	defer cleanup()

	said := newReel()
	talk := &chat{out: a.out, errOut: a.errOut, names: namesOf(file)}
	var hear func(voice.Packet, time.Time)
	if c.Out != "" {
		hear = said.hear
	}
	table, err := newTable(cfg, hear)
	if err != nil {
		return err
	}
	defer table.Close()
	s, err := a.begin(ctx, cfg, a.shown(ctx, log), at, p, sitting{
		Kind: transcript.Rehearsal, Scene: c.Scene, People: []transcript.Speaker{who}, Table: table, Observe: talk.observe,
	})
	if err != nil {
		return err
	}
	for _, n := range s.notes {
		fmt.Fprintln(a.out, "note:", n)
	}
	held := make(chan error, 1)
	go func() { held <- s.hold(ctx) }()
	err = c.talk(ctx, a, s, recording)
	s.table.EndHearing()
	if ended := <-held; ended != nil {
		// That the conversation is over is no news beside why it is.
		if errors.Is(err, context.Canceled) || errors.Is(err, conversation.ErrOver) {
			err = nil
		}
		err = errors.Join(err, ended)
	}
	printSpending(a.out, s.meter.Bill())
	if c.Out != "" {
		err = errors.Join(err, said.write(c.Out))
	}
	if err == nil && talk.troubled {
		return errSilent
	}
	return err
}

// guest is who rehearses: the character of that name, or somebody of that name.
func guest(f campaign.File, name string) (transcript.Speaker, error) {
	s := transcript.Speaker{
		ID: rehearser, Name: cmp.Or(strings.TrimSpace(name), "Guest"),
		Role: transcript.Player, Consent: transcript.ConsentYes,
	}
	is := func(known string) bool { return campaign.Fold(known) == campaign.Fold(s.Name) }
	for _, c := range f.Characters {
		if is(c.Name) || slices.ContainsFunc(c.Aliases, is) {
			s.Character = c.Name
			return s, nil
		}
	}
	for _, a := range f.Agents {
		if is(a.Name) || is(a.Shown()) || slices.ContainsFunc(a.Aliases, is) {
			return s, fmt.Errorf("%s is an NPC of this campaign: --as says who you are", a.Shown())
		}
	}
	return s, nil
}

// talk says what there is to say and returns when all of it is answered.
func (c *rehearseCmd) talk(ctx context.Context, a *app, s *session, recording []int16) error {
	if recording != nil {
		if err := demo.Say(ctx, s.table, demo.NewTape(), rehearser, recording); err != nil {
			return err
		}
		return settle(ctx, s.talk)
	}
	fmt.Fprintln(a.out, "Type a line and press return; an empty line or Ctrl-D ends the rehearsal.")
	for text, err := range a.typed(ctx) {
		if err != nil {
			return err
		}
		if text = strings.TrimSpace(text); text == "" {
			return nil
		}
		if err := s.talk.Type(ctx, rehearser, text); err != nil {
			return err
		}
		if err := settle(ctx, s.talk); err != nil {
			return err
		}
	}
	return nil
}

// settle waits until everything said has been dealt with.
func settle(ctx context.Context, talk *conversation.Conversation) error {
	const limit = 2 * time.Minute
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the answer has not ended after %v: bot doctor tries what is configured", limit))
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for calm := 0; calm < 2; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		idle, err := talk.Idle(ctx)
		if err != nil {
			return err
		}
		calm++
		if !idle {
			calm = 0
		}
	}
	return nil
}

// A chat prints a rehearsal: what NPCs say and what they use, and as errors what
// went wrong.
type chat struct {
	out, errOut io.Writer
	names       map[transcript.AgentID]string

	mu       sync.Mutex
	troubled bool // something went wrong; read when the conversation is over
}

func (c *chat) observe(n conversation.Notice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch n := n.(type) {
	case conversation.LineKept:
		fmt.Fprintf(c.out, "%s: %s\n", n.Line.Name, n.Line.Text)
	case conversation.LineDropped:
		fmt.Fprintf(c.out, "  (nothing understood: %s)\n", n.Reason)
	case conversation.Addressed:
		if len(n.Agents) == 0 {
			fmt.Fprintf(c.out, "  (nobody answers: %s)\n", n.Reason)
		}
	case conversation.ToolRan:
		fmt.Fprintf(c.out, "  (%s uses %s)\n", c.names[n.Agent], n.Tool)
	case conversation.Whispered:
		fmt.Fprintf(c.out, "%s, as text to you alone: %s\n", c.names[n.Agent], n.Text)
	case conversation.Posted:
		fmt.Fprintf(c.out, "%s, as text to everybody:\n%s\n", c.names[n.Agent], n.Text)
	case conversation.TurnEnded:
		switch n.Turn.Outcome {
		case transcript.Spoken, transcript.Failed: // a failure was a trouble already
		default:
			fmt.Fprintf(c.out, "  (%s: %s, %s)\n", n.Turn.Name, n.Turn.Outcome, n.Turn.Why)
		}
	case conversation.Trouble:
		c.troubled = true
		fmt.Fprintf(c.errOut, "  trouble: %v\n", n.Err)
	}
}
