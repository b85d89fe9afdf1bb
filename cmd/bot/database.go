package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"

	"glyphoxa/internal/config"
	"glyphoxa/internal/store"
)

// firstImport is how a database gets its first campaign.
const firstImport = "import one, such as the example: bot campaign import campaigns/lanterns.yaml"

// openStore opens the configured database. It makes one if there is none and
// brings an older one up to date, after copying it beside itself.
func (a *app) openStore(ctx context.Context, cfg *config.Config, log *slog.Logger) (*store.DB, error) {
	opts := storeOptions(cfg)
	opts.Migrate = true
	return store.Open(ctx, log, cfg.Database.URL.Value, opts)
}

// storeOptions returns the options of the configured database.
func storeOptions(cfg *config.Config) store.Options {
	copies := cfg.Database.Backups.Value
	if copies == 0 {
		copies = -1 // the store takes nothing said for three
	}
	return store.Options{Copies: copies}
}

// errNoDatabase says that there is no database, and nothing wrong with that.
var errNoDatabase = errors.New("there is no database yet, and so no campaign")

// openExisting opens the configured database for a command that only looks
// something up in it: that should neither leave a new file where it was started
// by mistake nor upgrade what an older program may be working with. It returns
// [errNoDatabase] if the database has never been used.
func (a *app) openExisting(ctx context.Context, cfg *config.Config, log *slog.Logger) (*store.DB, error) {
	db, err := store.Open(ctx, log, cfg.Database.URL.Value, storeOptions(cfg))
	if errors.Is(err, store.ErrEmpty) { // as a server is that nobody has used yet
		return nil, fmt.Errorf("%w: %w: %s", errNoDatabase, err, firstImport)
	}
	missing, ok := errors.AsType[*fs.PathError](err)
	// What is missing may also be the directory, and then something is wrong.
	if ok && errors.Is(missing, fs.ErrNotExist) && filepath.Base(missing.Path) == filepath.Base(cfg.Database.URL.Value) {
		return nil, fmt.Errorf("%w, at %s: %s", errNoDatabase, missing.Path, firstImport)
	}
	return db, err
}

// closing closes db and adds what went wrong to the error of a command.
func closing(db *store.DB, err *error) { *err = errors.Join(*err, db.Close()) }
