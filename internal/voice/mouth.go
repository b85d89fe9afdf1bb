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
// Frames that are spoken back to back, be it by one Speak or by two, have
// nothing between them: the last of one Speak leaves 20 ms before the first of
// the next is due.
type mouth struct {
	send    func(Packet, time.Time)
	encoder *opus.Encoder

	turn chan struct{}  // holds a token while nobody speaks
	ops  chan operation // to run
	quit func()         // tells run to end
	over chan struct{}  // closed by quit
	done chan struct{}  // closed by run

	// The rest is run's alone.

	lapsed   <-chan struct{} // the context of whoever speaks; nil when it has lapsed
	dropped  bool            // it has lapsed: frames are thrown away until the next begin
	frame    audio.Frame     // waits to leave
	full     bool            // frame is one
	sent     int             // frames that have left since begin
	packet   Packet          // the next one
	running  bool            // a packet, if only of silence, left less than a frame ago
	due      time.Time       // when the next packet may leave
	silences int             // silence frames since the last frame
}

// An operation is something that speak asks of run.
type operation struct {
	kind   opKind
	lapsed <-chan struct{} // begin: frames follow, until it is closed
	frame  audio.Frame     // speech
	left   chan<- int      // end: takes how many have left; room for one
}

type opKind int

const (
	beginOp opKind = iota
	frameOp
	endOp
)

// newMouth returns a mouth that sends by calling send, one packet at a time,
// with the time at which each leaves. The packet's bytes are valid during the
// call.
func newMouth(opts opus.EncoderOptions, send func(Packet, time.Time)) (*mouth, error) {
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
	if !m.ask(operation{kind: beginOp, lapsed: ctx.Done()}) {
		return 0, ErrClosed
	}
	for f, ferr := range frames {
		if err = ferr; err != nil || ctx.Err() != nil || !m.ask(operation{kind: frameOp, frame: *f}) {
			break
		}
	}
	left := make(chan int, 1)
	if !m.ask(operation{kind: endOp, left: left}) {
		return m.sent, ErrClosed // run has ended: sent is nobody's now
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return <-left, err
}

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
		m.lapsed, m.dropped, m.sent = op.lapsed, false, 0
	case endOp:
		m.lapsed = nil
		op.left <- m.sent
	case frameOp:
		select {
		case <-m.lapsed:
			m.drop()
		default:
		}
		switch {
		case m.dropped:
		case m.running:
			m.frame, m.full = op.frame, true
		default:
			m.frame = op.frame
			m.skip(time.Now())
			m.running, m.due = true, time.Now()
			m.speech()
		}
	}
}

// drop throws away what has not left.
func (m *mouth) drop() { m.full, m.lapsed, m.dropped = false, nil, true }

// beat sends what is due: a frame, a silence frame, or nothing.
func (m *mouth) beat() {
	if now := time.Now(); now.Sub(m.due) > silenceFrames*audio.FrameDuration {
		m.skip(now) // the machine slept: what follows is not sent in a burst
	}
	switch {
	case m.full:
		m.full = false
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

// speech sends the frame that waits.
func (m *mouth) speech() {
	m.silences = 0
	var err error
	if m.packet.Opus, err = m.encoder.Encode(m.packet.Opus[:0], &m.frame); err != nil {
		// libopus refuses no frame of the right length. Should it, the frame
		// is heard as silence rather than as a hole.
		m.packet.Opus = append(m.packet.Opus[:0], opus.SilenceFrame...)
	}
	m.leave()
	m.sent++
}

func (m *mouth) leave() {
	m.send(m.packet, time.Now())
	m.packet.Seq++
	m.packet.Timestamp += frameSamples
	m.due = m.due.Add(audio.FrameDuration)
}
