package pocketsphinx

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

// tiny is a corpus small enough to check every history.
func tiny() *ngrams {
	g := newNgrams()
	for _, s := range []string{"the wolf runs", "the wolf sleeps", "the old wolf", "run old wolf run", "who runs"} {
		g.add(whole(strings.Fields(s)))
	}
	g.add(fragment{"barrel"})
	g.add(fragment{"the", "wolf"})
	return g
}

// sumsToOne checks that after each history the probabilities of all words that
// can follow add up to one.
func sumsToOne(t *testing.T, words []string, p1 func(w int) float64, p2 func(a, w int) float64, p3 func(a, b, w int) float64) {
	t.Helper()
	near := func(what string, sum float64) {
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("%s: the probabilities add up to %v", what, sum)
		}
	}
	sum := 0.0
	for w := range words {
		sum += p1(w)
	}
	near("no history", sum)
	for a := range words {
		sum := 0.0
		for w := range words {
			sum += p2(a, w)
		}
		near(words[a], sum)
		for b := range words {
			sum := 0.0
			for w := range words {
				sum += p3(a, b, w)
			}
			near(words[a]+" "+words[b], sum)
		}
	}
}

// counts is the model of g.
func counts(tb testing.TB, g *ngrams) *counted {
	tb.Helper()
	m, err := g.model(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// mixed mixes g with general English, of which the gist may be known.
func mixed(tb testing.TB, g *ngrams, general *trie, known *gist) *mixture {
	tb.Helper()
	m, err := mix(tb.Context(), counts(tb, g), general, known)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// written is the file of m.
func written(tb testing.TB, m *mixture) []byte {
	tb.Helper()
	b, err := m.encode(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func (m *mixture) p2(a, w int) float64 {
	if i := m.pairs.find(pairOf(w, a)); i >= 0 {
		return m.bi[i]
	}
	return m.one[a] * m.uni[w]
}

func (m *mixture) p3(a, b, w int) float64 {
	if i := m.triples.find(tripleOf(w, b, a)); i >= 0 {
		return m.tri[i]
	}
	f := 1.0
	if i := m.pairs.find(pairOf(b, a)); i >= 0 {
		f = m.two[i]
	}
	return f * m.p2(b, w)
}

func TestCountedIsNormalised(t *testing.T) {
	m := counts(t, tiny())
	id := func(w string) int { return slices.Index(m.words, w) }
	sumsToOne(t, m.words, m.p1, m.p2, m.p3)
	if p, q := m.p3(id("the"), id("wolf"), id("runs")), m.p3(id("the"), id("wolf"), id("barrel")); p < 5*q {
		t.Errorf("what was seen has probability %v, what was not %v", p, q)
	}
}

// The mixture is normalised too, and what is read back is what was written.
func TestMixtureIsNormalisedAndReadBack(t *testing.T) {
	// Other sentences play the part of general English; "hound" is not ours.
	g := newNgrams()
	for _, s := range []string{"the wolf is old", "the hound runs", "the old hound runs", "who sleeps", "the barrel"} {
		g.add(whole(strings.Fields(s)))
	}
	general, err := parseTrie(written(t, mixed(t, g, nil, nil)))
	if err != nil {
		t.Fatal(err)
	}
	m := mixed(t, tiny(), general, nil)
	id := func(w string) int { return slices.Index(m.words, w) }
	sumsToOne(t, m.words, func(w int) float64 { return m.uni[w] }, m.p2, m.p3)
	if p, q := m.p2(id("the"), id("barrel")), mixed(t, tiny(), nil, nil).p2(id("the"), id("barrel")); p < 2*q {
		t.Errorf("\"the barrel\", which is English, has probability %v with it and %v without", p, q)
	}

	read, err := parseTrie(written(t, m))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(read.words, m.words) {
		t.Fatalf("the words are %q, want %q", read.words, m.words)
	}
	for a := range m.words {
		for b := range m.words {
			for w := range m.words {
				if got, want := read.p3(a, b, w), m.p3(a, b, w); math.Abs(got-want) > 0.003*want+1e-9 {
					t.Errorf("P(%s | %s %s) is %v, want %v", m.words[w], m.words[a], m.words[b], got, want)
				}
			}
		}
	}
}

func TestMixtureOfOneCorpusIsOneFile(t *testing.T) {
	if !bytes.Equal(written(t, mixed(t, tiny(), nil, nil)), written(t, mixed(t, tiny(), nil, nil))) {
		t.Error("the same corpus was written in two ways")
	}
}

// A model file that is not one is refused, and one that lies is read without
// harm.
func FuzzParseTrie(f *testing.F) {
	file := written(f, mixed(f, tiny(), nil, nil))
	// The tables are all the same to the parser; the interesting bytes are the
	// header and what follows them.
	const tables = 3 * 4 * tableSize
	const header = len(trieMagic) + 1 + 4*4
	f.Add(file[:header], file[header+tables:])
	f.Add([]byte(trieMagic), []byte{})
	table := make([]byte, tables)
	f.Fuzz(func(t *testing.T, head, tail []byte) {
		m, err := parseTrie(slices.Concat(head, table, tail))
		if err != nil {
			if m != nil {
				t.Error("a refused file left a model behind")
			}
			return
		}
		for i := range min(len(m.words), 20) {
			for j := range min(len(m.words), 20) {
				if p := m.p3(i, j, i); p < 0 {
					t.Errorf("the probability is %v", p)
				}
			}
		}
	})
}
