package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/config"
)

// The recogniser on this machine is prepared when the program begins, and the
// program's end does not wait for it; with any other there is nothing to do.
func TestWarm(t *testing.T) {
	for _, tt := range []struct {
		name, provider string
		fails          error
		stopped        time.Duration // after the beginning
		begun, ended   bool
		logs           string
	}{
		{name: "in time", provider: config.PocketSphinx, stopped: time.Minute, begun: true, ended: true},
		{name: "stopped", provider: config.PocketSphinx, stopped: 10 * time.Millisecond, begun: true},
		{name: "broken", provider: config.PocketSphinx, fails: errors.New("no space"), stopped: time.Minute, begun: true, ended: true, logs: "no space"},
		{name: "another", provider: config.OpenAI, stopped: time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := config.Default()
				cfg.STT.Provider.Value = tt.provider
				var logs output
				begun, ended := false, false
				began := time.Now()
				stop := warm(t.Context(), slog.New(slog.NewTextHandler(&logs, nil)), cfg, func(ctx context.Context) error {
					begun = true
					select {
					case <-time.After(500 * time.Millisecond):
						ended = true
						return tt.fails
					case <-ctx.Done():
						return context.Cause(ctx)
					}
				})
				time.Sleep(tt.stopped)
				stop()
				if took := time.Since(began); took != tt.stopped {
					t.Errorf("its end came after %v, want %v", took, tt.stopped)
				}
				if begun != tt.begun || ended != tt.ended {
					t.Errorf("begun %v, ended %v; want %v, %v", begun, ended, tt.begun, tt.ended)
				}
				if got := logs.String(); (got != "") != (tt.logs != "") || !strings.Contains(got, tt.logs) {
					t.Errorf("it logs %q, want %q", got, tt.logs)
				}
			})
		})
	}
}
