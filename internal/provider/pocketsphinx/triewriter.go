package pocketsphinx

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/bits"
	"strings"
)

// The values of the tables in the files that we write. A step is 0.0004 of a
// natural logarithm, far below what a count is worth. Probabilities go down to
// e^−26; backoff weights, which may be above one, go from e^−13 to e^13.
const (
	step       = 4
	backoffMid = tableSize / 2
)

// write writes the model in the form that [parseTrie] reads. The recogniser
// reads it in a tenth of the time that an ARPA file of the same content takes.
func (m *mixture) write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(trieMagic)
	b.WriteByte(3) // words in the longest sequence
	put := func(v uint32) { b.Write(binary.LittleEndian.AppendUint32(nil, v)) }
	putFloat := func(v float64) { put(math.Float32bits(float32(v))) }
	for _, n := range []int{len(m.words), len(m.bi), len(m.tri)} {
		put(uint32(n))
	}
	put(1) // there are tables
	for i := range tableSize {
		putFloat(float64(-step * i))
	}
	for i := range tableSize {
		putFloat(float64(step * (i - backoffMid)))
	}
	for i := range tableSize {
		putFloat(float64(-step * i))
	}
	pairs, triples, firsts := m.pack()
	for i := range m.words {
		putFloat(logarithm(m.uni[i]))
		putFloat(logarithm(m.one[i]))
		put(uint32(firsts[i]))
	}
	putFloat(0)
	putFloat(0)
	put(uint32(len(m.bi)))
	b.Write(pairs)
	b.Write(triples)
	put(uint32(len(strings.Join(m.words, "\x00")) + 1))
	b.WriteString(strings.Join(m.words, "\x00") + "\x00")
	_, err := b.WriteTo(w)
	return err
}

// pack returns the arrays of pairs and triples and, for each word, where its
// pairs begin.
func (m *mixture) pack() (pairs, triples []byte, firsts []int) {
	wordBits := bits.Len(uint(len(m.words)))
	form := packed{word: wordBits, backoff: 16, value: 16, next: bits.Len(uint(len(m.tri)))}
	last := packed{word: wordBits, value: 16}
	ps, ts := newPacker(len(m.bi), form), newPacker(len(m.tri), last)
	done := 0 // triples
	for i, k := range m.biKeys {
		for len(firsts) <= k[0] {
			firsts = append(firsts, i)
		}
		ps.put(k[1], form.word)
		ps.put(backoffIndex(m.after(k)), 16)
		ps.put(probabilityIndex(m.bi[k]), 16)
		ps.put(done, form.next)
		for done < len(m.triKeys) && m.triKeys[done][0] == k[0] && m.triKeys[done][1] == k[1] {
			t := m.triKeys[done]
			ts.put(t[2], last.word)
			ts.put(probabilityIndex(m.tri[t]), 16)
			done++
		}
	}
	for len(firsts) < len(m.words) {
		firsts = append(firsts, len(m.bi))
	}
	ps.put(0, form.size()-form.next)
	ps.put(done, form.next)
	return ps.b, ts.b, firsts
}

func logarithm(p float64) float64 {
	if p <= 0 {
		return -99 * math.Ln10 / logBase // what ARPA files have for zero
	}
	return math.Log(p) / logBase
}

func probabilityIndex(p float64) int {
	return int(min(max(math.Round(-logarithm(p)/step), 0), tableSize-1))
}

func backoffIndex(f float64) int {
	return int(min(max(math.Round(logarithm(f)/step)+backoffMid, 0), tableSize-1))
}

// A packer fills an array of [packed].
type packer struct {
	b  []byte
	at int // bits written
}

func newPacker(n int, form packed) *packer {
	return &packer{b: make([]byte, form.bytes(n))}
}

// put appends the n ≤ 48 low bits of v.
func (p *packer) put(v, n int) {
	word := p.b[p.at/8:]
	old := binary.LittleEndian.Uint64(word)
	binary.LittleEndian.PutUint64(word, old|uint64(v)<<(p.at%8))
	p.at += n
}
