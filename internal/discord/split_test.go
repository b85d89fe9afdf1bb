package discord

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestSplit covers D04.
func TestSplit(t *testing.T) {
	word := strings.Repeat("a", 39) + "."
	tests := []struct {
		name, text string
		limit      int
		want       []string
	}{
		{"nothing", " \n", 20, nil},
		{"fits", "Bart nods.", 20, []string{"Bart nods."}},
		{"between paragraphs", "One two three.\n\nFour five.", 20, []string{"One two three.", "Four five."}},
		{"between lines", "One two three\nfour five six", 20, []string{"One two three", "four five six"}},
		{"between sentences", "Bart nods. He waits a while.", 24, []string{"Bart nods.", "He waits a while."}},
		{"between words", "one two three four five six", 20, []string{"one two three", "four five six"}},
		{"in a word", strings.Repeat("x", 30), 20, []string{strings.Repeat("x", 16), strings.Repeat("x", 14)}},
		{"emoji count twice", strings.Repeat("🐉", 12), 20, []string{strings.Repeat("🐉", 8), strings.Repeat("🐉", 4)}},
		{"a mark stays with its letter", strings.Repeat("x", 15) + "e\u0301xxxxx", 20, []string{strings.Repeat("x", 15), "e\u0301xxxxx"}},
		{"a family stays together", strings.Repeat("x", 12) + "👨\u200d👩\u200d👧 and", 20, []string{strings.Repeat("x", 12), "👨\u200d👩\u200d👧 and"}},
		{
			"a code block is closed and opened again", "```go\nline one\nline two\nline three\n```\nend", 30,
			[]string{"```go\nline one\nline two\n```", "```go\nline three\n```\nend"},
		},
		{
			"indentation in a code block stays", "```\n" + word[:20] + "\n    " + word[:20] + "\n```", 40,
			[]string{"```\n" + word[:20] + "\n```", "```\n    " + word[:20] + "\n```"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := split(tt.text, tt.limit)
			if strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("split: %q\nwant:  %q", got, tt.want)
			}
		})
	}
}

// A secret is hidden in every message that it is split into, and nothing else is.
func TestSplitSpoilers(t *testing.T) {
	secret := strings.TrimSpace(strings.Repeat("Nobody may know. ", 4)) // 67 units
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"fits", "||Nobody may know.||", []string{"||Nobody may know.||"}},
		{"goes on", "Mirela: ||" + secret + "|| (only you)", []string{
			"Mirela: ||Nobody may know.||", "||Nobody may know.||", "||Nobody may know.||", "||Nobody may know.|| (only you)",
		}},
		{"begins at the cut", "Mirela has told you all of it: ||a secret||", []string{"Mirela has told you all of it:", "||a secret||"}},
		{"begins before the cut", "Mirela has told you all of it, ||secret||", []string{"Mirela has told you all of it,", "||secret||"}},
		{"ends at the cut", "||Nobody may know of the keeper|| but you, and me.", []string{"||Nobody may know of the keeper||", "but you, and me."}},
		{"round a code block", "||Look:\n```go\nfunc main() {\n\tquit()\n}\n```\nNobody may know.||", []string{
			"||Look:\n```go\nfunc main() {\n```||", "||```go\n\tquit()\n}\n```\nNobody may know.||",
		}},
		{"two strokes alone", "Either this || that, whatever you may like, or none.", []string{"Either this || that, whatever you", "may like, or none."}},
		{"two strokes of foreign text", `Either this \|\| that, whatever you may like, or \|\| none.`, []string{`Either this \|\| that, whatever you`, `may like, or \|\| none.`}},
		{"strokes in a code block", "```\na || b\n```\n" + strings.Repeat("and so on, ", 3), []string{"```\na || b\n```\nand so on, and so", "on, and so on, "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := split(tt.text, 40)
			if strings.Join(got, "\x00") != strings.Join(tt.want, "\x00") {
				t.Errorf("split: %q\nwant:  %q", got, tt.want)
			}
		})
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("Bart nods. He waits.\n\n```go\nfunc main() {\n}\n```\nThen he goes. 🐉🐉 e\u0301", 40)
	f.Add("```````` ``` `` ```a\n", 30)
	f.Add("Mirela: ||Nobody may know of the keeper, and of what she did.|| And \\|| of || nothing else, ||or hardly anything.||", 40)
	f.Add(strings.Repeat("👨\u200d👩\u200d👧", 9), 24)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if !utf8.ValidString(text) || limit < 40 || limit > 200 {
			t.Skip()
		}
		pieces := split(text, limit)
		var joined strings.Builder
		for _, p := range pieces {
			if n := Units(p); n > limit {
				t.Fatalf("a piece of %d units, limit %d: %q", n, limit, p)
			}
			if strings.TrimSpace(p) == "" {
				t.Fatal("a blank piece, which Discord refuses")
			}
			joined.WriteString(p)
		}
		for _, p := range pieces[:max(len(pieces)-1, 0)] {
			if (marks{}).after(p).code {
				t.Fatalf("a code block stays open: %q", p)
			}
		}
		if open := (marks{}).after(text); !open.hidden && !strings.Contains(text, "`") {
			for _, p := range pieces {
				if (marks{}).after(p).hidden {
					t.Fatalf("a spoiler stays open: %q", p)
				}
			}
			if got, want := solid(openly(joined.String())), solid(openly(text)); got != want {
				t.Fatalf("can be read openly: %q, want %q", got, want)
			}
		}
		if strings.Contains(text, "`") || strings.Contains(text, spoiler) {
			return // marks were added
		}
		if got, want := solid(joined.String()), solid(text); got != want {
			t.Fatalf("text was lost: %q, want %q", got, want)
		}
	})
}

// openly returns what of s is not in a spoiler.
func openly(s string) string {
	var open strings.Builder
	var m marks
	for s != "" {
		now, rest := m.step(s)
		now.hidden = now.hidden && (m.hidden || now.closed(rest)) // else the strokes mean nothing
		if !m.hidden && !now.hidden {
			open.WriteString(s[:len(s)-len(rest)])
		}
		m, s = now, rest
	}
	return open.String()
}

// solid returns s without white space.
func solid(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"to be cut", 4, "to…"},
		{"🐉🐉🐉", 5, "🐉🐉…"},
	} {
		if got := clip(tt.in, tt.limit); got != tt.want {
			t.Errorf("clip(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}
