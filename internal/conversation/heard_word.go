package conversation

import (
	"time"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/audio"
)

// What was heard of a sentence that was cut in its middle goes by words. Where
// the voice says when each word ends, that is what counts. Else the words share
// the sound between its first and its last voiced sample by how long they are
// to say, and a word counts once all of its share has been played.
//
// Against the true ends of words of two flite voices, cut at random, the share
// finds the very word in 59 % of cuts, mostly one too few in 36 % and one too many
// in 5 % (TestLiveHeardToTheWord). By the times that flite tells it is 598 of 600.

const (
	// wordSlack is how much later than its share a word is taken to end. Without
	// it 12 % of cuts count a word that was not heard to its end.
	wordSlack = 60 * time.Millisecond
	// slowUnit is what a unit of length takes a voice that speaks slowly. It
	// stands in for the length of sound whose end is not known.
	slowUnit = 90 * time.Millisecond
	// leastUnit is less than it takes a voice that speaks four times as fast as
	// people do. Sound that is shorter than that stopped before its text did.
	leastUnit = 10 * time.Millisecond
	// leastUnits is how long a text is of which that can be said.
	leastUnits = 12
)

// A wordShare is a word of a text, with how much of the text comes before its
// end.
type wordShare struct {
	to    int     // bytes of the text up to its end, its marks included
	until float64 // units of length up to its end, without a pause behind it
}

// shares returns the words of text and how long they are, in units of about a
// letter. Scripts without spaces have words of one character.
func shares(text string) (words []wordShare, total float64) {
	pause := 0.0
	open := false // the last of words has not come to its end
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		length := lengthOf(r)
		switch {
		case unicode.IsSpace(r):
			open = false
			continue
		case length > 0 && (!open || isWide(r)):
			total += pause + 2 // a word takes longer than its letters
			pause, open = 0, true
			words = append(words, wordShare{})
		}
		if isPause(r) {
			pause = 4
		}
		if open {
			total += length
			words[len(words)-1] = wordShare{i + size, total}
		}
	}
	if n := len(words); n > 0 {
		words[n-1].to = len(text)
	}
	return words, total
}

func lengthOf(r rune) float64 {
	switch {
	case unicode.IsDigit(r):
		return 4 // "7" is said "seven"
	case isWide(r):
		return 1
	case unicode.IsLetter(r):
		return 1
	}
	return 0
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

// A making is what is known of the sound of a segment: as much as its voice
// has made. Times are from the beginning of the sound.
type making struct {
	length   time.Duration
	from, to time.Duration // the first and the last of what is voiced; equal if nothing is
	words    []wordEnd     // as the voice says
	whole    bool          // nothing comes after it
}

type wordEnd struct {
	to  int // bytes of the text
	end time.Duration
}

// add takes the next clip.
func (m *making) add(c audio.Clip) {
	if from, to := audio.Voiced(c.PCM); from < to {
		if m.to == 0 {
			m.from = m.length + c.Rate.Duration(from)
		}
		m.to = m.length + c.Rate.Duration(to)
	}
	m.length += c.Duration()
	for _, w := range c.Words {
		m.words = append(m.words, wordEnd{w.To, c.Rate.Duration(w.End)})
	}
}

// stopped reports whether the sound, which has ended, is too short to be all of
// text.
func (m *making) stopped(text string) bool {
	_, total := shares(text)
	return m.to > m.from && total >= leastUnits && m.to-m.from < time.Duration(total*float64(leastUnit))
}

// said returns how many bytes of text have been said once so much of its sound
// has been played, up to the end of a word.
func (m *making) said(text string, played time.Duration) (n int) {
	if len(m.words) > 0 {
		for _, w := range m.words {
			if w.end <= played && w.to <= len(text) {
				n = max(n, w.to)
			}
		}
		return n
	}
	words, total := shares(text)
	end := m.to
	if !m.whole || m.stopped(text) {
		end = max(end, m.from+time.Duration(total*float64(slowUnit)))
	}
	if end <= m.from {
		return 0
	}
	for i, w := range words {
		at := m.from + time.Duration(w.until/total*float64(end-m.from))
		if i < len(words)-1 {
			at = min(at+wordSlack, end)
		}
		if at > played {
			break
		}
		n = w.to
	}
	return n
}
