package campaign

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Respell puts right for heard wherever heard stands in text as whole words, and
// returns how often it did. Case, accents and what stands between the words do not
// matter; an 's behind them stays. With setOff it does so only where the words
// stand by themselves, as a name does that is called: "Part, another ale" and
// "good evening, Part", and not "a part of it". Where right stands already it
// stays, though heard be a part of it: "the Old Mill" where "Mill" is heard.
func Respell(text, heard, right string, setOff bool) (out string, n int) {
	want := strings.Fields(Fold(heard))
	if len(want) == 0 || right == "" {
		return text, 0
	}
	written := strings.Fields(Fold(right))
	words := wordSpans(text)
	var b strings.Builder
	done := 0
	for i := 0; i+len(want) <= len(words); {
		if len(written) > len(want) && standAt(text, words[i:], written) {
			i += len(written)
			continue
		}
		from, to := words[i].from, words[i+len(want)-1].to
		if !standAt(text, words[i:], want) || setOff && !standsAlone(text, from, to) {
			i++
			continue
		}
		b.WriteString(text[done:from])
		b.WriteString(right)
		done = to
		i += len(want)
		n++
	}
	b.WriteString(text[done:])
	return b.String(), n
}

// A wordSpan is where a word is in a text, without an 's at its end.
type wordSpan struct{ from, to int }

// wordSpans finds the words of text.
func wordSpans(text string) (spans []wordSpan) {
	inside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	from := -1
	end := func(to int) {
		if from < 0 {
			return
		}
		word := text[from:to]
		for _, possessive := range []string{"'s", "’s", "'", "’"} {
			if cut, ok := strings.CutSuffix(word, possessive); ok && cut != "" {
				word = cut
				break
			}
		}
		spans = append(spans, wordSpan{from, from + len(word)})
		from = -1
	}
	for i, r := range text {
		switch {
		case inside(r) && r != utf8.RuneError, from >= 0 && (r == '\'' || r == '’'):
			if from < 0 {
				from = i
			}
		default:
			end(i)
		}
	}
	end(len(text))
	return spans
}

// standAt reports whether spans begin with the words that are wanted, within a
// sentence.
func standAt(text string, spans []wordSpan, want []string) bool {
	if len(want) == 0 || len(spans) < len(want) {
		return false
	}
	for i, w := range want {
		if Fold(text[spans[i].from:spans[i].to]) != w {
			return false
		}
	}
	return !strings.ContainsAny(text[spans[0].from:spans[len(want)-1].to], ".!?\n")
}

// standsAlone reports whether there is a mark, or nothing, on both sides of a
// stretch of text; before it a greeting may stand in place of one.
func standsAlone(text string, from, to int) bool {
	before, behind := strings.TrimRight(text[:from], " \"“„»(*_"), strings.TrimLeft(text[to:], " \"”“«)*_")
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(behind)
	marked := func(r rune) bool { return strings.ContainsRune(",.;:!?…—–", r) }
	return (before == "" || marked(last)) && (behind == "" || marked(next))
}
