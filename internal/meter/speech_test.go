package meter

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

var errRefused = errors.New("refused")

// spoken yields so much sound in real time, a tenth of a second at a time, and
// ends when ctx is done.
func spoken(ctx context.Context, d time.Duration) iter.Seq[[]int16] {
	const piece = 100 * time.Millisecond
	return func(yield func([]int16) bool) {
		for range d / piece {
			select {
			case <-time.After(piece):
			case <-ctx.Done():
				return
			}
			if !yield(make([]int16, audio.Speech.Samples(piece))) {
				return
			}
		}
	}
}

// TestRecognizer has somebody speak for two seconds and a half.
func TestRecognizer(t *testing.T) {
	script := []string{"one two three four five six seven eight"}
	for _, tt := range []struct {
		name   string
		r      speech.Recognizer
		leave  bool          // at the first hypothesis
		cancel time.Duration // from the beginning
		want   float64       // seconds
	}{
		{"understood", &speech.Dictation{Script: script, Delay: time.Second}, false, 0, 2.5},
		{"no words", &speech.Dictation{}, false, 0, 2.5},
		{"failed", &speech.Dictation{Err: errRefused}, false, 0, 0},
		{"cancelled before it was asked", &speech.Dictation{Script: script, Delay: time.Second}, false, time.Second, 0},
		{"cancelled when it had been asked", &speech.Dictation{Script: script, Delay: time.Second}, false, 3 * time.Second, 2.5},
		{"heard as it goes, cancelled", &speech.Dictation{Script: script, Streams: true}, false, 1250 * time.Millisecond, 1.2},
		{"heard as it goes, left", &speech.Dictation{Script: script, Streams: true}, true, 0, 0.4}, // a piece is on its way
		{"heard as it goes, failed at last", &speech.Dictation{Script: script, Streams: true, Err: errRefused}, false, 0, 2.5},
		{"has enough", enough{}, false, 3 * time.Second, 0.1},
		{"begun with a context that is done", &speech.Dictation{Script: script}, false, -1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				switch {
				case tt.cancel < 0:
					cancel()
				case tt.cancel > 0:
					time.AfterFunc(tt.cancel, cancel)
				}
				m := New(Options{})
				for range m.Recognizer(tt.r, "openai").Recognize(ctx, speech.Hints{}, spoken(ctx, 2500*time.Millisecond)) {
					if tt.leave {
						break
					}
				}
				if got := uses(m)["openai seconds"]; got != tt.want {
					t.Errorf("counted %v s, want %v", got, tt.want)
				}
			})
		})
	}
}

// enough is a recogniser that takes one piece of sound and is cancelled while it
// thinks about it.
type enough struct{}

func (enough) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		for range sound {
			break
		}
		<-ctx.Done()
		yield(speech.Hypothesis{}, ctx.Err())
	}
}

// An utterance that is cancelled while it waits for its place was never sent.
func TestRecognizerBehindLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New(Options{})
		r := speech.Limit(m.Recognizer(&speech.Dictation{Delay: 10 * time.Second}, "openai"), 1)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for range r.Recognize(t.Context(), speech.Hints{}, spoken(t.Context(), time.Second)) {
			}
		}()
		time.AfterFunc(5*time.Second, cancel)
		for range r.Recognize(ctx, speech.Hints{}, spoken(ctx, 2*time.Second)) {
		}
		time.Sleep(10 * time.Second) // the first is understood
		if got := uses(m)["openai seconds"]; got != 1 {
			t.Errorf("counted %v s, want 1", got)
		}
	})
}

func TestSynthesizer(t *testing.T) {
	const text = "Grüß Gott, ihr zwei!" // 20 characters
	for _, tt := range []struct {
		name   string
		s      speech.Synthesizer
		leave  bool
		cancel time.Duration
		want   map[string]float64
	}{
		{"heard to its end", &speech.Tone{}, false, 0, map[string]float64{"openai characters": 20}},
		{"left at the first sound", &speech.Tone{Speed: 1}, true, 0, map[string]float64{"openai characters": 20}},
		{"cancelled while it speaks", &speech.Tone{Speed: 1}, false, 500 * time.Millisecond, map[string]float64{"openai characters": 20}},
		{"cancelled before the first sound", &speech.Tone{FirstAudio: time.Second}, false, 500 * time.Millisecond, map[string]float64{"openai characters": 20}},
		{"cancelled before it was asked", &speech.Tone{}, false, -1, map[string]float64{}},
		{"refused", &speech.Tone{Err: errRefused}, false, 0, map[string]float64{}},
		{"broken off", &speech.Tone{Err: errRefused, ErrAfter: 200 * time.Millisecond}, false, 0, map[string]float64{"openai characters": 20}},
		{"nothing to speak", mute{}, false, 0, map[string]float64{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				switch {
				case tt.cancel < 0:
					cancel()
				case tt.cancel > 0:
					time.AfterFunc(tt.cancel, cancel)
				}
				m := New(Options{})
				for range m.Synthesizer(tt.s, "openai").Synthesize(ctx, speech.Utterance{Text: text}) {
					if tt.leave {
						break
					}
				}
				if diff := cmp.Diff(tt.want, uses(m)); diff != "" {
					t.Errorf("counted (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// mute makes no sound of anything.
type mute struct{}

func (mute) Synthesize(context.Context, speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(func(audio.Clip, error) bool) {}
}

func (mute) Voices(context.Context) ([]string, error) { return []string{"none"}, nil }

func TestSynthesizerVoices(t *testing.T) {
	voices, err := New(Options{}).Synthesizer(mute{}, "openai").Voices(t.Context())
	if err != nil || len(voices) != 1 || voices[0] != "none" {
		t.Errorf("got %q, %v; want the synthesiser's own", voices, err)
	}
}
