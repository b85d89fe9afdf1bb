package pocketsphinx

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/speech"
)

func TestSpoken(t *testing.T) {
	for text, want := range map[string]string{
		"Roll 2d6+3, please!":           "roll two d six three please",
		"a d20":                         "a d twenty",
		"J'zargo’s 'half-elf' friend":   "j'zargo's half elf friend",
		"Éowyn of Þórsmörk":             "eowyn of thorsmork",
		"1,250 crowns":                  "one two hundred fifty crowns",
		"1250 crowns":                   "one thousand two hundred fifty crowns",
		"the year 1000000":              "the year one zero zero zero zero zero zero",
		"0 or 21":                       "zero or twenty one",
		" \n…":                          "",
		"東京":                            "",
		"999999999999999999999 dragons": strings.Repeat("nine ", 21) + "dragons",
	} {
		if got := strings.Join(spoken(text), " "); got != want {
			t.Errorf("spoken(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzSpoken(f *testing.F) {
	f.Add("Roll 2d6!")
	f.Add("Æ'' 99999999999999999999 ß")
	word := regexp.MustCompile(`^[a-z][a-z']*$`)
	f.Fuzz(func(t *testing.T, text string) {
		words := spoken(text)
		for _, w := range words {
			if !word.MatchString(w) {
				t.Errorf("%q is no word for a dictionary", w)
			}
		}
		if again := spoken(strings.Join(words, " ")); !slices.Equal(again, words) {
			t.Errorf("spoken again: %q, want %q", again, words)
		}
	})
}

func TestGuesses(t *testing.T) {
	for name, want := range map[string]string{
		"mirela":  "M IH R EH L AH",
		"thorin":  "TH AO R IH N",
		"zephyra": "Z EH F IH R AH",
		"xander":  "Z AE N D ER",
		"kade":    "K EY D",
		"jorund":  "JH AO R AH N D",
		"quenby":  "K W EH N B IY",
		"j'zargo": "JH AH Z AA R G OW",
		"phaedra": "F EY D R AH",
	} {
		got := guesses(name)
		if !slices.Contains(got, want) {
			t.Errorf("%s is said as one of %q, want %q among them", name, got, want)
		}
		if len(got) > maxGuesses {
			t.Errorf("%s is said in %d ways", name, len(got))
		}
	}
	d := dictionary{"raven": {"R EY V AH N"}, "ford": {"F AO R D"}}
	if got := d.guess("ravenford"); got[0] != "R EY V AH N F AO R D" {
		t.Errorf("ravenford is said %q first, want as its parts", got[0])
	}
}

func FuzzGuesses(f *testing.F) {
	for _, s := range []string{"mirela", "j'zargo", "''", "mmmm", "aeiouy"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range spoken(text) {
			if len(w) > 60 {
				continue
			}
			for _, g := range append(guesses(w), respelled(w)...) {
				for p := range strings.FieldsSeq(g) {
					if !slices.Contains(phones, p) {
						t.Errorf("%q is said with %q, which is no phone", w, p)
					}
				}
			}
		}
	})
}

func TestPronunciations(t *testing.T) {
	for say, want := range map[string]string{
		"M IH0 R EH1 L AH0": "M IH R EH L AH",
		"mih-REH-lah":       "M IH R EH L AA",
		"zay-lith":          "Z EY L IH TH",
		"ka-ro-mi":          "K AA R OW M IY",
		"yor-geth":          "Y AO R G EH TH",
		"SHAWN oh-kay":      "SH AO N OW K EY",
		"ghul":              "G AH L",
	} {
		if got := pronunciations(say); len(got) != 1 || got[0] != want {
			t.Errorf("pronunciations(%q) = %q, want %q", say, got, want)
		}
	}
	if got := pronunciations("-"); got != nil {
		t.Errorf("a mark is said %q", got)
	}
}

func TestDictionary(t *testing.T) {
	d, err := readDictionary(t.Context(), strings.NewReader(";;; comment\neither IY DH ER\neither(2) AY DH ER\ncat  K AE T\nbox B AA K S\ncow K AW\nbroken\n"))
	if err != nil {
		t.Fatal(err)
	}
	said := said([]Name{
		{"Maren Tule", "mah-ren too-lay"}, {"Lissa Vane", "L IH S AH | V EY N"}, {"One Two", "only one"}, {"A B", "x"},
	})
	for word, want := range map[string][]string{
		"either": {"IY DH ER", "AY DH ER"},
		"cat's":  {"K AE T S"},
		"box's":  {"B AA K S AH Z"},
		"cow's":  {"K AW Z"},
	} {
		if got := d.pronounce(word, said); !slices.Equal(got, want) {
			t.Errorf("%s is said %q, want %q", word, got, want)
		}
	}
	// What the campaign says comes first, then what the letters suggest.
	for word, want := range map[string]string{"maren": "M AA R EH N", "tule's": "T UW L EY Z", "vane": "V EY N"} {
		if got := d.pronounce(word, said); got[0] != want || len(got) < 2 {
			t.Errorf("%s is said %q, want %q and more", word, got, want)
		}
	}
	if said["a"] != nil {
		t.Error("a pronunciation of one word was used for a name of two")
	}
	b, err := d.encode(t.Context(), []string{"cat", "either"}, said)
	if err != nil {
		t.Fatal(err)
	}
	if want := "cat K AE T\neither IY DH ER\neither(2) AY DH ER\n"; string(b) != want {
		t.Errorf("written: %q, want %q", b, want)
	}
}

func TestSpell(t *testing.T) {
	s := newSpeller([]string{"Éowyn", "J'zargo", "Maren Tule", "The Gilded Heron", "Hope", "Brand of Corvane"})
	for words, want := range map[string]string{
		"i ask eowyn":                           "I ask Éowyn",
		"j'zargo's tail and i'm late":           "J'zargo's tail and I'm late",
		"maren tule's boat":                     "Maren Tule's boat",
		"tule knows maren":                      "Tule knows Maren",
		"we meet at the gilded heron":           "We meet at The Gilded Heron",
		"i hope the iron gate holds":            "I hope the iron gate holds",
		"hope where are you":                    "Hope where are you",
		"what does brand of corvane want of it": "What does Brand of Corvane want of it",
		"":                                      "",
	} {
		var heard []heardWord
		for w := range strings.FieldsSeq(words) {
			heard = append(heard, heardWord{text: w})
		}
		if got := textOf(s.write(heard)); got != want {
			t.Errorf("%q is written %q, want %q", words, got, want)
		}
	}
}

// Whatever a name is said with, its words are those of its own spelling.
func TestSpellKeepsWhatEachWordIsWorth(t *testing.T) {
	s := newSpeller([]string{"Maren Tule", "Brand of Corvane", "Salt & Iron", "Saint-Denys", "Unit 23"})
	for _, tt := range []struct {
		heard []heardWord
		want  []speech.Word
	}{
		{
			[]heardWord{{"ask", 0.9}, {"maren", 0.8}, {"tule's", 0.3}, {"cat", 0.7}},
			[]speech.Word{{Text: "Ask", Confidence: 0.9}, {Text: "Maren", Confidence: 0.8}, {Text: "Tule's", Confidence: 0.3}, {Text: "cat", Confidence: 0.7}},
		},
		{
			[]heardWord{{"brand", 0.9}, {"of", 0.2}, {"corvane", 0.8}},
			[]speech.Word{{Text: "Brand", Confidence: 0.9}, {Text: "of", Confidence: 0.2}, {Text: "Corvane", Confidence: 0.8}},
		},
		{
			[]heardWord{{"salt", 0.9}, {"iron", 0.6}, {"and", 0.5}},
			[]speech.Word{{Text: "Salt", Confidence: 0.9}, {Text: "&", Confidence: 0.6}, {Text: "Iron", Confidence: 0.6}, {Text: "and", Confidence: 0.5}},
		},
		{
			[]heardWord{{"saint", 0.4}, {"denys", 0.9}, {"unit", 0.8}, {"twenty", 0.7}, {"three", 0.6}, {"i'm", 0.5}},
			[]speech.Word{{Text: "Saint-Denys", Confidence: 0.4}, {Text: "Unit", Confidence: 0.8}, {Text: "23", Confidence: 0.6}, {Text: "I'm", Confidence: 0.5}},
		},
		{nil, nil},
	} {
		if got := s.write(tt.heard); !slices.Equal(got, tt.want) {
			t.Errorf("%v is written %v, want %v", tt.heard, got, tt.want)
		}
	}
}
