package pocketsphinx

import (
	"maps"
	"slices"
)

// ownShare is how much of the model is what we teach, the rest being general
// English. Between a third and two thirds it makes little difference.
const ownShare = 0.4

// How many pairs and triples of general English are kept. All those of our
// words are about a million, take twice as long to mix, and are not better.
const (
	generalPairs   = 300_000
	generalTriples = 300_000
)

// A pairKey is a word and the one before it, by number; a tripleKey has the one
// before that too. They are backwards so that they sort as in a [trie].
type (
	pairKey   [2]int
	tripleKey [3]int
)

func (k pairKey) compare(l pairKey) int     { return slices.Compare(k[:], l[:]) }
func (k tripleKey) compare(l tripleKey) int { return slices.Compare(k[:], l[:]) }

// A mixture is a trigram model with backoff whose probabilities are those of two
// others, mixed.
type mixture struct {
	words   []string // sorted; a word's number is its place
	uni     []float64
	bi      map[pairKey]float64
	tri     map[tripleKey]float64
	biKeys  []pairKey // sorted
	triKeys []tripleKey
	one     []float64 // backoff factors after a word
	two     map[pairKey]float64
}

// mix mixes what was counted with general English, for the words that were
// counted. Without general there is only what was counted.
func mix(own *counted, general *trie) *mixture {
	words := slices.Sorted(maps.Keys(own.uni))
	m := &mixture{words: words, bi: map[pairKey]float64{}, tri: map[tripleKey]float64{}}
	e := newEnglish(general, words)
	number := make(map[string]int, len(words))
	for i, w := range words {
		number[w] = i
	}
	for k := range own.bi {
		m.bi[pairKey{number[k[1]], number[k[0]]}] = 0
	}
	for k := range own.tri {
		m.tri[tripleKey{number[k[2]], number[k[1]], number[k[0]]}] = 0
	}
	share := 1.0
	if e.total > 0 {
		share = ownShare
		m.extend(e.strongest())
	}
	for i, w := range words {
		m.uni = append(m.uni, share*own.p1(w)+(1-share)*e.p1(i))
	}
	for k := range m.bi {
		m.bi[k] = share*own.p2(words[k[1]], words[k[0]]) + (1-share)*e.p2(k[1], k[0])
	}
	for k := range m.tri {
		m.tri[k] = share*own.p3(words[k[2]], words[k[1]], words[k[0]]) + (1-share)*e.p3(k[2], k[1], k[0])
	}
	m.backOff()
	return m
}

// extend makes room for further pairs and triples, and for the pairs that a
// triple consists of, under which it is filed.
func (m *mixture) extend(pairs []pairKey, triples []tripleKey) {
	for _, k := range pairs {
		m.bi[k] = 0
	}
	for _, k := range triples {
		m.tri[k] = 0
		m.bi[pairKey{k[0], k[1]}] = 0
		m.bi[pairKey{k[1], k[2]}] = 0
	}
}

// backOff works out the factors that make each history's probabilities add up
// to one. Sums are in sorted order, so that the same corpus gives the same file.
func (m *mixture) backOff() {
	m.biKeys = slices.SortedFunc(maps.Keys(m.bi), pairKey.compare)
	m.triKeys = slices.SortedFunc(maps.Keys(m.tri), tripleKey.compare)
	one := make([]remainder, len(m.words))
	for _, k := range m.biKeys {
		one[k[1]].take(m.bi[k], m.uni[k[0]])
	}
	for _, r := range one {
		m.one = append(m.one, r.factor())
	}
	two := map[pairKey]remainder{}
	for _, k := range m.triKeys {
		h := pairKey{k[1], k[2]}
		r := two[h]
		r.take(m.tri[k], m.p2(k[1], k[0]))
		two[h] = r
	}
	m.two = make(map[pairKey]float64, len(two))
	for h, r := range two {
		m.two[h] = r.factor()
	}
}

// A remainder is what a history has left for the words not seen after it, and
// what these have after the shorter history.
type remainder struct{ seen, lower float64 }

func (r *remainder) take(p, lower float64) {
	r.seen += p
	r.lower += lower
}

// factor returns the backoff factor. With every word seen there is nothing to
// share; the floors only keep its logarithm finite.
func (r remainder) factor() float64 { return max(1-r.seen, 1e-9) / max(1-r.lower, 1e-9) }

func (m *mixture) p2(a, w int) float64 {
	if p, ok := m.bi[pairKey{w, a}]; ok {
		return p
	}
	return m.one[a] * m.uni[w]
}

func (m *mixture) p3(a, b, w int) float64 {
	if p, ok := m.tri[tripleKey{w, b, a}]; ok {
		return p
	}
	return m.after(pairKey{b, a}) * m.p2(b, w)
}

// after returns the backoff factor after a pair.
func (m *mixture) after(h pairKey) float64 {
	if f, ok := m.two[h]; ok {
		return f
	}
	return 1
}
