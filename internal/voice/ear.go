package voice

import (
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
)

const (
	// concealMost is how many lost packets in a row are made up for. Beyond
	// 60 ms, concealment is not what was said but a hum.
	concealMost = 3
	// gapGrace is how long nothing may come, without a silence frame before,
	// until it counts as silence: below it a gap is the network's doing far
	// more often than the speaker's.
	gapGrace = 300 * time.Millisecond
)

// A Packet is one RTP packet's worth of sound.
type Packet struct {
	Seq       uint16
	Timestamp uint32 // in samples at 48 kHz
	// Source is the stream that it belongs to (RTP's SSRC). A speaker who comes
	// back has another, and begins to count anew.
	Source uint32
	// Opus is empty for a packet that carries nothing, such as one of padding.
	Opus []byte
}

// Options configures an [Ear]. The zero Options is ready to use.
type Options struct {
	// PreRoll is how much sound from before the first voiced sample is handed
	// over with [Began]. Zero means 320 ms. Negative means none, not even the
	// 100 ms that it took to tell speech from noise.
	PreRoll time.Duration
	// Endpoint is how long a silence ends an utterance. Zero means 500 ms.
	Endpoint time.Duration
	// Jitter is how long to wait for a packet that is missing. Zero means
	// 60 ms.
	Jitter time.Duration
	// Longest is how long an utterance may last until it is ended and goes on
	// as another: in a pause, if there is one in the last fifth of it. Zero
	// means 30 s.
	Longest time.Duration
	// Threshold is the probability from which a window counts as speech. Zero
	// means 0.5.
	Threshold float64
}

func (o Options) withDefaults() Options {
	if o.PreRoll == 0 {
		o.PreRoll = 320 * time.Millisecond
	}
	if o.Endpoint <= 0 {
		o.Endpoint = 500 * time.Millisecond
	}
	if o.Jitter <= 0 {
		o.Jitter = 60 * time.Millisecond
	}
	if o.Longest <= 0 {
		o.Longest = 30 * time.Second
	}
	if o.Threshold <= 0 {
		o.Threshold = 0.5
	}
	return o
}

// Counters says what became of a speaker's packets, stage by stage: when
// nothing is heard, the first one that stands still shows where it is lost.
type Counters struct {
	Received  int64
	Late      int64 // came after they were given up, or from far off
	Duplicate int64
	Restarts  int64 // the sender began to count anew
	Lost      int64 // never came
	Concealed int64 // of the lost, those made up for
	Bad       int64 // not Opus
	Silence   int64 // Discord's silence frames
	Decoded   int64
	Utterance int64 // utterances begun
}

// An Ear turns one speaker's packets into events. It does no I/O, starts
// nothing and has no clock: whoever owns it passes the time and calls
// [Ear.Tick] when [Ear.Next] has come. It belongs to one goroutine at a time.
//
// The end of speech runs on time, not on packets: Discord's clients send five
// silence frames and then nothing. After a silence frame, silence counts at
// once; without one a gap counts only from its 300th millisecond on. A gap in
// the timestamps is a pause; it is loss only where sequence numbers are
// missing too. Short loss is made up for, and long loss leaves a hole as long
// as what is missing, so that words on both sides are never joined.
type Ear struct {
	opts    Options
	order   reorder
	decoder *opus.Decoder
	listen  listener
	pcm     []int16 // room for what is decoded
	count   Counters
	closed  bool

	source uint32 // of the last packet

	// Of the last packet played; played is false when there was none.
	played bool
	endTS  uint32    // the timestamp after it
	last   time.Time // when it came
	silent bool      // it was a silence frame
}

// NewEar returns an ear for one speaker.
func NewEar(speaker transcript.SpeakerID, opts Options) *Ear {
	opts = opts.withDefaults()
	return &Ear{
		opts:    opts,
		order:   reorder{wait: opts.Jitter},
		decoder: opus.NewDecoder(audio.Speech),
		listen:  newListener(speaker, opts),
	}
}

// Packet takes a packet that came at now, appends what it makes known to dst,
// and returns the extended slice, as append does. It does not keep p.Opus.
func (e *Ear) Packet(dst []Event, p Packet, now time.Time) []Event {
	if e.closed {
		return dst
	}
	dst = e.Tick(dst, now) // what time has decided comes before the packet
	e.count.Received++
	if p.Source != e.source {
		if e.order.begun {
			dst = e.play(dst, now, true)
			e.order.restart(p.Seq)
			e.anew()
		}
		e.source = p.Source
	}
	switch v := e.order.offer(p, now); v {
	case kept:
		return e.play(dst, now, false)
	case late:
		e.count.Late++
	case duplicate:
		e.count.Duplicate++
	case ahead, anew:
		dst = e.play(dst, now, true)
		lost := e.order.restart(p.Seq)
		if v == anew {
			lost = 0
			e.anew()
		}
		e.order.offer(p, now)
		s, _ := e.order.take(now, true)
		dst = e.sound(dst, s, lost)
	}
	return dst
}

// anew forgets the stream so far: what comes next is another.
func (e *Ear) anew() {
	e.count.Restarts++
	e.decoder.Reset()
	e.played = false
}

// Tick appends what the passing of time alone makes known: packets that are
// waited for no longer, pauses, ends.
func (e *Ear) Tick(dst []Event, now time.Time) []Event {
	if e.closed {
		return dst
	}
	e.listen.now = now
	dst = e.play(dst, now, false)
	return e.listen.tick(dst, e.gapFrom())
}

// Next returns when Tick has something to say if no packet comes before; zero
// means never.
func (e *Ear) Next() time.Time {
	if e.closed {
		return time.Time{}
	}
	a, b := e.order.deadline(), e.listen.deadline(e.gapFrom())
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// SetEndpoint changes how long a silence ends the utterance that is open; the
// next one has Options.Endpoint again.
func (e *Ear) SetEndpoint(d time.Duration) { e.listen.endpoint = d }

// Close ends the speaker's utterance, if one is open, with all that came of
// it. Afterwards the ear takes nothing.
func (e *Ear) Close(dst []Event, now time.Time) []Event {
	if e.closed {
		return dst
	}
	e.listen.now = now
	dst = e.play(dst, now, true)
	dst = e.listen.finish(dst)
	e.closed = true
	return dst
}

// Counters returns what became of the packets so far.
func (e *Ear) Counters() Counters {
	c := e.count
	c.Utterance = e.listen.begun
	return c
}

// gapFrom is from when on it counts as silence that nothing comes.
func (e *Ear) gapFrom() time.Time {
	if e.silent {
		return e.last
	}
	return e.last.Add(gapGrace)
}

// play hears the packets whose turn it is.
func (e *Ear) play(dst []Event, now time.Time, force bool) []Event {
	for {
		s, lost := e.order.take(now, force)
		if s == nil {
			return dst
		}
		dst = e.sound(dst, s, lost)
	}
}

// sound hears one packet, before which lost others never came.
func (e *Ear) sound(dst []Event, s *slot, lost int) []Event {
	e.count.Lost += int64(lost)
	if len(s.opus) == 0 {
		return dst // its number is all there is of it
	}
	info, err := opus.Parse(s.opus)
	if err != nil {
		// Its 20 ms are a hole that the next packet's timestamp shows.
		e.count.Bad++
		return dst
	}
	length := info.Duration()
	e.pcm = e.pcm[:0]
	if e.played {
		missing := e.missing(s, lost, length)
		switch {
		case lost > 0 && lost <= concealMost && missing == time.Duration(lost)*length:
			e.conceal(s, lost, length)
		case lost > concealMost:
			e.decoder.Reset()
			fallthrough
		default:
			dst = e.hole(dst, missing, s.at.Add(-length))
		}
	}
	e.played, e.last, e.silent = true, s.at, opus.IsSilence(s.opus)
	e.endTS = s.ts + uint32(audio.Discord.Samples(length))

	if e.silent {
		// It is not decoded: no encoder made it, and the decoder stays in step
		// with the one that made what comes after.
		e.count.Silence++
		dst = e.listen.hear(dst, e.pcm, s.at.Add(-length))
		return e.listen.silence(dst, length, 0, s.at)
	}
	if e.pcm, err = e.decoder.Decode(e.pcm, s.opus); err != nil {
		e.count.Bad++
	} else {
		e.count.Decoded++
	}
	return e.listen.hear(dst, e.pcm, s.at)
}

// missing is how much time lies between the packet before and this one.
func (e *Ear) missing(s *slot, lost int, length time.Duration) time.Duration {
	gap := int32(s.ts - e.endTS) // timestamps wrap around
	switch {
	case gap > 0:
		return audio.Discord.Duration(int(gap))
	case gap < 0:
		return time.Duration(lost) * length // a clock that jumps back says nothing
	case e.silent:
		// Some clients stop their clock while they are silent.
		if wait := s.at.Sub(e.last) - length; wait > 2*audio.FrameDuration {
			return wait
		}
	}
	return 0
}

// conceal makes up for lost packets before s, the last of them with what error
// correction s carries.
func (e *Ear) conceal(s *slot, lost int, length time.Duration) {
	for i := range lost {
		var err error
		if i == lost-1 {
			e.pcm, err = e.decoder.Recover(e.pcm, s.opus)
		} else {
			e.pcm, err = e.decoder.Conceal(e.pcm, length)
		}
		if err == nil {
			e.count.Concealed++
		}
	}
}

// hole hears that for a time, up to a moment, nothing was sent or nothing
// came.
func (e *Ear) hole(dst []Event, d time.Duration, until time.Time) []Event {
	if d <= 0 {
		return dst
	}
	grace := gapGrace
	if e.silent {
		grace = 0
	}
	return e.listen.silence(dst, d, grace, until)
}
