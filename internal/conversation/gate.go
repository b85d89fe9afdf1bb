package conversation

import (
	"context"
	"sync"
)

// A gate is passed once somebody has opened it. The zero gate is not ready:
// use [newGate].
type gate struct {
	once   sync.Once
	opened chan struct{}
}

func newGate() *gate { return &gate{opened: make(chan struct{})} }

// open lets everybody through, now and later. Opening twice is opening once.
func (g *gate) open() { g.once.Do(func() { close(g.opened) }) }

// isOpen reports whether the gate has been opened.
func (g *gate) isOpen() bool {
	select {
	case <-g.opened:
		return true
	default:
		return false
	}
}

// wait blocks until the gate is open or ctx is done, and returns why it did
// not get through.
func (g *gate) wait(ctx context.Context) error {
	select {
	case <-g.opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
