package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// partMark ends the name of a copy that is being written.
const partMark = ".part"

// partDead is how long a copy has not been written to that will not be finished,
// since its process was killed.
const partDead = time.Hour

// copiesKept is how many copies of each kind stay beside a database, unless
// [Options] say otherwise.
const copiesKept = 3

// Backup writes a copy of the database to file, which must not exist. It may
// run while others read and write. Of a PostgreSQL database pg_dump makes
// better ones, and the error says how.
func (db *DB) Backup(ctx context.Context, file string) error {
	if db.where.postgres != "" {
		return &Trouble{
			What: "a PostgreSQL database is not copied by this program",
			Do:   fmt.Sprintf("run: pg_dump --format=custom --file=%q %q", file, db.where.shown),
		}
	}
	if err := db.copyTo(ctx, file); err != nil {
		return fmt.Errorf("back up to %s: %w", file, err)
	}
	return nil
}

// CopyBeside copies a SQLite database beside itself, keeps the last such copies
// (see [Options]) and returns the new one's path. For PostgreSQL, and where no
// copies are wanted, it does nothing and the path is empty.
func (db *DB) CopyBeside(ctx context.Context) (string, error) {
	file, err := db.copyBeside(ctx, "after-session")
	if err != nil {
		return "", fmt.Errorf("copy database: %w", err)
	}
	return file, nil
}

func (db *DB) copyBeside(ctx context.Context, kind string) (string, error) {
	if db.where.postgres != "" || db.copies < 0 {
		return "", nil
	}
	stem := db.where.file + "." + kind + "-"
	file := stem + time.Now().UTC().Format("20060102T150405.000000Z")
	if err := db.copyTo(ctx, file); err != nil {
		return "", err
	}
	db.dropOldCopies(ctx, stem)
	return file, nil
}

// copyTo writes a sibling first and renames it, so that a copy under its own
// name is whole.
func (db *DB) copyTo(ctx context.Context, file string) error {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return &Trouble{What: "there is already a file of that name", Do: "choose another name, or move the file away", Err: err}
	}
	part := file + partMark
	if err := errors.Join(removeIfThere(part), makeFile(part)); err != nil {
		return err
	}
	if err := db.vacuumInto(ctx, part); err != nil {
		return errors.Join(db.dialect.explain(err), removeIfThere(part))
	}
	// Link, unlike Rename, does not overwrite a file that came meanwhile; not
	// every file system has it.
	if err := os.Link(part, file); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return errors.Join(err, removeIfThere(part))
		}
		return os.Rename(part, file)
	}
	return os.Remove(part)
}

// vacuumInto writes a copy to a file that is empty. It has a connection of its
// own, since the writer is wanted meanwhile: a copy reads for as long as a second
// for 200,000 lines.
func (db *DB) vacuumInto(ctx context.Context, file string) (err error) {
	own, err := connect(db.where, pragmas)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	_, err = own.ExecContext(ctx, `VACUUM INTO $1`, file)
	return err
}

func removeIfThere(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// dropOldCopies keeps the newest copies whose names begin with stem, and none
// that were never finished. The names hold the time, so that their order is
// theirs.
func (db *DB) dropOldCopies(ctx context.Context, stem string) {
	entries, err := os.ReadDir(filepath.Dir(stem))
	if err != nil {
		db.log.LogAttrs(ctx, slog.LevelWarn, "old copies of the database stay", slog.Any("err", err))
		return
	}
	var copies, over []string
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), filepath.Base(stem))
		file := filepath.Join(filepath.Dir(stem), e.Name())
		switch {
		case !ours:
		case strings.HasSuffix(name, "Z"):
			copies = append(copies, file)
		case strings.Contains(name, "Z"+partMark): // or its journal
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > partDead {
				over = append(over, file)
			}
		}
	}
	slices.Sort(copies)
	over = append(over, copies[:max(0, len(copies)-cmp.Or(db.copies, copiesKept))]...)
	for _, old := range over {
		if err := os.Remove(old); err != nil {
			db.log.LogAttrs(ctx, slog.LevelWarn, "an old copy of the database stays", slog.Any("err", err))
		}
	}
}
