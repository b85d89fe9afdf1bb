package command

import "context"

// A turnstile lets one at a time through. Unlike at a mutex, whoever waits may
// give up.
type turnstile chan struct{}

func newTurnstile() turnstile { return make(turnstile, 1) }

// enter waits for its turn. It returns how to leave.
func (t turnstile) enter(ctx context.Context) (leave func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
