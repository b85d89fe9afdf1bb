package phonetic

import (
	"math"
	"strings"
)

// What it costs to make one word into the other. A change of a consonant into
// one that has nothing to do with it is 1; the rest was set so that what
// recognisers confuse comes out well below a quarter of a name, and what is
// another name above it: see TestDistance.
const (
	vowelWeight  = 0.5  // of what a vowel is worth, and costs when it is missing
	nearVowel    = 0.3  // e for i, o for u, a for e or o
	otherVowel   = 0.45 // e for o
	faintWeight  = 0.35 // an h, or an r behind a vowel, is hardly heard
	glideWeight  = 0.5  // so are w and y
	firstSound   = 1.5  // people hear the beginning of a name best,
	firstLost    = 0.75 // and recognisers lose it: "Art" for Bart
	nothingAlike = 1
)

const letters = 'z' - 'A' + 1

// kin are consonants that are taken for one another, and what that costs. What
// is missing costs 1.
var kin = func() (costs [letters][letters]float32) {
	for cost, pairs := range map[float32]string{
		0.25: "pb td kg fv sz CJ vw",
		0.3:  "Tt SC xk",
		0.4:  "Td Ts Tf sS SJ Jj xS xh mn",
		0.5:  "zS bv tC",
		0.6:  "gJ kC bw fp Jz dJ",
		0.7:  "lr",
	} {
		for pair := range strings.FieldsSeq(pairs) {
			a, b := pair[0]-'A', pair[1]-'A'
			costs[a][b], costs[b][a] = cost, cost
		}
	}
	for _, pair := range []string{"ei", "ou", "ae", "ao"} {
		a, b := pair[0]-'A', pair[1]-'A'
		costs[a][b], costs[b][a] = nearVowel, nearVowel
	}
	for i := range vowels {
		for j := range vowels {
			if a, b := vowels[i]-'A', vowels[j]-'A'; a != b && costs[a][b] == 0 {
				costs[a][b] = otherVowel
			}
		}
	}
	for a := range costs {
		for b := range costs[a] {
			if a != b && costs[a][b] == 0 {
				costs[a][b] = nothingAlike
			}
		}
	}
	return costs
}()

// Weight is how much there is to hear of a word: 1 for a consonant, less for a
// vowel.
func (s Sounds) Weight() float64 {
	var sum float32
	for i := range len(s) {
		sum += s.weight(i)
	}
	return float64(sum)
}

// weight is what it costs that sound i is missing, or too many.
func (s Sounds) weight(i int) float32 {
	switch c := s[i]; {
	case isVowel(c):
		return vowelWeight
	case c == 'h', c == 'r' && i > 0 && isVowel(s[i-1]) && (i+1 == len(s) || !isVowel(s[i+1])):
		return faintWeight
	case c == 'w' || c == 'j':
		return glideWeight
	}
	return 1
}

// mostSounds bounds a word. Longer ones are compared by their beginnings.
const mostSounds = 31

// Distance is how much of name was heard otherwise: 0 when both sound the same,
// a quarter and less when one is easily taken for the other, 1 and more when
// they have nothing in common.
func Distance(heard, name Sounds) float64 {
	d, _ := Near(heard, name, math.MaxFloat32)
	return d
}

// Near returns the distance if it is at most limit, and is quick to say that it
// is not.
func Near(heard, name Sounds, limit float64) (d float64, ok bool) {
	if name == "" {
		return 1, limit >= 1
	}
	heard, name = heard[:min(len(heard), mostSounds)], name[:min(len(name), mostSounds)]
	var row, lost [mostSounds + 1]float32
	var total float32
	for j := range len(name) {
		lost[j] = name.weight(j)
		total += lost[j]
		row[j+1] = row[j] + lost[j]
		if j == 0 {
			row[1] = min(lost[0], firstLost)
		}
	}
	most := float32(min(limit*float64(total)+rounding, math.MaxFloat32))
	for i := range len(heard) {
		diagonal, extra := row[0], heard.weight(i)
		row[0] += extra
		least := row[0]
		costs := &kin[heard[i]-'A']
		for j := range len(name) {
			cost := costs[name[j]-'A']
			if i == 0 && j == 0 && cost > nearVowel {
				cost *= firstSound
			}
			best := min(diagonal+cost, row[j+1]+extra, row[j]+lost[j])
			diagonal, row[j+1] = row[j+1], best
			least = min(least, best)
		}
		if least > most { // nothing behind makes it less
			return 0, false
		}
	}
	last := row[len(name)]
	return float64(last / total), last <= most
}

// rounding is what sums of costs may be off.
const rounding = 1e-5
