package phonetic

import (
	"cmp"
	"slices"
	"strings"
)

// Sounds is how a word sounds, one byte a sound. Vowels are a e i o u.
// Consonants are written as in English, but for S (sh), C (ch as in church),
// T (th), J (j as in jar), j (y as in yes) and x (ch as in Bach).
type Sounds string

// A rule reads some letters.
type rule struct {
	// letters are what it is for: "^" before them is the beginning of a word,
	// "$" behind them its end, and "@" there any vowel, which is not read.
	letters string
	sounds  Sounds
}

const vowels = "aeiou"

func isVowel(b byte) bool {
	switch b {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

// newLanguage completes l by rules: letters and their sounds by turns, "-" for
// none. Of those that fit, the longest counts.
func newLanguage(l Language, rules string) *Language {
	for pair := range slices.Chunk(strings.Fields(rules), 2) {
		r := rule{letters: pair[0], sounds: Sounds(strings.ReplaceAll(pair[1], "-", ""))}
		first := strings.TrimPrefix(r.letters, "^")[0]
		l.rules[first] = append(l.rules[first], r)
	}
	for _, some := range l.rules {
		slices.SortStableFunc(some, func(a, b rule) int { return cmp.Compare(len(b.letters), len(a.letters)) })
	}
	return &l
}

// Sounds reads a word in lower case and without accents. Letters that it does
// not know are silent, and doubled ones sound once.
func (l *Language) Sounds(word string) Sounds {
	out := make([]byte, 0, 24)
	for i := 0; i < len(word); {
		sounds, n := l.read(word, i)
		out = append(out, sounds...)
		i += n
	}
	s := Sounds(slices.Compact(out))
	if l.finish != nil {
		s = l.finish(s)
	}
	return s
}

// Then returns how two words sound that are spoken as one.
func (s Sounds) Then(next Sounds) Sounds {
	if s != "" && next != "" && s[len(s)-1] == next[0] {
		next = next[1:]
	}
	return s + next
}

// read returns the sounds of the letters of word at i, and how many letters
// that were.
func (l *Language) read(word string, i int) (Sounds, int) {
	if int(word[i]) >= len(l.rules) {
		return "", 1
	}
	for _, r := range l.rules[word[i]] {
		if n, ok := r.fits(word, i); ok {
			return r.sounds, n
		}
	}
	return "", 1
}

// fits reports whether r reads word at i, and how many letters it reads.
func (r rule) fits(word string, i int) (int, bool) {
	letters := r.letters
	if rest, ok := strings.CutPrefix(letters, "^"); ok {
		if letters = rest; i > 0 {
			return 0, false
		}
	}
	end, before := false, false
	if rest, ok := strings.CutSuffix(letters, "$"); ok {
		letters, end = rest, true
	} else if rest, ok := strings.CutSuffix(letters, "@"); ok {
		letters, before = rest, true
	}
	if !strings.HasPrefix(word[i:], letters) {
		return 0, false
	}
	next := i + len(letters)
	switch {
	case end && next < len(word):
		return 0, false
	case before && (next == len(word) || !isVowel(word[next]) && word[next] != 'y'):
		return 0, false
	}
	return len(letters), true
}
