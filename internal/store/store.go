// Package store keeps campaigns and what happened in them, in SQLite or in
// PostgreSQL.
//
// [Open] takes a file path or a postgres:// URL and gives a [DB]. What belongs
// to a campaign is reached through [DB.Campaign] alone: every query of a
// [Campaign] names the campaign in its WHERE, so that an unscoped read cannot
// be written. There is a file for each aggregate, the SQL beside the method
// that runs it.
//
// One SQL text serves both databases: $1 parameters, bigint microseconds, JSON
// as text, no NULLs. Values pass one edge ([bind]) that makes every text valid
// UTF-8 without NUL. What truly differs, opening and saying what is wrong, is
// a [dialect].
//
// Searching lines uses an index of our own, kept in an ordinary table (see
// [posting]): neither FTS5 nor PostgreSQL's GIN gives the newest matches of a
// frequent word first without sorting all of them, and theirs differ in what a
// word is.
//
// A write is durable against the death of this process when it returns. When
// the power fails SQLite may lose the last moments, never more: WAL with
// synchronous=NORMAL.
package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A DB is an open database. It is safe for concurrent use.
type DB struct {
	log     *slog.Logger
	dialect *dialect
	where   location
	copies  int     // as in Options
	writer  *sql.DB // SQLite: one connection, so that writers queue here
	reader  *sql.DB
}

// Options say how to open a database. The zero Options opens one that is
// already at this program's version.
type Options struct {
	// Migrate makes a new database and brings an older one up to date, after
	// copying it beside itself. Without it both are refused, with [ErrEmpty]
	// and [ErrVersion].
	Migrate bool

	// Copies is how many copies of each kind, before an upgrade and after a
	// session, stay beside an SQLite file. Zero means three; a negative number
	// means that none is made.
	Copies int
}

// Open opens the database at url: a file path, file:PATH or sqlite:PATH for
// SQLite, postgres://… for PostgreSQL. The caller closes it.
func Open(ctx context.Context, log *slog.Logger, url string, opts Options) (*DB, error) {
	db, err := open(ctx, log, url, opts.Migrate)
	if err != nil {
		return nil, err
	}
	db.copies = opts.Copies
	if opts.Migrate {
		_, err = db.migrate(ctx)
	} else {
		err = db.checkVersion(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// open opens the pools and sees that the database answers. The schema may be
// of any version.
func open(ctx context.Context, log *slog.Logger, url string, create bool) (*DB, error) {
	where, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	db := &DB{log: log, where: where, dialect: &sqliteDialect}
	if where.postgres != "" {
		db.dialect = &postgresDialect
	}
	if db.writer, db.reader, err = db.dialect.open(ctx, where, create); err != nil {
		return nil, err
	}
	return db, nil
}

// Close waits for running queries and closes the database.
func (db *DB) Close() error {
	if db.reader == db.writer {
		return db.writer.Close()
	}
	// The writer goes last: the last connection to leave folds the write-ahead
	// log into the file, and a reader may not.
	return errors.Join(db.reader.Close(), db.writer.Close())
}

// Where names the database for people: the file, or the URL without its
// password.
func (db *DB) Where() string { return db.where.shown }

// A Campaign reads and writes one campaign.
type Campaign struct {
	db *DB
	id transcript.CampaignID
}

// Campaign returns the handle of one campaign. It does not look whether there
// is such a campaign: reading one that is not there finds nothing, and writing
// to it is an error.
func (db *DB) Campaign(id transcript.CampaignID) *Campaign {
	return &Campaign{db: db, id: id}
}

var (
	_ knowledge.Store  = (*Campaign)(nil)
	_ knowledge.Docket = (*Campaign)(nil)
)

// ID returns the id of the campaign.
func (c *Campaign) ID() transcript.CampaignID { return c.id }
