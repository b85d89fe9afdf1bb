package texts

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var putIn = regexp.MustCompile(`\{\{\.([a-z]+)\}\}`)

// names are what is put into a sentence, over all of its forms.
func names(forms []string) []string {
	all := map[string]bool{}
	for _, m := range putIn.FindAllStringSubmatch(strings.Join(forms, " "), -1) {
		all[m[1]] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// Each language has every sentence of the others, with the same put in.
func TestLanguages(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(Languages()) {
		t.Errorf("there are %d files for the languages %q", len(entries), Languages())
	}
	english := Forms(fallback)
	for _, code := range Languages() {
		all := Forms(code)
		for id, forms := range all {
			if _, ok := english[id]; !ok {
				t.Errorf("%s has %s, and %s lacks it", code, id, fallback)
			}
			if len(forms) == 0 {
				t.Errorf("%s says nothing for %s", code, id)
			}
			for _, form := range forms {
				if strings.TrimSpace(form) == "" {
					t.Errorf("%s says nothing for %s", code, id)
				}
				if left := putIn.ReplaceAllString(form, ""); strings.Contains(left, "{{") || strings.Contains(left, "}}") {
					t.Errorf("%s: %s puts in what has no plain name: %q", code, id, form)
				}
			}
		}
		for id, want := range english {
			got, ok := all[id]
			if !ok {
				t.Errorf("%s lacks %s", code, id)
				continue
			}
			if !slices.Equal(names(got), names(want)) {
				t.Errorf("%s: %s puts in %q, and in %s %q", code, id, names(got), fallback, names(want))
			}
			if (len(got) > 1) != (len(want) > 1) {
				t.Errorf("%s: %s counts in one language and not in the other", code, id)
			}
		}
	}
}

// Somebody whose language there is reads it; everybody else reads English.
func TestIn(t *testing.T) {
	de := Say("list.and").In("de")
	en := Say("list.and").In("en")
	if de == en {
		t.Fatalf("German and English both say %q", de)
	}
	for _, tt := range []struct{ locale, want string }{
		{"de", de},
		{"de-AT", de},
		{"en-US", en},
		{"en-GB", en},
		{"", en},
		{"fr", en},
		{"zh-CN", en},
		{"no locale at all", en},
	} {
		if got := Say("list.and").In(tt.locale); got != tt.want {
			t.Errorf("to %q it says %q, want %q", tt.locale, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct {
		name   string
		text   Text
		en, de string
	}{
		{"nothing", Text{}, "", ""},
		{"own words", Lit("{{.n}} *Bart*"), "{{.n}} *Bart*", "{{.n}} *Bart*"},
		{"words put in stay words", Say("table.muted", "npc", "{{.npc}}"), "**{{.npc}}** does not answer any more. `/glyphoxa unmute` changes that.", "**{{.npc}}** antwortet nicht mehr. `/glyphoxa stumm-aus` ändert das."},
		{"a text put in", Say("scene.known-as", "npc", And(Lit("a"), Lit("b")), "known", "c"), "a and b (known as c)", "a und b (bekannt als c)"},
		{"one", Say("table.note-for", "n", 1), "for the next answer", "für die nächste Antwort"},
		{"several", Say("table.note-for", "n", 4), "for the next 4 answers", "für die nächsten 4 Antworten"},
		{"one of a list", And(Lit("a")), "a", "a"},
		{"a list", Or(Lit("a"), Lit("b"), Lit("c")), "a, b or c", "a, b oder c"},
		{"no list", And(), "", ""},
		{"joined", Join("\n", Lit("a"), Text{}, Say("why.nobody")), "a\nnobody", "a\nniemand"},
		{"gone through", Say("why.nobody").Through(strings.ToUpper), "NOBODY", "NIEMAND"},
		{"a number", Number("$0.40"), "$0.40", "$0,40"},
		{"a number of a currency with a point", Number("Fr.0.40"), "Fr.0.40", "Fr.0,40"},
		{"unknown", Say("nothing.of.ours"), "nothing.of.ours", "nothing.of.ours"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.text.In("en"); got != tt.en {
				t.Errorf("in English: %q, want %q", got, tt.en)
			}
			if got := tt.text.In("de"); got != tt.de {
				t.Errorf("in German: %q, want %q", got, tt.de)
			}
			if got, want := tt.text.Empty(), tt.en == ""; got != want {
				t.Errorf("empty: %v, want %v", got, want)
			}
		})
	}
}
