package demo

import (
	"strings"
	"unicode"
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
	row := make([]int, len(got)+1)
	for j := range row {
		row[j] = j
	}
	for i, w := range want {
		diagonal := row[0]
		row[0] = i + 1
		for j, g := range got {
			change := diagonal
			if w != g {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(got)], len(want)
}
