package store

import (
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
)

// plain spells letters that do not decompose the way people type them who do
// not have them.
var plain = strings.NewReplacer(
	"æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ħ", "h", "ı", "i",
)

// wordLimit bounds a word, in runes: what is longer is no word of a language.
const wordLimit = 64

// apostrophes are those that part a word for searching.
var apostrophes = strings.NewReplacer("'", " ", "’", " ")

// words returns the different words of s, folded, in order. The index holds
// what it returns: changing it asks for a new index.
//
// A word with an apostrophe is a word whole and in parts, so that "Bart's"
// is found by "Bart" and "dont" finds "don't"; a part of one letter is none. A
// run of a script that does not part its words is cut into pairs of
// characters, as 悬空 and 空引 of 悬空引; for the index its single characters are
// words as well, so that a query of one character finds something.
func words(s string, index bool) []string {
	s = clean(s) // as it is kept
	out := addWords(nil, campaign.Fold(s), index)
	if strings.ContainsAny(s, "'’") {
		parts := addWords(nil, campaign.Fold(apostrophes.Replace(s)), index)
		for _, w := range parts {
			if len(w) > 1 && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// addWords adds the different words of folded text to out.
func addWords(out []string, folded string, index bool) []string {
	seen := map[string]bool{}
	add := func(w string) {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	run := make([]rune, 0, wordLimit)
	joined := false // run is of a script that does not part its words
	flush := func() {
		switch {
		case len(run) == 0:
		case !joined:
			add(string(run[:min(len(run), wordLimit)]))
		default:
			if index || len(run) == 1 {
				for _, r := range run {
					add(string(r))
				}
			}
			for i := range len(run) - 1 {
				add(string(run[i : i+2]))
			}
		}
		run = run[:0]
	}
	for _, r := range plain.Replace(folded) {
		switch {
		case isJoined(r):
			if !joined {
				flush()
			}
			joined = true
			run = append(run, r)
		case unicode.IsMark(r) && len(run) > 0:
			run = append(run, r)
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if joined {
				flush()
			}
			joined = false
			run = append(run, r)
		default:
			flush()
		}
	}
	flush()
	return out
}

// isJoined reports whether r is of a script that is written without spaces, or,
// like Korean, with endings joined to the words.
func isJoined(r rune) bool {
	return r >= 0x0e00 && (r == 'ー' || unicode.In(r,
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}
