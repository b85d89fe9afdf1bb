package main

import (
	"context"
	"log/slog"
	"sync"

	"glyphoxa/internal/config"
)

// warm prepares the recogniser in the background, so that the first session
// begins as quickly as the next: it takes half a second of one core. Only the
// one on this machine is to be prepared. stop ends it and waits until it has.
func warm(ctx context.Context, log *slog.Logger, cfg *config.Config, prepare func(context.Context) error) (stop func()) {
	if cfg.STT.Provider.Value != config.PocketSphinx {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var preparing sync.WaitGroup
	preparing.Go(func() {
		if err := prepare(ctx); err != nil && ctx.Err() == nil {
			// The session that needs it says it again, to its GM.
			log.LogAttrs(ctx, slog.LevelWarn, "the recogniser cannot be prepared", slog.Any("err", err))
		}
	})
	return func() {
		cancel()
		preparing.Wait()
	}
}
