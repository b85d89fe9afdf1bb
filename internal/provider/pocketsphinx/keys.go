package pocketsphinx

import (
	"context"
	"slices"
)

// A pairKey is a word and the one before it, by number; a tripleKey has the one
// before that too. They are backwards so that they sort as in a [trie].
type (
	pairKey   uint64
	tripleKey uint64
)

// keyBits are those of a word in a key.
const (
	keyBits = 21
	keyMask = 1<<keyBits - 1
)

func pairOf(w, b int) pairKey { return pairKey(w)<<keyBits | pairKey(b) }

func tripleOf(w, b, a int) tripleKey {
	return tripleKey(w)<<(2*keyBits) | tripleKey(b)<<keyBits | tripleKey(a)
}

func (k pairKey) words() (w, b int) { return int(k >> keyBits), int(k & keyMask) }

func (k tripleKey) words() (w, b, a int) {
	return int(k >> (2 * keyBits)), int(k >> keyBits & keyMask), int(k & keyMask)
}

// last returns the pair that the triple ends in.
func (k tripleKey) last() pairKey { return pairKey(k >> keyBits) }

// history returns the pair that it begins with.
func (k tripleKey) history() pairKey { return pairKey(k & (1<<(2*keyBits) - 1)) }

func (k pairKey) word() int   { return int(k >> keyBits) }
func (k tripleKey) word() int { return int(k >> (2 * keyBits)) }

type key interface {
	pairKey | tripleKey
	word() int
}

// A table has keys in order, and where those of each word begin.
type table[K key] struct {
	keys  []K
	first []int32
}

func newTable[K key](keys []K, words int) table[K] {
	t := table[K]{keys, make([]int32, words+1)}
	for _, k := range keys {
		t.first[k.word()+1]++
	}
	for i := range words {
		t.first[i+1] += t.first[i]
	}
	return t
}

// find returns the place of k, or −1.
func (t table[K]) find(k K) int {
	w := k.word()
	from, to := int(t.first[w]), int(t.first[w+1])
	if i, ok := slices.BinarySearch(t.keys[from:to], k); ok {
		return from + i
	}
	return -1
}

// union merges keys that are in order.
func union[K key](a, b []K) []K {
	out := make([]K, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// stopped returns why ctx is done. It looks at every 4,096th step of a loop,
// which is about every millisecond.
func stopped(ctx context.Context, step int) error {
	if step%4096 != 0 {
		return nil
	}
	return context.Cause(ctx)
}
