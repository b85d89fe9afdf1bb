package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/bench"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// holdSessions is the hidden command for [bench.HoldSessions].
const holdSessions = "hold-sessions"

type holdSessionsCmd struct{}

// Run holds sessions for the program that started it.
func (c *holdSessionsCmd) Run(ctx context.Context, a *app) error {
	return bench.HoldSessions(ctx, a.in, a.out)
}

// beginnings are the ways in which the start of the bot is measured. What is
// configured would be measured with it.
func (a *app) beginnings() []bench.Beginning {
	comeWith := func(cfg *config.Config) func(context.Context, *slog.Logger, int) ([]time.Duration, error) {
		return func(ctx context.Context, log *slog.Logger, times int) ([]time.Duration, error) {
			return a.comeAndGo(ctx, cfg, log, times)
		}
	}
	standIns := config.Default()
	standIns.STT.Provider.Value, standIns.STT.Command.Args.Value = config.Command, []string{"cat"}
	standIns.STT.Command.Input.Value = "stdin"
	standIns.TTS.Provider.Value, standIns.TTS.Command.Args.Value = config.Command, []string{"cat"}
	standIns.TTS.Command.Voices.Value = []string{"one", "two", "three"}
	all := []bench.Beginning{{With: "stand-ins", Come: comeWith(standIns)}}
	for _, program := range []string{"flite", "pocketsphinx_batch"} {
		if _, err := exec.LookPath(program); err != nil {
			return all
		}
	}
	return append(all, bench.Beginning{With: "flite and pocketsphinx", Come: comeWith(config.Default())})
}

// comeAndGo has the whole bot come to a table and leave it, a number of times,
// and returns how long it took from the command until a person there heard its
// first packet: one of the silence that it greets with.
func (a *app) comeAndGo(ctx context.Context, cfg *config.Config, log *slog.Logger, times int) (_ []time.Duration, err error) {
	file, err := campaign.Parse("campaigns/lanterns.yaml", campaigns.Lanterns)
	if err != nil {
		return nil, err
	}
	scene, err := demo.ParseScene("the example scene", demo.Example, nil)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "glyphoxa-bench-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := freshStore(ctx, log, filepath.Join(dir, "start.db"))
	if err != nil {
		return nil, err
	}
	defer closing(db, &err)
	set, err := newStageSet(ctx, scene)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	if _, err := set.cast(ctx, db, file, scene); err != nil {
		return nil, err
	}
	var took []time.Duration
	quiet := *a
	quiet.out = io.Discard
	err = quiet.backstage(ctx, cfg, db, set, nil, func() error {
		for range times {
			t, err := set.firstPacket(ctx)
			if err != nil {
				return err
			}
			took = append(took, t)
			if _, err := set.use(ctx, "end"); err != nil {
				return err
			}
		}
		return nil
	})
	return took, err
}

// firstPacket has the GM begin, and returns how long it took until they heard
// the bot.
func (set *stageSet) firstPacket(ctx context.Context) (time.Duration, error) {
	seat := set.seats[transcript.SpeakerID(set.gm.ID)]
	seat.Heard()
	begun := time.Now()
	told, err := set.use(ctx, "start")
	if err != nil {
		return 0, err
	}
	for {
		heard := seat.Heard()
		if i := slices.IndexFunc(heard, func(h voicetest.Heard) bool { return h.From == set.Bot().ID }); i >= 0 {
			return heard[i].At.Sub(begun), nil
		}
		if !slices.Contains(set.channel.InVoice(), set.Bot()) || time.Since(begun) > stepLimit {
			return 0, fmt.Errorf("the bot is not heard: %s", told)
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}
