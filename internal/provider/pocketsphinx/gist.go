package pocketsphinx

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A gist is the pairs and triples of general English that matter most, for some
// words: the frequent ones that are far from what backing off would give. They
// are in order.
//
// How much one matters does not depend on which other words there are. Those
// that matter most among more words are therefore to be found among the gist of
// the fewer and those that have a new word in them: see [Builder].
type gist struct {
	words   []string // sorted; a word's number is its place
	pairs   []weighed[pairKey]
	triples []weighed[tripleKey]
}

// A weighed is a pair or triple with its probability.
type weighed[K key] struct {
	key       K
	p, weight float64
}

// weigh returns how much is lost, in a word of text, when p after a history of
// probability h is replaced by lower.
func weigh(h, p, lower float64) float64 {
	w := h * p * math.Abs(math.Log(p/lower))
	if math.IsNaN(w) {
		return 0 // of a file that lies
	}
	return w
}

// strongest returns the gist for the words of e. What is known already of some
// of them may be nil.
func (e *english) strongest(ctx context.Context, known *gist) (*gist, error) {
	known, shared := known.among(e.words)
	fresh := &gist{words: e.words}
	for w, k := range e.ids {
		if k < 0 {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		pairs, triples := len(fresh.pairs), len(fresh.triples)
		for i, to := e.t.before(k); i < to; i++ {
			if b := e.our(e.t.pairs.wordOf(i)); b >= 0 {
				e.weighPair(fresh, i, w, b, shared)
			}
		}
		// The file has them in the order of its own numbers.
		slices.SortFunc(fresh.pairs[pairs:], weighed[pairKey].compare)
		slices.SortFunc(fresh.triples[triples:], weighed[tripleKey].compare)
	}
	var err error
	if fresh.pairs, err = heaviest(ctx, merge(known.pairs, fresh.pairs), generalPairs); err != nil {
		return nil, err
	}
	fresh.triples, err = heaviest(ctx, merge(known.triples, fresh.triples), generalTriples)
	return fresh, err
}

// weighPair weighs pair i of the file, which is w after b, and the triples that
// end in it, but for those of which all words are shared with what is known.
func (e *english) weighPair(g *gist, i, w, b int, shared []bool) {
	known := shared[w] && shared[b]
	p := math.NaN() // until it is needed
	need := func() {
		if math.IsNaN(p) {
			p = power(e.t.tables.pair[e.t.pairs.valueOf(i)])
		}
	}
	if !known {
		need()
		h := &e.t.uni[e.ids[b]]
		g.pairs = append(g.pairs, weighed[pairKey]{pairOf(w, b), e.after(w, p), weigh(h.p, p, h.backoff*e.t.p1(e.ids[w]))})
	}
	for j, to := e.t.beforePair(i); j < to; j++ {
		a := e.our(e.t.triple.wordOf(j))
		if a < 0 || known && shared[a] {
			continue
		}
		need()
		q := power(e.t.tables.triple[e.t.triple.valueOf(j)])
		h, f := e.t.history(e.ids[a], e.ids[b])
		g.triples = append(g.triples, weighed[tripleKey]{tripleOf(w, b, a), e.after(w, q), weigh(h, q, f*p)})
	}
}

// after returns p, the probability of w after something, as a mixture has it.
func (e *english) after(w int, p float64) float64 {
	if w == e.begin {
		return 0
	}
	return p
}

// among returns g with the numbers that its words have among more, and which of
// those are shared. It is nothing if g lacks a word, which would be a mistake.
func (g *gist) among(words []string) (*gist, []bool) {
	shared := make([]bool, len(words))
	if g == nil {
		return &gist{}, shared
	}
	to := make([]int, len(g.words))
	for i, w := range g.words {
		n, ok := slices.BinarySearch(words, w)
		if !ok {
			return &gist{}, make([]bool, len(words))
		}
		to[i], shared[n] = n, true
	}
	// Both are sorted, so that what was in order is in order.
	out := &gist{words, make([]weighed[pairKey], 0, len(g.pairs)), make([]weighed[tripleKey], 0, len(g.triples))}
	for _, p := range g.pairs {
		w, b := p.key.words()
		p.key = pairOf(to[w], to[b])
		out.pairs = append(out.pairs, p)
	}
	for _, p := range g.triples {
		w, b, a := p.key.words()
		p.key = tripleOf(to[w], to[b], to[a])
		out.triples = append(out.triples, p)
	}
	return out, shared
}

func (p weighed[K]) compare(q weighed[K]) int { return cmp.Compare(p.key, q.key) }

func keysOf[K key](all []weighed[K]) []K {
	keys := make([]K, len(all))
	for i, p := range all {
		keys[i] = p.key
	}
	return keys
}

// merge merges what is in order.
func merge[K key](a, b []weighed[K]) []weighed[K] {
	if len(a) == 0 {
		return b
	}
	out := make([]weighed[K], 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].key <= b[0].key {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// heaviest returns the n that weigh most, in their order. Of those that weigh
// the same the first are taken.
func heaviest[K key](ctx context.Context, all []weighed[K], n int) ([]weighed[K], error) {
	if len(all) <= n {
		return all, nil
	}
	weights := make([]float64, len(all))
	for i, p := range all {
		weights[i] = p.weight
	}
	least, err := nth(ctx, weights, n)
	if err != nil {
		return nil, err
	}
	spare := n
	for _, p := range all {
		if p.weight > least {
			spare--
		}
	}
	out := make([]weighed[K], 0, n)
	for _, p := range all {
		switch {
		case p.weight > least:
			out = append(out, p)
		case p.weight == least && spare > 0:
			out = append(out, p)
			spare--
		}
	}
	return out, nil
}

// nth returns the n-th largest of v, which it puts in disorder. It takes a few
// passes over v, not the twenty of sorting it.
func nth(ctx context.Context, v []float64, n int) (float64, error) {
	for {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		pivot := v[len(v)/2]
		// Up to i they are larger, from j on smaller, and between them the same.
		i, j := 0, len(v)
		for k := 0; k < j; {
			switch {
			case v[k] > pivot:
				v[i], v[k] = v[k], v[i]
				i, k = i+1, k+1
			case v[k] < pivot:
				j--
				v[j], v[k] = v[k], v[j]
			default:
				k++
			}
		}
		switch {
		case n <= i:
			v = v[:i]
		case n <= j:
			return pivot, nil
		default:
			v, n = v[j:], n-j
		}
	}
}
