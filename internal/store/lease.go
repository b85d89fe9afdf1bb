package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"glyphoxa/internal/transcript"
)

const (
	// leaseTerm is how long a holder that does not renew is still believed.
	leaseTerm = 30 * time.Second
	// leaseBeat leaves room for two failures within a term.
	leaseBeat = 10 * time.Second
)

// A Lease is the right to hold sessions on a database, which one process has
// at a time. Reading and writing needs none: the command line works beside the
// holder.
type Lease struct {
	db    *DB
	token string
}

// A HeldError says who has the lease.
type HeldError struct {
	Holder string
	Host   string
	PID    int
	Since  time.Time
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("another glyphoxa is using this database: %s, host %s, pid %d, since %s; stop it first, or give this one its own database",
		e.Holder, e.Host, e.PID, e.Since.Local().Format("2006-01-02 15:04:05"))
}

// ErrLeaseLost says that somebody else took the lease over, since it was not
// renewed in time.
var ErrLeaseLost = errors.New("another glyphoxa took over this database while this one did not answer")

// process tells this life of the process from an earlier one with the same
// pid: in a container every life has pid 1.
var process = transcript.NewID()

type leaseRow struct {
	token, process, holder, host string
	pid                          int
	since, renewed               time.Time
}

// Lease takes the lease for holder, which says what the process is, such as
// "glyphoxa run". If another process has it, the error is a [*HeldError]. The
// lease of a process that is gone is taken over: at once if it ran on this
// host, otherwise 30 seconds after it last renewed. The hosts' clocks are
// compared for that.
func (db *DB) Lease(ctx context.Context, holder string) (*Lease, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("take lease: %w", err)
	}
	l := &Lease{db: db, token: transcript.NewID()}
	now := time.Now()
	err = db.write(ctx, func(tx conn) error {
		old, held, err := readLease(ctx, tx)
		if err != nil {
			return err
		}
		if held && old.inForce(host, now) {
			return old.held()
		}
		// Whoever else saw the same row and was faster has changed the token.
		n, err := tx.exec(ctx, `
			INSERT INTO lease (id, token, process, holder, host, pid, since, renewed) VALUES (1, $1, $2, $3, $4, $5, $6, $6)
			ON CONFLICT (id) DO UPDATE SET token = excluded.token, process = excluded.process, holder = excluded.holder,
				host = excluded.host, pid = excluded.pid, since = excluded.since, renewed = excluded.renewed
			WHERE lease.token = $7`, l.token, process, holder, host, os.Getpid(), now, old.token)
		if err != nil || n > 0 {
			return err
		}
		if old, _, err = readLease(ctx, tx); err != nil {
			return err
		}
		return old.held()
	})
	if err != nil {
		return nil, fmt.Errorf("take lease: %w", err)
	}
	return l, nil
}

func readLease(ctx context.Context, tx conn) (r leaseRow, ok bool, err error) {
	ok, err = tx.row(ctx, `SELECT token, process, holder, host, pid, since, renewed FROM lease WHERE id = 1`, nil,
		&r.token, &r.process, &r.holder, &r.host, &r.pid, micros(&r.since), micros(&r.renewed))
	return r, ok, err
}

func (r leaseRow) held() *HeldError {
	return &HeldError{Holder: r.holder, Host: r.host, PID: r.pid, Since: r.since}
}

// inForce reports whether the holder may still be at work.
func (r leaseRow) inForce(host string, now time.Time) bool {
	if r.host == host {
		if r.pid == os.Getpid() && r.process != process {
			return false // an earlier life
		}
		if !alive(r.pid) {
			return false
		}
	}
	// A holder whose clock is ahead is believed for a term as well, no more.
	age := now.Sub(r.renewed)
	return age < leaseTerm && age > -leaseTerm
}

// Run renews the lease until ctx is done, and then returns nil. It returns
// [ErrLeaseLost] when somebody else has it; the holder should then end its
// sessions. A database that does not answer is tried again.
func (l *Lease) Run(ctx context.Context) error {
	tick := time.NewTicker(leaseBeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := l.renew(ctx)
		switch {
		case errors.Is(err, ErrLeaseLost):
			return err
		case err != nil && ctx.Err() == nil:
			l.db.log.LogAttrs(ctx, slog.LevelWarn, "lease not renewed", slog.Any("err", err))
		}
	}
}

func (l *Lease) renew(ctx context.Context) error {
	return l.db.write(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE lease SET renewed = $2 WHERE id = 1 AND token = $1`, l.token, time.Now())
		if err == nil && n == 0 {
			err = ErrLeaseLost
		}
		return err
	})
}

// Release gives the lease back. Releasing one that is lost does nothing.
func (l *Lease) Release(ctx context.Context) error {
	err := l.db.write(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `DELETE FROM lease WHERE id = 1 AND token = $1`, l.token)
		return err
	})
	if err != nil {
		return fmt.Errorf("release lease: %w", err)
	}
	return nil
}
