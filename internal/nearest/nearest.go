// Package nearest counts how far apart two sequences are and finds, for a word
// that was misspelt, the one that was probably meant.
//
// It is for words that a person wrote and for judging what a recogniser read.
// How words sound is none of its business.
package nearest

import "strings"

// Distance is how many elements must be changed, added or left out to make a
// into b: Levenshtein's distance, of letters or of words.
func Distance[T comparable](a, b []T) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Word returns the one of known that word probably stands for, the first of
// those that are equally near, or "" if none is near: more than one slip, and
// one more for every three bytes, is another word. Capitals in word are no
// slip.
func Word(word string, known []string) string {
	letters := []rune(strings.ToLower(word))
	best, within := "", 1+len(word)/3
	for _, k := range known {
		if d := Distance(letters, []rune(k)); d <= within {
			best, within = k, d-1
		}
	}
	return best
}
