package voice

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
)

// TableOptions configures a [Table]. The zero TableOptions is ready to use.
type TableOptions struct {
	// Ear configures the ear of each speaker.
	Ear Options
	// Encoder configures what members hear.
	Encoder opus.EncoderOptions
	// Queue is how many events may wait for Hear before Sound is dropped. Zero
	// means 2048: ten seconds of six people talking at once.
	Queue int
	// Out, if not nil, is called with each packet that members hear, silence
	// frames too, and the time at which it leaves, in order and from one
	// goroutine. The packet's bytes are valid during the call, which should
	// be short: the next packet waits for it.
	Out func(p Packet, at time.Time)
}

// A Table is a voice channel inside the program: members hand in packets, and
// what the bot says comes out as packets, at the pace of Discord. By itself it
// hears and speaks without a network; a [Stay] connects it to a channel of
// Discord's, and it outlives every connection of that stay.
//
// Its methods may be called from any goroutine.
type Table struct {
	opts   TableOptions
	mouth  *mouth
	events *queue
	via    atomic.Pointer[sender] // nil: packets go to Out alone

	mu      sync.Mutex // guards what follows, and so all ears
	ears    map[transcript.SpeakerID]*Ear
	gone    Counters // of the ears of speakers who have left
	timer   *time.Timer
	scratch []Event
	closed  bool // nobody is heard any more
}

// NewTable returns a table. It must be closed. It errs when opts.Encoder has an
// option out of its range.
func NewTable(opts TableOptions) (*Table, error) {
	if opts.Queue <= 0 {
		opts.Queue = 2048
	}
	if opts.Out == nil {
		opts.Out = func(Packet, time.Time) {}
	}
	t := &Table{opts: opts, events: newQueue(opts.Queue), ears: map[transcript.SpeakerID]*Ear{}}
	m, err := newMouth(opts.Encoder, t.send)
	if err != nil {
		return nil, fmt.Errorf("set up a table: %w", err)
	}
	t.mouth = m
	go m.run() // until Close, which waits for it
	t.timer = time.AfterFunc(time.Hour, t.tick)
	t.timer.Stop()
	return t, nil
}

// Hear yields what is heard, in order. It may be ranged over once. It ends
// after EndHearing, when all that was heard has been yielded; when ctx is done
// first, the last pair is a nil event and the cause. Breaking out of it leaves
// the table as it is, and what comes afterwards unheard.
func (t *Table) Hear(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		var events []Event
		for open := true; open; {
			events, open = t.events.take(events)
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			if !open {
				return
			}
			select {
			case <-t.events.more:
			case <-ctx.Done():
				yield(nil, context.Cause(ctx))
				return
			}
		}
	}
}

// Speak says frames at the pace of the clock, after whoever speaks now, and
// returns how many have left, when the last of them has. At most two frames
// are asked for ahead of time. When ctx is done, what has not left is thrown
// away, and the error is the cause; an error of frames is returned when the
// frames before it have left. After Close it is [ErrClosed].
//
// frames is ranged over in the caller's goroutine, and a frame is copied
// before the next is asked for. While frames has none in time, members hear
// up to five silence frames and then nothing.
func (t *Table) Speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (sent int, err error) {
	return t.mouth.speak(ctx, frames)
}

// A sender takes a packet out of the program and reports whether it has left.
type sender func(Packet) bool

// through has what is said from now on leave through s. A nil s is a connection
// that is lost: what is said waits for the next one, see [ErrUnheard].
func (t *Table) through(s sender) {
	if s == nil {
		s = func(Packet) bool { return false }
	}
	t.via.Store(&s)
}

// send is where the mouth's packets leave.
func (t *Table) send(p Packet, at time.Time) bool {
	if via := t.via.Load(); via != nil && !(*via)(p) {
		return false
	}
	t.opts.Out(p, at)
	return true
}

// Receive takes a packet that a member has sent just now. It does not keep
// p.Opus. Decoding it takes the caller a fraction of a millisecond; Receive
// waits for nothing else, whatever Hear's reader does.
func (t *Table) Receive(speaker transcript.SpeakerID, p Packet) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	ear := t.ears[speaker]
	if ear == nil {
		ear = NewEar(speaker, t.opts.Ear)
		t.ears[speaker] = ear
	}
	t.scratch = ear.Packet(t.scratch[:0], p, time.Now())
	t.heard()
}

// Leave says that a member has gone, whether or not they have ever said anything.
// What they were saying ends.
func (t *Table) Leave(speaker transcript.SpeakerID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.scratch = t.leave(t.scratch[:0], speaker)
	t.heard()
}

// keep has all those leave who have spoken and are not there any more: who goes while
// there is no connection does so unsaid.
func (t *Table) keep(there func(transcript.SpeakerID) bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.scratch = t.scratch[:0]
	for speaker := range t.ears {
		if !there(speaker) {
			t.scratch = t.leave(t.scratch, speaker)
		}
	}
	t.heard()
}

func (t *Table) leave(dst []Event, speaker transcript.SpeakerID) []Event {
	if ear := t.ears[speaker]; ear != nil {
		dst = ear.Close(dst, time.Now())
		t.gone = t.gone.plus(ear.Counters())
		delete(t.ears, speaker)
	}
	return append(dst, Gone{speaker})
}

// SetEndpoint changes how long a silence ends what a speaker is saying; what
// they say next has the usual delay again.
func (t *Table) SetEndpoint(speaker transcript.SpeakerID, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ear := t.ears[speaker]; ear != nil && !t.closed {
		ear.SetEndpoint(d)
		t.scratch = t.scratch[:0]
		t.heard()
	}
}

// Counters returns what became of everybody's packets so far, and how many
// Sound events were dropped because Hear's reader was slow.
func (t *Table) Counters() (packets Counters, dropped int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	packets = t.gone
	for _, ear := range t.ears {
		packets = packets.plus(ear.Counters())
	}
	return packets, t.events.drops()
}

// hearing reports whether anybody is heard.
func (t *Table) hearing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.closed
}

// EndHearing ends what speakers are saying, and then Hear. What the bot is
// saying goes on, so that it may finish its sentence. It may be called again.
func (t *Table) EndHearing() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.closed = true
	t.timer.Stop()
	t.scratch = t.scratch[:0]
	for _, ear := range t.ears {
		t.scratch = ear.Close(t.scratch, time.Now())
	}
	t.events.put(t.scratch)
	t.events.close()
}

// Close is [Table.EndHearing], and what the bot is saying is cut off. When it
// returns no packet leaves any more. It may be called again.
func (t *Table) Close() {
	t.EndHearing()
	t.mouth.close()
}

// tick runs when the first of the ears wants to know the time.
func (t *Table) tick() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.scratch = t.scratch[:0]
	now := time.Now()
	for _, ear := range t.ears {
		t.scratch = ear.Tick(t.scratch, now)
	}
	t.heard()
}

// heard passes on what stands in scratch and sets the timer for the ear that
// is due first.
func (t *Table) heard() {
	t.events.put(t.scratch)
	clear(t.scratch) // let go of the sound
	var next time.Time
	for _, ear := range t.ears {
		if at := ear.Next(); !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	if next.IsZero() {
		t.timer.Stop()
		return
	}
	t.timer.Reset(time.Until(next))
}

// plus adds two ears' counters up.
func (c Counters) plus(d Counters) Counters {
	c.Received += d.Received
	c.Late += d.Late
	c.Duplicate += d.Duplicate
	c.Restarts += d.Restarts
	c.Lost += d.Lost
	c.Concealed += d.Concealed
	c.Bad += d.Bad
	c.Silence += d.Silence
	c.Decoded += d.Decoded
	c.Utterance += d.Utterance
	return c
}
