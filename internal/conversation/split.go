package conversation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths of a piece, counted in columns: a wide rune, such as a kanji,
// counts twice, since it says about as much as two letters.
const (
	// clauseFloor is where the first piece may end at a clause mark. Shorter
	// ones sound chopped: "Well," and then a synthesiser's breath.
	clauseFloor = 20
	// pieceLimit is where a piece is cut without a sentence end, so that the
	// sound of a chain of clauses does not wait for the end of the stream.
	pieceLimit = 250
)

// A splitter cuts a stream of text into pieces that are spoken one at a time:
// sentences, and at the beginning of an answer perhaps a clause.
//
// It works rune by rune, and a sentence ends only when what follows proves it,
// so the pieces do not depend on how the stream was cut: "costs 3." waits
// until it is known not to be "costs 3.50". Nothing is added or left out but
// space between pieces, and what a voice cannot say: a piece has at least one
// letter or digit. Punctuation without any joins its neighbour.
//
// The zero splitter cuts sentences of English and German.
type splitter struct {
	// first lets the next piece be a clause. It is false again afterwards.
	first bool
	// language is a BCP 47 tag. "de" trusts ordinals ("der 3. Versuch") more,
	// "en" not at all. Empty means either.
	language string
	// narrates takes marked parts as narrations: see filter_narration.go.
	narrates bool

	runes  runeFeed
	buf    []rune // the piece so far, without leading space
	cols   int    // columns in buf
	voiced bool   // buf has a letter or a digit
	end0   int    // index behind a terminator whose meaning is open; 0 for none
	quotes int    // open East Asian quotation marks in buf
	orphan bool   // the last rune ended a piece at once; its closers are dropped
	low    bool   // the sentence began in lower case, so a lower-case word may begin one
	inside bool   // buf continues a sentence whose beginning has been handed out
	tells  bool   // within a narration
	told   []rune // what was told so far
	out    []piece
}

// add takes the next part of the stream and returns the pieces it completes.
func (s *splitter) add(text string) []piece {
	s.runes.each(text, s.put)
	return s.take()
}

// end returns what is left, at most a few pieces, and makes s ready for
// another stream.
func (s *splitter) end() []piece {
	s.runes.flush(s.put)
	if s.end0 > 0 && s.judge(true) == sentenceEnds {
		s.emit(s.end0)
	}
	s.emit(len(s.buf))
	s.drop()
	return s.take()
}

func (s *splitter) take() []piece {
	out := s.out
	s.out = nil
	return out
}

// drop forgets the piece so far, which cannot be spoken.
func (s *splitter) drop() {
	s.buf, s.cols, s.voiced = s.buf[:0], 0, false
	s.end0, s.quotes, s.orphan, s.inside = 0, 0, false, false
	s.tells, s.told = false, nil
}

func (s *splitter) put(r rune) {
	if s.telling(r) {
		return
	}
	if s.orphan {
		if isTerminator(r) || isCloser(r) {
			return
		}
		s.orphan = false
	}
	if r == '\n' {
		s.newline()
		return
	}
	if len(s.buf) == 0 && unicode.IsSpace(r) {
		return
	}

	attached := s.end0 > 0 && s.end0 == len(s.buf) // r touches the terminator
	s.push(r)
	switch {
	case isWideTerminator(r):
		// Nothing but a closer can belong to it, and a closer is missing only
		// inside an open quotation: no need to see what follows.
		if s.voiced && s.quotes <= 0 {
			s.emit(len(s.buf))
			s.orphan = true
			return
		}
		s.end0 = len(s.buf)
	case isTerminator(r) && (s.end0 == 0 || attached), attached && closesBehind(r), s.closesApart(r):
		s.end0 = len(s.buf)
	case s.end0 > 0:
		switch s.judge(false) {
		case sentenceEnds:
			s.emit(s.end0)
		case sentenceGoesOn:
			s.end0 = 0
			if isTerminator(r) {
				s.end0 = len(s.buf)
			}
		case sentenceOpen:
		}
	}
	if s.first {
		s.clause()
	}
	if s.cols > pieceLimit {
		s.cut()
	}
}

// push appends r to the piece so far.
func (s *splitter) push(r rune) {
	s.buf = append(s.buf, r)
	s.cols += columns(r)
	if !s.voiced && isVoiced(r) {
		s.voiced = true
		if !s.inside {
			s.low = unicode.IsLower(r)
		}
	}
	s.quotes += quoteStep(r)
}

// newline ends a piece: models break lines between verses, list items and
// paragraphs, not to fill them. A number alone belongs to what follows it.
func (s *splitter) newline() {
	if s.listNumber(len(s.buf)) || !s.voiced {
		if n := len(s.buf); n > 0 && s.buf[n-1] != ' ' {
			s.put(' ')
		}
		return
	}
	if s.end0 > 0 && s.judge(true) == sentenceEnds {
		s.emit(s.end0)
	}
	s.emit(len(s.buf))
	s.end0 = 0
	s.inside = false
}

// emit hands out the first n runes as a piece and keeps the rest. It does
// nothing when they cannot be spoken: then they begin the next piece.
func (s *splitter) emit(n int) {
	s.end0 = 0
	if !hasVoiced(s.buf[:n]) {
		return
	}
	text := strings.TrimSpace(string(s.buf[:n]))
	s.out = append(s.out, piece{text: text})
	s.first = false
	s.inside = !endsSentence(text)
	rest := slices.Clone(s.buf[n:])
	s.buf, s.cols, s.voiced = s.buf[:0], 0, false
	for _, r := range rest {
		s.quotes -= quoteStep(r) // put counts it again
	}
	if !s.inside {
		s.quotes = 0 // one left open must not hold back the rest of the answer
	}
	for _, r := range rest {
		s.put(r)
	}
}

// clause ends the first piece at a clause mark, if it is long enough. The mark
// is proved by the rune behind it: "1,000" and "9:30" have none.
func (s *splitter) clause() {
	n := len(s.buf)
	if s.end0 > 0 || n < 2 || !s.voiced {
		return
	}
	mark, r := s.buf[n-2], s.buf[n-1]
	switch {
	case isWideClauseMark(r) && s.cols >= clauseFloor:
		s.emit(n)
	case s.cols <= clauseFloor:
	case n > 3 && s.buf[n-3] == ',' && r != ' ' && numeral(s.buf[n-4]) && unicode.IsSpace(mark):
		if !unicode.IsDigit(r) {
			s.emit(n - 2)
		}
	case n > 2 && mark == ',' && unicode.IsSpace(r) && numeral(s.buf[n-3]):
		// "Dec. 3, 1492" and "Fr., 5. Mai" are one: what comes next tells.
	case unicode.IsSpace(r) && isClauseMark(mark), mark == '—' && isVoiced(r):
		s.emit(n - 1)
	}
}

// numeral reports whether a number or an abbreviation may end in r.
func numeral(r rune) bool { return unicode.IsDigit(r) || r == '.' }

// cut ends a piece that has grown too long at the best place there is: the
// last clause mark, else the last space, else right here.
func (s *splitter) cut() {
	if !s.voiced {
		s.drop()
		return
	}
	const least = 60 // runes; less than this is not worth a break of its own
	at, space := 0, 0
	for i := least; i < len(s.buf); i++ {
		switch {
		case isWideClauseMark(s.buf[i-1]),
			unicode.IsSpace(s.buf[i]) && isClauseMark(s.buf[i-1]):
			at = i
		case unicode.IsSpace(s.buf[i]):
			space = i
		}
	}
	if at == 0 {
		at = space
	}
	if at == 0 {
		at = len(s.buf) - 1
		for at > 1 && unicode.IsMark(s.buf[at]) {
			at-- // an accent stays with its letter
		}
	}
	if !hasVoiced(s.buf[:at]) {
		at = len(s.buf)
	}
	s.emit(at)
}

// quoteStep returns how far r changes the depth of East Asian quotation.
func quoteStep(r rune) int {
	switch r {
	case '「', '『', '（', '《', '【':
		return 1
	case '」', '』', '）', '》', '】':
		return -1
	}
	return 0
}

func columns(r rune) int {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
		return 2
	}
	return 1
}

// isVoiced reports whether a voice has something to say for r.
func isVoiced(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func hasVoiced(rs []rune) bool {
	return slices.ContainsFunc(rs, isVoiced)
}

func isTerminator(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '…' || r == '؟' || r == '।' || isWideTerminator(r)
}

func isWideTerminator(r rune) bool { return strings.ContainsRune("。！？｡", r) }

func isCloser(r rune) bool { return strings.ContainsRune("\"'”’»›)]}」』）》】", r) }

// closesBehind reports whether r, right behind a terminator, closes a quotation.
// German ones end with marks that others begin with: „Nein!“, »Nein!«
func closesBehind(r rune) bool { return isCloser(r) || strings.ContainsRune("“«‘‹", r) }

// closesApart reports whether r, the last rune, closes a French quotation, in
// which a space stands before the mark: « Non ! »
func (s *splitter) closesApart(r rune) bool {
	n := len(s.buf)
	return r == '»' && s.end0 > 0 && n == s.end0+2 && unicode.IsSpace(s.buf[n-2]) && s.quotesFrench()
}

// quotesFrench reports whether a « is open before s.end0, and is no German end of
// a quotation.
func (s *splitter) quotesFrench() bool {
	first, last := rune(0), rune(0)
	for _, q := range s.buf[:s.end0] {
		if q == '«' || q == '»' {
			last = q
			if first == 0 {
				first = q
			}
		}
	}
	return first == '«' && last == '«'
}

func isClauseMark(r rune) bool { return strings.ContainsRune(",;:–—،", r) }

func isWideClauseMark(r rune) bool { return strings.ContainsRune("，、；：", r) }

// endsSentence reports whether piece ends as a sentence does, and not as a
// clause or a line that was too long.
func endsSentence(piece string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(piece, func(r rune) bool { return closesBehind(r) || unicode.IsSpace(r) }))
	return isTerminator(r)
}
