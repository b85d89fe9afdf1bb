package campaign

import (
	"slices"
	"strings"

	"glyphoxa/internal/nearest"
)

// maxSuggest is the number of words beyond which none is looked for: a file of
// nothing but mistakes must not take minutes.
const maxSuggest = 5000

// suggest returns a remedy for a word that is none of known: the one that was
// probably meant, or all of them while they are few. noun says what they are.
func suggest(word, noun string, known []string) string {
	if len(known) > maxSuggest {
		return ""
	}
	known = slices.Sorted(slices.Values(known)) // the same word gets the same answer
	best := nearest.Word(word, known)
	switch {
	case best != "":
		return "did you mean " + best + "?"
	case len(known) == 0:
		return "there is no " + noun + " yet"
	case len(known) <= 16:
		return "it may be " + strings.Join(known, ", ")
	}
	return ""
}
