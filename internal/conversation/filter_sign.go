package conversation

import "unicode"

// A signState is a mark of markdown that is a sign before a number: 5*3, ~20, #3.
// It is held until what follows tells.
type signState struct {
	said   rune // the sign that it may be: × ≈ №; 0 for none
	mark   rune // the mark, if it goes its way when it is no sign; else 0
	spaced bool // a space came behind it
	more   bool // so did the same mark: ~~5~~
}

// seeSign takes a rune while a mark is held.
func (f *filter) seeSign(r rune) {
	i := &f.inline
	s := &i.sign
	apart := s.said == '×' && unicode.IsSpace(i.before)
	switch {
	case r == s.mark:
		s.more = true
		return
	case r == ' ' && !s.spaced && (apart || s.said == '≈'):
		s.spaced = true
		return
	}
	held := *s
	i.sign = signState{}
	switch {
	case held.more || !unicode.IsDigit(r) || held.said == '×' && (apart != held.spaced || !unicode.IsDigit(i.solid[0])):
		if held.mark != 0 {
			f.leaveInline(held.mark)
		}
	default:
		f.leaveInline(held.said)
	}
	if held.spaced {
		f.leaveInline(' ')
	}
	f.seeInline(r)
}
