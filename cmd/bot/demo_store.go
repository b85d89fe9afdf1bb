package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"glyphoxa/internal/store"
)

// demoHolder is what a demo calls itself to whoever finds its database in use.
const demoHolder = "glyphoxa demo"

// freshStore makes a new database, in place of one of an earlier demo. A file
// that somebody is using, or that is no such database, stays where it is.
func freshStore(ctx context.Context, log *slog.Logger, file string) (*store.DB, error) {
	switch _, err := os.Lstat(file); {
	case err == nil:
		if err := removeDemo(ctx, log, file); err != nil {
			return nil, fmt.Errorf("make room for the demo's database: %w (--out names another directory)", err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("look for the database of an earlier demo: %w", err)
	}
	return store.Open(ctx, log, file, store.Options{Migrate: true, Copies: -1}) // a demo is played anew
}

// removeDemo removes the database of a demo that is over.
//
// It takes the lease and never gives it back. So whichever of two demos is
// second finds it taken, in the old file or, if it opened the new one in the
// moment before that was leased, there: the file that is removed is never one
// that anybody goes on with.
func removeDemo(ctx context.Context, log *slog.Logger, file string) error {
	old, err := store.Open(ctx, log, file, store.Options{Migrate: true, Copies: -1})
	if err != nil {
		return err
	}
	_, err = old.Lease(ctx, demoHolder)
	if held, ok := errors.AsType[*store.HeldError](err); ok {
		err = held
	}
	if err := errors.Join(err, old.Close()); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
