package campaign

import (
	"slices"
	"strings"
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
	best, nearest := "", 1+len(word)/3          // one slip in three letters, and one more
	for _, k := range known {
		if d := distance(strings.ToLower(word), k); d < nearest || d == nearest && best == "" {
			best, nearest = k, d
		}
	}
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

// distance is how many letters must be changed, added or left out to make a
// into b (Levenshtein's).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j := range t {
			cost := diagonal
			if s[i] != t[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(t)]
}
