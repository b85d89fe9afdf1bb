package pocketsphinx

import (
	"cmp"
	"context"
	"errors"
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
	words        []string // sorted; a word's number is its place
	begin        int      // the number of the mark, or −1
	uni, bi, tri []float64
	pairs        table[pairKey]
	triples      table[tripleKey]
	total        float64
	one          []history // what followed a word
	two          []history // what followed a pair
}

var errTooManyWords = errors.New("the campaign has more than a million words")

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

func (h *history) take(n, lower float64) {
	h.n += n
	h.types++
	h.lower += lower
}

// backoff returns the factor for words not seen after h.
func (h *history) backoff() float64 {
	if h.n == 0 {
		return 1
	}
	// With every word seen there is nothing to share the mass among; the floor
	// only keeps the logarithm finite.
	return max(discount*h.types/h.n, 1e-9) / max(1-h.lower, 1e-9)
}

// model makes the model of what was counted.
func (g *ngrams) model(ctx context.Context) (*counted, error) {
	m := &counted{words: slices.Sorted(maps.Keys(g.uni))}
	if len(m.words) > maxWords {
		return nil, errTooManyWords
	}
	number := make(map[string]int, len(m.words))
	for i, w := range m.words {
		number[w] = i
		m.uni = append(m.uni, g.uni[w])
		if w != begin {
			m.total += g.uni[w]
		}
	}
	m.begin = slices.Index(m.words, begin)
	pairs, bi := inOrder(g.bi, func(k pair) pairKey { return pairOf(number[k[1]], number[k[0]]) })
	triples, tri := inOrder(g.tri, func(k triple) tripleKey { return tripleOf(number[k[2]], number[k[1]], number[k[0]]) })
	m.pairs, m.bi = newTable(pairs, len(m.words)), bi
	m.triples, m.tri = newTable(triples, len(m.words)), tri
	m.one, m.two = make([]history, len(m.words)), make([]history, len(pairs))
	for i, k := range pairs {
		w, b := k.words()
		m.one[b].take(bi[i], m.p1(w))
	}
	for i, k := range triples {
		if err := stopped(ctx, i); err != nil {
			return nil, err
		}
		w, b, _ := k.words()
		m.two[m.pairs.find(k.history())].take(tri[i], m.p2(b, w))
	}
	return m, nil
}

// inOrder returns the keys of what was counted, in order, and the counts.
func inOrder[S comparable, K key](counts map[S]float64, keyOf func(S) K) (keys []K, n []float64) {
	type entry struct {
		key K
		n   float64
	}
	all := make([]entry, 0, len(counts))
	for k, c := range counts {
		all = append(all, entry{keyOf(k), c})
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	for _, e := range all {
		keys, n = append(keys, e.key), append(n, e.n)
	}
	return keys, n
}

func (m *counted) p1(w int) float64 {
	if w == m.begin {
		return 0 // nothing is ever followed by a beginning
	}
	return m.uni[w] / m.total
}

func (m *counted) p2(a, w int) float64 {
	h := &m.one[a]
	if i := m.pairs.find(pairOf(w, a)); i >= 0 {
		return (m.bi[i] - discount) / h.n
	}
	return h.backoff() * m.p1(w)
}

func (m *counted) p3(a, b, w int) float64 {
	i := m.pairs.find(pairOf(b, a))
	if i < 0 {
		return m.p2(b, w)
	}
	h := &m.two[i]
	if j := m.triples.find(tripleOf(w, b, a)); j >= 0 {
		return (m.tri[j] - discount) / h.n
	}
	return h.backoff() * m.p2(b, w)
}
