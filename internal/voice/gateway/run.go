package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// pauses are the waits before each try to resume. Their number is the number of
// tries.
var pauses = [...]time.Duration{500 * time.Millisecond, 2 * time.Second, 4 * time.Second}

const (
	// outage is how long a session may be without a websocket. How long Discord
	// keeps one is not published; what has missed so much speech is better
	// begun anew.
	outage = 30 * time.Second
	// steady is how long a websocket must have served until the tries are
	// counted anew. Else a server that resumes and drops would be tried forever.
	steady = time.Minute
)

// eventDepth is how many messages may wait for Handle. They cannot be dropped,
// each builds on the others; so when there are more the session ends. A stage
// greets with two messages for each listener.
const eventDepth = 8192

// eventBytes is how much those may hold together: hundreds of the largest that
// are known.
const eventBytes = 16 * MaxMessage

// Run keeps the session alive until it is over, and calls Handle. When ctx is
// done it closes the websocket with code 1000, which ends the session, and
// returns ctx's error. Every other end is an [*EndError]. Nothing is called any
// more once Run has returned.
func (c *Client) Run(ctx context.Context) error {
	s := &session{Client: c, events: make(chan event, eventDepth), seq: sequence{last: Unnumbered}}
	s.recent.add(OpIdentify)
	var wg sync.WaitGroup
	wg.Go(func() { s.deliver(ctx) })
	err := s.keep(ctx)
	c.once.Do(func() { close(c.over) }) // Handle may be waiting in Send
	close(s.events)
	wg.Wait()
	return err
}

// A session is the state of Run, whose goroutine owns it.
type session struct {
	*Client
	events  chan event
	waiting atomic.Int64 // bytes of the messages in events, or with Handle
	seq     sequence

	ready bool      // Ready has come: there is something to resume
	up    time.Time // since when this websocket has served; zero if it does not
	lost  time.Time // when the last one that did was lost
	cause error     // and why
	tries int       // to resume, since the last steady time

	pending []outgoing // taken from out, not yet written
	asked   *outgoing  // the SelectProtocol that is not answered
	recent  recentOps
	odd     int // messages that were not understood
}

// An event is what deliver passes on: a message, or that the session goes on.
type event struct {
	message Message
	resumed bool
}

// post hands an event to deliver.
func (s *session) post(e event) error {
	if s.waiting.Add(int64(len(e.message.Data))) <= eventBytes {
		select {
		case s.events <- e:
			return nil
		default:
		}
	}
	return &EndError{Verdict: Rejoin, Err: ErrStuck}
}

// deliver calls the owner.
func (s *session) deliver(ctx context.Context) {
	for e := range s.events {
		switch {
		case ctx.Err() != nil: // they do not want to know any more
		case e.resumed:
			s.o.Resumed()
		default:
			s.o.Handle(e.message)
		}
		s.waiting.Add(-int64(len(e.message.Data)))
	}
}

// keep serves one websocket after the other.
func (s *session) keep(ctx context.Context) error {
	l := newLink(s, s.socket)
	l.open = true
	l.hear(s.greeting)
	l.answer = time.After(readyWait)
	why := l.serve(ctx)
	for {
		if ctx.Err() != nil {
			return fmt.Errorf("voice gateway: %w", ctx.Err())
		}
		if err := s.judge(ctx, why); err != nil {
			return err
		}
		why = s.again(ctx)
	}
}

// judge returns the end of the session, or nil if it may be resumed.
func (s *session) judge(ctx context.Context, why error) error {
	if end, ok := errors.AsType[*EndError](why); ok {
		return end
	}
	code := codeOf(why)
	if code.OurMistake() {
		s.o.Log.LogAttrs(ctx, slog.LevelError, "voice gateway refused what was sent",
			slog.Int("code", int(code)), slog.Any("sent", s.recent.list()))
	}
	if v := code.Verdict(); v != Resumable {
		return &EndError{Code: code, Verdict: v, Err: why}
	}
	now := time.Now()
	if !s.up.IsZero() {
		if now.Sub(s.up) >= steady {
			s.tries = 0
		}
		s.up, s.lost, s.cause = time.Time{}, now, why
		s.o.Log.LogAttrs(ctx, slog.LevelInfo, "voice gateway lost", slog.Int("code", int(code)), slog.Any("err", why))
	} else if s.cause != nil {
		why = fmt.Errorf("%w; resuming it: %w", s.cause, why)
	}
	if !s.ready || s.tries == len(pauses) {
		return &EndError{Code: code, Verdict: Rejoin, Err: why}
	}
	return nil
}

// again tries to resume, and serves the new websocket. It returns why that is
// gone, or could not be had.
func (s *session) again(ctx context.Context) error {
	left := outage - time.Since(s.lost)
	trying, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	pause := pauses[s.tries]
	s.tries++
	select {
	case <-trying.Done():
		return trying.Err()
	case <-time.After(pause):
	}
	socket, err := s.dial(trying)
	if err != nil {
		return err
	}
	// Hello may come before or after the answer; there is no need to wait.
	err = s.say(trying, socket, OpResume, Resume{
		Guild: ID(s.o.Guild), Session: s.o.Session, Token: s.o.Token, SeqAck: s.seq.last,
	})
	if err != nil {
		_ = socket.Close(Abnormal, "") // the error in hand tells more
		return err
	}
	s.recent.add(OpResume)
	s.seq.resume()
	l := newLink(s, socket)
	l.hello = time.After(helloWait)
	l.answer = time.After(min(readyWait, outage-time.Since(s.lost)))
	return l.serve(ctx)
}

// recentOps are the last ops that were sent, for the log.
type recentOps struct {
	ops [8]Op
	n   int
}

func (r *recentOps) add(op Op) {
	r.ops[r.n%len(r.ops)] = op
	r.n++
}

// list returns them, the last one last, as plain numbers.
func (r *recentOps) list() []int {
	var all []int
	for i := max(0, r.n-len(r.ops)); i < r.n; i++ {
		all = append(all, int(r.ops[i%len(r.ops)]))
	}
	return all
}
