package bench

import (
	"context"
	"errors"
	"sync"
)

// atOnce does n things at once and returns their errors. One that fails ends the
// others.
func atOnce(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if errs[i] = do(ctx, i); errs[i] != nil {
				cancel()
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// shared has n things done, by so many at once.
func shared(ctx context.Context, n, atATime int, do func(ctx context.Context, i int) error) error {
	work := make(chan int, n)
	for i := range n {
		work <- i
	}
	close(work)
	return atOnce(ctx, min(n, atATime), func(ctx context.Context, _ int) error {
		for i := range work {
			if err := do(ctx, i); err != nil {
				return err
			}
		}
		return nil
	})
}
