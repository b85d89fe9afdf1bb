package conversation

import (
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// Another's words are never spoken, however the model writes them. Case: C07, F29.
func TestOwnWords(t *testing.T) {
	bart := campaign.Agent{ID: "bart", Name: "Bart", Aliases: []string{"Old Bart"}}
	q := Question{
		Agent:   bart,
		Present: []campaign.Agent{bart, {ID: "greta", Name: "Greta Iron", KnownAs: "The Smith"}},
		People:  []transcript.Speaker{{Name: "Sam_77", Character: "Kara Voss"}},
	}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"nobody's label", "Greta knows. Note: she lies.", []string{"Greta knows.", "Note: she lies."}},
		{"C07 in one line", "I saw nothing. Greta: I did! Bart: Liar.", []string{"I saw nothing."}},
		{"C07 first", "Greta Iron: I did!", nil},
		{"C07 in disguise", "No. The Smith: I did!", []string{"No."}},
		{"C07 a character", "No. Kara: I draw my sword.", []string{"No."}},
		{"C07 a player", "No. Sam_77: ale!", []string{"No."}},
		{"C07 quoted", "No. “Greta: yes.”", []string{"No."}},
		{"C07 full width", "いいえ。Greta：はい。", []string{"いいえ。"}},
		{"C07 only a label", "No. Greta:", []string{"No."}},
		{"F29 its own", "Bart: No. Bart: Never.", []string{"No.", "Never."}},
		{"F29 its own twice", "Bart: Old Bart: No.", []string{"No."}},
		{"F29 its own alone", "Bart: ", nil},
		{"a time", "Kara:30 is no time.", []string{"Kara:30 is no time."}},
		{"in a clause", "I have told the smith, that is the lady Greta: go home, I said.", []string{"I have told the smith,", "that is the lady Greta: go home, I said."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			who := ownWordsIn(q)
			s := newSegmenter("en", false)
			var got []string
			for _, p := range append(s.add(tt.text), s.end()...) {
				p, ours := who.take(p)
				if ours && p.text != "" {
					got = append(got, p.text)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("of %q is said %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

// FuzzCutLabel: what is left of a piece without its label is the end of it.
func FuzzCutLabel(f *testing.F) {
	f.Add("Greta: I did!")
	f.Add("“Greta) ： ja")
	f.Add("GRETA:")
	f.Fuzz(func(t *testing.T, text string) {
		rest, ok := cutLabel(text, []string{"Greta", "Old Bart"})
		if !ok && rest != text || ok && (len(rest) >= len(text) || !strings.Contains(text, rest)) {
			t.Errorf("%q: cut %v, left %q", text, ok, rest)
		}
	})
}
