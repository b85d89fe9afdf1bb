package campaign

import (
	"strings"
	"unicode"
)

// KeyOf returns a key made from a name, such as old-bart for "Old Bart". A
// name that leaves nothing to make one of gives fallback. It may be taken: who
// makes something puts a number behind it then.
func KeyOf(name, fallback string) string {
	var b strings.Builder
	letters := 0
	for _, r := range Fold(name) {
		switch {
		case letters == maxKey-numberRoom:
		case r == ' ':
			b.WriteByte('-')
			letters++
		case unicode.IsLetter(r) && !unicode.IsUpper(r) || unicode.IsDigit(r):
			b.WriteRune(r)
			letters++
		}
	}
	if key := strings.Trim(b.String(), "-"); key != "" {
		return key
	}
	return fallback
}

// numberRoom is what is left of a key for a number behind it.
const numberRoom = 8
