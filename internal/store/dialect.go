package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// A dialect is what differs between the two databases.
type dialect struct {
	goose      goose.Dialect
	migrations string // directory of package migrations
	// open opens the pools and sees that the database answers. create lets it
	// make a database that is not there.
	open func(ctx context.Context, where location, create bool) (writer, reader *sql.DB, err error)
	// snapshot makes a transaction of the reader see one state only.
	snapshot *sql.TxOptions
	// explain turns an error of the driver into a [Trouble] if it is one that
	// somebody can do something about, and leaves it alone otherwise.
	explain func(error) error
	// wipe is run when words were deleted, so that nothing of them is left in any
	// file; empty if there is nothing to do.
	wipe string
	// hasTable counts the tables called $1.
	hasTable string
	// locker keeps two migrations apart. SQLite's write lock does by itself.
	locker func() (lock.SessionLocker, error)
}
