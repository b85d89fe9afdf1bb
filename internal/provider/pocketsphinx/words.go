package pocketsphinx

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// spoken returns the words of text as they are said: lower case, ASCII letters
// and apostrophes only, numbers and dice in words.
func spoken(text string) []string {
	text = strings.ToLower(plain(text))
	var out []string
	for _, f := range strings.FieldsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '\''
	}) {
		out = append(out, say(f)...)
	}
	return out
}

// undivided replaces the letters that the decomposition of Unicode leaves whole.
var undivided = strings.NewReplacer(
	"’", "'", "‘", "'", "ʼ", "'", "ß", "ss", "æ", "ae", "Æ", "Ae", "ø", "o", "Ø", "O", "œ", "oe", "Œ", "Oe",
	"ð", "th", "Ð", "Th", "þ", "th", "Þ", "Th", "ł", "l", "Ł", "L", "ı", "i", "đ", "d", "Đ", "D",
)

// plain returns text with its letters as near to ASCII as they go.
func plain(text string) string {
	t := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	s, _, err := transform.String(t, undivided.Replace(text))
	if err != nil {
		return text
	}
	return s
}

// say splits a word with digits in it, such as "2d6", into words, and takes off
// apostrophes that are not inside one.
func say(word string) []string {
	var out []string
	for word != "" {
		digit := word[0] >= '0' && word[0] <= '9'
		n := strings.IndexFunc(word, func(r rune) bool { return (r >= '0' && r <= '9') != digit })
		if n < 0 {
			n = len(word)
		}
		if digit {
			out = append(out, number(word[:n])...)
		} else if part := strings.Trim(word[:n], "'"); part != "" {
			out = append(out, part)
		}
		word = word[n:]
	}
	return out
}

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// number returns digits in words; beyond a million each digit is said alone.
func number(digits string) []string {
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n >= 1_000_000:
		var out []string
		for _, d := range digits {
			out = append(out, ones[d-'0'])
		}
		return out
	case n >= 1000:
		out := append(number(strconv.Itoa(n/1000)), "thousand")
		return appendRest(out, n%1000)
	case n >= 100:
		return appendRest([]string{ones[n/100], "hundred"}, n%100)
	case n >= 20:
		return appendRest([]string{tens[n/10]}, n%10)
	}
	return []string{ones[n]}
}

func appendRest(out []string, rest int) []string {
	if rest == 0 {
		return out
	}
	return append(out, number(strconv.Itoa(rest))...)
}
