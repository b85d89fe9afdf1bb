package tool

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A textCall is a tool call that a model wrote into its prose.
type textCall struct {
	name string          // empty if it could not be read
	args json.RawMessage // a JSON object; nil if it could not be read or is not whole
}

// A scanner takes tool calls out of a model's prose as it streams in. Servers
// without the right parser for a model pass its call syntax on as text, in many
// forms: XML-like tags, [TOOL_CALLS], bare JSON. None of it is ever speech.
//
// The scanner goes byte by byte and holds back only what may still become
// markup, so that what comes out does not depend on how the text was cut into
// pieces. Thoughts (<think>…</think>) pass through untouched, but calls are
// found inside them too. The zero scanner is ready to use.
type scanner struct {
	calls []textCall // those found so far

	out      strings.Builder // to be returned by write
	visible  strings.Builder // all that came out, less the thoughts
	spoken   bool            // visible is more than white space
	thinking bool            // inside a thought

	held []byte  // may be the beginning of markup
	body *markup // the markup that the text is in; nil in prose
	last byte    // the last byte that came out
	join bool    // markup has just ended
}

// The limits of what is held in memory. A call is small; a model that rambles
// inside one is not a call.
const (
	maxOpener = 96
	maxMarkup = 64 << 10
)

// write takes the next piece of text and returns the prose that is certain.
func (s *scanner) write(text string) string {
	s.out.Reset()
	for i := range len(text) {
		s.step(text[i])
	}
	return s.out.String()
}

// close ends the text and returns the prose that was held back. Markup that
// was not finished is dropped.
func (s *scanner) close() string {
	s.out.Reset()
	switch {
	case s.body != nil:
		s.calls = append(s.calls, s.body.atEnd()...)
		s.body = nil
	case len(s.held) > 4: // "<tool", "[TOOL": nobody says this
		s.calls = append(s.calls, textCall{})
	default:
		for _, c := range s.held {
			s.say(c)
		}
	}
	s.held = nil
	return s.out.String()
}

func (s *scanner) step(c byte) {
	switch {
	case s.body != nil:
		s.inside(c)
	case len(s.held) > 0 || c == '<' || c == '[' || c == '{':
		s.held = append(s.held, c)
		s.settle()
	default:
		s.say(c)
	}
}

// settle decides about what is held, if that can be done yet.
func (s *scanner) settle() {
	found, o := classify(s.held)
	switch {
	case found == maybe && len(s.held) < maxOpener:
	case found == yes:
		held := s.held
		s.held = nil
		s.enter(o, held)
	default: // prose: let the first byte go and look at the rest again
		held := s.held
		s.held = nil
		s.say(held[0])
		for _, c := range held[1:] {
			s.step(c)
		}
	}
}

// enter acts upon the opener o, which held spells.
func (s *scanner) enter(o opener, held []byte) {
	switch o.kind {
	case thought:
		s.out.Write(held)
		s.last = '>'
		s.thinking = true
	case thoughtEnd:
		s.out.Write(held)
		s.last = '>'
		if !s.thinking { // it began without a tag: all so far was thought
			s.visible.Reset()
			s.spoken = false
		}
		s.thinking = false
	case orphan:
		s.join = true
	default:
		s.body = &markup{opener: o}
		for _, c := range held {
			s.inside(c)
		}
	}
}

// inside takes a byte of markup.
func (s *scanner) inside(c byte) {
	if !s.body.step(c) {
		return
	}
	body := s.body
	s.body = nil
	calls, ok := body.calls()
	if !ok { // JSON that is no call
		for _, c := range body.text {
			s.say(c)
		}
		return
	}
	s.calls = append(s.calls, calls...)
	s.join = true
}

// say lets a byte of prose out. Where markup was taken out, one space remains
// of those around it.
func (s *scanner) say(c byte) {
	space := c == ' ' || c == '\n' || c == '\t' || c == '\r'
	if s.join && space && (s.last == 0 || s.last == ' ' || s.last == '\n') {
		return
	}
	s.join = false
	s.last = c
	s.out.WriteByte(c)
	if !s.thinking {
		s.visible.WriteByte(c)
		s.spoken = s.spoken || !space
	}
}

// A markup is a piece of markup as it grows, its opener included.
type markup struct {
	opener
	text     []byte
	overflow bool // beyond maxMarkup: it still ends, but is no call

	opened  bool // past the opener
	json    bool // the content is JSON: closers inside its strings do not count
	started bool // past white space before the content
	depth   int
	quoted  bool // inside a JSON string
	escaped bool
}

// step takes the next byte and reports whether the markup ends with it.
func (m *markup) step(c byte) (ended bool) {
	m.text = append(m.text, c)
	if len(m.text) > maxMarkup {
		m.text = append(m.text[:0], m.text[len(m.text)-len(m.closer)-1:]...)
		m.overflow = true
	}
	switch {
	case m.kind == bareJSON:
		m.value(c)
		return m.depth == 0 && len(m.text) > 1
	case m.closer == "": // to the end of the text
		return false
	case !m.opened:
		// Some models forget the ">" of <function=name>.
		m.opened = c == '>' || c == '{'
		if c != '{' {
			return false
		}
	}
	if !m.started && c != ' ' && c != '\n' && c != '\r' && c != '\t' {
		m.started = true
		m.json = c == '{' || c == '['
	}
	if m.json {
		m.value(c)
	}
	return !m.quoted && c == '>' && hasSuffixFold(m.text, m.closer)
}

// value follows JSON by a byte.
func (m *markup) value(c byte) {
	switch {
	case m.escaped:
		m.escaped = false
	case m.quoted:
		m.escaped = c == '\\'
		m.quoted = c != '"'
	case c == '"':
		m.quoted = true
	case c == '{' || c == '[':
		m.depth++
	case c == '}' || c == ']':
		m.depth--
	}
}

// calls reads the calls that finished markup makes. ok is false if it is no
// call but text after all.
func (m *markup) calls() (calls []textCall, ok bool) {
	if m.overflow {
		return []textCall{{}}, true
	}
	if m.kind == bareJSON {
		return jsonCalls(m.text)
	}
	return m.read(m.text[:len(m.text)-len(m.closer)]), true
}

// atEnd reads the calls of markup that the end of the text ended. Servers that
// stop at a closing tag swallow it, so whole JSON without one is a call; less
// than whole is none.
func (m *markup) atEnd() []textCall {
	switch {
	case m.overflow, m.kind == bareJSON, m.closer != "" && (!m.json || m.depth != 0 || m.quoted):
		return []textCall{{}}
	}
	return m.read(m.text)
}

func hasSuffixFold(b []byte, suffix string) bool {
	return len(b) >= len(suffix) && bytes.EqualFold(b[len(b)-len(suffix):], []byte(suffix))
}
