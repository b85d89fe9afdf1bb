package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
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
	db, err := a.openStore(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	at, rescueDir, done, err := c.open(ctx, log, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	file, err := at.File(ctx)
	if err != nil {
		return err
	}
	p, cleanup, err := newProviders(ctx, cfg, file)
	if err != nil {
		return err
	}
	defer cleanup()

	tape := demo.NewTape()
	talk := &chat{out: a.out, names: namesOf(file)}
	s, err := a.begin(ctx, cfg, log, at, p, sitting{
		Kind: transcript.Rehearsal, Scene: c.Scene, People: []transcript.Speaker{guest(file, c.As)},
		Hear: tape.Agent, Observe: talk.observe,
	})
	if err != nil {
		return err
	}
	held := make(chan error, 1)
	go func() { held <- s.hold(ctx, rescueDir) }()
	err = c.talk(ctx, a, s, recording, tape)
	s.table.Close()
	err = errors.Join(err, <-held)
	if c.Out != "" {
		err = errors.Join(err, tape.WriteAgents(c.Out))
	}
	return err
}

// open returns the campaign to rehearse with. Unless the rehearsal is to be
// kept it is a copy in a database that done removes.
func (c *rehearseCmd) open(ctx context.Context, log *slog.Logger, db *store.DB) (at *store.Campaign, rescueDir string, done func() error, err error) {
	picked, err := pickCampaign(ctx, db, c.Campaign)
	if err != nil {
		return nil, "", nil, err
	}
	at = db.Campaign(picked.ID)
	if c.Keep {
		return at, ".", func() error { return nil }, nil
	}
	file, err := at.File(ctx)
	if err != nil {
		return nil, "", nil, err
	}
	dir, err := os.MkdirTemp("", "glyphoxa-rehearsal-")
	if err != nil {
		return nil, "", nil, fmt.Errorf("make a place for the rehearsal: %w", err)
	}
	scratch, err := store.Open(ctx, log, filepath.Join(dir, "rehearsal.db"), store.Options{Migrate: true})
	if err != nil {
		return nil, "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	done = func() error { return errors.Join(scratch.Close(), os.RemoveAll(dir)) }
	id, err := scratch.SaveCampaign(ctx, file)
	if err != nil {
		return nil, "", nil, errors.Join(err, done())
	}
	return scratch.Campaign(id), ".", done, nil
}

// guest is who rehearses: the character of that name, or somebody of that name.
func guest(f campaign.File, name string) transcript.Speaker {
	s := transcript.Speaker{ID: rehearser, Name: name, Role: transcript.Player, Consent: transcript.ConsentYes}
	for _, c := range f.Characters {
		if campaign.Fold(c.Name) == campaign.Fold(name) {
			s.Character = c.Name
		}
	}
	return s
}

// talk says what there is to say and returns when all of it is answered.
func (c *rehearseCmd) talk(ctx context.Context, a *app, s *session, recording []int16, tape *demo.Tape) error {
	if recording != nil {
		if err := demo.Say(ctx, s.table, tape, rehearser, recording); err != nil {
			return err
		}
		return settle(ctx, s.talk)
	}
	fmt.Fprintln(a.out, "Type a line and press return; an empty line or Ctrl-D ends the rehearsal.")
	lines := make(chan string)
	// The reader may stay in its read when the rehearsal is interrupted: there
	// is no way to wake it, and the program ends.
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(a.in); in.Scan(); {
			lines <- in.Text()
		}
	}()
	for {
		select {
		case text, ok := <-lines:
			if text = strings.TrimSpace(text); !ok || text == "" {
				return nil
			}
			if err := s.talk.Type(ctx, rehearser, text); err != nil {
				return err
			}
			if err := settle(ctx, s.talk); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// settle waits until everything said has been dealt with.
func settle(ctx context.Context, talk *conversation.Conversation) error {
	const limit = 2 * time.Minute
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for calm := 0; calm < 2; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
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

// A chat prints a rehearsal: what NPCs say, what they use, what went wrong.
type chat struct {
	out   io.Writer
	names map[transcript.AgentID]string
	mu    sync.Mutex
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
	case conversation.TurnEnded:
		if n.Turn.Outcome != transcript.Spoken {
			fmt.Fprintf(c.out, "  (%s: %s, %s)\n", n.Turn.Name, n.Turn.Outcome, n.Turn.Why)
		}
	case conversation.Trouble:
		fmt.Fprintf(c.out, "  trouble: %v\n", n.Err)
	}
}
