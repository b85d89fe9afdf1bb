package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"glyphoxa/internal/audio"
)

// A voice may fail and not say so. What it makes is looked at before it is
// played: a sentence of which that is no speech is left out, like one that
// failed, and two of them end the answer.

var (
	errStoppedShort = errors.New("the voice stopped in the middle of a sentence")
	errHiss         = errors.New("the voice makes noise instead of speech: the format of its sound may be wrong")
)

// kept yields clips that outlive their turn in the sequence, and none that
// could not be played. It tells the score of all of segment i that is.
func kept(ctx context.Context, s *score, i int, clips iter.Seq2[audio.Clip, error]) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		var h hiss
		for c, err := range clips {
			switch {
			case err != nil:
			case len(c.PCM) == 0:
				continue // else it would pass for sound to begin with
			case c.Rate < audio.MinRate || c.Rate > audio.MaxRate:
				yield(audio.Clip{}, fmt.Errorf("the voice speaks at %d Hz", c.Rate))
				return
			case h.heard(c.PCM):
				yield(audio.Clip{}, errHiss)
				return
			}
			if err == nil {
				s.made(i, c)
			}
			c.PCM = slices.Clone(c.PCM)
			if !yield(c, err) || err != nil {
				return
			}
		}
		if ctx.Err() != nil {
			return // it was stopped, and has not come to its end
		}
		if err := s.ended(i); err != nil {
			yield(audio.Clip{}, err)
		}
	}
}

// A hiss finds samples that are none: text, an MP3, or samples of which one byte
// too few was read, so that each is made of halves of two. All of them are loud
// and change their sign every other sample. No speech is both: an "s" at
// 16 kHz crosses zero as often, 20 dB below a vowel.
type hiss struct {
	seen, crossings int
	energy          float64 // sum of squares
	last            int16
	clean           bool // some of it was speech or silence: the rest is as well
}

const (
	// hissSamples are judged together: the first 40 ms at 24 kHz, so that little of it
	// is heard.
	hissSamples = 960
	// hissLevel is in dBFS; bytes at random are at −4.8.
	hissLevel = -12.0
	// hissCrossings is the share of samples before which the sign changes, a
	// half for bytes at random.
	hissCrossings = 0.4
)

// heard takes the next samples and reports whether the sound is such noise.
func (h *hiss) heard(pcm []int16) bool {
	for _, s := range pcm {
		if h.clean || h.seen == hissSamples {
			break
		}
		if (s < 0) != (h.last < 0) {
			h.crossings++
		}
		h.energy += float64(s) * float64(s)
		h.last = s
		h.seen++
	}
	if h.clean || h.seen < hissSamples {
		return false
	}
	level := 10 * math.Log10(h.energy/hissSamples/(32768*32768))
	h.clean = level < hissLevel || float64(h.crossings) < hissCrossings*hissSamples
	return !h.clean
}
