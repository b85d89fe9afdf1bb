package voice

import (
	"slices"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/vad"
)

const (
	// onsetWindows in a row begin an utterance: 96 ms. A click, a cough's
	// first burst, a key on a keyboard are shorter.
	onsetWindows = 3
	// stirWindows in a row may be such an onset: 64 ms.
	stirWindows = 2
	// pauseSilence in a row is a pause: three windows. The closure before a
	// "t" or a "k" is shorter.
	pauseSilence = 96 * time.Millisecond
	// resumeWindows in a row end a pause: 64 ms, so that the release of a last
	// consonant does not.
	resumeWindows = 2
	// seamWindows of a pause go with what comes after it when an utterance is
	// continued there: 64 ms, for a first sound that is too soft to be a voice.
	seamWindows = 2
	// keepThreshold is how far below the threshold the probability may fall
	// while somebody speaks.
	keepThreshold = 0.15

	window = vad.Window
)

// What a window holds, in order of precedence when it holds several.
type content int

const (
	silence content = iota // known to be silence, without asking the detector
	unknown                // a hole that may have held anything
	sound                  // for the detector to judge
)

// A listener cuts one speaker's sound, without gaps and with the time of its
// end, into utterances.
type listener struct {
	speaker  transcript.SpeakerID
	opts     Options
	now      time.Time // set by the ear
	detector *vad.Detector
	stale    bool // the detector has not heard the windows before

	win     [window]int16
	filled  int
	content content
	until   time.Time // the end of the last whole window
	preroll []int16   // the latest sound outside of an utterance, or in its pause

	open     bool
	paused   bool
	run      int       // voiced windows in a row, at an onset or in a pause
	runAt    time.Time // when the run began
	quiet    int       // samples of silence since the last voiced one
	voiced   time.Time // the last voiced sample
	length   int       // samples handed over
	back     []int16   // the latest of a pause, until it is known on which side of a seam it is
	endpoint time.Duration
	begun    int64
}

func newListener(speaker transcript.SpeakerID, opts Options) listener {
	keep := audio.Speech.Samples(max(opts.PreRoll, 0)) + onsetWindows*window
	return listener{
		speaker:  speaker,
		opts:     opts,
		detector: vad.NewDetector(),
		preroll:  make([]int16, 0, 2*keep),
		back:     make([]int16, 0, (resumeWindows+seamWindows)*window),
	}
}

// hear takes sound that ended at a moment.
func (l *listener) hear(dst []Event, pcm []int16, end time.Time) []Event {
	for len(pcm) > 0 {
		n := copy(l.win[l.filled:], pcm)
		pcm = pcm[n:]
		dst = l.fill(dst, n, sound, end.Add(-audio.Speech.Duration(len(pcm))))
	}
	return dst
}

// silence takes a time in which there was nothing to hear, up to a moment.
// Until grace has passed it may have been a hole.
func (l *listener) silence(dst []Event, d, grace time.Duration, end time.Time) []Event {
	if !l.open && d > gapGrace {
		l.forget() // sound from before is no pre-roll to what comes
		return dst
	}
	// An utterance ends before this much has passed, whatever a stranger's
	// timestamps say.
	left := audio.Speech.Samples(min(d, grace+l.opts.Longest))
	hole := min(left, audio.Speech.Samples(grace))
	for open := l.open; left > 0 && l.open == open; {
		n := min(left, window-l.filled)
		what := silence
		if hole > 0 {
			n, what = min(n, hole), unknown
			hole -= n
		}
		clear(l.win[l.filled : l.filled+n])
		left -= n
		dst = l.fill(dst, n, what, end.Add(-audio.Speech.Duration(left)))
	}
	return dst
}

// fill says that n more samples stand in the window.
func (l *listener) fill(dst []Event, n int, what content, end time.Time) []Event {
	l.filled += n
	l.content = max(l.content, what)
	if l.filled < window {
		return dst
	}
	what = l.content
	l.filled, l.content = 0, silence
	// A burst brings more sound than time has passed for. It is all of now.
	if end.Before(l.until) {
		end = l.until
	}
	l.until = end
	return l.judge(dst, what, end)
}

// judge takes a whole window.
func (l *listener) judge(dst []Event, what content, end time.Time) []Event {
	voiced := l.hears(what)
	if !l.open {
		return l.wait(dst, voiced, end)
	}
	dst = l.take(dst)
	dst = l.turn(dst, what, voiced, end)
	return l.over(dst, end)
}

// hears reports whether the window has a voice in it.
func (l *listener) hears(what content) bool {
	if what != sound {
		l.stale = true
		return false
	}
	if l.stale {
		l.detector.Reset()
		l.stale = false
	}
	threshold := l.opts.Threshold
	if l.open && !l.paused {
		threshold -= keepThreshold
	}
	return float64(l.detector.Probability(&l.win)) >= threshold
}

// take has the window be of the utterance that is open.
func (l *listener) take(dst []Event) []Event {
	if l.paused {
		// Should the utterance end here, this may already be the start of the next:
		// a first sound that is too soft, or too short so far, to be a voice.
		l.keep()
		if l.length >= l.long() {
			return l.keepBack(dst)
		}
	}
	return l.hand(dst, l.win[:])
}

// turn says whether a pause has begun with the window, or has ended.
func (l *listener) turn(dst []Event, what content, voiced bool, end time.Time) []Event {
	switch {
	case voiced && l.paused:
		l.streak(end)
		l.quiet += window
		switch {
		case l.run < resumeWindows:
		case len(l.back) > 0:
			return l.seam(dst, end)
		default:
			l.paused, l.quiet, l.voiced = false, 0, end
			l.preroll = l.preroll[:0]
			return append(dst, Resumed{l.speaker, l.runAt})
		}
	case voiced:
		l.quiet, l.voiced = 0, end
	case what != unknown:
		l.run = 0
		l.quiet += window
		if !l.paused && l.quiet >= audio.Speech.Samples(pauseSilence) {
			return l.pause(dst)
		}
	}
	return dst
}

// over ends the utterance when there was silence for long enough, or when it is as
// long as one may be: then what is being said goes on as another.
func (l *listener) over(dst []Event, end time.Time) []Event {
	switch {
	case l.quiet >= audio.Speech.Samples(l.endpoint):
		dst = l.end(dst, false)
	case l.length >= audio.Speech.Samples(l.opts.Longest):
		talking := !l.paused
		dst = l.end(dst, talking)
		if talking {
			dst = l.begin(dst, end, end)
		}
	}
	return dst
}

// wait takes a window outside of an utterance.
func (l *listener) wait(dst []Event, voiced bool, end time.Time) []Event {
	l.keep()
	if !voiced {
		l.run = 0
		return dst
	}
	l.streak(end)
	if l.run == stirWindows {
		dst = append(dst, Stirred{l.speaker, l.runAt})
	}
	if l.run < onsetWindows {
		return dst
	}
	before := window // no pre-roll: only the window that decided
	if l.opts.PreRoll >= 0 {
		before = l.run*window + audio.Speech.Samples(l.opts.PreRoll)
	}
	dst = l.begin(dst, l.runAt, end)
	dst = l.hand(dst, l.preroll[max(0, len(l.preroll)-before):])
	l.preroll = l.preroll[:0]
	return dst
}

// keep keeps a window for the pre-roll of the next utterance.
func (l *listener) keep() {
	if len(l.preroll)+window > cap(l.preroll) {
		keep := cap(l.preroll)/2 - window
		l.preroll = append(l.preroll[:0], l.preroll[len(l.preroll)-keep:]...)
	}
	l.preroll = append(l.preroll, l.win[:]...)
}

// streak counts a voiced window that ended at a moment.
func (l *listener) streak(end time.Time) {
	if l.run == 0 {
		l.runAt = end.Add(-audio.Speech.Duration(window))
	}
	l.run++
}

func (l *listener) begin(dst []Event, at, end time.Time) []Event {
	l.open, l.paused, l.run, l.quiet, l.length = true, false, 0, 0, 0
	l.voiced, l.endpoint = end, l.opts.Endpoint
	l.begun++
	return append(dst, Began{l.speaker, at})
}

func (l *listener) pause(dst []Event) []Event {
	l.paused, l.run = true, 0
	l.preroll = l.preroll[:0]
	return append(dst, Paused{l.speaker, l.voiced})
}

func (l *listener) end(dst []Event, more bool) []Event {
	dst = l.handBack(dst)
	l.open, l.paused, l.run, l.quiet = false, false, 0, 0
	return append(dst, Ended{Speaker: l.speaker, Voiced: l.voiced, At: l.now, More: more})
}

// long is from how much sound on, in samples, an utterance goes on as another
// after its next pause. It leaves time for there to be one: a cut through a
// word would cost the word.
func (l *listener) long() int { return audio.Speech.Samples(l.opts.Longest * 4 / 5) }

// keepBack takes a window of a pause after which the utterance is to go on as
// another, and hands over what is surely before that.
func (l *listener) keepBack(dst []Event) []Event {
	if len(l.back) == cap(l.back) {
		dst = l.hand(dst, l.back[:window])
		l.back = append(l.back[:0], l.back[window:]...)
	}
	l.back = append(l.back, l.win[:]...)
	return dst
}

// handBack hands over what was kept back.
func (l *listener) handBack(dst []Event) []Event {
	if len(l.back) > 0 {
		dst = l.hand(dst, l.back)
		l.back = l.back[:0]
	}
	return dst
}

// seam ends the utterance in the pause that is over, and goes on with another.
func (l *listener) seam(dst []Event, end time.Time) []Event {
	at := l.runAt
	dst = append(dst, Ended{Speaker: l.speaker, Voiced: l.voiced, At: l.now, More: true})
	dst = l.begin(dst, at, end)
	l.preroll = l.preroll[:0]
	return l.handBack(dst)
}

// hand hands sound over. The receiver owns it, so it is a copy.
func (l *listener) hand(dst []Event, pcm []int16) []Event {
	l.length += len(pcm)
	return append(dst, Sound{l.speaker, slices.Clone(pcm)})
}

// tick looks at the time; from gapFrom on it counts as silence that nothing
// comes.
func (l *listener) tick(dst []Event, gapFrom time.Time) []Event {
	if !l.open {
		return dst
	}
	if at := l.due(gapFrom, pauseSilence); !l.paused && !l.now.Before(at) {
		dst = l.pause(dst)
	}
	if at := l.due(gapFrom, l.endpoint); !l.now.Before(at) {
		dst = l.finish(dst)
	}
	return dst
}

// deadline is when tick has something to say, zero if never: outside of an
// utterance no clock runs.
func (l *listener) deadline(gapFrom time.Time) time.Time {
	switch {
	case !l.open:
		return time.Time{}
	case !l.paused && pauseSilence < l.endpoint:
		return l.due(gapFrom, pauseSilence)
	}
	return l.due(gapFrom, l.endpoint)
}

// due is when there will have been so much silence if nothing more comes.
func (l *listener) due(gapFrom time.Time, d time.Duration) time.Time {
	return gapFrom.Add(d - audio.Speech.Duration(l.quiet+l.filled))
}

// finish ends the utterance, if one is open, with what has come of it, and
// forgets all sound: the tail of this utterance is not the start of the next.
func (l *listener) finish(dst []Event) []Event {
	if l.open {
		dst = l.handBack(dst)
		if l.filled > 0 {
			dst = l.hand(dst, l.win[:l.filled])
		}
		dst = l.end(dst, false)
	}
	l.forget()
	return dst
}

func (l *listener) forget() {
	l.preroll = l.preroll[:0]
	l.filled, l.content, l.run = 0, silence, 0
	l.stale = true
}
