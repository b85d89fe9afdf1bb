package nearest

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"kitten", "sitting", 3},
		{"ab", "ba", 2},
		{"größe", "grösse", 2},
	} {
		t.Run(tt.a+" "+tt.b, func(t *testing.T) {
			a, b := []rune(tt.a), []rune(tt.b)
			if got, back := Distance(a, b), Distance(b, a); got != tt.want || back != tt.want {
				t.Errorf("got %d and %d back, want %d", got, back, tt.want)
			}
		})
	}
	said, heard := strings.Fields("the gate is shut"), strings.Fields("gate was shut")
	if got := Distance(said, heard); got != 2 {
		t.Errorf("words: got %d, want 2", got)
	}
}

func TestWord(t *testing.T) {
	known := []string{"name", "names", "knowledge", "no"}
	for _, tt := range []struct{ word, want string }{
		{"nam", "name"}, // as near as "names" is to "nams", and first
		{"NAME", "name"},
		{"nams", "name"},
		{"knowledg", "knowledge"},
		{"quasimodo", ""},
		{"", ""},
	} {
		t.Run(tt.word, func(t *testing.T) {
			if got := Word(tt.word, known); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := Word("x", nil); got != "" {
		t.Errorf("of nothing: got %q", got)
	}
}
