package bench

import (
	"context"
	"iter"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
)

// A parrot is a recogniser that understands the same of everything.
type parrot struct {
	text  string
	sure  float64
	delay time.Duration
}

// Recognize implements [speech.Recognizer].
func (p parrot) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		for range sound {
		}
		if err := pause(ctx, time.Now().Add(p.delay)); err != nil {
			yield(speech.Hypothesis{}, err)
			return
		}
		yield(speech.Hypothesis{Text: p.text, Final: true, Confidence: p.sure}, nil)
	}
}

// A reciter is a mind that answers everything with the same words, at once.
type reciter string

// Reply implements [conversation.Mind].
func (r reciter) Reply(context.Context, conversation.Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { yield(string(r), nil) }
}

// A recording is a voice that says the same whatever it is to say, at once.
type recording []audio.Frame

// Synthesize implements [speech.Synthesizer].
func (r recording) Synthesize(context.Context, speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		for i := range r {
			if !yield(audio.Clip{Rate: audio.Discord, PCM: r[i][:]}, nil) {
				return
			}
		}
	}
}

// Voices implements [speech.Synthesizer].
func (recording) Voices(context.Context) ([]string, error) { return nil, nil }
