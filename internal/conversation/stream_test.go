package conversation

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/spoken"
)

// A streamed is all that comes of one stream: what is spoken, what is told, what
// is for the text channel.
type streamed struct {
	pieces []piece
	said   []string
	beside string
	whole  bool // nothing was over the limit
}

// streamOf sends deltas down the whole way from a model to a voice.
func streamOf(language string, narrate bool, r *spoken.Reader, deltas ...string) (out streamed) {
	s := newSegmenter(language, narrate)
	limit := limiter{talk: campaign.TalkNormal}
	take := func(pieces []piece) {
		for _, p := range pieces {
			if limit.take(p) {
				out.pieces = append(out.pieces, p)
				out.said = append(out.said, p.say(r).Text)
			}
		}
	}
	for _, d := range deltas {
		take(s.add(d))
	}
	take(s.end())
	out.beside, out.whole = s.filter.aside(), !limit.over
	return out
}

func (s streamed) equal(o streamed) bool {
	return slices.Equal(s.pieces, o.pieces) && slices.Equal(s.said, o.said) && s.beside == o.beside && s.whole == o.whole
}

// corpus yields the language and the text of each stream in testdata/streams. A
// line "%% de" ends one and names the language of the next.
func corpus(t *testing.T) func(yield func(language, text string) bool) {
	t.Helper()
	files, err := filepath.Glob("testdata/streams/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("the corpus: %d files, error %v", len(files), err)
	}
	return func(yield func(language, text string) bool) {
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for part := range bytes.SplitSeq(data, []byte("\n%% ")) {
				language, text, ok := strings.Cut(strings.TrimPrefix(string(part), "%% "), "\n")
				if ok && !yield(language, text) {
					return
				}
			}
		}
	}
}

// TestStreamCuts sends a corpus of what models write down the whole way, cut at
// every place, into bytes, into words, at random, and, where that is not too much,
// at every two places. Nothing of what comes out may depend on it. Case: X10,
// X13, X15, L04, L11, L12.
func TestStreamCuts(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	streams, cuts := 0, 0
	for language, text := range corpus(t) {
		streams++
		r := spoken.NewReader(language, map[string]string{"Mirela": "mi-REL-a"})
		for _, narrate := range []bool{false, true} {
			want := streamOf(language, narrate, r, text)
			check := func(deltas ...string) {
				t.Helper()
				cuts++
				if got := streamOf(language, narrate, r, deltas...); !got.equal(want) {
					t.Fatalf("%q as\n%q\n got %+v\nwant %+v", text, deltas, got, want)
				}
			}
			for i := range len(text) {
				check(text[:i], text[i:])
			}
			if len(text) <= 120 && !narrate {
				for i := range len(text) {
					for j := i; j < len(text); j += 1 + len(text)/60 {
						check(text[:i], text[i:j], text[j:])
					}
				}
			}
			check(cutAt(text, func(int) bool { return true })...)
			check(strings.SplitAfter(text, " ")...)
			for range 10 {
				n := 1 + random.IntN(12)
				check(cutAt(text, func(int) bool { return random.IntN(n) == 0 })...)
			}
		}
	}
	t.Logf("%d streams, %d cuts", streams, cuts)
	if streams < 40 {
		t.Errorf("the corpus has %d streams only", streams)
	}
}

// cutAt cuts text behind every byte for which cut says so.
func cutAt(text string, cut func(i int) bool) (deltas []string) {
	from := 0
	for i := range len(text) {
		if cut(i) {
			deltas, from = append(deltas, text[from:i+1]), i+1
		}
	}
	return append(deltas, text[from:])
}

// TestStreamIsSayable holds all of the corpus to what every voice relies on.
// Case: X01, X03, X05, X15, F33, L11, L12, L13, L16.
func TestStreamIsSayable(t *testing.T) {
	for language, text := range corpus(t) {
		for _, narrate := range []bool{false, true} {
			out := streamOf(language, narrate, spoken.NewReader(language, nil), text)
			for i, p := range out.pieces {
				said := out.said[i]
				if !strings.ContainsFunc(said, isVoiced) {
					t.Errorf("%q: nothing to say in %q", text, said)
				}
				if strings.ContainsFunc(said, func(r rune) bool { return isNarrationMark(r) || speakability(r) == gap }) {
					t.Errorf("%q: no voice can say %q", text, said)
				}
				for _, never := range []string{"tool_call", "invoke", "arguments", "parameters", "think>", "secret"} {
					if strings.Contains(said, never) {
						t.Errorf("%q: %q is spoken", text, said)
					}
				}
				if p.narration && !narrate {
					t.Errorf("%q: %q is told", text, p.text)
				}
			}
		}
	}
}

func FuzzStream(f *testing.F) {
	for _, tt := range filterTests {
		f.Add(tt.text, uint(len(tt.text)/2), uint(3), true)
	}
	r := spoken.NewReader("en", nil)
	f.Fuzz(func(t *testing.T, text string, i, j uint, narrate bool) {
		a := int(i % uint(len(text)+1))
		b := a + int(j%uint(len(text)-a+1))
		want := streamOf("en", narrate, r, text)
		if got := streamOf("en", narrate, r, text[:a], text[a:b], text[b:]); !got.equal(want) {
			t.Errorf("%q\n got %+v\nwant %+v", []string{text[:a], text[a:b], text[b:]}, got, want)
		}
	})
}

func BenchmarkStream(b *testing.B) {
	text := strings.Repeat("*leans closer* Dr. Hale came **late**, and paid 49 gp at 8:00. Nobody knew (so they say) why the old mill burned down. ", 9)[:1024]
	r := spoken.NewReader("en", map[string]string{"Hale": "hayl"})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := newSegmenter("en", false)
		for i := 0; i < len(text); i += 4 {
			for _, p := range s.add(text[i : i+4]) {
				p.say(r)
			}
		}
		for _, p := range s.end() {
			p.say(r)
		}
	}
}
