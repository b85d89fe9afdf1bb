package speech

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
)

// live is sound that comes as it is spoken, in windows of 32 ms, after a
// pre-roll that comes at once.
func live(preroll, d time.Duration) iter.Seq[[]int16] {
	return func(yield func([]int16) bool) {
		if !yield(make([]int16, audio.Speech.Samples(preroll))) {
			return
		}
		for range d / (32 * time.Millisecond) {
			time.Sleep(32 * time.Millisecond)
			if !yield(make([]int16, 512)) {
				return
			}
		}
	}
}

type at struct {
	text string
	when time.Duration
}

func times(t *testing.T, r Recognizer, sound iter.Seq[[]int16]) []at {
	t.Helper()
	var got []at
	start := time.Now()
	for h, err := range r.Recognize(t.Context(), Hints{}, sound) {
		if err != nil {
			t.Error(err)
		}
		got = append(got, at{h.Text, time.Since(start)})
	}
	return got
}

func TestDictation(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name string
		d    *Dictation
		want []at
	}{
		{"asked once", &Dictation{Script: []string{"one two three"}, Delay: 500 * ms}, []at{{"one two three", 1460 * ms}}},
		{
			// The pre-roll holds the first word; each is known 100 ms after the
			// window that it ends in.
			"as it goes", &Dictation{Script: []string{"one two three four"}, Delay: 100 * ms, Streams: true},
			[]at{
				{"one", 100 * ms},
				{"one two", 388 * ms},
				{"one two three", 708 * ms},
				{"one two three four", 1060 * ms},
			},
		},
		{"at the end of the script", &Dictation{}, []at{{"", 960 * ms}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := times(t, tt.d, live(320*ms, 960*ms)); !reflect.DeepEqual(got, tt.want) {
					t.Errorf("hypotheses %v, want %v", got, tt.want)
				}
			})
		})
	}
}

func TestDictationIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d := &Dictation{Script: []string{"one"}, Delay: time.Hour}
		for _, err := range d.Recognize(ctx, Hints{Language: "en"}, live(0, 0)) {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		}
		if got := d.Asked(); len(got) != 1 || got[0].Language != "en" {
			t.Errorf("it was asked %v", got)
		}
	})
}

func TestTone(t *testing.T) {
	broken := errors.New("broken")
	const ms = time.Millisecond
	for _, tt := range []struct {
		name  string
		tone  *Tone
		first time.Duration // when the first clip comes
		last  time.Duration
		sound time.Duration
		err   error
	}{
		{"at once", &Tone{}, 0, 0, 600 * ms, nil},
		{"late", &Tone{FirstAudio: 450 * ms}, 450 * ms, 450 * ms, 600 * ms, nil},
		{"twice as fast as it plays", &Tone{FirstAudio: 100 * ms, Speed: 2}, 100 * ms, 350 * ms, 600 * ms, nil},
		{"slower than it plays", &Tone{Speed: 0.5}, 0, 1000 * ms, 600 * ms, nil},
		{"slow speech", &Tone{Rune: 100 * ms, Rate: 16000}, 0, 0, 1000 * ms, nil},
		{"broken", &Tone{FirstAudio: 100 * ms, Err: broken}, 0, 0, 0, broken},
		{"breaks", &Tone{Err: broken, ErrAfter: 200 * ms}, 0, 0, 200 * ms, broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var all audio.Clip
				var first, last time.Duration
				var err error
				start := time.Now()
				for c, e := range tt.tone.Synthesize(t.Context(), Utterance{Text: "0123 56789"}) {
					if e != nil {
						err = e
						continue
					}
					if len(c.PCM) == 0 {
						t.Error("an empty clip")
					}
					if all.PCM == nil {
						first = time.Since(start)
					}
					last = time.Since(start)
					all.Rate, all.PCM = c.Rate, append(all.PCM, c.PCM...)
				}
				if first != tt.first || last != tt.last || !errors.Is(err, tt.err) {
					t.Errorf("first sound at %v, last at %v, error %v; want %v, %v, %v", first, last, err, tt.first, tt.last, tt.err)
				}
				if all.Rate > 0 && all.Duration() != tt.sound {
					t.Errorf("it beeps for %v, want %v", all.Duration(), tt.sound)
				}
				if len(tt.tone.Spoken()) != 1 {
					t.Errorf("it was asked for %v", tt.tone.Spoken())
				}
			})
		})
	}
}

func TestToneIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		clips := 0
		for _, err := range (&Tone{Speed: 1}).Synthesize(ctx, Utterance{Text: "a long story about a dragon"}) {
			if clips++; err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		}
		if clips != 4 { // at 0, 100 and 200 ms, and the error
			t.Errorf("%d results, want 4", clips)
		}
	})
}

func TestToneHasGapsBetweenWords(t *testing.T) {
	pcm, rate := (&Tone{}).beep("ab cd")
	gap := pcm[rate.Samples(125*time.Millisecond):rate.Samples(175*time.Millisecond)]
	if slices.ContainsFunc(gap, func(s int16) bool { return s != 0 }) {
		t.Error("there is sound between the words")
	}
	if audio.RMS(pcm[:rate.Samples(100*time.Millisecond)]) < -20 {
		t.Error("a word is not loud")
	}
}
