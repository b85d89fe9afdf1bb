package command

import (
	"context"
	"runtime"
)

// Slots bounds how many programs run at once. All the programs of a bot share
// one, since they share the machine's cores. A nil *Slots sets no bound.
type Slots struct {
	free chan struct{}
}

// NewSlots returns slots for n programs. Zero or less means one for each core.
func NewSlots(n int) *Slots {
	if n <= 0 {
		n = runtime.NumCPU()
	}
	return &Slots{free: make(chan struct{}, n)}
}

// acquire waits for a slot. The caller calls release once.
func (s *Slots) acquire(ctx context.Context) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s == nil {
		return func() {}, nil
	}
	select {
	case s.free <- struct{}{}:
		return func() { <-s.free }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
