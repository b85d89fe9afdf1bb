package meter

import (
	"context"
	"iter"
	"sync/atomic"
	"unicode/utf8"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// Recognizer returns r with the sound that it hears counted as heard by a
// provider, the name it has in the configuration.
//
// An utterance counts when it is over: all of it that r took. One that failed
// without a hypothesis costs nothing. One that was cancelled counts if its sound
// had ended by then, since only then had a recogniser that is asked once been
// asked, or if something of it had been understood.
//
// It belongs inside a [speech.Limit]: outside, an utterance that is cancelled
// while it still waits for its place would count.
func (m *Meter) Recognizer(r speech.Recognizer, provider string) speech.Recognizer {
	return &meteredRecognizer{m, r, provider}
}

type meteredRecognizer struct {
	meter    *Meter
	r        speech.Recognizer
	provider string
}

func (m *meteredRecognizer) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		var (
			taken    atomic.Int64 // samples; r may range over sound on another goroutine
			complete atomic.Bool  // r has all the sound that it wants
		)
		counted := func(yield func([]int16) bool) {
			for s := range sound {
				taken.Add(int64(len(s)))
				if !yield(s) {
					complete.Store(true)
					return
				}
			}
			complete.Store(ctx.Err() == nil) // else it is cancelling that ended it
		}
		var (
			understood bool
			failure    error
		)
		defer func() {
			cancelled := failure != nil && ctx.Err() != nil
			if understood || cancelled && complete.Load() {
				m.meter.addIn(ctx, m.provider, use{unit: Seconds, amount: audio.Speech.Duration(int(taken.Load())).Seconds()})
			}
		}()
		for h, err := range m.r.Recognize(ctx, hints, counted) {
			understood, failure = understood || err == nil, err
			if !yield(h, err) {
				return
			}
		}
	}
}

// Synthesizer returns s with the characters that it speaks counted as spoken by
// a provider, the name it has in the configuration.
//
// A text counts whole with its first sound, however soon it is cut off, or when
// it is cancelled while the first sound is waited for. One that fails before
// there is any sound costs nothing, nor does one without any: it held nothing
// to speak and was not sent.
func (m *Meter) Synthesizer(s speech.Synthesizer, provider string) speech.Synthesizer {
	return &meteredSynthesizer{m, s, provider}
}

type meteredSynthesizer struct {
	meter    *Meter
	s        speech.Synthesizer
	provider string
}

func (m *meteredSynthesizer) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		asked := ctx.Err() == nil // else nothing will be sent
		counted := false
		for clip, err := range m.s.Synthesize(ctx, u) {
			cancelled := err != nil && ctx.Err() != nil
			if asked && !counted && (err == nil || cancelled) {
				counted = true
				m.meter.addIn(ctx, m.provider, use{unit: Characters, amount: float64(utf8.RuneCountInString(u.Text))})
			}
			if !yield(clip, err) {
				return
			}
		}
	}
}

// Voices implements [speech.Synthesizer]. Asking costs nothing.
func (m *meteredSynthesizer) Voices(ctx context.Context) ([]string, error) { return m.s.Voices(ctx) }
