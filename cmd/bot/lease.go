package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"glyphoxa/internal/store"
)

// holding runs do while this process holds the lease of db, so that no other
// begins a session there, or ends this one as if a crash had left it open.
// holder says what the process is. Should another take the lease over, do's
// context ends.
func holding(ctx context.Context, db *store.DB, holder string, do func(context.Context) error) error {
	lease, err := db.Lease(ctx, holder)
	if held, ok := errors.AsType[*store.HeldError](err); ok {
		return held
	}
	if err != nil {
		return err
	}
	work, stop := context.WithCancel(ctx)
	renewed := make(chan error, 1)
	go func() {
		renewed <- lease.Run(work)
		stop()
	}()
	err = do(work)
	stop()
	if lost := <-renewed; lost != nil {
		if errors.Is(err, context.Canceled) {
			err = nil // that is how it ended, not why
		}
		return errors.Join(lost, err)
	}
	// A lease that stays is nobody's once this process is gone: so it is not waited
	// for, and no news beside what went wrong before.
	releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return cmp.Or(err, lease.Release(releasing))
}
