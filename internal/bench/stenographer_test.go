package bench

import (
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/voice/opus"
)

// TestStenographer: it writes down what it was given after Opus, and none of what
// it was not.
func TestStenographer(t *testing.T) {
	s := new(stenographer).learn(askedText, trimmed(clip.Question())).learn(wentOnText, trimmed(clip.Dragon()))
	packets, err := packed(clip.Frames(slices.Concat(make([]int16, 800), trimmed(clip.Question()), make([]int16, 8000), trimmed(clip.Dragon()))))
	if err != nil {
		t.Fatal(err)
	}
	dec := opus.NewDecoder(audio.Speech)
	var pcm []int16
	for _, p := range packets {
		if pcm, err = dec.Decode(pcm, p); err != nil {
			t.Fatal(err)
		}
	}
	pcm = append(pcm, make([]int16, 1600)...) // the codec is late by some
	ms := func(n int) int { return audio.Speech.Samples(time.Duration(n) * time.Millisecond) }
	for _, tt := range []struct {
		name string
		from int
		to   int
		want string
	}{
		{"all of it", 0, len(pcm), askedText + " " + wentOnText},
		{"without half of the first word", ms(50 + 160), len(pcm), "where does this road go? " + wentOnText},
		{"the first half", 0, ms(50 + 1760 + 250), askedText},
		{"the second half", ms(50 + 1760 + 250), len(pcm), wentOnText},
		{"silence", ms(1900), ms(2200), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sound := func(yield func([]int16) bool) { yield(pcm[tt.from:tt.to]) }
			for h, err := range s.Recognize(t.Context(), speech.Hints{}, sound) {
				if err != nil || h.Text != tt.want {
					t.Errorf("got %q, %v; want %q", h.Text, err, tt.want)
				}
			}
		})
	}
}
