package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Spoken is a text as a voice is to say it, with where each word comes from.
type Spoken struct {
	Text string
	// Words are the words of Text in order. What has no letter and no digit is
	// no word of its own: it belongs to its neighbour.
	Words []Word
}

// A Word is a word of a [Spoken]: what stands between spaces, or, in scripts that
// have none, one character.
type Word struct {
	// At is the byte offset in [Spoken.Text] at which the word begins.
	At int
	// Start and End are the bytes of the writing that the word stands for,
	// punctuation included. Words that stand for the same bytes, such as
	// "gold" and "pieces" for "gp", have the same range; other ranges follow one
	// another. Together they hold everything that is written but white space.
	Start, End int
}

// Heard returns how much of the writing was heard when the first n words were
// heard whole: its first so many bytes. Of "49 gp", which is said in three words,
// nothing is heard before all three are.
func (s Spoken) Heard(n int) (written int) {
	n = max(0, min(n, len(s.Words)))
	for n > 0 && n < len(s.Words) && s.Words[n].Start < s.Words[n-1].End {
		n-- // the rest of the range was not heard
	}
	if n == 0 {
		return 0
	}
	return s.Words[n-1].End
}

// HeardTo is like [Spoken.Heard] when the first n bytes of Text were heard.
func (s Spoken) HeardTo(n int) (written int) {
	whole := 0
	for i := range s.Words {
		end := len(s.Text)
		if i+1 < len(s.Words) {
			end = s.Words[i+1].At
		}
		word := s.Text[s.Words[i].At:end]
		if s.Words[i].At+lastVoiced(word) > n {
			break
		}
		whole++
	}
	return s.Heard(whole)
}

// lastVoiced returns how many bytes of word there are up to its last letter.
func lastVoiced(word string) int {
	return len(strings.TrimRightFunc(word, func(r rune) bool { return !isVoiced(r) }))
}

// Inside returns s for a writing that has so many bytes more before and behind it,
// which nobody says: the asterisks of "*sighs*".
func (s Spoken) Inside(before, behind int) Spoken {
	n := len(s.Words)
	out := Spoken{s.Text, make([]Word, n)}
	for i, w := range s.Words {
		out.Words[i] = Word{w.At, w.Start + before, w.End + before}
		if w.Start == s.Words[0].Start {
			out.Words[i].Start = 0
		}
		if w.End == s.Words[n-1].End {
			out.Words[i].End += behind
		}
	}
	return out
}

// Verbatim returns text as it is, for a voice that reads as it is written.
func Verbatim(text string) Spoken {
	var b builder
	b.keep(text, 0, len(text))
	return b.done(text)
}

// A builder puts a Spoken together from pieces.
type builder struct {
	text   strings.Builder
	pieces []piece
}

// A piece is a part of the spoken text and what of the writing it stands for. If
// kept, it is the same text.
type piece struct {
	at, atEnd  int
	start, end int
	kept       bool
}

// keep adds written[start:end] as it is.
func (b *builder) keep(written string, start, end int) {
	if start == end {
		return
	}
	if n := len(b.pieces); n > 0 && b.pieces[n-1].kept && b.pieces[n-1].end == start {
		b.pieces[n-1].end = end
		b.text.WriteString(written[start:end])
		b.pieces[n-1].atEnd = b.text.Len()
		return
	}
	b.add(written[start:end], start, end, true)
}

// say adds words that stand for the bytes from start to end.
func (b *builder) say(words string, start, end int) { b.add(words, start, end, false) }

func (b *builder) add(text string, start, end int, kept bool) {
	at := b.text.Len()
	b.text.WriteString(text)
	b.pieces = append(b.pieces, piece{at, b.text.Len(), start, end, kept})
}

// done returns what was put together of written.
func (b *builder) done(written string) Spoken {
	s := Spoken{Text: b.text.String()}
	p := 0
	for at, end := range words(s.Text) {
		for p < len(b.pieces)-1 && b.pieces[p].atEnd <= at {
			p++
		}
		start, stop := b.pieces[p].written(at, end)
		for q := p + 1; q < len(b.pieces) && b.pieces[q].at < end; q++ {
			_, stop = b.pieces[q].written(at, end)
		}
		s.Words = append(s.Words, Word{at, start, stop})
	}
	s.settle(written)
	return s
}

// written returns what p has of the spoken bytes from at to end.
func (p piece) written(at, end int) (start, stop int) {
	if !p.kept {
		return p.start, p.end
	}
	return p.start + max(0, at-p.at), p.end - max(0, p.atEnd-end)
}

// settle makes one range of those that overlap, and gives what is between them to
// the one before.
func (s *Spoken) settle(written string) {
	w := s.Words
	if len(w) > 0 {
		w[0].Start = len(written) - len(strings.TrimLeftFunc(written, unicode.IsSpace))
	}
	for i := 0; i < len(w); {
		start, end := w[i].Start, w[i].End
		next := i + 1
		for next < len(w) && w[next].Start < end {
			end = max(end, w[next].End)
			next++
		}
		to := len(written)
		if next < len(w) {
			to = w[next].Start
		}
		end = max(end, len(strings.TrimRightFunc(written[:to], unicode.IsSpace)))
		for k := range w[i:next] {
			w[i+k].Start, w[i+k].End = start, end
		}
		i = next
	}
}

// words yields where each word of text begins and ends.
func words(text string) func(yield func(at, end int) bool) {
	return func(yield func(at, end int) bool) {
		at, voiced := -1, false
		for i, r := range text {
			switch {
			case unicode.IsSpace(r):
				if voiced && !yield(at, i) {
					return
				}
				at, voiced = -1, false
				continue
			case isWide(r):
				if voiced && !yield(at, i) {
					return
				}
				if !yield(i, i+utf8.RuneLen(r)) {
					return
				}
				at, voiced = -1, false
				continue
			}
			if at < 0 {
				at = i
			}
			voiced = voiced || isVoiced(r)
		}
		if voiced {
			yield(at, len(text))
		}
	}
}

// isVoiced reports whether a voice has something to say for r.
func isVoiced(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isWide reports whether r is of a script that puts no space between words.
func isWide(r rune) bool {
	const thai = 0x0e00 // the first of them
	return r >= thai && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Khmer, unicode.Lao) && unicode.IsLetter(r)
}
