package phonetic

import (
	"strings"
	"testing"
)

func TestSounds(t *testing.T) {
	for _, tt := range []struct{ tag, word, want string }{
		{"", "greta", "greta"},
		{"en", "gretta", "greta"},
		{"en-GB", "philip", "filip"},
		{"en", "knight", "nit"},
		{"en", "wright", "rit"},
		{"en", "xanthor", "zanTor"},
		{"en", "quelenna", "kwelena"},
		{"en", "cerys", "seris"},
		{"en", "dodge", "doJ"},
		{"en", "stone", "ston"},
		{"en", "grimjaw", "grimJo"},
		{"en", "lawin", "lawin"},
		{"en", "yara", "jara"},
		{"en", "j'zargo", "Jzargo"},
		{"en", "bree", "bri"},
		{"en", "chris", "kris"},
		{"en", "tch", "C"},
		{"de", "schmidt", "Smit"},
		{"de", "vogel", "fogel"},
		{"de", "elwine", "elvine"},
		{"de", "malwieg", "malvik"},
		{"de", "heinz", "haints"},
		{"de", "strauch", "Straux"},
		{"de", "fuchs", "fuks"},
		{"de", "theo", "teo"},
		{"de", "joahnna", "joana"},
		{"de", "ruediger", "rudiger"},
		{"de", "zweig", "tsvaik"},
		{"de", "", ""},
		{"de", "éß3", ""},
	} {
		t.Run(tt.tag+" "+tt.word, func(t *testing.T) {
			if got := string(For(tt.tag).Sounds(tt.word)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFor(t *testing.T) {
	for tag, want := range map[string]*Language{"": english, "en": english, "EN-us": english, "de": german, "de-AT": german, "fr": nil, "english": nil} {
		if got := For(tag); got != want {
			t.Errorf("For(%q) is another", tag)
		}
	}
}

func TestThen(t *testing.T) {
	for _, tt := range []struct{ a, b, want Sounds }{
		{"mor", "wena", "morwena"}, {"grim", "mjo", "grimjo"}, {"", "a", "a"}, {"a", "", "a"},
	} {
		if got := tt.a.Then(tt.b); got != tt.want {
			t.Errorf("%q then %q is %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestDistance has what recognisers have written for a name, and what is
// another name. Case: S08.
func TestDistance(t *testing.T) {
	const near = 0.21
	for _, tt := range []struct {
		tag, name   string
		near, apart string
	}{
		{"en", "bart", "bert burt barth barte", "kurt robert martin brad bertram"},
		{"en", "greta", "gretta gretha grita", "gerta rita margareta grendel"},
		{"en", "mirela", "mirella morella myrela miralla", "amelia maribel mirabella"},
		{"en", "mara", "marra maara", "martha marina tara kara samara"},
		{"en", "brelyna", "brillina brelina brelinna", "elena brenda celina"},
		{"en", "j'zargo", "jizzago jazargo", "zara margo fargo"},
		{"en", "glyphoxa", "clifoxa glifoxa glefoxa", "roxana foxglove"},
		{"en", "thalindra", "tallindra thalyndra", "linda alexandra"},
		{"en", "xanthor", "zanthor xantor", "anton santorini"},
		{"de", "thorgrim", "torgrim torkrim thorgrimm", "joachim torben"},
		{"de", "elwine", "elvine ellwine", "alina helene"},
		{"de", "oskar", "oscar oska", "oswald ottokar"},
		{"de", "malwick", "malvik malwieg", "maik melanie"},
	} {
		l := For(tt.tag)
		t.Run(tt.tag+" "+tt.name, func(t *testing.T) {
			if d := Distance(l.Sounds(tt.name), l.Sounds(tt.name)); d != 0 {
				t.Errorf("%.2f from itself", d)
			}
			for w := range strings.FieldsSeq(tt.near) {
				if d := Distance(l.Sounds(w), l.Sounds(tt.name)); d > near {
					t.Errorf("%s is %.2f away, want %.2f at most", w, d, near)
				}
			}
			for w := range strings.FieldsSeq(tt.apart) {
				if d := Distance(l.Sounds(w), l.Sounds(tt.name)); d <= near {
					t.Errorf("%s is %.2f away, want more than %.2f", w, d, near)
				}
			}
		})
	}
	if d := Distance("a", ""); d != 1 {
		t.Errorf("from nothing: %v, want 1", d)
	}
}

// TestNear: the short way says what the long way does.
func TestNear(t *testing.T) {
	words := strings.Fields("greta gretta gerade mara morwenna bart b part thalindra ironfist o xa")
	for _, l := range []*Language{english, german} {
		for _, a := range words {
			for _, b := range words {
				far := Distance(l.Sounds(a), l.Sounds(b))
				for _, limit := range []float64{0, 0.1, 0.21, 0.5, 1, 3} {
					d, ok := Near(l.Sounds(a), l.Sounds(b), limit)
					if ok != (far <= limit+1e-4) || ok && d != far {
						t.Errorf("%s to %s within %v: %v, %v, and is %v", a, b, limit, d, ok, far)
					}
				}
			}
		}
	}
}

func TestOrdinary(t *testing.T) {
	for tag, words := range map[string]struct{ yes, no string }{
		"en": {"part honest great barred start the of was bard dragon sword", "bart greta bert mirela martha brelyna oskar jizzago"},
		"de": {"gerade art hart konig fur grosse will mark und schwert drache", "greta oskar bert mirela isolde torgrim martha"},
	} {
		l := For(tag)
		for w := range strings.FieldsSeq(words.yes) {
			if !l.Ordinary(w) {
				t.Errorf("%s: %s is no ordinary word", tag, w)
			}
		}
		for w := range strings.FieldsSeq(words.no) {
			if l.Ordinary(w) {
				t.Errorf("%s: %s is an ordinary word", tag, w)
			}
		}
		n := 0
		for w := range l.Words() {
			if n++; w != strings.ToLower(w) || strings.ContainsAny(w, " '\n") {
				t.Errorf("%s: %q is in the list", tag, w)
			}
		}
		if n < 20000 {
			t.Errorf("%s: %d words, want 20,000", tag, n)
		}
	}
}

// TestOrdinaryFindsAll: every word of a list is found, and nothing between them.
func TestOrdinaryFindsAll(t *testing.T) {
	for _, l := range []*Language{english, german} {
		last := ""
		for w := range l.Words() {
			if !l.Ordinary(w) || l.Ordinary(w+"qq") || w <= last {
				t.Fatalf("%q, which comes after %q", w, last)
			}
			last = w
		}
	}
	for _, w := range []string{"", "\n", "a\n", "zzzzz", "0"} {
		if english.Ordinary(w) {
			t.Errorf("%q is an ordinary word", w)
		}
	}
}

func FuzzSounds(f *testing.F) {
	for _, w := range []string{"greta", "j'zargo", "schmidt", "ß", "tsch", "aeiouy", "mb", "\xff"} {
		f.Add(w, "greta")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, l := range []*Language{english, german} {
			x, y := l.Sounds(a), l.Sounds(b)
			for i := range len(x) {
				if c := x[i]; c < 'A' || c > 'z' || i > 0 && c == x[i-1] && l == english {
					t.Fatalf("%q sounds %q", a, x)
				}
			}
			if x != l.Sounds(a) {
				t.Fatalf("%q sounds another way the second time", a)
			}
			if d := Distance(x, y); d < 0 || d != d {
				t.Fatalf("%q is %v from %q", x, d, y)
			}
			if d := Distance(x, x); x != "" && d != 0 {
				t.Fatalf("%q is %v from itself", x, d)
			}
		}
	})
}

func BenchmarkOrdinary(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		english.Ordinary("mirella")
	}
}

func BenchmarkNear(b *testing.B) {
	heard, name := english.Sounds("brillina"), english.Sounds("brelyna")
	b.ReportAllocs()
	for b.Loop() {
		Near(heard, name, 0.29)
	}
}
