package pocketsphinx

import (
	"math"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/nearest"
	"glyphoxa/internal/speech"
)

// marks count what the confidences of words, and other readings, are worth.
type marks struct {
	words, right [3]int // below 0.5, up to 0.9, above
	first, best  int    // words that are wrong in the text, and in the best of the readings
}

func (m *marks) add(t *testing.T, h speech.Hypothesis, want []string) {
	t.Helper()
	if textOf(h.Words) != h.Text {
		t.Errorf("the words of %q are %v", h.Text, h.Words)
	}
	right := rightOnes(h.Words, want)
	for i, w := range h.Words {
		grade := 0
		if w.Confidence >= 0.5 {
			grade++
		}
		if w.Confidence >= 0.9 {
			grade++
		}
		m.words[grade]++
		if right[i] {
			m.right[grade]++
		}
	}
	first := nearest.Distance(spoken(h.Text), want)
	best := first
	for i, other := range h.Alternatives {
		if other == h.Text || slices.Contains(h.Alternatives[:i], other) {
			t.Errorf("%q is there twice", other)
		}
		best = min(best, nearest.Distance(spoken(other), want))
	}
	m.first, m.best = m.first+first, m.best+best
}

// rightOnes reports which of words are part of the longest sequence that is in
// want, too.
func rightOnes(words []speech.Word, want []string) []bool {
	longest := make([][]int, len(words)+1)
	for i := range longest {
		longest[i] = make([]int, len(want)+1)
	}
	same := func(i, j int) bool { return slices.Equal(spoken(words[i].Text), want[j:j+1]) }
	for i := range slices.Backward(words) {
		for j := range slices.Backward(want) {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if same(i, j) {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	right := make([]bool, len(words))
	for i, j := 0, 0; i < len(words) && j < len(want); {
		switch {
		case same(i, j):
			right[i] = true
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return right
}

func (m *marks) check(t *testing.T) {
	t.Helper()
	var share [3]float64
	for i := range share {
		share[i] = 100 * float64(m.right[i]) / float64(max(m.words[i], 1))
	}
	t.Logf("of %d words above 0.9 %.0f %% are right, of %d down to 0.5 %.0f %%, of %d below %.0f %%; %d are wrong, and %d in the best reading",
		m.words[2], share[2], m.words[1], share[1], m.words[0], share[0], m.first, m.best)
	if share[2] < 94 || share[1] < 78 || share[0] > 78 || m.words[2] < 100 || m.words[0] < 30 {
		t.Errorf("confidences are worth %.0f, %.0f and %.0f %% for %v words", share[2], share[1], share[0], m.words)
	}
	if 10*m.best > 9*m.first {
		t.Errorf("%d words are wrong, and with the best of the other readings still %d", m.first, m.best)
	}
}

func TestReadCTM(t *testing.T) {
	const ctm = "speech 1 0.00 0.18 <s> 1.000\n" +
		"speech 1 0.18 0.50 xaelith(3) 0.900\nspeech 1 0.60 0.10 <sil> 0.990\n" +
		"speech 1 0.69 0.23 said 0.500\nspeech 1 0.80 0.10 [NOISE] 0.990\nspeech 1 0.80 0.10 ++UH++ 0.1\nbroken line\n" +
		"speech 1 0.69 0.23 so 1.002\nspeech 1 0.69 0.23 no -1\nspeech 1 0.69 0.23 no NaN\n"
	want := []heardWord{{"xaelith", 0.9}, {"said", 0.5}, {"so", 1}}
	if got := readCTM([]byte(ctm)); !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

func TestHypothesis(t *testing.T) {
	const list = "xaelith(2) said -479910\n<s> xaelith <sil> set </s> -479919\n<sil> -479919\n-479920\nx\n" +
		"xaelith set -479977\npart said -479978\nxaelith said so -479979\nxaelith had(2) -479968\n" +
		"maren tule xaelith -479985\nxaelith sad -479986\n"
	s := newSpeller([]string{"Maren Tule", "Xaelith"})
	heard := []heardWord{{"xaelith", 0.9}, {"said", 0.4}}
	got := s.hypothesis(heard, readNBest([]byte(list)))
	// Of what is heard well there is no other reading, and none adds to it only.
	if want := []string{"Xaelith set", "Xaelith had", "Maren Tule Xaelith"}; !slices.Equal(got.Alternatives, want) {
		t.Errorf("the alternatives are %q, want %q", got.Alternatives, want)
	}
	if got.Text != "Xaelith said" || !got.Final || math.Abs(got.Confidence-0.65) > 1e-9 {
		t.Errorf("heard %+v", got)
	}
	if want := []speech.Word{{Text: "Xaelith", Confidence: 0.9}, {Text: "said", Confidence: 0.4}}; !slices.Equal(got.Words, want) {
		t.Errorf("the words are %v, want %v", got.Words, want)
	}
	if got := s.hypothesis(nil, readNBest([]byte(list))); got.Text != "" || got.Words != nil || got.Alternatives != nil || got.Confidence != 0 {
		t.Errorf("nothing was heard as %+v", got)
	}
}

func FuzzOutcome(f *testing.F) {
	f.Add([]byte("speech 1 0.18 0.50 hello(2) 0.900\n"), []byte("hello there -7\n"))
	f.Add([]byte("speech 1 0.18 0.50 ( NaN\nspeech 1 0 0 a 1e300"), []byte("<s> (2) </s> 1\n\n7\n"))
	f.Add([]byte("speech 1 0 0 maren 0.5\nspeech 1 0 0 tule's .1"), []byte("salt iron's -1\n"))
	s := newSpeller([]string{"Maren Tule", "Salt & Iron"})
	f.Fuzz(func(t *testing.T, ctm, list []byte) {
		h := s.hypothesis(readCTM(ctm), readNBest(list))
		if !(h.Confidence >= 0 && h.Confidence <= 1) || !h.Final || textOf(h.Words) != h.Text {
			t.Errorf("heard %+v", h)
		}
		for _, w := range h.Words {
			if w.Text == "" || strings.ContainsAny(w.Text, " \n<>[]") || !(w.Confidence >= 0 && w.Confidence <= 1) {
				t.Errorf("%+v is no word", w)
			}
		}
		if len(h.Alternatives) > maxAlternatives || slices.Contains(h.Alternatives, h.Text) || slices.Contains(h.Alternatives, "") {
			t.Errorf("the alternatives of %q are %q", h.Text, h.Alternatives)
		}
	})
}
