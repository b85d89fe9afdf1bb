package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A wordLength is a word of a text and how long it is to say, in units of about a
// sound of it, 60 ms of ordinary speech.
type wordLength struct {
	to     int // bytes of the text up to its end, its marks included
	units  float64
	paused bool // a mark behind it asks for a pause
}

// How long things are in units: fitted to the words of half of 36 sentences as four
// flite voices say them, and tried on the other half. That a function word is
// shorter than its letters, or a last "e" silent, was not worth a list.
const (
	wordUnits  = 0.5 // for being a word at all
	digitUnits = 4   // "7" is said "seven"
	lastUnits  = 2   // people linger on the last word before a pause
	pauseUnits = 3
)

// wordLengths returns the words of text. Scripts without spaces have words of one
// character.
func wordLengths(text string) (words []wordLength) {
	open := false // the last of words has not come to its end
	var before rune
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			open, before = false, 0
			continue
		}
		units := unitsOf(before, r)
		if isVoiced(r) && (!open || isWide(r)) {
			words = append(words, wordLength{units: wordUnits})
			open = true
		}
		before = r
		if open {
			last := &words[len(words)-1]
			last.to = i + size
			last.units += units
		}
		if n := len(words); n > 0 && isPause(r) && !words[n-1].paused {
			words[n-1].paused = true
			words[n-1].units += lastUnits
		}
	}
	if n := len(words); n > 0 {
		words[n-1].to = len(text)
		if !words[n-1].paused {
			words[n-1].units += lastUnits
		}
	}
	return words
}

// unitsOf returns how long a letter is behind another of its word. Vowels that
// follow each other are one sound, and so are doubled consonants and the like of
// "th".
func unitsOf(before, r rune) float64 {
	before, r = unicode.ToLower(before), unicode.ToLower(r)
	switch {
	case unicode.IsDigit(r):
		return digitUnits
	case !unicode.IsLetter(r),
		isVowel(before) && isVowel(r),
		before == r && !isWide(r),
		r == 'h' && strings.ContainsRune("tscpwgk", before),
		r == 'k' && before == 'c',
		r == 'g' && before == 'n':
		return 0
	}
	return 1
}

func isVowel(r rune) bool {
	return strings.ContainsRune("aeiouyäöüáàâãåæéèêëíìîïóòôõøœúùûý", r)
}

func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer)
}

func isPause(r rune) bool {
	switch r {
	case ',', ';', ':', '–', '—', '…', '、', '，', '；', '：', '،':
		return true
	}
	return false
}
