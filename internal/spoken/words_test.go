package spoken

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// mapped shows which part of the writing each spoken word stands for.
func mapped(s Spoken, written string) (out []string) {
	for i, w := range s.Words {
		end := len(s.Text)
		if i+1 < len(s.Words) {
			end = s.Words[i+1].At
		}
		out = append(out, strings.TrimSpace(s.Text[w.At:end])+"="+written[w.Start:w.End])
	}
	return out
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		name, language, written string
		want                    []string
	}{
		{"as written", "en", "No, stranger!", []string{"No,=No,", "stranger!=stranger!"}},
		{"expanded", "en", "Pay 49 gp, friend.", []string{"Pay=Pay", "forty-nine=49 gp,", "gold=49 gp,", "pieces,=49 gp,", "friend.=friend."}},
		{"in a compound", "en", "a 10-foot pole", []string{"a=a", "ten-foot=10-foot", "pole=pole"}},
		{"side by side", "en", "$5 £3", []string{"five=$5", "dollars=$5", "three=£3", "pounds=£3"}},
		{"glued", "en", "(2/3)", []string{"(two=(2/3)", "thirds)=(2/3)"}},
		{"dashes belong to a neighbour", "en", "— Well … no. —", []string{"Well …=— Well …", "no. —=no. —"}},
		{"without spaces", "ja", "行こう。はい", []string{"行=行", "こ=こ", "う。=う。", "は=は", "い=い"}},
		{"numbers in wide script", "en", "第3章", []string{"第=第", "3=3", "章=章"}},
		{"sum", "en", "Is 5*3=15?", []string{"Is=Is", "five=5*3=15?", "times=5*3=15?", "three=5*3=15?", "equals=5*3=15?", "fifteen?=5*3=15?"}},
		{"counter", "en", "HP 7/10!", []string{"HP=HP", "seven=7/10!", "of=7/10!", "ten!=7/10!"}},
		{"sign that is said already", "en", "about ~20 ft", []string{"about=about ~", "twenty=20 ft", "feet=20 ft"}},
		{"per", "de", "5 GM/Tag.", []string{"fünf=5 GM/", "Goldmünzen=5 GM/", "pro=5 GM/", "Tag.=Tag."}},
		{"day", "de", "Mo., 3. Dez.", []string{"Montag,=Mo.,", "dritter=3.", "Dezember.=Dez."}},
		{"nothing to say", "en", "… —", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mapped(NewReader(tt.language, nil).Say(tt.written), tt.written)
			if !slices.Equal(got, tt.want) {
				t.Errorf("say %q\n got %q\nwant %q", tt.written, got, tt.want)
			}
		})
	}
}

func TestHeard(t *testing.T) {
	const written = "Pay 49 gp, friend."
	s := NewReader("en", nil).Say(written)
	for n, want := range []string{"", "Pay", "Pay", "Pay", "Pay 49 gp,", written, written} {
		if got := written[:s.Heard(n)]; got != want {
			t.Errorf("%d words heard: got %q, want %q", n, got, want)
		}
	}
	if got := s.Heard(-1); got != 0 {
		t.Errorf("no words heard: got %d bytes", got)
	}
	if got := Verbatim("").Heard(3); got != 0 {
		t.Errorf("an empty text: got %d bytes", got)
	}
}

func TestHeardTo(t *testing.T) {
	const written = "Pay 49 gp, friend."
	s := NewReader("en", nil).Say(written) // Pay forty-nine gold pieces, friend.
	for n, want := range map[int]string{2: "", 3: "Pay", 14: "Pay", 19: "Pay", 25: "Pay", 26: "Pay 49 gp,", 27: "Pay 49 gp,", 33: "Pay 49 gp,", 34: written, 35: written} {
		if got := written[:s.HeardTo(n)]; got != want {
			t.Errorf("%q heard: got %q, want %q", s.Text[:n], got, want)
		}
	}
}

func TestInside(t *testing.T) {
	const written = "*sighs, twice*"
	s := NewReader("en", nil).Say("sighs, twice").Inside(1, 1)
	if got, want := mapped(s, written), []string{"sighs,=*sighs,", "twice=twice*"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	one := NewReader("en", nil).Say("3 ft").Inside(1, 1)
	if got, want := mapped(one, "*3 ft*"), []string{"three=*3 ft*", "feet=*3 ft*"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A voice that reads numbers itself still gets what it cannot know.
func TestDigits(t *testing.T) {
	r := NewReader("en", map[string]string{"Odo": "OH-doe"}).Digits()
	const written, want = "Odo pays 49 gp or $5 at 8:00 & rolls 2d6+3, Dr. Hale.", "oh-doe pays forty-nine gold pieces or $5 at 8:00 & rolls two d six plus three, Dr. Hale."
	if got := r.Say(written).Text; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNilReader(t *testing.T) {
	var r *Reader
	if got := r.Digits().Say("49 gp"); got.Text != "49 gp" || len(got.Words) != 2 {
		t.Errorf("got %v, want it as written", got)
	}
}

func TestNames(t *testing.T) {
	says := map[string]string{
		"Mirela": "mi-REL-a", "Odo": "OH-doe, OH-doh", "Kara Voss": "KAR-a, VOSS", "Will": "wil",
		"Fennick": "F EH N IH K", "Ael'thir": "ale-theer",
	}
	for _, tt := range []struct{ name, language, written, want string }{
		{"whole words", "en", "Mirela, Mirelas and MIRELA", "mi-rel-ah, Mirelas and mi-rel-ah"},
		{"genitive", "en", "Mirela's and Mirela’s inn", "mi-rel-ah's and mi-rel-ah’s inn"},
		{"German genitive", "de", "Mirelas Gasthaus", "mi-rel-as Gasthaus"},
		{"first of several ways", "en", "Odo", "oh-doe"},
		{"several words", "en", "Kara Voss, Kara and Voss", "kar-ah voss, kar-ah and voss"},
		{"other words", "en", "Will you will?", "wil you will?"},
		{"phonemes are for recognisers", "en", "Fennick", "Fennick"},
		{"apostrophe", "en", "Ael'thir's", "ale-theer's"},
		{"any language", "fr", "Odo arrive", "oh-doe arrive"},
		{"before a genitive of another", "de", "Odos", "oh-does"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewReader(tt.language, says).Say(tt.written).Text; got != tt.want {
				t.Errorf("say %q: got %q, want %q", tt.written, got, tt.want)
			}
		})
	}
}

// FuzzSay holds to what is promised of any text: its words are in order and in
// bounds, they hold all of the writing, and what has been said is not changed when
// it is said again.
func FuzzSay(f *testing.F) {
	for _, tt := range append(readTests, tabletopTests...) {
		f.Add(tt.written, tt.language)
	}
	says := map[string]string{"Mirela": "mi-REL-a", "Kara Voss": "KAR-a, VOSS"}
	f.Fuzz(func(t *testing.T, written, language string) {
		r := NewReader(language, says)
		s := r.Say(written)
		check(t, s, written)
		check(t, Verbatim(written), written)
		if n := len(s.Text); n > 200+40*len(written) {
			t.Errorf("%q becomes %d bytes", written, n)
		}
		if strings.ContainsFunc(written, unicode.IsNumber) {
			return
		}
		if again := r.Say(s.Text).Text; again != s.Text {
			t.Errorf("say %q: %q, and again %q", written, s.Text, again)
		}
	})
}

func check(t *testing.T, s Spoken, written string) {
	t.Helper()
	at, covered := 0, 0
	for i, w := range s.Words {
		if w.At < at || w.At >= len(s.Text) || w.Start >= w.End || w.Start < 0 || w.End > len(written) {
			t.Fatalf("%q said %q: word %d of %v is out of bounds", written, s.Text, i, s.Words)
		}
		at = w.At + 1
		if i > 0 && w.Start == s.Words[i-1].Start && w.End == s.Words[i-1].End {
			continue
		}
		if w.Start < covered || strings.TrimSpace(written[covered:w.Start]) != "" {
			t.Fatalf("%q said %q: word %d of %v does not follow", written, s.Text, i, s.Words)
		}
		covered = w.End
	}
	if len(s.Words) > 0 && strings.TrimSpace(written[covered:]) != "" {
		t.Fatalf("%q said %q: %v leaves something out", written, s.Text, s.Words)
	}
	last := 0
	for n := range len(s.Words) + 1 {
		heard := s.Heard(n)
		if heard < last || utf8.ValidString(written) && !utf8.ValidString(written[:heard]) {
			t.Fatalf("%q said %q: %d words heard are %d bytes, one less %d", written, s.Text, n, heard, last)
		}
		last = heard
	}
}

// TestSayIsLinear: no text makes the reader slow. What is squared takes minutes
// here.
func TestSayIsLinear(t *testing.T) {
	const size, limit = 1 << 16, 10 * time.Second
	for _, unit := range []string{
		" ", "a", "1", "a,", "1,", "1.", "1-", "1/", "1:", "1d4+", "1 ", "+1", "½", "$", "King X ", "St. ", "e.", "a@", "a.b,",
		"1*", "1 x ", "1=1", "Dec. ", "Dec. 3, ", "1/2 ", "HP 1/2 ", "1. und ", "#1", "~1", "~", "x1", "II. ", "1s", "1am", "6'2", "1 gp/", "Mon., ",
		"Kara ", "Mirela ", "gp ", "1 gp ", "—", "、", "第", "e\u0301", "\xff",
	} {
		for _, language := range []string{"en", "de"} {
			r := NewReader(language, map[string]string{"Mirela": "mi-REL-a", "Kara Voss": "KAR-a, VOSS"})
			text := strings.Repeat(unit, size/len(unit))
			start := time.Now()
			r.Say(text)
			if d := time.Since(start); d > limit {
				t.Errorf("%q for %d bytes takes %v", unit, size, d)
			}
		}
	}
}

func BenchmarkSay(b *testing.B) {
	text := strings.Repeat("Dr. Hale paid Mirela 49 gp at 8:00, e.g. for the 3rd room. Nobody knew why, and the old mill burned down. ", 10)[:1024]
	r := NewReader("en", map[string]string{"Mirela": "mi-REL-a"})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r.Say(text)
	}
}
