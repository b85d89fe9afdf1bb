package conversation

import (
	"context"
	"iter"
	"math"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// laneQueue holds an utterance's sound on its way to the recogniser: at 32 ms
// a piece, more than the longest utterance there is. If a provider stalls for
// longer, the newest sound is dropped and counted.
const laneQueue = 1200

// A lane is one person's way into the table. The loop owns it.
type lane struct {
	who      transcript.Speaker
	talking  bool      // a voice is to be heard right now
	lastSaid time.Time // when it was last heard
	open     *utterance
	before   *utterance // that what is open continues, having been too long for one
	over     *turn      // that is held for who may be about to speak: see hold.go
	stirred  time.Time  // since when

	unheard bool // somebody says something that is not listened to: see loudspeaker.go
	voice   bool // and at the moment they do
}

// An utterance is being recognised while it is spoken.
type utterance struct {
	who     transcript.Speaker
	scene   Scene // in which it began
	began   time.Time
	voiced  time.Time // last voiced sample; set when it ends
	ended   time.Time // when that was known
	sound   chan []int16
	dropped int
	samples int
	energy  float64            // sum of squares of what is louder than a silent room
	loud    int                // samples of that
	words   *words             // nil until they have come
	struck  bool               // it is not to be listened to
	stop    context.CancelFunc // ends its recognition

	talking      bool          // a voice is to be heard
	since        time.Time     // since when, if it is
	voicedBefore time.Duration // how long one was before that
	lastVoiced   time.Time     // the last sample of one before that
	stretch      int           // how often one began
	pieces       [][]int16     // the sound so far, for those who peek and compare
	soundFrom    time.Time     // when it began

	// How it goes on and what is done before its end: see early.go.
	endpoint   time.Duration // how long a silence ends it; 0 is the usual
	closed     bool          // the recogniser of the whole has all of the sound
	paused     time.Time     // when the latest pause was known
	asked      time.Time     // when the latest peek was begun
	peeked     int           // the stretch whose end that saw; 0 if it saw none
	unask      context.CancelFunc
	considered *guess
	latest     []string   // the words of the latest guess, folded
	changed    time.Time  // when those were others for the last time
	ahead      *headStart // an answer that was begun, or nil
	foresight  foresight  // what was looked up for one before that: see foresee.go
	starts     int        // answers that were begun
	more       bool       // it ended only because it was too long for one
	follows    *utterance // it continues that one
	carried    carried    // what was said in the pieces before it

	murmur bool // it was spoken over an agent, and nobody knows what it was
	echoed int  // the stretch whose end showed that it is an echo; 0 for none

	over          *turn  // what it is spoken over, by one who may interrupt
	holding, held bool   // over is held for it; it has been, or would be but for the agent
	early         bool   // it was looked at after the first moment of this stretch
	guess         *guess // the latest about this stretch
	peeks         int    // how often the recogniser was asked before the end
	peeking       bool   // it is being asked
}

// silentRoom is the level, in dBFS, of sound that says nothing about how loud
// somebody speaks.
const silentRoom = -60.0

// hear takes the next piece of sound.
func (u *utterance) hear(pcm []int16) {
	u.samples += len(pcm)
	u.pieces = append(u.pieces, pcm)
	if u.soundFrom.IsZero() {
		u.soundFrom = time.Now().Add(-u.duration())
	}
	if audio.RMS(pcm) > silentRoom {
		for _, s := range pcm {
			u.energy += float64(s) * float64(s)
		}
		u.loud += len(pcm)
	}
	select {
	case u.sound <- pcm:
	default:
		u.dropped++
	}
}

// heard describes the sound of the utterance for those who judge its words.
func (u *utterance) heard() speech.Heard {
	h := speech.Heard{Level: audio.Floor, Voiced: u.voiced.Sub(u.began)}
	if u.voiced.IsZero() {
		h.Voiced = u.duration()
	}
	if u.loud > 0 {
		h.Level = 10 * math.Log10(u.energy/float64(u.loud)/(32768*32768))
	}
	return h
}

// Words are the end of an utterance: what was recognised.
type words struct {
	utterance *utterance
	text      string
	hyp       speech.Hypothesis
	err       error
	asked     time.Time // when the recogniser was asked, if that was before the end
	at        time.Time // when they were final
	echo      *turn     // what they are an echo of, or nil; set by the loop
}

// begin starts to recognise an utterance of l. Its words come to c.words.
func (r *running) begin(ctx context.Context, l *lane, at time.Time) {
	u := &utterance{who: l.who, scene: r.scene, began: at, sound: make(chan []int16, laneQueue)}
	l.open, l.talking = u, true
	if u.follows, l.before = l.before, nil; u.follows != nil {
		u.scene = u.follows.scene // in which the line began
	}
	u.resume(at)
	r.unread = append(r.unread, u)
	r.getReady(ctx)
	hints := r.hints()
	hints.Priority = r.priority(u, at)
	ctx, u.stop = context.WithCancel(ctx)
	r.wg.Go(func() {
		defer u.stop()
		w := words{utterance: u}
		w.hyp, w.err = r.recognise(ctx, hints, u.sound, func(h speech.Hypothesis) {
			r.suppose(guess{utterance: u, hyp: h, at: time.Now()})
		})
		w.at = time.Now()
		w.text = strings.TrimSpace(w.hyp.Text)
		select {
		case r.words <- w:
		case <-r.over:
		}
	})
}

// recognise returns the last hypothesis for sound, and calls partial with the
// words of those before it.
func (r *running) recognise(ctx context.Context, hints speech.Hints, sound <-chan []int16, partial func(speech.Hypothesis)) (last speech.Hypothesis, err error) {
	for h, err := range r.ears.Recognize(ctx, hints, pieces(ctx, sound)) {
		if err != nil {
			return speech.Hypothesis{}, err
		}
		if last = h; !h.Final && h.Text != "" {
			partial(h)
		}
	}
	return last, ctx.Err()
}

// pieces yields what comes on sound until it is closed or ctx is done.
func pieces(ctx context.Context, sound <-chan []int16) iter.Seq[[]int16] {
	return func(yield func([]int16) bool) {
		for {
			select {
			case pcm, ok := <-sound:
				if !ok || !yield(pcm) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// end closes the utterance that l has open, if any.
func (r *running) end(l *lane, voiced, at time.Time) {
	l.talking = false
	if l.open == nil {
		return
	}
	u := l.open
	l.open = nil
	goesOn := u.talking
	u.pause(voiced)
	u.voiced, u.ended = voiced, at
	if r.streams && !goesOn && !u.changed.IsZero() {
		r.lag = r.lag.with(u.changed.Sub(voiced))
	}
	if goesOn || !r.knows(u) {
		u.close()
	}
}

// close says that no more sound comes: a recogniser that is asked once is asked
// now.
func (u *utterance) close() {
	if !u.closed {
		u.closed = true
		close(u.sound)
	}
}

// leave closes the utterance that l has open, if any, wherever it is.
func (r *running) leave(l *lane, now time.Time) {
	if l.talking {
		l.lastSaid = now
	}
	r.end(l, l.lastSaid, now)
}

// resume says that a voice is heard from a moment on.
func (u *utterance) resume(at time.Time) {
	if u.talking {
		return
	}
	u.talking, u.since = true, at
	u.stretch++
	u.early, u.guess = false, nil
}

// pause says that a voice was last heard at a moment.
func (u *utterance) pause(at time.Time) {
	if u.talking {
		u.voicedBefore += nonNegative(at.Sub(u.since))
		u.talking, u.lastVoiced = false, at
	}
}

// voicedFor returns how long a voice has been heard until now.
func (u *utterance) voicedFor(now time.Time) time.Duration {
	if u.talking {
		return u.voicedBefore + nonNegative(now.Sub(u.since))
	}
	return u.voicedBefore
}

// lastVoicedBy returns when a voice was last heard, until now.
func (u *utterance) lastVoicedBy(now time.Time) time.Time {
	if u.talking {
		return now
	}
	return u.lastVoiced
}

// duration returns how long the utterance's sound is.
func (u *utterance) duration() time.Duration { return audio.Speech.Duration(u.samples) }

// address decides whom a person's line is for, and remembers it. hyp is what
// the recogniser made of it: the zero Hypothesis if it was typed.
func (r *running) address(line transcript.Line, hyp speech.Hypothesis) Decision {
	var d Decision
	d, r.memory = r.meant(line, hyp)
	return d
}

// meant is address without remembering.
func (r *running) meant(line transcript.Line, hyp speech.Hypothesis) (Decision, memory) {
	return address(Heard{
		Text:         line.Text,
		Speaker:      line.Speaker,
		Role:         line.Role,
		At:           line.At,
		Words:        hyp.Words,
		Alternatives: hyp.Alternatives,
	}, Company{
		Agents:        r.scene.Agents,
		Absent:        r.scene.Absent,
		People:        r.people(),
		Language:      r.opts.Campaign.Language,
		GMVoice:       r.opts.GMVoice,
		FollowUp:      r.opts.FollowUp,
		FollowUpAlone: r.opts.FollowUpAlone,
		Chorus:        r.opts.Campaign.Chorus,
		World:         r.ofTheWorld,
	}, r.memory)
}

// implausible returns why the words of an utterance are not worth keeping, or
// nothing.
func (r *running) implausible(u *utterance, h speech.Hypothesis) string {
	_, reason := speech.Plausible(h, u.heard(), r.hints())
	return reason
}

// priority says who is heard first when a recogniser has no room for all: whoever an
// agent holds its breath for, and then those who are talking with one. The name of
// whom they call is not known before they are heard.
func (r *running) priority(u *utterance, at time.Time) int {
	switch {
	case u.holding:
		return 2
	case r.memory.claims[u.who.ID].holds(at, r.opts.FollowUpAlone):
		return 1
	}
	return 0
}

// hints tell the recogniser what to expect at this table.
func (r *running) hints() speech.Hints {
	return speech.Hints{Language: r.opts.Campaign.Language, Names: r.opts.Names}
}
