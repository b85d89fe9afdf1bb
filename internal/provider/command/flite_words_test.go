package command

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// said are sentences with words that are not written as they are said, and
// names that nobody has heard of.
var said = strings.Split(`The knight who wrote the psalm was a colonel, though nobody would have thought so.
Orsolo, why did you lock the cellar door last night?
Well, I once knew a queen of Thornwick: she owed the guild eight thousand crowns.
Listen; Xaelith betrayed us, and Hadrick's island is half an hour away.
You two should give the island back to Maren Tule, or else.
Ask Quenby where the old ferryman hides his silver.
I could have sworn that the bridge wasn't there yesterday.
Through the rough cough and hiccough he ploughs on, does he not?
The choir of Saint Agnes sang an eerie song about the sword of Isaac.
We're all going to the tomb, and Yrsa's aunt is coming, too.
The lighthouse of Saltmere has been dark for three winters.
Who is the owner of this beautiful old inn, if I may ask?
Nobody has seen Zhaern since the siege, and his daughter is worried.
It's a one-eyed, half-elven thief called Wyn.
My business is my own; go and ask the bureau of measures.
Ghosts. Always ghosts! Do you believe in them, Bjorn?`, "\n")

// fliteSays runs flite and returns what it writes. From a file it takes breath
// where it does not from an argument.
func fliteSays(t *testing.T, voice, text, what string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "text")
	if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "flite", "-voice", voice, "-f", file, what, "-o", filepath.Join(dir, "x.wav")).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestFliteWords compares the ends of words with those that follow from how many
// phones flite makes of each, and counts what was heard of a sentence that is cut
// anywhere.
func TestFliteWords(t *testing.T) {
	require(t, "flite")
	rng := rand.New(rand.NewPCG(1, 1))
	known := make(map[string]int)
	s := newSynthesizer(t, Flite())
	words, right := 0, 0
	cuts, exact, more := 0, 0, 0
	for _, voice := range []string{"slt", "rms"} {
		for _, text := range said {
			want := trueEnds(t, known, voice, text)
			if want == nil {
				t.Logf("%s does not say each word of %q by itself", voice, text)
				continue
			}
			got, length := wordsOf(t, s, voice, text)
			if len(got) != len(want) {
				t.Errorf("%q has %d words, want %d", text, len(got), len(want))
				continue
			}
			for i, w := range got {
				words++
				d := w.End - want[i]
				if d < 0 {
					d = -d
				}
				if d <= 160 { // 10 ms, by which the sound is stretched
					right++
				} else {
					t.Logf("%s: %q ends after %d ms, not %d", voice, text[:w.To], w.End/16, want[i]/16)
				}
			}
			for range 25 {
				at := rng.IntN(length)
				heard := func(end int) bool { return end <= at }
				truly, told := 0, 0
				for i := range want {
					if heard(want[i]) {
						truly++
					}
					if heard(got[i].End) {
						told++
					}
				}
				cuts++
				if told == truly {
					exact++
				} else if told > truly {
					more++
				}
			}
		}
	}
	t.Logf("of %d words %.1f %% end where they should", words, 100*float64(right)/float64(words))
	t.Logf("of %d cuts %.1f %% are exact, %.1f %% count a word too many", cuts, 100*float64(exact)/float64(cuts), 100*float64(more)/float64(cuts))
	if words < 200 || 100*right < 97*words || 100*exact < 97*cuts || 100*more > 2*cuts {
		t.Errorf("of %d words %d end right; of %d cuts %d are exact and %d too long", words, right, cuts, exact, more)
	}
}

// wordsOf has a voice say text and returns the ends of its words.
func wordsOf(t *testing.T, s *Synthesizer, voice, text string) (words []audio.Word, length int) {
	t.Helper()
	for c, err := range s.Synthesize(t.Context(), speech.Utterance{Text: text, Voice: speech.Voice{Name: voice}}) {
		if err != nil {
			t.Fatal(err)
		}
		if length > 0 && c.Words != nil {
			t.Error("a later clip has words")
		}
		words, length = append(words, c.Words...), length+len(c.PCM)
	}
	return words, length
}

// trueEnds returns at which samples the words of text end, or nil if flite says
// other phones than those of its words alone.
func trueEnds(t *testing.T, known map[string]int, voice, text string) (ends []int) {
	t.Helper()
	var counts []int
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, ".,;:!?")
		if known[w] == 0 {
			// The quickest voice: they all have the same dictionary.
			for p := range strings.FieldsSeq(fliteSays(t, "kal", w, "-ps")) {
				if p != pauseSound {
					known[w]++
				}
			}
		}
		counts = append(counts, known[w])
	}
	sounds, _ := readSounds([]byte(fliteSays(t, voice, text, "-psdur")))
	sounds = slices.DeleteFunc(sounds, func(s sound) bool { return s.phone == pauseSound })
	for _, n := range counts {
		if n > len(sounds) {
			return nil
		}
		ends = append(ends, 16*sounds[n-1].end)
		sounds = sounds[n:]
	}
	if len(sounds) > 0 {
		return nil
	}
	return ends
}

func TestFliteWordsAreBytesOfTheText(t *testing.T) {
	const text = " Ja,  so  – Éa! "
	got, total := fliteWords(text, []byte("pau:0.100 y:0.200 aa:0.300 s:0.350 ow:0.400 pau:0.500\npau:0.100 ey:0.200 ah:0.300 pau:0.400\n"))
	want := []audio.Word{{To: 4, End: 300}, {To: 8, End: 400}, {To: len(text), End: 800}}
	if !slices.Equal(got, want) || total != 900 {
		t.Errorf("the words are %v of %d, want %v of 900", got, total, want)
	}
}

func TestFliteWordsOfAnotherText(t *testing.T) {
	const sounds = "pau:0.1 k:0.2 ae:0.3 t:0.4 pau:0.5"
	for name, tt := range map[string]struct{ text, output string }{
		"another text":  {"Hello, my good old friend.", sounds},
		"no output":     {"cat", ""},
		"other output":  {"cat", "wrote 5 seconds\n"},
		"no text":       {"…", sounds},
		"times go back": {"cat", "k:0.3 ae:0.2 t:0.4"},
		"no number":     {"cat", "k:NaN ae:0.2 t:0.4"},
		"far too long":  {strings.Repeat("cat ", 1000), sounds},
	} {
		if words, _ := fliteWords(tt.text, []byte(tt.output)); words != nil {
			t.Errorf("%s: the words are %v", name, words)
		}
	}
	if words, total := fliteWords("cat", []byte(sounds)); len(words) != 1 || words[0] != (audio.Word{To: 3, End: 400}) || total != 500 {
		t.Errorf("the words are %v of %d", words, total)
	}
}

func FuzzFliteWords(f *testing.F) {
	f.Add("Ask Odo about 23 ports.", "pau:0.2 ae:0.3 s:0.4 k:0.5 ow:0.6 d:0.7 ow:0.8 ax:0.9 b:1.0\npau:0.1 p:0.2 pau:0.3\n")
	f.Add("  – É\xff x", "k:1e9 s:-1")
	f.Fuzz(func(t *testing.T, text, output string) {
		words, total := fliteWords(text, []byte(output))
		to, end := 0, 0
		for _, w := range words {
			if w.To <= to || w.To > len(text) || w.End < end || w.End > total {
				t.Fatalf("%q, %q: the words are %v of %d", text, output, words, total)
			}
			if r, _ := utf8.DecodeRuneInString(text[w.To:]); w.To < len(text) && !unicode.IsSpace(r) {
				t.Fatalf("%q: a word ends at %d", text, w.To)
			}
			to, end = w.To, w.End
		}
		if len(words) > 0 && to != len(text) {
			t.Fatalf("%q: the words are %v", text, words)
		}
	})
}
