package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func (e engine) testLease(t *testing.T) {
	url := e(t)
	db, other := openURL(t, url), openURL(t, url)
	l, err := db.Lease(t.Context(), "glyphoxa run")
	check(t, err)

	_, err = other.Lease(t.Context(), "glyphoxa run")
	held, ok := errors.AsType[*HeldError](err)
	if !ok {
		t.Fatalf("a second lease: %v, want a HeldError", err)
	}
	host, _ := os.Hostname()
	if held.Holder != "glyphoxa run" || held.Host != host || held.PID != os.Getpid() || time.Since(held.Since) > time.Minute {
		t.Errorf("held by %+v", held)
	}
	if !strings.Contains(err.Error(), host) {
		t.Errorf("the error does not name the host: %v", err)
	}
	// The command line works beside it.
	_, err = other.SaveCampaign(t.Context(), sample())
	check(t, err)

	check(t, l.renew(t.Context()))
	check(t, l.Release(t.Context()))
	l, err = other.Lease(t.Context(), "second")
	check(t, err)

	t.Run("many at once", func(t *testing.T) {
		check(t, l.Release(t.Context()))
		taken := make(chan *Lease, 4)
		var wg sync.WaitGroup
		for i := range cap(taken) {
			db := []*DB{db, other}[i%2]
			wg.Go(func() {
				l, err := db.Lease(t.Context(), "one of many")
				if held, ok := errors.AsType[*HeldError](err); err != nil && (!ok || held.Holder != "one of many") {
					t.Errorf("lease: %v", err)
				}
				if err == nil {
					taken <- l
				}
			})
		}
		wg.Wait()
		if len(taken) != 1 {
			t.Fatalf("%d took the lease, want 1", len(taken))
		}
		l = <-taken
	})
	for _, tt := range []struct {
		name, set string
		taken     bool
	}{
		{"on another host, fresh", `host = 'elsewhere', pid = 1`, false},
		{"on another host, silent", `host = 'elsewhere', renewed = renewed - 31000000`, true},
		{"on another host, clock far ahead", `host = 'elsewhere', renewed = renewed + 3600000000`, true},
		{"process gone", `pid = 999999999`, true},
		{"an earlier life of this pid", `process = 'earlier'`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := db.writer.ExecContext(t.Context(), `UPDATE lease SET `+tt.set)
			check(t, err)
			next, err := db.Lease(t.Context(), "third")
			if (err == nil) != tt.taken {
				t.Fatalf("lease: %v, want it taken: %v", err, tt.taken)
			}
			if !tt.taken {
				return
			}
			if err := l.renew(t.Context()); !errors.Is(err, ErrLeaseLost) {
				t.Errorf("the old holder renews: %v, want %v", err, ErrLeaseLost)
			}
			check(t, l.Release(t.Context())) // takes nothing from the new one
			check(t, next.renew(t.Context()))
			l = next
		})
	}
}

// TestLeaseRun watches the heartbeat in fake time, on the database that needs
// no socket.
func TestLeaseRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		url := sqliteURL(t)
		db := openURL(t, url)
		l, err := db.Lease(t.Context(), "first")
		check(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := l.Run(ctx); err != nil {
				t.Errorf("the lease was lost while it was renewed: %v", err)
			}
		})
		for range 5 {
			time.Sleep(25 * time.Second)
			if _, err := db.Lease(t.Context(), "second"); err == nil {
				t.Fatal("a renewed lease was taken over")
			}
		}
		cancel()
		wg.Wait()
		time.Sleep(leaseTerm)
		_, err = db.Lease(t.Context(), "second")
		check(t, err)
		if err := l.Run(t.Context()); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("run: %v, want %v", err, ErrLeaseLost)
		}
	})
}
