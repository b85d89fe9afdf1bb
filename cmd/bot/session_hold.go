package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
)

const (
	// endLimit bounds the end of a session from when it is asked for, so that it is
	// in the database before the program, which has [closeLimit], closes that.
	endLimit = 9 * time.Second
	// hushLimit is when the table is silenced whatever it does. It gives itself 3 s
	// for open utterances, and takes 5 s at the most to write down what it has.
	hushLimit = 4 * time.Second
	// writeLimit bounds the end of what has ended by itself.
	writeLimit = 5 * time.Second
)

// outlast returns a context that goes on for a limit after ctx is done.
func outlast(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(limit, cancel)
		context.AfterFunc(longer, func() { timer.Stop() })
	})
	return longer, func() {
		unhook()
		cancel()
	}
}

// hold holds the session until its table hears no more, and ends it. When ctx is
// done hearing ends: the sentence is finished, open utterances are read and all is
// written down before hold returns, [endLimit] later at the most. Lines that the
// database would not take are left in a file: see [rescueDir].
func (s *session) hold(ctx context.Context) error {
	ending, cancel := outlast(ctx, endLimit)
	defer cancel()
	talking, hush := outlast(ctx, hushLimit)
	defer hush()
	unhook := context.AfterFunc(ctx, s.table.EndHearing)
	defer unhook()
	counting, counted := context.WithCancel(context.WithoutCancel(ctx))
	defer counted()
	kept := make(chan error, 1)
	go func() { kept <- s.usage.Run(counting) }()
	err := s.talk.Run(talking)
	s.table.Close()
	counted()

	if unsaved, ok := errors.AsType[*conversation.UnsavedError](err); ok {
		err = errors.Join(err, rescue(filepath.Join(s.rescueDir, "unsaved-"+string(s.row.ID)+".jsonl"), unsaved))
	}
	writing, written := context.WithTimeout(ending, writeLimit)
	defer written()
	now := time.Now()
	return errors.Join(err, s.stage.end(writing, now), s.campaign.End(writing, s.row.ID, now), <-kept)
}

// rescueDir is where lines are put that the database would not take: beside its
// file or, where it is a server, beside the configuration.
func rescueDir(cfg *config.Config) string {
	if cfg.Database.Postgres() {
		return filepath.Dir(cfg.File)
	}
	return filepath.Dir(cfg.Database.URL.Value)
}

// rescue writes what could not be kept to a file, the lines before the turns,
// and says where in its error, which it always returns.
func rescue(file string, unsaved *conversation.UnsavedError) error {
	var records []any
	for _, l := range unsaved.Lines {
		records = append(records, l)
	}
	for _, t := range unsaved.Turns {
		records = append(records, t)
	}
	var b []byte
	for _, r := range records {
		j, err := json.Marshal(r)
		if err != nil {
			return err
		}
		b = append(append(b, j...), '\n')
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		return fmt.Errorf("they could not be put into %s either: %w", file, err)
	}
	return fmt.Errorf("they are in %s", file)
}
