package pocketsphinx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"strings"
)

// A trie is the trigram model of English that comes with the acoustic model, in
// sphinxbase's binary form: a header; tables of the 65,536 values that a
// probability or backoff weight of each order can have; the words' own
// probabilities; pairs, then triples, packed in bits; the words' spellings.
//
// It is kept backwards. Under each word are the words that may come before it,
// sorted, and under each of those the words before that.
type trie struct {
	words  []string
	ids    map[string]int
	uni    []trieWord
	tables struct{ pair, backoff, triple []float32 } // logarithms
	pairs  packed
	triple packed
}

type trieWord struct {
	p, backoff float64
	next       int // its first pair
}

// The logarithms in the file have this base.
var logBase = math.Log(1.0001)

const trieMagic = "Trie Language Model"

// The bounds of what is believed of a file. The English model has 72,547 words,
// two million pairs and nearly as many triples.
const (
	maxWords   = 1 << 20
	maxEntries = 1 << 25
	tableSize  = 1 << 16
)

var errNotATrie = errors.New("not a trigram model in sphinxbase's binary form")

// readTrie reads a whole model, 27 MB.
func readTrie(file string) (*trie, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := parseTrie(b)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return t, nil
}

// parseTrie keeps b.
func parseTrie(b []byte) (*trie, error) {
	r := &cutter{b: b}
	if string(r.cut(len(trieMagic))) != trieMagic || r.byte() != 3 {
		return nil, errNotATrie
	}
	words, pairs, triples := r.int(), r.int(), r.int()
	if words > maxWords || pairs > maxEntries || triples > maxEntries || r.int() != 1 {
		return nil, errNotATrie
	}
	t := &trie{ids: map[string]int{}}
	t.tables.pair = r.floats(tableSize)
	t.tables.backoff = r.floats(tableSize)
	t.tables.triple = r.floats(tableSize)
	for range words + 1 { // the last is only the end of the one before
		f := r.floats(2)
		if f == nil {
			return nil, io.ErrUnexpectedEOF
		}
		t.uni = append(t.uni, trieWord{power(f[0]), power(f[1]), r.int()})
	}
	wordBits := bits.Len(uint(words))
	t.pairs = r.packed(pairs, packed{word: wordBits, backoff: 16, value: 16, next: bits.Len(uint(triples))})
	t.triple = r.packed(triples, packed{word: wordBits, value: 16})
	spellings := r.cut(r.int())
	if r.short {
		return nil, io.ErrUnexpectedEOF
	}
	t.words = strings.SplitN(string(spellings), "\x00", words+1)
	if len(t.words) <= words {
		return nil, errNotATrie
	}
	t.words = t.words[:words]
	for i, w := range t.words {
		t.ids[w] = i
	}
	return t, nil
}

// before returns the range of the pairs that end in word i.
func (t *trie) before(i int) (from, to int) {
	return clamp(t.uni[i].next, t.pairs.n), clamp(t.uni[i+1].next, t.pairs.n)
}

// beforePair returns the range of the triples that end in pair i.
func (t *trie) beforePair(i int) (from, to int) {
	return clamp(t.pairs.nextOf(i), t.triple.n), clamp(t.pairs.nextOf(i+1), t.triple.n)
}

func clamp(i, n int) int { return min(max(i, 0), n) }

// power returns the number that l is the logarithm of.
func power(l float32) float64 { return math.Exp(float64(l) * logBase) }

// packed is an array of entries of a few bits each: a word, the places of its
// backoff weight and its value in tables, and where its own entries begin.
type packed struct {
	word, backoff, value, next int // how many bits
	n                          int
	b                          []byte
}

func (p packed) size() int { return p.word + p.backoff + p.value + p.next }

// bytes returns how long an array of n entries is.
func (p packed) bytes(n int) int { return ((n+1)*p.size()+7)/8 + 8 }

func (p packed) wordOf(i int) int    { return p.at(i*p.size(), p.word) }
func (p packed) backoffOf(i int) int { return p.at(i*p.size()+p.word, p.backoff) }
func (p packed) valueOf(i int) int   { return p.at(i*p.size()+p.word+p.backoff, p.value) }
func (p packed) nextOf(i int) int    { return p.at(i*p.size()+p.word+p.backoff+p.value, p.next) }

// at returns n ≤ 32 bits from bit offset on. Eight bytes at the end of the array
// are there to be read past it.
func (p packed) at(offset, n int) int {
	v := binary.LittleEndian.Uint64(p.b[offset/8:])
	return int(v >> (offset % 8) & (1<<n - 1))
}

// find returns the entry for a word among those from i to j, or −1.
func (p packed) find(i, j, word int) int {
	end := j
	for i < j {
		m := int(uint(i+j) / 2)
		if p.wordOf(m) < word {
			i = m + 1
		} else {
			j = m
		}
	}
	if i < end && p.wordOf(i) == word {
		return i
	}
	return -1
}

// p1 returns the probability of a word.
func (t *trie) p1(w int) float64 { return t.uni[w].p }

// p2 returns the probability of w after a.
func (t *trie) p2(a, w int) float64 {
	if i := t.pair(a, w); i >= 0 {
		return power(t.tables.pair[t.pairs.valueOf(i)])
	}
	return t.uni[a].backoff * t.p1(w)
}

// p3 returns the probability of w after a and b.
func (t *trie) p3(a, b, w int) float64 {
	if i := t.pair(b, w); i >= 0 {
		from, to := t.beforePair(i)
		if j := t.triple.find(from, to, a); j >= 0 {
			return power(t.tables.triple[t.triple.valueOf(j)])
		}
	}
	_, f := t.history(a, b)
	return f * t.p2(b, w)
}

// history returns the probability of a and b in a row, and the factor for words
// of which nothing is known after them.
func (t *trie) history(a, b int) (p, backoff float64) {
	i := t.pair(a, b)
	if i < 0 {
		return t.p1(a) * t.uni[a].backoff * t.p1(b), 1
	}
	return t.p1(a) * power(t.tables.pair[t.pairs.valueOf(i)]), power(t.tables.backoff[t.pairs.backoffOf(i)])
}

// pair returns the entry of the pair a, w, or −1.
func (t *trie) pair(a, w int) int {
	from, to := t.before(w)
	return t.pairs.find(from, to, a)
}

// A cutter takes bytes off the front of b. After it has been asked for more than
// there are, short is set and all results are zero.
type cutter struct {
	b     []byte
	short bool
}

func (c *cutter) cut(n int) []byte {
	if c.short || n < 0 || n > len(c.b) {
		c.short = true
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cutter) byte() byte {
	if b := c.cut(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cutter) int() int {
	if b := c.cut(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (c *cutter) floats(n int) []float32 {
	b := c.cut(4 * n)
	if b == nil {
		return nil
	}
	f := make([]float32, n)
	for i := range f {
		f[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return f
}

// packed cuts n entries of the form of p, one more that ends the last, and eight
// bytes to spare.
func (c *cutter) packed(n int, p packed) packed {
	p.n = n
	p.b = c.cut(p.bytes(n))
	return p
}
