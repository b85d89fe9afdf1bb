package openai

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/speech"
)

// A transcript is the answer, with whatever the server tells of how sure it is.
type transcript struct {
	Text     *string
	Language string
	Segments []struct {
		Start, End   float64
		AvgLogprob   *float64 `json:"avg_logprob"`
		NoSpeechProb float64  `json:"no_speech_prob"`
		Words        []toldWord
	}
	Words    []toldWord
	Logprobs []struct {
		Token   string
		Bytes   []int // of the token, which may be a part of a character
		Logprob *float64
	}
}

type toldWord struct {
	Word        string
	Probability *float64
}

// A piece is a part of the text, a token or a word, with how sure the server is
// of it.
type piece struct {
	text string
	sure float64 // from leastSure to 1
}

const (
	// leastSure is in the place of all that is less: servers write -9999 for the
	// logarithm of nothing.
	leastSure = 0.001
	// maxPieces is more than anybody says in two minutes.
	maxPieces = 4 << 10
)

func newPiece(text string, sure float64) piece {
	return piece{text, max(leastSure, min(sure, 1))}
}

// pieces returns the parts of which the server tells how sure it is: tokens,
// words, or words of the segments, nothing if any of them lacks it.
func (v *transcript) pieces() (pieces []piece) {
	for _, l := range v.Logprobs {
		if l.Logprob == nil {
			return nil
		}
		pieces = append(pieces, newPiece(tokenText(l.Token, l.Bytes), math.Exp(*l.Logprob)))
	}
	words := v.Words
	if len(words) == 0 || words[0].Probability == nil {
		words = nil
		for _, s := range v.Segments {
			words = append(words, s.Words...)
		}
	}
	if len(pieces) == 0 {
		for _, w := range words {
			if w.Probability == nil {
				return nil
			}
			pieces = append(pieces, newPiece(w.Word, *w.Probability))
		}
	}
	if len(pieces) > maxPieces {
		return nil
	}
	return pieces
}

func tokenText(token string, bytes []int) string {
	if len(bytes) == 0 {
		return token
	}
	b := make([]byte, len(bytes))
	for i, n := range bytes {
		b[i] = byte(n) //nolint:gosec // what is no byte makes a text that is not the answer's
	}
	return string(b)
}

// hypothesis sums the segments up: their mean log probability, weighted by how
// long each lasts, and the highest probability that there was no speech. Without
// segments it is the mean of the pieces.
func (v *transcript) hypothesis() speech.Hypothesis {
	h := speech.Hypothesis{
		Text:     strings.TrimSpace(*v.Text),
		Final:    true,
		Language: languageTag(v.Language),
	}
	var sum, weight float64
	for _, s := range v.Segments {
		h.NoSpeech = max(h.NoSpeech, min(s.NoSpeechProb, 1))
		if s.AvgLogprob == nil {
			continue
		}
		w := s.End - s.Start
		if w <= 0 {
			w = 1 // no times: all weigh the same
		}
		sum += w * *s.AvgLogprob
		weight += w
	}
	pieces := v.pieces()
	if weight == 0 {
		for _, p := range pieces {
			sum += math.Log(p.sure)
			weight++
		}
	}
	if weight > 0 {
		h.Confidence = min(math.Exp(sum/weight), 1)
	}
	h.Words = wordsOf(h.Text, pieces)
	return h
}

// wordsOf returns the words of text, each as sure as the least sure of its
// pieces: a word is right only if all of it is, and what tells "Art" from "Bart"
// is one piece among others that follow from it, which a mean would hide. The
// product would doubt an invented name for being in five pieces. Marks count for
// nothing: nobody says a comma.
//
// It is nil if the pieces do not spell text, and in scripts without spaces, where
// a word is not to be told from the next.
func wordsOf(text string, pieces []piece) (words []speech.Word) {
	spelt := lettersOf(pieces)
	for f := range strings.FieldsSeq(text) {
		least, voiced := 1.0, false
		for _, r := range f {
			switch {
			case unicode.In(r, unspaced...):
				return nil
			case !isVoiced(r):
				continue
			case len(spelt) == 0 || spelt[0].r != unicode.ToLower(r):
				return nil
			}
			least, voiced = min(least, spelt[0].sure), true
			spelt = spelt[1:]
		}
		if voiced {
			words = append(words, speech.Word{Text: f, Confidence: least})
		}
	}
	if len(spelt) > 0 {
		return nil
	}
	return words
}

var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

func isVoiced(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// A sureLetter is a letter or digit, in lower case, of a piece.
type sureLetter struct {
	r    rune
	sure float64
}

// lettersOf returns the letters of pieces. One that is in two pieces is as sure
// as the less sure one.
func lettersOf(pieces []piece) (letters []sureLetter) {
	var all []byte
	var sure []float64 // of each byte
	for _, p := range pieces {
		all = append(all, p.text...)
		for range len(p.text) {
			sure = append(sure, p.sure)
		}
	}
	for i := 0; i < len(all); {
		r, size := utf8.DecodeRune(all[i:])
		if isVoiced(r) {
			letters = append(letters, sureLetter{unicode.ToLower(r), min(sure[i], sure[i+size-1])})
		}
		i += size
	}
	return letters
}
