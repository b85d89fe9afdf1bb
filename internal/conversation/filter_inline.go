package conversation

import (
	"slices"
	"strings"
	"unicode"
)

// spanLimit is how many runes a span may have before it is taken for none: a
// long stage direction, or a link with its address.
const spanLimit = 500

// An inlineRoom knows emphasis, links, and remarks in brackets.
type inlineRoom struct {
	span spanState
	run  int  // asterisks or underscores in a row, outside a span
	mark rune // which of them
	// closer is the mark that will end an emphasis that was let go before its
	// end; 0 for none.
	closer  rune
	escaped bool // a backslash came before
	sign    signState

	before rune    // the last rune that was passed on; 0 at the beginning
	solid  [2]rune // the last two of them that are no space, newest first
	word   []rune  // the word that is being passed on, or the last one
	ended  bool    // word is whole
}

// A spanState is a span that is held back until it is known what it is.
type spanState struct {
	open  rune   // what it began with: * _ ( [ !, or 0 for no span
	held  []rune // what came since
	run   int    // of the mark, at the end of held
	depth int    // brackets open
	size  int    // when the span is whole: its length within held; else 0
	label int    // of a link whose address is coming: the label's length
	image bool   // '!' stood before the '['
}

func (f *filter) seeInline(r rune) {
	i := &f.inline
	switch {
	case i.span.open == '!':
		i.span = spanState{}
		if r == '[' {
			i.span = spanState{open: '[', depth: 1, image: true}
			return
		}
		f.leaveInline('!')
		f.seeInline(r)
	case i.span.open != 0:
		f.seeSpan(r)
	case i.sign.said != 0:
		f.seeSign(r)
	case i.escaped:
		i.escaped = false
		if r == '*' {
			i.sign = signState{said: '×', mark: r}
			return
		}
		f.leaveInline(r)
	case i.run > 0 && r == i.mark:
		i.run++
	case i.run > 0:
		f.endRun(r)
	case r == '\\':
		i.escaped = true
	case (r == '~' || r == '#') && !isVoiced(i.before) && i.before != r:
		i.sign = signState{said: map[rune]rune{'~': '≈', '#': '№'}[r], mark: r}
	case r == '*' || r == '_':
		i.run, i.mark = 1, r
	case r == '[' || r == '(':
		i.span = spanState{open: r, depth: 1}
	case r == '!':
		i.span = spanState{open: r}
	default:
		f.leaveInline(r)
	}
}

// endRun acts on asterisks or underscores, now that r, behind them, is known.
// Two and more make bold: they go, what they enclose stays. One may begin an
// emphasis or a stage direction.
func (f *filter) endRun(r rune) {
	i := &f.inline
	run, within := i.run, isVoiced(i.before) && isVoiced(r)
	i.run = 0
	switch {
	case run == 1 && i.mark == '*' && unicode.IsDigit(i.before) && unicode.IsDigit(r):
		f.leaveInline('×')
	case run == 1 && i.mark == '*' && i.before == ' ' && unicode.IsDigit(i.solid[0]) && r == ' ':
		i.sign = signState{said: '×', spaced: true}
		return
	case run == 1 && i.closer == i.mark && !unicode.IsSpace(i.before):
		i.closer = 0
	case within && (i.mark == '_' || run == 1 || unicode.IsDigit(i.before) && unicode.IsDigit(r)):
		f.seeGap() // snake_case, a*b, 2**3
	case run == 1 && !within && !unicode.IsSpace(r) && !isVoiced(i.before):
		i.span = spanState{open: i.mark}
	}
	f.seeInline(r)
}

// seeSpan takes a rune while a span is held.
func (f *filter) seeSpan(r rune) {
	s := &f.inline.span
	switch {
	case s.size > 0: // whole: what follows it decides
		if r == ' ' && len(s.held) < s.size+8 {
			s.held = append(s.held, r)
			return
		}
		f.decide(r)
		f.seeInline(r)
		return
	case r == '\n' && s.closed():
		s.size = len(s.held)
		f.decide(r)
		f.seeInline(r)
		return
	case r == '\n' || len(s.held) > spanLimit:
		f.keepSpan()
		f.seeInline(r)
		return
	}
	switch s.open {
	case '*', '_':
		f.seeEmphasis(r)
	case '(':
		f.seeParenthesis(r)
	case '[':
		f.seeBracket(r)
	}
}

func (f *filter) seeEmphasis(r rune) {
	s := &f.inline.span
	if r == s.open {
		s.run++
		s.held = append(s.held, r)
		return
	}
	if s.closed() && s.endsBefore(r) {
		s.size = len(s.held)
		f.seeSpan(r)
		return
	}
	s.run = 0
	s.held = append(s.held, r)
	if !isVoiced(r) && !f.inline.mayDirect(s.held) {
		f.inline.closer = s.open
		f.keepSpan()
	}
}

// closed reports whether what is held ends as an emphasis does.
func (s *spanState) closed() bool {
	n := len(s.held)
	return s.run == 1 && n > 1 && !unicode.IsSpace(s.held[n-2])
}

// endsBefore reports whether the mark at the end of what is held may end an
// emphasis before r: not in snake_case, and not in 5*3.
func (s *spanState) endsBefore(r rune) bool {
	if s.open == '*' {
		return !unicode.IsDigit(r) || !unicode.IsDigit(s.held[len(s.held)-2])
	}
	return !isVoiced(r)
}

func (f *filter) seeParenthesis(r rune) {
	s := &f.inline.span
	s.held = append(s.held, r)
	switch r {
	case '(':
		s.depth++
	case ')':
		if s.depth--; s.depth == 0 {
			s.size = len(s.held)
			return
		}
	}
	if !isVoiced(r) && !f.inline.mayDirect(s.held) {
		f.keepSpan()
	}
}

// seeBracket follows a link, of which the label stays, or a remark in
// brackets, of which nothing does: nobody says "[whispers]" or "[1]".
func (f *filter) seeBracket(r rune) {
	s := &f.inline.span
	if s.label == 0 && s.depth == 0 {
		if r != '(' {
			f.endBracket()
			f.seeInline(r)
			return
		}
		s.label, s.depth = len(s.held), 1
		return
	}
	s.held = append(s.held, r)
	opens, closes := '[', ']'
	if s.label > 0 {
		opens, closes = '(', ')'
	}
	switch r {
	case opens:
		s.depth++
	case closes:
		s.depth--
	}
	if s.depth == 0 && s.label > 0 {
		label, image := s.held[:s.label-1], s.image
		f.inline.span = spanState{}
		if image {
			f.seeGap()
			return
		}
		f.replay(label)
	}
}

// endBracket takes a remark in brackets that is whole.
func (f *filter) endBracket() {
	content := f.inline.span.held
	f.inline.span = spanState{}
	f.seeRemark(content[:len(content)-1])
}

// decide settles a whole span, of which next is the first rune behind it that
// is no space; 0 at the end of the stream.
func (f *filter) decide(next rune) {
	i := &f.inline
	s := i.span
	content, rest := s.held[:s.size-1], s.held[s.size:]
	if i.isDirection(content, next) {
		i.span = spanState{}
		f.seeDirection(content)
		f.replay(rest)
		return
	}
	if s.open == '(' {
		f.keepSpan()
		return
	}
	i.span = spanState{}
	f.replay(content)
	f.replay(rest)
}

// keepSpan passes on a span that is part of what is said.
func (f *filter) keepSpan() {
	s := f.inline.span
	f.inline.span = spanState{}
	switch {
	case s.open == '(':
		f.leaveInline('(')
	case s.label > 0:
		f.keepLink(s)
		return
	}
	f.replay(s.held)
}

// keepLink passes on what began as a link and is none, or was broken off within its
// address. An address has no spaces: what has is words.
func (f *filter) keepLink(s spanState) {
	address := s.held[s.label:]
	f.replay(s.held[:s.label-1])
	if slices.ContainsFunc(address, unicode.IsSpace) {
		f.seeGap()
		f.seeInline('(')
		f.replay(address)
	}
}

func (f *filter) replay(rs []rune) {
	for _, r := range rs {
		f.seeInline(r)
	}
}

// leaveInline passes r on and remembers what the next span needs to know.
func (f *filter) leaveInline(r rune) {
	i := &f.inline
	i.before = r
	if r == '\n' {
		i.closer = 0
	}
	if r == '\n' || !unicode.IsSpace(r) {
		i.solid[0], i.solid[1] = r, i.solid[0]
	}
	switch {
	case !isVoiced(r):
		i.ended = true
	case i.ended:
		i.word, i.ended = append(i.word[:0], r), false
	default:
		i.word = append(i.word, r)
	}
	f.seeTidy(r)
}

// endInline settles what is held when nothing more comes. A direction that the
// stream broke off is still one.
func (f *filter) endInline() {
	i := &f.inline
	if s := &i.span; s.size == 0 && strings.ContainsRune("*_(", s.open) {
		switch {
		case s.open == '(':
			s.held = append(s.held, ')')
		case s.run != 1:
			s.held = append(s.held, s.open)
		}
		s.size = len(s.held)
	}
	for i.span.open != 0 {
		switch {
		case i.span.size > 0:
			f.decide(0)
		case i.span.open == '!':
			i.span = spanState{}
			f.leaveInline('!')
		case i.span.open == '[' && i.span.label == 0 && i.span.depth == 0:
			f.endBracket()
		default:
			f.keepSpan()
		}
	}
	i.run, i.sign = 0, signState{}
}
