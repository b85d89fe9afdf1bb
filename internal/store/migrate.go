package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"

	"glyphoxa/migrations"
)

// ErrVersion says that the database is not of this program's version.
var ErrVersion = errors.New("wrong database version")

// ErrEmpty says that there is a database, and that nothing was ever kept in it.
var ErrEmpty = errors.New("is empty")

// A Migration is what [Migrate] did.
type Migration struct {
	From, To int64  // versions; equal when there was nothing to do
	Copy     string // the copy that was made before; empty for none
}

// Migrate makes a new database at url, or brings an older one up to this
// program's version, whatever opts.Migrate. Of an older SQLite file a copy is
// made first, beside it. Two migrations at once do not meet.
func Migrate(ctx context.Context, log *slog.Logger, url string, opts Options) (Migration, error) {
	db, err := open(ctx, log, url, true)
	if err != nil {
		return Migration{}, err
	}
	db.copies = opts.Copies
	m, err := db.migrate(ctx)
	return m, errors.Join(err, db.Close())
}

func (db *DB) migrate(ctx context.Context) (Migration, error) {
	return db.migrateFrom(ctx, migrations.FS)
}

// migrateFrom takes the steps of all, which has a directory for each dialect.
func (db *DB) migrateFrom(ctx context.Context, all fs.FS) (Migration, error) {
	p, err := db.provider(all)
	if err != nil {
		return Migration{}, err
	}
	from, err := db.version(ctx, p)
	if err != nil {
		return Migration{}, err
	}
	m := Migration{From: from, To: latest(p)}
	if from > m.To {
		return m, db.newer(from, m.To)
	}
	if from == m.To {
		return m, nil
	}
	if from > 0 {
		if m.Copy, err = db.copyBeside(ctx, "before-upgrade"); err != nil {
			return m, fmt.Errorf("copy database before the upgrade: %w", err)
		}
	}
	if err := db.up(ctx, p); err != nil {
		return m, fmt.Errorf("upgrade database from version %d to %d: %w", from, m.To, db.dialect.explain(err))
	}
	if from == 0 {
		db.log.LogAttrs(ctx, slog.LevelDebug, "database made", slog.Int64("version", m.To))
		return m, nil
	}
	db.log.LogAttrs(ctx, slog.LevelInfo, "database upgraded",
		slog.Int64("from", from), slog.Int64("to", m.To), slog.String("copy", m.Copy))
	return m, nil
}

// up takes the steps that are missing. SQLite has no lock that outlives a
// transaction, and so another process may be taking the same steps between
// ours. Each is a transaction: when one fails since somebody else has just
// taken it, the next attempt goes on from there.
func (db *DB) up(ctx context.Context, p *goose.Provider) error {
	_, err := p.Up(ctx)
	for wait := 50 * time.Millisecond; err != nil && db.dialect.locker == nil && wait < time.Second; wait *= 3 {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
		_, err = p.Up(ctx)
	}
	return err
}

// checkVersion refuses a database that is not of this program's version.
func (db *DB) checkVersion(ctx context.Context) error {
	p, err := db.provider(migrations.FS)
	if err != nil {
		return err
	}
	has, err := db.version(ctx, p)
	if err != nil {
		return err
	}
	first := "it makes a copy first"
	if db.where.postgres != "" {
		first = "make a copy with pg_dump first"
	}
	switch want := latest(p); {
	case has > want:
		return db.newer(has, want)
	case has == 0:
		return fmt.Errorf("%s %w", db.Where(), ErrEmpty)
	case has < want:
		return fmt.Errorf("%w: %s has version %d and this program needs %d: run the migrate command; %s",
			ErrVersion, db.Where(), has, want, first)
	}
	return nil
}

func (db *DB) newer(has, want int64) error {
	return fmt.Errorf("%w: %s has version %d and this program knows up to %d: install a newer Glyphoxa, or go back to the copy that was made before the upgrade",
		ErrVersion, db.Where(), has, want)
}

func (db *DB) provider(all fs.FS) (*goose.Provider, error) {
	dir, err := fs.Sub(all, db.dialect.migrations)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	opts := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if db.dialect.locker != nil {
		locker, err := db.dialect.locker()
		if err != nil {
			return nil, fmt.Errorf("read migrations: %w", err)
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(db.dialect.goose, db.writer, dir, opts...)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

// version returns the version of the database, 0 for an empty one. Asking an
// empty database leaves it empty, which goose alone would not.
func (db *DB) version(ctx context.Context, p *goose.Provider) (int64, error) {
	var n int64
	if _, err := db.read().row(ctx, db.dialect.hasTable, []any{goose.DefaultTablename}, &n); err != nil {
		return 0, fmt.Errorf("read database version: %w", err)
	}
	if n == 0 {
		return 0, nil
	}
	v, err := p.GetDBVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("read database version: %w", db.dialect.explain(err))
	}
	return v, nil
}

func latest(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}
