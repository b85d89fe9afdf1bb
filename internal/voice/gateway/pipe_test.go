package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		client, server := Pipe()
		frame := []byte("one")
		if err := client.Write(ctx, false, frame); err != nil {
			t.Fatal(err)
		}
		frame[0] = 'x'
		if err := client.Write(ctx, true, nil); err != nil {
			t.Fatal(err)
		}
		if err := client.Close(4000, "because"); err != nil {
			t.Fatal(err)
		}
		if binary, got, err := server.Read(ctx); binary || string(got) != "one" || err != nil {
			t.Errorf("%v %q %v", binary, got, err)
		}
		if binary, got, err := server.Read(ctx); !binary || len(got) != 0 || err != nil {
			t.Errorf("%v %q %v", binary, got, err)
		}
		for range 2 {
			_, _, err := server.Read(ctx)
			if e, ok := errors.AsType[*ClosedError](err); !ok || *e != (ClosedError{4000, "because"}) {
				t.Errorf("at the end: %v", err)
			}
		}
		if err := server.Write(ctx, false, nil); !errors.Is(err, net.ErrClosed) {
			t.Errorf("writing behind the end: %v", err)
		}
		if _, _, err := client.Read(ctx); !errors.Is(err, net.ErrClosed) {
			t.Errorf("reading what one closed oneself: %v", err)
		}
		if err := server.Close(Normal, ""); !errors.Is(err, net.ErrClosed) {
			t.Errorf("closing twice: %v", err)
		}
	})
}

// TestPipeWaits reads and writes until the other side, the end or the context.
func TestPipeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := client.Read(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("reading: %v", err)
		}
		n := 0
		for server.Write(t.Context(), false, nil) == nil {
			if n++; n == pipeDepth {
				break
			}
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := server.Write(ctx, false, nil); n != pipeDepth || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %d messages: %v", n, err)
		}
		time.AfterFunc(time.Second, func() { _ = client.Close(Abnormal, "") })
		if err := server.Write(t.Context(), false, nil); !errors.Is(err, net.ErrClosed) {
			t.Errorf("writing: %v", err)
		}
		if _, _, err := server.Read(t.Context()); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("reading a broken line: %v", err)
		}
		if _, _, err := client.Read(t.Context()); !errors.Is(err, net.ErrClosed) {
			t.Errorf("reading what one closed, with messages waiting: %v", err)
		}
	})
}
