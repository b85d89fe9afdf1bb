package pocketsphinx

import (
	"context"
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

// A mixture is a trigram model with backoff whose probabilities are those of two
// others, mixed.
type mixture struct {
	words        []string // sorted; a word's number is its place
	uni, bi, tri []float64
	pairs        table[pairKey]
	triples      table[tripleKey]
	one          []float64 // backoff factors after a word
	two          []float64 // and after a pair
}

// mix mixes what was counted with general English, for the words that were
// counted. Without general there is only what was counted. What is known of the
// words of all campaigns, which may be nil, makes it quicker and changes nothing.
func mix(ctx context.Context, own *counted, general *trie, known *gist) (*mixture, error) {
	e := newEnglish(general, own.words)
	share := 1.0
	strongest := &gist{}
	if e.total > 0 {
		share = ownShare
		var err error
		if strongest, err = e.strongest(ctx, known); err != nil {
			return nil, err
		}
	}
	m := &mixture{words: own.words}
	m.extend(own, strongest)
	for w := range m.words {
		m.uni = append(m.uni, share*own.p1(w)+(1-share)*e.p1(w))
	}
	m.bi = make([]float64, len(m.pairs.keys))
	rest := strongest.pairs
	for i, k := range m.pairs.keys {
		if err := stopped(ctx, i); err != nil {
			return nil, err
		}
		w, a := k.words()
		var p float64
		if len(rest) > 0 && rest[0].key == k {
			p, rest = rest[0].p, rest[1:]
		} else {
			p = e.p2(a, w)
		}
		m.bi[i] = share*own.p2(a, w) + (1-share)*p
	}
	m.tri = make([]float64, len(m.triples.keys))
	more := strongest.triples
	for i, k := range m.triples.keys {
		if err := stopped(ctx, i); err != nil {
			return nil, err
		}
		w, b, a := k.words()
		var p float64
		if len(more) > 0 && more[0].key == k {
			p, more = more[0].p, more[1:]
		} else {
			p = e.p3(a, b, w)
		}
		m.tri[i] = share*own.p3(a, b, w) + (1-share)*p
	}
	return m, m.backOff(ctx)
}

// extend makes room for the pairs and triples of both, and for the pairs that a
// triple consists of, under which it is filed.
func (m *mixture) extend(own *counted, general *gist) {
	pairs, triples := keysOf(general.pairs), keysOf(general.triples)
	parts := make([]pairKey, 0, 2*len(triples))
	for _, k := range triples {
		parts = append(parts, k.last(), k.history())
	}
	slices.Sort(parts)
	m.pairs = newTable(union(union(own.pairs.keys, pairs), slices.Compact(parts)), len(m.words))
	m.triples = newTable(union(own.triples.keys, triples), len(m.words))
}

// backOff works out the factors that make each history's probabilities add up
// to one. Sums are in sorted order, so that the same corpus gives the same file.
func (m *mixture) backOff(ctx context.Context) error {
	one := make([]remainder, len(m.words))
	for i, k := range m.pairs.keys {
		w, b := k.words()
		one[b].take(m.bi[i], m.uni[w])
	}
	for _, r := range one {
		m.one = append(m.one, r.factor())
	}
	two := make([]remainder, len(m.pairs.keys))
	for i, k := range m.triples.keys {
		if err := stopped(ctx, i); err != nil {
			return err
		}
		two[m.pairs.find(k.history())].take(m.tri[i], m.bi[m.pairs.find(k.last())])
	}
	m.two = make([]float64, 0, len(two))
	for _, r := range two {
		m.two = append(m.two, r.factor())
	}
	return nil
}

// A remainder is what a history has left for the words not seen after it, and
// what these have after the shorter history.
type remainder struct{ seen, lower float64 }

func (r *remainder) take(p, lower float64) {
	r.seen += p
	r.lower += lower
}

// factor returns the backoff factor, which is 1 where nothing was seen. With
// every word seen there is nothing to share; the floors only keep its logarithm
// finite.
func (r remainder) factor() float64 { return max(1-r.seen, 1e-9) / max(1-r.lower, 1e-9) }
