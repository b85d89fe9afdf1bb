package conversation

import (
	"context"
	"iter"
	"sync"
)

// A stream is a sequence that runs in a goroutine of its own, a bounded number
// of values ahead of its reader. It is the only way by which a sequence
// changes goroutine here.
type stream[T any] struct {
	items chan item[T]
}

type item[T any] struct {
	value T
	err   error
}

// ahead starts seq in a goroutine of wg, at most n values beyond the one being
// handed over. The goroutine ends when seq does; it stops offering values when
// ctx is done, so whoever stops reading early cancels ctx. A seq that ignores
// its cancelled context holds up wg, but not the reader.
func ahead[T any](ctx context.Context, wg *sync.WaitGroup, n int, seq iter.Seq2[T, error]) *stream[T] {
	s := &stream[T]{make(chan item[T], n)}
	wg.Go(func() {
		defer close(s.items)
		for v, err := range seq {
			select {
			case s.items <- item[T]{v, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
	return s
}

// next returns the next value. ok is false at the end of the sequence and on
// an error, which comes with a zero value. It returns as soon as ctx is done.
func (s *stream[T]) next(ctx context.Context) (v T, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return v, false, err
	}
	select {
	case it, ok := <-s.items:
		return it.value, ok && it.err == nil, it.err
	case <-ctx.Done():
		return v, false, ctx.Err()
	}
}
