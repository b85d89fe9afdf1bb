package pocketsphinx

import (
	"cmp"
	"math"
	"slices"
)

// english is the general model, for the words of a mixture only. Words are
// numbered as in the mixture.
type english struct {
	t     *trie
	ids   []int // what the trie calls our words; −1 for those it lacks
	ours  []int // the reverse: our numbers, −1 for words that are not ours
	begin int
	total float64 // sum of their probabilities
}

// newEnglish returns nothing to mix in if t is nil.
func newEnglish(t *trie, words []string) *english {
	e := &english{t: t, ids: make([]int, len(words)), begin: slices.Index(words, begin)}
	for i := range words {
		e.ids[i] = -1
	}
	if t == nil {
		return e
	}
	e.ours = slices.Repeat([]int{-1}, len(t.words))
	for i, w := range words {
		id, ok := t.ids[w]
		if !ok {
			continue
		}
		e.ids[i], e.ours[id] = id, i
		if i != e.begin {
			e.total += t.p1(id)
		}
	}
	return e
}

// our returns our number for a word of the trie, or −1.
func (e *english) our(id int) int {
	if id >= len(e.ours) {
		return -1
	}
	return e.ours[id]
}

func (e *english) p1(w int) float64 {
	if e.ids[w] < 0 || w == e.begin {
		return 0
	}
	return e.t.p1(e.ids[w]) / e.total
}

// p2 and p3 know nothing of what follows a word that is not English, such as a
// name, but what follows anything.
func (e *english) p2(a, w int) float64 {
	switch {
	case e.ids[w] < 0 || w == e.begin:
		return 0
	case e.ids[a] < 0:
		return e.p1(w)
	}
	return e.t.p2(e.ids[a], e.ids[w])
}

func (e *english) p3(a, b, w int) float64 {
	if e.ids[a] < 0 || e.ids[b] < 0 || e.ids[w] < 0 || w == e.begin {
		return e.p2(b, w)
	}
	return e.t.p3(e.ids[a], e.ids[b], e.ids[w])
}

// strongest returns the pairs and triples of general English that matter most:
// the frequent ones that are far from what backing off would give.
func (e *english) strongest() ([]pairKey, []tripleKey) {
	var pairs []weighed[pairKey]
	var triples []weighed[tripleKey]
	for w, k := range e.ids {
		if k < 0 {
			continue
		}
		from, to := e.t.before(k)
		for i := from; i < to; i++ {
			b := e.our(e.t.pairs.wordOf(i))
			if b < 0 {
				continue
			}
			p := power(e.t.tables.pair[e.t.pairs.valueOf(i)])
			h := &e.t.uni[e.ids[b]]
			pairs = append(pairs, weighed[pairKey]{pairKey{w, b}, weigh(h.p, p, h.backoff*e.t.p1(k))})
			lo, hi := e.t.beforePair(i)
			for j := lo; j < hi; j++ {
				a := e.our(e.t.triple.wordOf(j))
				if a < 0 {
					continue
				}
				q := power(e.t.tables.triple[e.t.triple.valueOf(j)])
				h, f := e.t.history(e.ids[a], e.ids[b])
				triples = append(triples, weighed[tripleKey]{tripleKey{w, b, a}, weigh(h, q, f*p)})
			}
		}
	}
	return heaviest(pairs, generalPairs, pairKey.compare), heaviest(triples, generalTriples, tripleKey.compare)
}

type weighed[K any] struct {
	key    K
	weight float64
}

// weigh returns how much is lost, in a word of text, when p after a history of
// probability h is replaced by lower.
func weigh(h, p, lower float64) float64 { return h * p * math.Abs(math.Log(p/lower)) }

func heaviest[K any](all []weighed[K], n int, compare func(a, b K) int) []K {
	slices.SortFunc(all, func(a, b weighed[K]) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), compare(a.key, b.key))
	})
	var out []K
	for _, w := range all[:min(n, len(all))] {
		out = append(out, w.key)
	}
	return out
}
