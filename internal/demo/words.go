package demo

import (
	"strings"
	"unicode"

	"glyphoxa/internal/nearest"
)

// plain reduces text to lower-case words with single spaces.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}), " ")
}

// wordErrors returns how many words have to be put in, left out or changed to
// make said of heard, and how many words said has.
func wordErrors(said, heard string) (wrong, total int) {
	want, got := strings.Fields(plain(said)), strings.Fields(plain(heard))
	return nearest.Distance(want, got), len(want)
}
