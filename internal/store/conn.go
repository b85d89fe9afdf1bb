package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A conn runs queries: on a pool, or in a transaction. Its errors are
// explained.
type conn struct {
	sql interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
	explain func(error) error
}

func (db *DB) read() conn { return conn{db.reader, db.dialect.explain} }

// snapshot runs fn in a transaction that reads one state of the database,
// whatever others write meanwhile. It is for what takes more than one query.
func (db *DB) snapshot(ctx context.Context, fn func(tx conn) error) error {
	tx, err := db.reader.BeginTx(ctx, db.dialect.snapshot)
	if err != nil {
		return db.dialect.explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return fn(conn{tx, db.dialect.explain})
}

// write runs fn in a transaction of the writer.
func (db *DB) write(ctx context.Context, fn func(tx conn) error) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return db.dialect.explain(err)
	}
	// Nothing once it is committed. It is deferred, since SQLite has one writer,
	// which somebody who recovers from a panic of fn still needs.
	defer func() { _ = tx.Rollback() }()
	if err := fn(conn{tx, db.dialect.explain}); err != nil {
		return err
	}
	return db.dialect.explain(tx.Commit())
}

// wipe sees to it that what was deleted is not left in any file.
func (db *DB) wipe(ctx context.Context) error {
	if db.dialect.wipe == "" {
		return nil
	}
	_, err := db.writer.ExecContext(ctx, db.dialect.wipe)
	return db.dialect.explain(err)
}

// exec runs query and returns how many rows it changed.
func (c conn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := c.sql.ExecContext(ctx, query, bind(args)...)
	if err != nil {
		return 0, c.explain(err)
	}
	return res.RowsAffected()
}

// insertAtOnce is how many rows go into one statement: a round trip to a
// server costs as much as twenty of them.
const insertAtOnce = 50

// insert runs "INSERT INTO into VALUES … then" for rows, many at once. into
// names the table and its columns.
func (c conn) insert(ctx context.Context, into, then string, rows [][]any) error {
	for chunk := range slices.Chunk(rows, insertAtOnce) {
		var values strings.Builder
		var args []any
		for i, row := range chunk {
			if i > 0 {
				values.WriteString(", ")
			}
			var params string
			params, args = in(args, row)
			values.WriteString("(" + params + ")")
		}
		if _, err := c.exec(ctx, `INSERT INTO `+into+` VALUES `+values.String()+` `+then, args...); err != nil {
			return err
		}
	}
	return nil
}

// in returns "$3, $4, …" for values, the next parameters of a query behind args,
// and args with them.
func in[T any](args []any, values []T) (list string, all []any) {
	params := make([]string, len(values))
	for i, v := range values {
		args = append(args, v)
		params[i] = "$" + strconv.Itoa(len(args))
	}
	return strings.Join(params, ", "), args
}

// row scans the first row of query into dst. ok is false if there is none.
func (c conn) row(ctx context.Context, query string, args []any, dst ...any) (ok bool, err error) {
	err = c.each(ctx, query, args, func(scan func(...any) error) error {
		if ok {
			return errDone
		}
		ok = true
		return scan(dst...)
	})
	if errors.Is(err, errDone) {
		err = nil
	}
	return ok, err
}

var errDone = errors.New("no more rows are wanted")

// each calls f for every row of query.
func (c conn) each(ctx context.Context, query string, args []any, f func(scan func(dst ...any) error) error) error {
	rows, err := c.sql.QueryContext(ctx, query, bind(args)...)
	if err != nil {
		return c.explain(err)
	}
	defer func() { _ = rows.Close() }() // rows.Err says more
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return c.explain(rows.Err())
}

// all returns the rows of query as values; fields gives the places of a
// value's columns, in the order in which query selects them.
func all[T any](ctx context.Context, c conn, fields func(*T) []any, query string, args ...any) ([]T, error) {
	var out []T
	err := c.each(ctx, query, args, func(scan func(...any) error) error {
		var v T
		if err := scan(fields(&v)...); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	})
	return out, err
}
