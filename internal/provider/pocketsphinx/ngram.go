package pocketsphinx

import (
	"maps"
	"slices"
)

// The marks of a sentence's beginning and end in language models.
const (
	begin = "<s>"
	end   = "</s>"
)

// discount is taken from every count and given to what was not seen. Half a
// count is what the usual estimate n1/(n1+2·n2) gives for this corpus, more or
// less, and recognition hardly depends on it.
const discount = 0.5

type (
	pair   = [2]string
	triple = [3]string
)

// An ngrams counts words, pairs and triples.
type ngrams struct {
	uni map[string]float64
	bi  map[pair]float64
	tri map[triple]float64
}

// A counted is the trigram model of counts by absolute discounting with backoff
// (Ney, Essen, Kneser 1994).
//
// A pair or triple seen c times after a history seen n times has probability
// (c−D)/n. What was taken away is shared among the words not seen after that
// history, in proportion to their probability after the shorter one, and
// divided by the sum of those, so that each history's probabilities add up to
// one.
type counted struct {
	*ngrams
	total float64
	one   map[string]*history
	two   map[pair]*history
}

func newNgrams() *ngrams {
	return &ngrams{map[string]float64{}, map[pair]float64{}, map[triple]float64{}}
}

// add counts the words of f.
func (g *ngrams) add(f fragment) {
	for i, w := range f {
		g.uni[w]++
		if i > 0 {
			g.bi[pair{f[i-1], w}]++
		}
		if i > 1 {
			g.tri[triple{f[i-2], f[i-1], w}]++
		}
	}
}

// A history is what is known of the words that followed one.
type history struct {
	n     float64 // how many words followed it
	types float64 // how many different ones
	lower float64 // sum of their probabilities after the shorter history
}

// backoff returns the factor for words not seen after h.
func (h *history) backoff() float64 {
	if h == nil || h.n == 0 {
		return 1
	}
	// With every word seen there is nothing to share the mass among; the floor
	// only keeps the logarithm finite.
	return max(discount*h.types/h.n, 1e-9) / max(1-h.lower, 1e-9)
}

func (g *ngrams) model() *counted {
	m := &counted{ngrams: g, one: map[string]*history{}, two: map[pair]*history{}}
	for _, w := range slices.Sorted(maps.Keys(g.uni)) {
		if w != begin {
			m.total += g.uni[w]
		}
	}
	for _, k := range sortedKeys(g.bi, comparePairs) {
		h := entry(m.one, k[0])
		h.n += g.bi[k]
		h.types++
		h.lower += m.p1(k[1])
	}
	for _, k := range sortedKeys(g.tri, compareTriples) {
		h := entry(m.two, pair{k[0], k[1]})
		h.n += g.tri[k]
		h.types++
		h.lower += m.p2(k[1], k[2])
	}
	return m
}

func entry[K comparable](m map[K]*history, k K) *history {
	h := m[k]
	if h == nil {
		h = &history{}
		m[k] = h
	}
	return h
}

func (m *counted) p1(w string) float64 {
	if w == begin {
		return 0 // nothing is ever followed by a beginning
	}
	return m.uni[w] / m.total
}

func (m *counted) p2(a, w string) float64 {
	h := m.one[a]
	if c := m.bi[pair{a, w}]; c > 0 {
		return (c - discount) / h.n
	}
	return h.backoff() * m.p1(w)
}

func (m *counted) p3(a, b, w string) float64 {
	h := m.two[pair{a, b}]
	if c := m.tri[triple{a, b, w}]; c > 0 {
		return (c - discount) / h.n
	}
	return h.backoff() * m.p2(b, w)
}

func sortedKeys[K comparable](m map[K]float64, cmp func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(m), cmp)
}

func comparePairs(a, b pair) int     { return slices.Compare(a[:], b[:]) }
func compareTriples(a, b triple) int { return slices.Compare(a[:], b[:]) }
