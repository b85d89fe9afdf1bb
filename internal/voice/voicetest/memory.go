package voicetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// ErrUnreachable is what a dialler says during an outage, or of an endpoint that
// is none of the server's.
var ErrUnreachable = errors.New("voicetest: unreachable")

// Dial opens a websocket in memory. It is a [gateway.Dialer], and works in a
// bubble of synctest if the server was made in it.
func (v *VoiceServer) Dial(ctx context.Context, address string) (gateway.Socket, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("dial voice gateway: %w", err)
	}
	if u.Scheme != "wss" || u.Query().Get("v") != "8" {
		return nil, fmt.Errorf("%w: %s is not version 8 over TLS", ErrUnreachable, address)
	}
	// There and back: a handshake.
	if err := wait(ctx, 2*v.options.Latency); err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed || v.outage || !v.isEndpoint(u.Host) {
		return nil, fmt.Errorf("%w: %s", ErrUnreachable, u.Host)
	}
	client, server := pipe(v.options.Latency)
	v.running.Go(func() { v.serve(context.WithoutCancel(ctx), server) })
	return client, nil
}

// endpoint returns the server's name after so many changes.
func (v *VoiceServer) endpoint(change int) string {
	if v.local != nil {
		return v.local.endpoint(change)
	}
	return fmt.Sprintf("voice%d.test:2053", change+1)
}

// isEndpoint reports whether a name is one that some guild has. One that it had
// before is gone.
func (v *VoiceServer) isEndpoint(host string) bool {
	for _, change := range v.hosts {
		if v.endpoint(change) == host {
			return true
		}
	}
	return false
}

// wait lets time pass.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tubeDepth is how many messages one way of a websocket holds.
const tubeDepth = 4096

// A tube is one way of a websocket in memory. What goes in comes out after the
// latency, in order.
type tube struct {
	latency time.Duration
	filled  chan struct{} // has one when there may be something new

	mu      sync.Mutex
	under   []tubed // way
	broken  bool
	ended   error // what was read at the end, to be read again
	closing bool
}

// A tubed is a message, or the end.
type tubed struct {
	at     time.Time
	binary bool
	frame  []byte
	end    error
}

// errTubeFull is for a reader that does not read.
var errTubeFull = errors.New("voicetest: too many messages under way")

func newTube(latency time.Duration) *tube {
	return &tube{latency: latency, filled: make(chan struct{}, 1)}
}

func (t *tube) put(d tubed) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.broken || t.closing:
		return net.ErrClosed
	case len(t.under) >= tubeDepth && d.end == nil:
		return errTubeFull
	}
	d.at = time.Now().Add(t.latency)
	t.under = append(t.under, d)
	t.closing = d.end != nil
	t.wake()
	return nil
}

// shut ends the tube for its reader, whatever is under way. An end that the other
// side has put in is read all the same: how it left does not depend on whether we
// find out by reading or by writing.
func (t *tube) shut() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		t.under = t.under[max(0, len(t.under)-1):]
	} else {
		t.broken, t.under = true, nil
	}
	t.wake()
}

func (t *tube) wake() {
	select {
	case t.filled <- struct{}{}:
	default:
	}
}

// get returns what comes out next, or how long that takes; forever is for
// nothing under way.
func (t *tube) get() (d tubed, ok bool, in time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.broken:
		return tubed{end: net.ErrClosed}, true, 0
	case t.ended != nil:
		return tubed{end: t.ended}, true, 0
	case len(t.under) == 0:
		return tubed{}, false, time.Hour
	}
	d = t.under[0]
	if in = time.Until(d.at); in > 0 {
		return tubed{}, false, in
	}
	t.under = t.under[1:]
	t.ended = d.end
	return d, true, 0
}

// A memorySocket is one end of a websocket in memory.
type memorySocket struct{ in, out *tube }

func pipe(latency time.Duration) (client, server *memorySocket) {
	down, up := newTube(latency), newTube(latency)
	return &memorySocket{in: down, out: up}, &memorySocket{in: up, out: down}
}

// Read implements [gateway.Socket].
func (s *memorySocket) Read(ctx context.Context) (binary bool, frame []byte, err error) {
	for {
		d, ok, in := s.in.get()
		if ok {
			return d.binary, d.frame, d.end
		}
		t := time.NewTimer(in)
		select {
		case <-t.C:
		case <-s.in.filled:
		case <-ctx.Done():
			t.Stop()
			return false, nil, ctx.Err()
		}
		t.Stop()
	}
}

// Write implements [gateway.Socket].
func (s *memorySocket) Write(ctx context.Context, binary bool, frame []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.in.mu.Lock()
	gone := s.in.broken || s.in.ended != nil
	s.in.mu.Unlock()
	if gone {
		return net.ErrClosed
	}
	return s.out.put(tubed{binary: binary, frame: bytes.Clone(frame)})
}

// Close implements [gateway.Socket].
func (s *memorySocket) Close(code gateway.CloseCode, reason string) error {
	var end error = &gateway.ClosedError{Code: code, Reason: reason}
	if code == gateway.Abnormal {
		end = io.ErrUnexpectedEOF
	}
	err := s.out.put(tubed{end: end})
	s.in.shut()
	return err
}
