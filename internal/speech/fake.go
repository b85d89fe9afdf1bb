package speech

import (
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"glyphoxa/internal/audio"
)

// The recogniser and the synthesiser in this file are for tests and
// benchmarks: they take exactly as long as they are told to. Their waiting is
// that of package time, so that it costs nothing in a synctest bubble.

// A Dictation is a recogniser that "hears" the texts of a script, one for each
// utterance, in the order in which the utterances ended. It may be used by
// several goroutines.
//
// Without Streams it is one that is asked once: the text comes Delay after the
// sound has ended. With Streams it hears as it goes: the words that are said up
// to a moment of the sound come Delay after that moment, and the final text
// Delay after the end.
type Dictation struct {
	Script []string // after its end, utterances have no words
	Delay  time.Duration
	// Streams says that partial hypotheses come.
	Streams bool
	// Word is how long a word is said for, when Streams. Zero means 300 ms.
	Word time.Duration
	// Confidence is of every hypothesis.
	Confidence float64
	// Err, if not nil, is the result of every utterance, after Delay.
	Err error

	mu    sync.Mutex
	next  int
	asked []Hints
}

// Recognize implements [Recognizer]. Only with Streams is the text chosen when
// the utterance begins.
func (d *Dictation) Recognize(ctx context.Context, hints Hints, sound iter.Seq[[]int16]) iter.Seq2[Hypothesis, error] {
	return func(yield func(Hypothesis, error) bool) {
		var words []string
		if d.Streams {
			words = strings.Fields(d.take(hints))
		}
		said := 0 // words that were yielded
		more := d.hear(sound, func(known time.Duration) bool {
			n := min(len(words), int(known/d.word()))
			if n <= said {
				return true
			}
			said = n
			return yield(Hypothesis{Text: strings.Join(words[:n], " "), Confidence: d.Confidence}, nil)
		})
		if !more {
			return
		}
		if err := ctx.Err(); err != nil { // which ended the sound, too
			yield(Hypothesis{}, err)
			return
		}
		text := strings.Join(words, " ")
		if !d.Streams {
			text = d.take(hints)
		}
		if err := pause(ctx, d.Delay); err != nil {
			yield(Hypothesis{}, err)
			return
		}
		if d.Err != nil {
			yield(Hypothesis{}, d.Err)
			return
		}
		yield(Hypothesis{Text: text, Final: true, Confidence: d.Confidence}, nil)
	}
}

// hear takes sound to its end, and calls understood with how much of it is known
// whenever that is more. It reports false as soon as understood does.
func (d *Dictation) hear(sound iter.Seq[[]int16], understood func(time.Duration) bool) bool {
	slices := make(chan int)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(slices)
		for s := range sound {
			select {
			case slices <- len(s):
			case <-stop:
				return
			}
		}
	})
	defer wg.Wait()
	defer close(stop)
	var heard hearing
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case n, ok := <-slices:
			if !ok {
				return true
			}
			heard.add(n)
		case <-timer.C:
		}
		if !understood(heard.known(d.Delay)) {
			return false
		}
		if len(heard.recent) > 0 {
			timer.Reset(time.Until(heard.recent[0].at.Add(d.Delay)))
		}
	}
}

func (d *Dictation) word() time.Duration {
	if d.Word == 0 {
		return 300 * time.Millisecond
	}
	return d.Word
}

// A hearing remembers when which part of the sound came: a pre-roll comes all
// at once.
type hearing struct {
	samples int // that came so far
	recent  []arrival
	old     int // samples that came at least the delay ago
}

type arrival struct {
	samples int // so far, with this one
	at      time.Time
}

func (h *hearing) add(n int) {
	h.samples += n
	h.recent = append(h.recent, arrival{h.samples, time.Now()})
}

// known returns how much of the sound came at least delay ago.
func (h *hearing) known(delay time.Duration) time.Duration {
	for len(h.recent) > 0 && time.Since(h.recent[0].at) >= delay {
		h.old = h.recent[0].samples
		h.recent = h.recent[1:]
	}
	return audio.Speech.Duration(h.old)
}

func (d *Dictation) take(hints Hints) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, hints)
	if d.next >= len(d.Script) {
		return ""
	}
	d.next++
	return d.Script[d.next-1]
}

// Asked returns the hints of all utterances so far.
func (d *Dictation) Asked() []Hints {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.asked)
}

// A Tone is a synthesiser that beeps: a pulse for each word, and as much sound
// as the text has letters. The zero Tone makes it all at once, at 24 kHz. It
// may be used by several goroutines.
type Tone struct {
	FirstAudio time.Duration // from the request to the first sound
	// Speed is how much sound is made in a second after that: 2 is twice as
	// fast as it can be played. Zero means all at once.
	Speed float64
	// Rune is how much sound a character of text takes. Zero means 60 ms, about
	// what people need.
	Rune time.Duration
	Rate audio.Rate // zero means 24,000 Hz
	// Known are the voices. Empty means that any name will do.
	Known []string
	// Err, if not nil, ends every utterance after the first ErrAfter of its
	// sound; zero means instead of any. An utterance that is shorter ends well.
	Err      error
	ErrAfter time.Duration

	mu     sync.Mutex
	spoken []Utterance
}

// toneClip is how much sound comes at a time.
const toneClip = 100 * time.Millisecond

// Synthesize implements [Synthesizer].
func (t *Tone) Synthesize(ctx context.Context, u Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		t.mu.Lock()
		t.spoken = append(t.spoken, u)
		t.mu.Unlock()
		if err := pause(ctx, t.FirstAudio); err != nil {
			yield(audio.Clip{}, err)
			return
		}
		began := time.Now()
		pcm, rate := t.beep(u.Text)
		size := rate.Samples(toneClip)
		for at := 0; ; at += size {
			made := rate.Duration(at)
			if t.Err != nil && made >= t.ErrAfter {
				yield(audio.Clip{}, t.Err)
				return
			}
			if at >= len(pcm) {
				return
			}
			if t.Speed > 0 {
				due := began.Add(time.Duration(float64(made) / t.Speed))
				if err := pause(ctx, time.Until(due)); err != nil {
					yield(audio.Clip{}, err)
					return
				}
			}
			if !yield(audio.Clip{Rate: rate, PCM: pcm[at:min(at+size, len(pcm))]}, nil) {
				return
			}
		}
	}
}

// Duration returns how long t speaks for text.
func (t *Tone) Duration(text string) time.Duration {
	per := t.Rune
	if per == 0 {
		per = 60 * time.Millisecond
	}
	return per * time.Duration(utf8.RuneCountInString(text))
}

// beep returns text as pulses of 300 Hz, with a gap for each space.
func (t *Tone) beep(text string) ([]int16, audio.Rate) {
	rate := t.Rate
	if rate == 0 {
		rate = 24000
	}
	pcm := make([]int16, rate.Samples(t.Duration(text)))
	runes := []rune(text)
	for i := range pcm {
		if runes[i*len(runes)/len(pcm)] != ' ' {
			pcm[i] = int16(8000 * math.Sin(2*math.Pi*300*float64(i)/float64(rate)))
		}
	}
	return pcm, rate
}

// Voices implements [Synthesizer].
func (t *Tone) Voices(context.Context) ([]string, error) {
	return slices.Sorted(slices.Values(t.Known)), nil
}

// Spoken returns what t was asked to speak so far.
func (t *Tone) Spoken() []Utterance {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.spoken)
}

// pause waits for d.
func pause(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
