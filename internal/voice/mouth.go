package voice

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

// ErrClosed is returned by Speak when there is nobody left to speak to.
var ErrClosed = errors.New("voice: closed")

// ErrUnheard is returned by Speak when for too long nothing could be sent. What
// had not left by then has been thrown away, and the rest was not asked for.
var ErrUnheard = errors.New("voice: no connection to speak through")

// unheardAfter is how long frames wait for a connection that can take them. A
// move or a fresh join takes less than three seconds; an answer that comes
// later than this is none.
const unheardAfter = 10 * time.Second

// silenceFrames is how many silence frames end a stretch of sound: without
// them, clients fill what follows with a guess.
// https://discord.com/developers/docs/topics/voice-connections#voice-data-interpolation
const silenceFrames = 5

// frameSamples is by how much a frame moves the timestamp on.
const frameSamples = uint32(len(audio.Frame{}))

// A mouth sends one stream of frames on time: every 20 ms, on absolute
// deadlines, so that delays do not add up. When no frame is there in time (a
// hold, an underrun, the end: to the mouth they are one) it sends up to five
// silence frames and then nothing; when it goes on, the sequence number
// continues and the timestamp has moved on by the time that has passed.
//
// While packets cannot be sent, be it that the connection is lost or that it has
// no key yet, the frame waits as if the next one were late: nothing counts as
// sent that has not left. After [unheardAfter] it is thrown away.
//
// Frames that are spoken back to back, be it by one Speak or by two, have
// nothing between them: the last of one Speak leaves 20 ms before the first of
// the next is due.
type mouth struct {
	send    func(Packet, time.Time) bool // reports whether it has left
	encoder *opus.Encoder

	turn chan struct{}  // holds a token while nobody speaks
	ops  chan operation // to run
	quit func()         // tells run to end
	over chan struct{}  // closed by quit
	done chan struct{}  // closed by run

	// The rest is run's alone.

	lapsed   <-chan struct{} // the context of whoever speaks; nil when it has lapsed
	dropped  chan<- struct{} // closed by drop, and nil from then on: frames are thrown away until the next begin
	frame    audio.Frame     // waits to leave
	full     bool            // frame is one
	ready    bool            // and packet has it encoded: it could not be sent before
	stuck    time.Time       // since when packets cannot be sent; zero if they can
	unheard  bool            // frames were thrown away for that
	sent     int             // frames that have left since begin
	packet   Packet          // the next one
	running  bool            // a packet, if only of silence, left less than a frame ago
	due      time.Time       // when the next packet may leave
	silences int             // silence frames since the last frame
}

// An operation is something that speak asks of run.
type operation struct {
	kind    opKind
	lapsed  <-chan struct{} // begin: frames follow, until it is closed
	dropped chan<- struct{} // begin: closed when frames are thrown away
	frame   audio.Frame     // speech
	left    chan<- spoken   // end: takes what became of the frames; room for one
}

// spoken is what became of the frames since begin.
type spoken struct {
	sent    int
	unheard bool // the rest could not be sent
}

type opKind int

const (
	beginOp opKind = iota
	frameOp
	endOp
	greetOp // send silence, so that whoever relays it knows us
)

// newMouth returns a mouth that sends by calling send, one packet at a time,
// with the time at which each leaves; send reports whether it has left. The
// packet's bytes are valid during the call.
func newMouth(opts opus.EncoderOptions, send func(Packet, time.Time) bool) (*mouth, error) {
	encoder, err := opus.NewEncoder(opts)
	if err != nil {
		return nil, err
	}
	m := &mouth{
		send: send, encoder: encoder,
		turn: make(chan struct{}, 1), ops: make(chan operation), over: make(chan struct{}), done: make(chan struct{}),
		// "Both should be random at the start":
		// https://www.rfc-editor.org/rfc/rfc3550#section-5.1
		packet: Packet{Seq: uint16(rand.Uint32()), Timestamp: rand.Uint32()},
	}
	m.quit = sync.OnceFunc(func() { close(m.over) })
	m.turn <- struct{}{}
	return m, nil
}

// close stops run, which must have been started, and returns when it has
// ended.
func (m *mouth) close() {
	m.quit()
	<-m.done
}

// speak sends frames, after whoever speaks now. It returns when the last of
// them has left, and how many have. When ctx is cancelled, frames that have
// not left are thrown away.
//
// At most two frames are ahead of what has left: one waits in run, one here.
func (m *mouth) speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (sent int, err error) {
	select {
	case <-m.turn:
		defer func() { m.turn <- struct{}{} }()
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	case <-m.done:
		return 0, ErrClosed
	}
	dropped := make(chan struct{})
	if !m.ask(operation{kind: beginOp, lapsed: ctx.Done(), dropped: dropped}) {
		return 0, ErrClosed
	}
	for f, ferr := range frames {
		if err = ferr; err != nil || ctx.Err() != nil || !m.hand(f, dropped) {
			break
		}
	}
	left := make(chan spoken, 1)
	if !m.ask(operation{kind: endOp, left: left}) {
		return m.sent, ErrClosed // run has ended: sent is nobody's now
	}
	got := <-left
	switch {
	case err != nil:
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case got.unheard:
		err = ErrUnheard
	}
	return got.sent, err
}

// hand hands run a frame and reports whether it was taken. When those before it are
// thrown away it is not: to read on would be to have made, at full speed, what
// nobody will hear.
func (m *mouth) hand(f *audio.Frame, dropped <-chan struct{}) bool {
	select {
	case m.ops <- operation{kind: frameOp, frame: *f}:
		return true
	case <-dropped:
		return false
	case <-m.done:
		return false
	}
}

// greet sends silence frames if nothing is being said.
func (m *mouth) greet() { m.ask(operation{kind: greetOp}) }

// ask hands run an operation and reports whether run was there to take it.
func (m *mouth) ask(op operation) bool {
	select {
	case m.ops <- op:
		return true
	case <-m.done:
		return false
	}
}

// run sends until close.
func (m *mouth) run() {
	defer close(m.done)
	timer := time.NewTimer(0)
	<-timer.C
	defer timer.Stop()
	for {
		ops := m.ops
		if m.full {
			ops = nil // speak waits until the frame has left
		}
		select {
		case op := <-ops:
			m.take(op)
		case <-timer.C:
			m.beat()
		case <-m.lapsed:
			m.drop()
		case <-m.over:
			return
		}
		if m.running {
			timer.Reset(time.Until(m.due))
		}
	}
}

func (m *mouth) take(op operation) {
	switch op.kind {
	case beginOp:
		m.lapsed, m.dropped, m.unheard, m.sent = op.lapsed, op.dropped, false, 0
		m.stuck = time.Time{} // what waited before was called off
	case endOp:
		m.lapsed = nil
		op.left <- spoken{m.sent, m.unheard}
	case greetOp:
		if !m.running {
			m.skip(time.Now())
			m.running, m.due, m.silences = true, time.Now(), 0
		}
	case frameOp:
		select {
		case <-m.lapsed:
			m.drop()
		default:
		}
		switch {
		case m.dropped == nil: // so is this one
		case m.running:
			m.frame, m.full = op.frame, true
		default:
			m.frame = op.frame
			m.skip(time.Now())
			m.running, m.due = true, time.Now()
			m.full = true
			m.speech()
		}
	}
}

// drop throws away what has not left.
func (m *mouth) drop() {
	close(m.dropped)
	m.full, m.ready, m.lapsed, m.dropped = false, false, nil, nil
}

// beat sends what is due: a frame, a silence frame, or nothing.
func (m *mouth) beat() {
	if now := time.Now(); now.Sub(m.due) > silenceFrames*audio.FrameDuration {
		m.skip(now) // the machine slept: what follows is not sent in a burst
	}
	switch {
	case m.full:
		m.speech()
	case m.silences < silenceFrames:
		m.silences++
		m.packet.Opus = append(m.packet.Opus[:0], opus.SilenceFrame...)
		m.leave()
	default:
		m.running = false
	}
}

// skip moves the timestamp on by the frames' worth of time that has passed
// without packets.
func (m *mouth) skip(now time.Time) {
	if m.due.IsZero() {
		return // nothing was ever sent
	}
	if n := now.Sub(m.due) / audio.FrameDuration; n > 0 {
		m.packet.Timestamp += uint32(n) * frameSamples
		m.due = m.due.Add(n * audio.FrameDuration)
	}
}

// speech sends the frame that waits, or has it wait on.
func (m *mouth) speech() {
	if !m.ready {
		var err error
		if m.packet.Opus, err = m.encoder.Encode(m.packet.Opus[:0], &m.frame); err != nil {
			// libopus refuses no frame of the right length. Should it, the frame
			// is heard as silence rather than as a hole.
			m.packet.Opus = append(m.packet.Opus[:0], opus.SilenceFrame...)
		}
		m.ready = true
	}
	if m.leave() {
		m.full, m.ready, m.silences = false, false, 0
		m.sent++
		m.stuck = time.Time{}
		return
	}
	switch now := time.Now(); {
	case m.stuck.IsZero():
		m.stuck = now
	case now.Sub(m.stuck) >= unheardAfter:
		m.stuck, m.unheard = time.Time{}, true
		m.drop()
	}
}

// leave sends the packet and reports whether it has left. Time moves on either
// way; the sequence number only if it has, because a number that is missing is
// a packet that was lost.
func (m *mouth) leave() bool {
	left := m.send(m.packet, time.Now())
	if left {
		m.packet.Seq++
	}
	m.packet.Timestamp += frameSamples
	m.due = m.due.Add(audio.FrameDuration)
	return left
}
