package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

var sqliteDialect = dialect{
	goose:      goose.DialectSQLite3,
	migrations: "sqlite",
	open:       openSQLite,
	snapshot:   nil, // every transaction does
	explain:    explainSQLite,
	// What was overwritten in the file still stands in the log until then. It does
	// not fail if somebody reads: then a later one does it.
	wipe:     `PRAGMA wal_checkpoint(TRUNCATE)`,
	hasTable: `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`,
}

// Pragmas stand in the DSN so that every connection of a pool has them.
const (
	pragmas = "_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)"
	// A transaction that begins as a reader and then writes fails at once when
	// another wrote meanwhile; one that begins as a writer waits its turn. What is
	// deleted is overwritten, so that nobody reads it in the file.
	writerPragmas = pragmas + "&_pragma=secure_delete(1)&_txlock=immediate"
	readerPragmas = pragmas + "&_pragma=query_only(1)&_pragma=cache_size(-8000)"
)

// readers bounds the connections that read at once.
const readers = 4

func openSQLite(ctx context.Context, where location, create bool) (writer, reader *sql.DB, err error) {
	if err := checkFile(where.file, create); err != nil {
		return nil, nil, err
	}
	if writer, err = connect(where, writerPragmas); err != nil {
		return nil, nil, err
	}
	writer.SetMaxOpenConns(1)
	if reader, err = connect(where, readerPragmas); err != nil {
		return nil, nil, errors.Join(err, writer.Close())
	}
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers)
	err = touch(ctx, writer)
	// The first of all connections has the file use a write-ahead log. That takes
	// a lock for which SQLite does not wait, whatever busy_timeout says.
	for wait := 10 * time.Millisecond; isBusy(err) && wait < time.Second; wait *= 2 {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		err = touch(ctx, writer)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open database %s: %w", where.shown, explainSQLite(err)), reader.Close(), writer.Close())
	}
	return writer, reader, nil
}

// connect gives a pool of connections to a file, all with the same settings.
func connect(where location, settings string) (*sql.DB, error) {
	// SQLite reads the part before the question mark as a URI.
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(where.file)}).EscapedPath()}).String()
	db, err := sql.Open("sqlite", name+"?"+settings)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", where.shown, err)
	}
	return db, nil
}

// touch takes the write lock and reads the header, which shows at once what a
// later write in the middle of a session would.
func touch(ctx context.Context, writer *sql.DB) error {
	tx, err := writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	var n int
	return errors.Join(tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master`).Scan(&n), tx.Rollback())
}

// isBusy reports whether somebody else had the lock.
func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == lib.SQLITE_BUSY
}

// makeFile makes an empty file that only its owner may read: it is to hold what
// people say. SQLite would let everybody, and takes over for the files beside it
// what it finds here.
func makeFile(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// checkFile looks for what SQLite would only call "unable to open", and makes
// the file if it may.
func checkFile(file string, create bool) error {
	dir := filepath.Dir(file)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return &Trouble{
			What: "the database's directory " + dir + " does not exist",
			Do:   "create it, or name another place for the database",
			Err:  err,
		}
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !create:
		return &Trouble{
			What: "there is no database at " + file,
			Do:   "check the path, or make a new one with the migrate command",
			Err:  err,
		}
	case errors.Is(err, fs.ErrNotExist):
		if err := makeFile(file); err != nil && !errors.Is(err, fs.ErrExist) {
			return &Trouble{What: "the database file cannot be made", Do: "check that this user may write to its directory", Err: err}
		}
		return nil
	case err != nil:
		return &Trouble{What: "the database " + file + " cannot be reached", Do: "check the path and its permissions", Err: err}
	case info.IsDir():
		return &Trouble{What: "the database " + file + " is a directory", Do: "name a file in it, such as " + filepath.Join(file, "glyphoxa.db")}
	}
	return nil
}

func explainSQLite(err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch e.Code() & 0xff { // the low byte is the primary code
	case lib.SQLITE_FULL:
		return &Trouble{What: "the disk that holds the database is full", Do: "free some space; nothing that was written before is lost", Err: err}
	case lib.SQLITE_NOTADB:
		return &Trouble{What: "the file is not a Glyphoxa database", Do: "check the path; the file was left as it was", Err: err}
	case lib.SQLITE_CORRUPT:
		return &Trouble{What: "the database file is damaged", Do: "stop the program and put the newest copy beside it in its place", Err: err}
	case lib.SQLITE_CANTOPEN, lib.SQLITE_PERM, lib.SQLITE_AUTH:
		return &Trouble{What: "the database file cannot be opened", Do: "check that this user may read and write the file and its directory", Err: err}
	case lib.SQLITE_READONLY:
		return &Trouble{What: "the database is read-only", Do: "give this user the right to write the file and its directory", Err: err}
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return &Trouble{What: "another program has been writing to the database for more than five seconds", Do: "wait for it or stop it, and try again", Err: err}
	case lib.SQLITE_IOERR:
		return &Trouble{What: "the disk that holds the database does not read or write", Do: "check the disk and the space on it", Err: err}
	}
	return err
}
