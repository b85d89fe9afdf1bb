package agent

import (
	"strings"
	"testing"
	"unicode/utf8"

	"glyphoxa/internal/transcript"
)

// through runs words through a filter, cut into pieces of n runes (0: whole).
func through(words string, n int, write func(string) string, end func() string) string {
	var b strings.Builder
	runes := []rune(words)
	if n == 0 {
		n = max(len(runes), 1)
	}
	for len(runes) > n {
		b.WriteString(write(string(runes[:n])))
		runes = runes[n:]
	}
	b.WriteString(write(string(runes)))
	b.WriteString(end())
	return b.String()
}

// Case: C07, F29.
func TestLabels(t *testing.T) {
	tests := []struct {
		name, in, want string
		foreign        bool
	}{
		{"none", "Good evening, love.", "Good evening, love.", false},
		{"F29 first name", "Mirela: Good evening.", "Good evening.", false},
		{"F29 whole name", "Mirela Voss: Good evening.", "Good evening.", false},
		{"F29 alias, other case", "MIRI : Good evening.", "Good evening.", false},
		{"F29 bold", "**Mirela Voss**: Good evening.", "Good evening.", false},
		{"F29 bold with the colon", "**Mirela:** *Good* evening.", "*Good* evening.", false},
		{"F29 brackets", "[Mirela] Good evening.", "Good evening.", false},
		{"F29 brackets and colon", " [Mirela Voss]: Good evening.", "Good evening.", false},
		{"F29 stage direction", "Mirela (softly): Good evening.", "Good evening.", false},
		{"F29 full-width colon", "Mirela：Good evening.", "Good evening.", false},
		{"F29 repeated", "Mirela: Mirela: **Mirela**: Good evening.", "Good evening.", false},
		{"F29 on every line", "Mirela: One.\nMirela: Two.\n\nMirela: Three.", "One.\nTwo.\n\nThree.", false},
		{"F29 assistant", "Assistant: Good evening.", "Good evening.", false},
		{"F29 in front of the words", "Mirela:\nGood evening.", "Good evening.", false},
		{"its own name is no label", "Mirela is my name.", "Mirela is my name.", false},
		{"its own name alone", "Mirela", "Mirela", false},
		{"a name in the line", "I told Bart: go home.", "I told Bart: go home.", false},
		{"another's name", "Bart, come here.", "Bart, come here.", false},
		{"another's name with a remark", "Bart (the old fool) lied.", "Bart (the old fool) lied.", false},
		{"marks that are no label", "**Never** again.", "**Never** again.", false},
		{"brackets that are no label", "[laughs] Never.", "[laughs] Never.", false},
		{"a word of a display name", "Listen: the sea.", "Listen: the sea.", false},
		{"a display name that is a word", "Warning: the sea.", "Warning: the sea.", false},
		{"C07 another NPC", "Good evening.\nBart: Evening, all.", "Good evening.\n", true},
		{"C07 another NPC first", "Bart: Evening, all.", "", true},
		{"C07 in bold", "Good evening.\n**Bart:** Evening.", "Good evening.\n", true},
		{"C07 a player's character", "Good evening.\nKara: I draw my sword.", "Good evening.\n", true},
		{"C07 a player", "Good evening.\nsam: Ale!", "Good evening.\n", true},
		{"C07 the GM", "Good evening.\nNarrator: She turns away.", "Good evening.\n", true},
		{"C07 disguised", "Good evening.\n[Old Tam] Shh.", "Good evening.\n", true},
		{"C07 at the very end", "Good evening.\n[Bart]", "Good evening.\n", true},
	}
	q := scene()
	q.People[1].Name = "sam"
	q.People = append(q.People, q.People[1])
	q.People[3].Name = "Listen Up"
	q.People = append(q.People, transcript.Speaker{ID: 5, Name: "Warning"})
	q.History = append(q.History, transcript.Line{Role: transcript.Player, Speaker: 5, Name: "Warning", Text: "Hello."})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{0, 1, 2, 5} {
				l := labels{names: namesIn(q)}
				if got := through(tt.in, n, l.write, l.close); got != tt.want || l.foreign != tt.foreign {
					t.Errorf("in pieces of %d: got %q, foreign %v; want %q, %v", n, got, l.foreign, tt.want, tt.foreign)
				}
			}
		})
	}
}

// An answer that begins with no name comes out with its first rune.
func TestLabelsHoldLittle(t *testing.T) {
	l := labels{names: namesIn(scene())}
	for _, tt := range []struct{ in, want string }{{"W", "W"}, {"ell, ", "ell, "}, {"Bart: no.\n", "Bart: no.\n"}, {"Ba", ""}, {"d", "Bad"}} {
		if got := l.write(tt.in); got != tt.want {
			t.Errorf("after %q came %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzLabels: what comes out does not depend on the cuts, and is part of what
// went in.
func FuzzLabels(f *testing.F) {
	for _, s := range []string{"Mirela: a\n**Bart:** b", "[Mirela] (x): y", "**Mirela (softly)**: x", "Mirela Voss at\n", "[[Bart", "*_[Mirela]_*: a", "<think>a</think>Kara Stone:"} {
		f.Add(s, uint8(1))
	}
	names := namesIn(scene())
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		if !utf8.ValidString(s) {
			t.Skip("models send valid text")
		}
		whole, pieces := labels{names: names}, labels{names: names}
		a := through(s, 0, whole.write, whole.close)
		b := through(s, int(n%16)+1, pieces.write, pieces.close)
		if a != b || whole.foreign != pieces.foreign {
			t.Fatalf("whole: %q, %v\npieces: %q, %v", a, whole.foreign, b, pieces.foreign)
		}
		if len(a) > len(s) {
			t.Fatalf("%q grew to %q", s, a)
		}
	})
}
