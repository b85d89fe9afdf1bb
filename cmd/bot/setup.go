package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"glyphoxa/internal/config"
)

type setupCmd struct{}

// Run guides a GM from nothing to a bot that can be started. Until the last
// step nothing is written but a voice sample, so that it can be broken off
// anywhere.
func (c *setupCmd) Run(ctx context.Context, a *app) error {
	s := &setup{
		doctor:   &doctor{app: a, cfg: config.Default(), log: slog.New(slog.DiscardHandler)},
		dialogue: newDialogue(ctx, a),
	}
	defer s.close()
	s.cfg.File = cmp.Or(a.options.Config, config.DefaultFile)
	for _, step := range []func(context.Context) error{
		s.begin, s.account, s.language, s.providers, s.sample, s.save, s.next,
	} {
		if err := step(ctx); errors.Is(err, errKeep) {
			s.say("Nothing was changed.")
			return nil
		} else if err != nil {
			return unanswered(err)
		}
	}
	return nil
}

// errKeep says that the configuration that is there is to stay.
var errKeep = errors.New("the configuration is kept")

// A setup goes from step to step and carries along what was answered, in the
// configuration of a doctor, who tries it.
type setup struct {
	*doctor
	*dialogue
	invited bool // the bot is in a server
}

// beside returns the path of a file in the configuration's directory.
func (s *setup) beside(name string) string { return filepath.Join(filepath.Dir(s.cfg.File), name) }

// begin says what will happen, and asks before it prepares to replace anything.
func (s *setup) begin(ctx context.Context) error {
	s.say("This sets Glyphoxa up: about ten minutes, most of them at Discord's web site. Press Enter\n" +
		"to take what stands in [brackets]. Ctrl-C breaks it off and leaves everything as it is.")
	if err := needDir(s.cfg.File); err != nil {
		return err
	}
	_, err := os.Stat(s.cfg.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the configuration: %w", err)
	}
	s.say("\nThere is a %s already. A new one is written at the end, and the old one is kept beside\n"+
		"it. What you changed in it by hand is not carried over: copy that from the old one.", filepath.Base(s.cfg.File))
	if yes, err := s.yes(ctx, "Go on?", false); yes || err != nil {
		return err
	}
	return errKeep
}

// next says what to do now.
func (s *setup) next(context.Context) error {
	program := "bot"
	if s.options.Config != "" {
		program += " --config " + s.options.Config
	}
	s.say("\n== What to do next ==\n")
	step := func(command, what string) { s.say("   %-*s   %s", len(program)+42, command, what) }
	switch {
	case !s.cfg.Discord.Token.Value.Set():
		step(program+" setup", "once more, when you have a bot token")
	case !s.invited:
		s.say("   invite the bot by the link above")
	}
	step(program+" campaign import campaigns/lanterns.yaml", "the example, or a world of your own")
	step(program+" run", "and leave it running")
	step("/glyphoxa start", "in Discord, when you sit in a voice channel")
	step(program+" doctor", "whenever something does not work: it says what")
	return nil
}
