package conversation

import "strings"

// telling takes r if it is part of a narration, and reports whether it did.
func (s *splitter) telling(r rune) bool {
	switch {
	case !s.narrates:
		return false
	case r == narrationBegins:
		if s.voiced {
			if s.end0 > 0 && s.judge(true) == sentenceEnds {
				s.emit(s.end0)
			}
			s.emit(len(s.buf))
		}
		s.tells, s.told, s.orphan = true, s.told[:0], false
		return true
	case !s.tells:
		return false
	case r == narrationEnds:
		s.tells = false
		if text := strings.TrimSpace(string(s.told)); hasVoiced(s.told) {
			s.out = append(s.out, narrationOf(text))
		}
		return true
	}
	s.told = append(s.told, r)
	return true
}
