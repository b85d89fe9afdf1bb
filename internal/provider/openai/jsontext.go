package openai

import "encoding/json"

// A jsonText is JSON that arrives in pieces. Its brackets and quotes are followed
// as they come, so that the whole is looked at once, when it may be complete: to
// look at it after every piece takes minutes for a megabyte of small ones.
type jsonText struct {
	text []byte

	begun           bool // there is more than white space
	depth           int  // brackets that are open
	quoted, escaped bool

	judged int  // of text, when it was last looked at
	valid  bool // and what it was then
	spoilt bool // it was complete and not valid: nothing that follows mends that
}

func (t *jsonText) write(piece []byte) {
	t.text = append(t.text, piece...)
	for _, c := range piece {
		t.follow(c)
	}
}

func (t *jsonText) follow(c byte) {
	t.begun = t.begun || c != ' ' && c != '\t' && c != '\r' && c != '\n'
	switch {
	case t.escaped:
		t.escaped = false
	case t.quoted:
		t.escaped = c == '\\'
		t.quoted = c != '"'
	case c == '"':
		t.quoted = true
	case c == '{', c == '[':
		t.depth++
	case c == '}', c == ']':
		t.depth--
	}
}

// whole reports whether it is one complete JSON value.
func (t *jsonText) whole() bool {
	if !t.begun || t.quoted || t.depth > 0 {
		return false
	}
	if t.judged != len(t.text) && !t.spoilt {
		t.judged, t.valid = len(t.text), json.Valid(t.text)
		t.spoilt = !t.valid
	}
	return t.valid
}

// reset empties it and keeps its memory.
func (t *jsonText) reset() { *t = jsonText{text: t.text[:0]} }
