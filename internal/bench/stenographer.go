package bench

import (
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// A stenographer is a recogniser that knows a few sentences by their sound. It
// understands those words whose sound it was given, and no other: what a table
// loses of somebody's speech it cannot write down.
type stenographer struct {
	known []sounding
	delay time.Duration
}

// A sounding is a word, and what it sounds like.
type sounding struct {
	word  string
	sound []float64 // at sketchRate
}

const (
	// sketchRate is enough to tell words apart, and an eighth of the work.
	sketchRate = audio.Speech / 8
	// sameWord is how much of a word's sound must be there: of its energy, more
	// than half. What Opus leaves of a word is above 0.9.
	sameWord = 0.75
)

// learn has s know a sentence, of which each word takes as long as the other. It
// returns s.
func (s *stenographer) learn(text string, pcm []int16) *stenographer {
	words := strings.Fields(text)
	for i, w := range words {
		part := pcm[i*len(pcm)/len(words) : (i+1)*len(pcm)/len(words)]
		s.known = append(s.known, sounding{w, sketch(part)})
	}
	return s
}

// Recognize implements [speech.Recognizer].
func (s *stenographer) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		var pcm []int16
		for part := range sound {
			pcm = append(pcm, part...)
		}
		due := time.Now().Add(s.delay)
		text := s.read(sketch(pcm))
		if err := pause(ctx, due); err != nil {
			yield(speech.Hypothesis{}, err)
			return
		}
		yield(speech.Hypothesis{Text: text, Final: true, Confidence: 0.9}, nil)
	}
}

// read returns the words that are in sound, in the order in which they are.
func (s *stenographer) read(sound []float64) string {
	type found struct {
		at   int
		word string
	}
	var all []found
	for _, k := range s.known {
		if at, how := best(sound, k.sound); how >= sameWord {
			all = append(all, found{at, k.word})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.at - b.at })
	var words []string
	for _, f := range all {
		words = append(words, f.word)
	}
	return strings.Join(words, " ")
}

// best returns where in sound a part of it is most like a word, and how much: 1
// is the same, but for its level.
func best(sound, word []float64) (at int, how float64) {
	var own float64
	for _, x := range word {
		own += x * x
	}
	for from := 0; from+len(word) <= len(sound); from++ {
		var dot, energy float64
		for i, x := range word {
			y := sound[from+i]
			dot += x * y
			energy += y * y
		}
		if c := dot / math.Sqrt(own*energy+1); c > how {
			at, how = from, c
		}
	}
	return at, how
}

// sketch returns pcm, at [audio.Speech], at sketchRate.
func sketch(pcm []int16) []float64 {
	const n = int(audio.Speech / sketchRate)
	out := make([]float64, len(pcm)/n)
	for i := range out {
		for _, x := range pcm[i*n : (i+1)*n] {
			out[i] += float64(x)
		}
	}
	return out
}
