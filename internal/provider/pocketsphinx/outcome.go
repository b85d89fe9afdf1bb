package pocketsphinx

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/speech"
)

// A heardWord is a word as the program hears it: in lower case, as it is said.
//
// sure is its posterior in the lattice of all that was weighed, and worth its
// name. Of the 872 words of 22 sentences that nothing had taught, in four voices
// of flite, those above 0.9 were right in 98 % of cases, those from 0.5 to 0.9 in
// 87 %, those below in 60 %; half of the words, a third and a sixth. In noise, when
// one word in five is wrong, it is 98, 87 and 64 %: more of the words are in doubt
// then, and what is sure stays so.
type heardWord struct {
	text string
	sure float64 // from 0 to 1
}

// readCTM reads a CTM file: a line for each word, with the utterance, a channel,
// start, length, word and probability. It returns the words, without marks of
// variants, pauses and noises.
func readCTM(ctm []byte) (words []heardWord) {
	for l := range strings.Lines(string(ctm)) {
		f := strings.Fields(l)
		if len(f) != 6 || isFiller(f[4]) {
			continue
		}
		p, err := strconv.ParseFloat(f[5], 64)
		if err != nil || p < 0 || math.IsNaN(p) {
			continue
		}
		words = append(words, heardWord{withoutVariant(f[4]), min(p, 1)})
	}
	return words
}

// isFiller reports whether a word of the program's is a pause, a noise, or a
// mark of where the sentence begins.
func isFiller(word string) bool { return strings.ContainsAny(withoutVariant(word), "<>[]+") }

// readNBest reads a list of readings, the likeliest first: a line for each,
// with its words and a score. The program tells apart what differs only in
// pauses and variants, so that the same words come again and again.
func readNBest(list []byte) (readings [][]heardWord) {
	for l := range strings.Lines(string(list)) {
		f := strings.Fields(l)
		if len(f) < 2 {
			continue
		}
		var words []heardWord
		for _, w := range f[:len(f)-1] {
			if !isFiller(w) {
				words = append(words, heardWord{text: withoutVariant(w)})
			}
		}
		if len(words) > 0 {
			readings = append(readings, words)
		}
	}
	return readings
}

const (
	// maxAlternatives is how many other readings are told.
	maxAlternatives = 3
	// readingsAsked is how many are looked at. Of 20, three differ in words for 86
	// of 88 sentences, of 10 for 75. They take no time that can be measured, after
	// half a minute of speech neither.
	readingsAsked = "20"
	// inDoubt is below what a word may have been another one. Readings that
	// replace a surer one are not told. Of 337 lines that voices said to people with
	// names, the others made 9 calls heard that the first reading had lost, and 4
	// that nobody made; all readings 9 and 8.
	inDoubt = 0.5
)

// hypothesis returns what was heard, names as the campaign spells them, and what
// else it may have been.
func (s *speller) hypothesis(heard []heardWord, readings [][]heardWord) speech.Hypothesis {
	h := speech.Hypothesis{Final: true, Words: s.write(heard), Confidence: meanOf(heard)}
	h.Text = textOf(h.Words)
	if h.Text == "" {
		return h // where nobody speaks, other readings are noise
	}
	told := map[string]bool{h.Text: true}
	for _, words := range readings {
		if len(h.Alternatives) == maxAlternatives {
			break
		}
		if text := textOf(s.write(words)); !told[text] && contested(heard, words) {
			told[text] = true
			h.Alternatives = append(h.Alternatives, text)
		}
	}
	return h
}

// contested reports whether reading has other words than heard only in the
// places of those that are in doubt.
func contested(heard, reading []heardWord) bool {
	replaced := false
	for _, w := range heard {
		if slices.ContainsFunc(reading, func(r heardWord) bool { return r.text == w.text }) {
			continue
		}
		if w.sure >= inDoubt {
			return false
		}
		replaced = true
	}
	return replaced
}

func meanOf(words []heardWord) float64 {
	if len(words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range words {
		sum += w.sure
	}
	return sum / float64(len(words))
}

func textOf(words []speech.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
