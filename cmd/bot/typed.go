package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"os"
)

// typed yields the lines that are typed, without their ends, until the input
// ends. An error comes last, with an empty line; it is ctx's when that is done
// while nobody types.
func (a *app) typed(ctx context.Context) iter.Seq2[string, error] {
	type line struct {
		text string
		err  error
	}
	return func(yield func(string, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		lines := make(chan line)
		go func() {
			defer close(lines)
			send := func(l line) bool {
				select {
				case lines <- l:
					return true
				case <-ctx.Done():
					return false
				}
			}
			in := bufio.NewScanner(patient(ctx, a.in))
			for in.Scan() {
				if !send(line{text: in.Text()}) {
					return
				}
			}
			err := in.Err()
			if errors.Is(err, bufio.ErrTooLong) {
				err = errors.New("what was typed has more than 64 kB in one line: say it in several")
			}
			if err != nil {
				send(line{err: err})
			}
		}()
		for {
			select {
			case l, ok := <-lines:
				if !ok || !yield(l.text, l.err) || l.err != nil {
					return
				}
			case <-ctx.Done():
				yield("", ctx.Err())
				return
			}
		}
	}
}

// patient returns in, but so that nobody is stuck in reading a terminal, which
// nothing interrupts: it waits for something to read or for the end of ctx.
func patient(ctx context.Context, in io.Reader) io.Reader {
	f, ok := in.(*os.File)
	if !ok {
		return in
	}
	return readerFunc(func(b []byte) (int, error) {
		if err := readable(ctx, f); err != nil {
			return 0, err
		}
		return f.Read(b)
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
