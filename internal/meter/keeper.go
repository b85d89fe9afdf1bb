package meter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"glyphoxa/internal/transcript"
)

// A Store adds to what a session has used.
type Store interface {
	AddUsage(ctx context.Context, u transcript.Usage) error
}

const (
	// every is how often a Keeper writes: as much as a crash may take.
	every = 30 * time.Second
	// patience is how long one writing may take, so that the last does not keep
	// the bot from ending.
	patience = 5 * time.Second
)

// A Keeper writes what a meter counts to a store, for one session. A meter has
// one keeper.
//
// The store holds whole numbers, so what is written is the rounded sum less
// what was written before: fractions of a second add up instead of being lost.
// An amount that the store would not take stays due and is tried again: an error
// of the store means that nothing was written.
type Keeper struct {
	log     *slog.Logger
	meter   *Meter
	to      Store
	session transcript.SessionID

	turn    chan struct{} // holds one; whoever has it writes and owns written
	written map[account]int64
}

// NewKeeper returns a keeper that has written nothing.
func NewKeeper(log *slog.Logger, m *Meter, to Store, session transcript.SessionID) *Keeper {
	k := &Keeper{
		log: log, meter: m, to: to, session: session,
		turn: make(chan struct{}, 1), written: make(map[account]int64),
	}
	k.turn <- struct{}{}
	return k
}

// Run writes twice a minute until ctx is done, and then once more, which takes
// 5 s at the most. Its error is that of the last writing; what it names may be
// tried again with [Keeper.Flush].
func (k *Keeper) Run(ctx context.Context) error {
	// The end of the session does not cut off a writing: it would be open
	// whether it was done.
	writing := context.WithoutCancel(ctx)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := k.flushWithin(writing); err != nil {
				k.log.LogAttrs(ctx, slog.LevelWarn, "usage not written, will be tried again", slog.Any("err", err))
			}
		case <-ctx.Done():
			return k.flushWithin(writing)
		}
	}
}

func (k *Keeper) flushWithin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return k.Flush(ctx)
}

// Flush writes what was counted since the last time. It is also for what is
// used after Run has returned, as by a recap. Several goroutines may call it:
// one writes, the others wait.
func (k *Keeper) Flush(ctx context.Context) error {
	select {
	case <-k.turn:
		defer func() { k.turn <- struct{}{} }()
	case <-ctx.Done():
		return fmt.Errorf("keep what was used: %w", ctx.Err())
	}
	var errs []error
	for _, u := range k.meter.Bill().Uses {
		a := account{u.Provider, u.Unit}
		sum := int64(math.Round(u.Amount))
		due := sum - k.written[a]
		if due <= 0 {
			continue
		}
		err := k.to.AddUsage(ctx, transcript.Usage{
			Session: k.session, Provider: u.Provider, Unit: string(u.Unit), Amount: due,
		})
		if err != nil {
			errs = append(errs, fmt.Errorf("keep %d %s of %s: %w", due, u.Unit, u.Provider, err))
			continue
		}
		k.written[a] = sum
	}
	return errors.Join(errs...)
}
