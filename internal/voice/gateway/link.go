package gateway

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A link is one websocket of a session. The goroutine of Run owns it; one reads
// for it and one writes for it.
type link struct {
	*session
	socket Socket

	open  bool // the server knows us: what others want to say may be sent
	heart heart
	timer *time.Timer // of the next heartbeat
	due   bool        // a heartbeat waits for the writer
	beat  outgoing

	// What has to come in time; nil when it has, or is not asked for.
	hello, answer, description <-chan time.Time

	frames  chan received
	wire    chan outgoing
	written chan error
	writing *outgoing // what the writer has
}

type received struct {
	binary bool
	frame  []byte
	err    error
}

func newLink(s *session, socket Socket) *link {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &link{
		session: s, socket: socket, timer: timer,
		frames: make(chan received), wire: make(chan outgoing), written: make(chan error),
	}
}

// serve serves the websocket until it is gone, and returns why. If ctx was done
// that is not an error of anybody's: the websocket was closed as it should be.
func (l *link) serve(ctx context.Context) error {
	// A context that is done breaks a websocket without a close frame, so the
	// two that use it get one that ends behind the close frame.
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	closing := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { l.read(life, closing) })
	wg.Go(func() { l.write(life, closing) })

	err := l.loop(ctx)
	code := Abnormal
	if ctx.Err() != nil {
		code = Normal
	}
	close(closing)
	_ = l.socket.Close(code, "") // it is gone one way or the other
	cancel()
	wg.Wait()
	l.timer.Stop()
	return err
}

// read reads until the websocket is gone. Once it is being closed it reads on,
// for the other side's close frame, and drops what comes.
func (l *link) read(ctx context.Context, closing <-chan struct{}) {
	for {
		binary, frame, err := l.socket.Read(ctx)
		select {
		case l.frames <- received{binary, frame, err}:
		case <-closing:
		}
		if err != nil {
			return
		}
	}
}

// write writes what it is given, one at a time.
func (l *link) write(ctx context.Context, closing <-chan struct{}) {
	for {
		select {
		case m := <-l.wire:
			err := m.write(ctx, l.socket)
			select {
			case l.written <- err:
			case <-closing:
				return
			}
		case <-closing:
			return
		}
	}
}

// loop is the life of the websocket. It never waits for anything in particular.
func (l *link) loop(ctx context.Context) error {
	for {
		next, wire := l.next()
		var out <-chan outgoing
		if len(l.pending) == 0 {
			out = l.out
		}
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case f := <-l.frames:
			err = l.receive(ctx, f)
		case m := <-out:
			l.pending = append(l.pending, m)
		case wire <- next:
			l.wrote(next)
		case err = <-l.written:
			if err == nil {
				l.sent()
			}
		case <-l.timer.C:
			err = l.tick()
		case <-l.hello:
			err = silent(OpHello)
		case <-l.answer:
			err = silent(l.awaited())
		case <-l.description:
			// Another websocket would not help: the session is at fault.
			err = &EndError{Verdict: Rejoin, Err: silent(OpDescription)}
		}
		if err != nil {
			return err
		}
	}
}

// awaited is the op that answer is about.
func (l *link) awaited() Op {
	if l.open {
		return OpReady
	}
	return OpResumed
}

// next returns what is to be written next, and the writer's channel if there is
// anything and the writer is free. Heartbeats go first.
func (l *link) next() (outgoing, chan<- outgoing) {
	switch {
	case l.writing != nil:
	case l.due:
		return l.beat, l.wire
	case l.open && len(l.pending) > 0:
		return l.pending[0], l.wire
	}
	return outgoing{}, nil
}

// wrote notes that the writer has taken m.
func (l *link) wrote(m outgoing) {
	l.writing = &m
	l.recent.add(m.op)
	if m.pulse {
		l.due = false
	}
	if m.op == OpSelectProtocol { // the answer may be here before the writer is
		l.asked = &m
		l.description = time.After(describeWait)
	}
}

// sent notes that the writer is done. Only now is the message not pending any
// more: one that a websocket broke under is sent again on the next.
func (l *link) sent() {
	m := l.writing
	l.writing = nil
	if m.pulse {
		return
	}
	l.pending = slices.Delete(l.pending, 0, 1)
}

// tick sends the heartbeat that is due.
func (l *link) tick() error {
	now := time.Now()
	if l.heart.silent(now) {
		return ErrNoAck
	}
	l.heart.tick(now)
	l.timer.Reset(l.heart.next.Sub(now))
	return l.pulse(now)
}

// pulse makes a heartbeat due at once.
func (l *link) pulse(now time.Time) (err error) {
	l.beat, err = encode(OpHeartbeat, Heartbeat{T: l.heart.beat(now), SeqAck: l.seq.last})
	l.beat.pulse, l.due = true, err == nil
	return err
}

// hear starts the heart.
func (l *link) hear(h Hello) {
	now := time.Now()
	l.heart.hello(now, h.Interval, min(max(l.o.jitter(), 0), 1))
	l.timer.Reset(l.heart.next.Sub(now))
	l.hello = nil
}
