package campaign

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold reduces text to what is compared: words of lower-case letters and
// digits without marks, one space apart. Two names, or two statements, that
// fold alike are the same.
//
// Decomposition alone keeps ß and the ligatures apart from what people type,
// so compatibility decomposition and full case folding are both needed.
func Fold(s string) string {
	s = strings.ToValidUTF8(s, " ") // the packages below go wrong after a bad byte
	// Lowered first, because cases folds Cherokee back and forth.
	s = norm.NFKD.String(cases.Fold().String(strings.ToLower(norm.NFKD.String(s))))
	s = norm.NFKC.String(strings.Map(func(r rune) rune {
		if isAccent(r) || r == '\'' || r == '’' { // "don't" and "dont" are one word
			return -1
		}
		return r
	}, s)) // composed again: Korean syllables come apart
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return b.String()
}

// isAccent tells the marks that are put on letters of any script, and Hebrew
// and Arabic points, from those that are letters in all but name: the vowels
// of Hindi, and the marks that make か into が.
func isAccent(r rune) bool {
	if r == '\u3099' || r == '\u309a' {
		return false
	}
	return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic)
}
