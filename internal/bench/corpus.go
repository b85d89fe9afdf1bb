package bench

import (
	"math/rand/v2"
	"strings"
)

// vocabulary is how many words there are: what a table uses in a year or so.
const vocabulary = 30_000

// word returns the word of a rank, from 1, the most frequent.
func word(rank int) string {
	const letters = "aeioubcdfghklmnprstvw"
	var b strings.Builder
	for n := rank + len(letters) - 1; n > 0; n /= len(letters) {
		b.WriteByte(letters[n%len(letters)])
	}
	return b.String() + "a"
}

// A corpus makes lines up. The frequency of a word is the inverse of its rank,
// as in any language (Zipf's law). Every corpus makes the same lines.
type corpus struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newCorpus() corpus {
	rng := rand.New(rand.NewPCG(1, 2))
	// rand.Zipf wants an exponent above 1.
	return corpus{rng, rand.NewZipf(rng, 1.0001, 1, vocabulary-1)}
}

// line returns 6 to 13 words, about what is said in one go.
func (c corpus) line() string {
	words := make([]string, 6+c.rng.IntN(8))
	for i := range words {
		words[i] = word(int(c.zipf.Uint64()) + 1)
	}
	return strings.Join(words, " ")
}
