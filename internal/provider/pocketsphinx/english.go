package pocketsphinx

import (
	"slices"
)

// english is the general model, for the words of a mixture only. Words are
// numbered as in the mixture.
type english struct {
	words []string
	t     *trie
	ids   []int // what the trie calls our words; −1 for those it lacks
	ours  []int // the reverse: our numbers, −1 for words that are not ours
	begin int
	total float64 // sum of their probabilities
}

// newEnglish returns nothing to mix in if t is nil.
func newEnglish(t *trie, words []string) *english {
	e := &english{words: words, t: t, ids: make([]int, len(words)), begin: slices.Index(words, begin)}
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
