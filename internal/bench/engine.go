package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// An engine makes an empty database for a measurement, and removes it.
type engine struct {
	name string
	// empty returns the URL of an empty database and what removes it.
	empty func(ctx context.Context) (url string, remove func() error, err error)
}

// engines returns what to measure; server is the URL of a PostgreSQL server,
// or empty.
func engines(server string) []engine {
	all := []engine{{"sqlite", emptyFile}}
	if server != "" {
		all = append(all, engine{"postgres", func(ctx context.Context) (string, func() error, error) {
			return emptySchema(ctx, server)
		}})
	}
	return all
}

// with opens an empty database of the engine for f.
func (e engine) with(ctx context.Context, log *slog.Logger, f func(*store.DB) error) (err error) {
	url, remove, err := e.empty(ctx)
	if err != nil {
		return fmt.Errorf("make an empty database: %w", err)
	}
	defer func() { err = errors.Join(err, remove()) }()
	db, err := store.Open(ctx, log, url, store.Options{Migrate: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

func emptyFile(context.Context) (string, func() error, error) {
	dir, err := os.MkdirTemp("", "glyphoxa-bench-*")
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(dir, "bench.db"), func() error { return os.RemoveAll(dir) }, nil
}

// emptySchema makes a schema of its own on the server, so that what is there
// stays as it is. The store has no need for schemas and does not know them.
func emptySchema(ctx context.Context, server string) (string, func() error, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", nil, errors.New("the PostgreSQL server's URL is none") // the cause repeats it, with the password
	}
	db, err := sql.Open("pgx", server) // the store registers the driver
	if err != nil {
		return "", nil, err
	}
	schema := "bench_" + strings.ReplaceAll(transcript.NewID(), "-", "")
	if _, err := db.ExecContext(ctx, "CREATE SCHEMA "+schema); err != nil {
		return "", nil, errors.Join(err, db.Close())
	}
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String(), func() error {
		// Also after an interruption: nobody else will.
		_, err := db.ExecContext(context.WithoutCancel(ctx), "DROP SCHEMA "+schema+" CASCADE")
		return errors.Join(err, db.Close())
	}, nil
}
