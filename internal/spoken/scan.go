package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scan is a text that is being read, up to at.
type scan struct {
	*Reader
	text string
	at   int
	// clear is up to where no address begins.
	clear int
}

// longestAddress is how many bytes an address has at most.
const longestAddress = 500

func (r *Reader) say(written string) Spoken {
	s := &scan{Reader: r, text: written}
	var b builder
	b.text.Grow(len(written) + len(written)/4)
	for s.at < len(written) {
		said, n := s.word()
		if n > 0 {
			b.say(said, s.at, s.at+n)
			s.at += n
			continue
		}
		n = s.pass()
		b.keep(written, s.at, s.at+n)
		s.at += n
	}
	return b.done(written)
}

// word asks in turn who knows the word at s.at. Each says how its first n bytes
// are said; n is 0 if it does not know it.
func (s *scan) word() (said string, n int) {
	first, _ := utf8.DecodeRuneInString(s.rest())
	if unicode.IsSpace(first) || !s.starts() {
		return "", 0
	}
	if unicode.IsLetter(first) {
		if said, n = s.name(); n > 0 {
			return said, n
		}
	}
	if s.tongue == nil || s.address() > 0 {
		return "", 0
	}
	if unicode.IsLetter(first) {
		return s.lettersFirst()
	}
	return s.withPer(s.quantity(first))
}

// withPer adds the slash of "5 gp/day" to what is said for n bytes.
func (s *scan) withPer(said string, n int) (string, int) {
	if n > 0 && !s.digits {
		if per := s.per(n); per > 0 {
			return said + " " + s.tongue.per + " ", n + per
		}
	}
	return said, n
}

// lettersFirst knows what begins with a letter and is no name.
func (s *scan) lettersFirst() (said string, n int) {
	if s.digits {
		return s.dice()
	}
	if said, n = s.firstOf((*scan).sum, (*scan).dice); n > 0 {
		return s.withPer(said, n)
	}
	return s.firstOf((*scan).times, (*scan).stat, (*scan).slash, (*scan).roman, (*scan).short)
}

// firstOf asks in turn.
func (s *scan) firstOf(knows ...func(*scan) (said string, n int)) (said string, n int) {
	for _, k := range knows {
		if said, n = k(s); n > 0 {
			return said, n
		}
	}
	return "", 0
}

// pass returns how much at s.at passes as it is: an address, a run of letters and
// digits with what joins them, or one other character.
func (s *scan) pass() int {
	if n := s.address(); n > 0 && s.starts() {
		return n
	}
	rest := s.rest()
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsDigit(first):
		return max(size, chain(rest))
	case isVoiced(first) || unicode.IsMark(first):
		return run(rest)
	}
	return size
}

func (s *scan) rest() string { return s.text[s.at:] }

// starts reports whether a word may begin at s.at: not behind a letter, and a
// number not behind half of one, such as ".5", or a sign that was not understood.
func (s *scan) starts() bool {
	if s.at == 0 {
		return true
	}
	before, size := utf8.DecodeLastRuneInString(s.text[:s.at])
	if isVoiced(before) || unicode.IsMark(before) || before == '_' {
		return false
	}
	if !isDigit(s.text[s.at]) {
		return true
	}
	if strings.ContainsRune("$€£", before) {
		return false
	}
	return before != '.' && before != ',' || size < s.at && s.text[s.at-size-1] == '.'
}

// run returns the length of the letters, digits and marks that text begins with.
func run(text string) int {
	for i, r := range text {
		if !isVoiced(r) && !unicode.IsMark(r) && r != '_' {
			return i
		}
	}
	return len(text)
}

// chain returns the length of the digits and what joins them that text begins
// with: "555-1234", "1.2.3", "3d6". All of it is one thing, known or not.
func chain(text string) int {
	end := run(text)
	for end > 0 && end+1 < len(text) && strings.IndexByte(".,:/-'", text[end]) >= 0 && isDigit(text[end+1]) {
		end += 1 + run(text[end+1:])
	}
	return end
}

// address returns the length of the web or mail address at s.at, 0 for none.
func (s *scan) address() int {
	if s.at < s.clear {
		return 0
	}
	rest := s.rest()
	end, may := 0, false
	for ; end < len(rest) && rest[end] != ' ' && rest[end] != '\n'; end++ {
		c := rest[end]
		may = may || c == '@' || end > 0 && end+1 < len(rest) && (c == '.' && isASCIILetter(rest[end+1]) || c == ':' && rest[end+1] == '/')
	}
	if !may || end > longestAddress {
		s.clear = s.at + end
		return 0
	}
	field := strings.TrimRight(rest[:end], ".,;:!?)]}\"'”’»")
	if strings.Contains(field, "://") || strings.HasPrefix(field, "www.") {
		return len(field)
	}
	if at := strings.IndexByte(field, '@'); at > 0 && at < len(field)-1 {
		return len(field)
	}
	// A host: letters, a dot and at least two letters more, without a space.
	host, _, path := strings.Cut(field, "/")
	dot := strings.LastIndexByte(host, '.')
	if dot < 2 || len(host)-dot < 3 || !path && strings.Count(host, ".") == 1 && len(host)-dot > 4 {
		return 0
	}
	for _, c := range []byte(host) {
		if !isDigit(c) && !isASCIILetter(c) && c != '.' && c != '-' {
			return 0
		}
	}
	if strings.Trim(host[dot+1:], "abcdefghijklmnopqrstuvwxyz") != "" || strings.Trim(host[:dot], "0123456789.") == "" {
		return 0
	}
	return len(field)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// ends reports whether a word may end before text.
func ends(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text == "" || !isVoiced(r) && !unicode.IsMark(r) && r != '_'
}

// spaces returns the length of the blanks that text begins with: one at most, of
// any kind that stays on the line.
func spaces(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case ' ', '\u00a0', '\u2009', '\u202f':
		return size
	}
	return 0
}

// previous returns the word before s.at and the one before that, without what
// stands around them, if nothing but spaces separates them; else "".
func (s *scan) previous() (last, before string) {
	last, at := wordBefore(s.text[:s.at])
	if last == "" {
		return "", ""
	}
	before, _ = wordBefore(s.text[:at])
	return last, before
}

// wordBefore returns the last word of text and where it begins; "" if a stop or
// anything else but blanks is behind it.
func wordBefore(text string) (word string, at int) {
	trimmed := strings.TrimRight(text, " \u00a0")
	if len(trimmed) == len(text) {
		return "", 0
	}
	return lastWord(trimmed)
}

// lastWord returns the word that text ends in and where it begins.
func lastWord(text string) (word string, at int) {
	at = len(text)
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if !isVoiced(r) && !unicode.IsMark(r) && r != '\'' && r != '’' && r != '-' {
			break
		}
		at -= size
	}
	return text[at:], at
}

// following returns the word that text begins with, behind one space.
func following(text string) string {
	n := spaces(text)
	if n == 0 {
		return ""
	}
	return text[n : n+run(text[n:])]
}
