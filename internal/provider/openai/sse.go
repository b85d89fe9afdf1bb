package openai

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxEvent is the most that one event may hold. The longest that servers send
// are tool calls with whole texts as arguments.
const maxEvent = 1 << 20

var done = []byte("[DONE]")

// An events splits a text/event-stream into the data of its events. It follows
// https://html.spec.whatwg.org/multipage/server-sent-events.html as far as
// servers do, and them where they do not: an event ends as soon as its data is
// one whole JSON value, because some leave out the blank line after it and
// waiting for the next line would make every word late.
type events struct {
	r      *bufio.Reader
	line   []byte
	data   jsonText
	cr     bool // the last line ended with CR, to which an LF may belong
	raw    bool // the data is JSON that came without a field
	begun  bool
	fields int // lines that were of an event stream at all
}

func newEvents(r io.Reader) *events { return &events{r: bufio.NewReader(r)} }

// next returns the data of the next event, valid until next is called again.
// It is JSON, "[DONE]", or something that is neither. The error is the
// reader's; with io.EOF the stream ended between two events or in the middle
// of one whose data is not worth having.
func (e *events) next() ([]byte, error) {
	e.data.reset()
	e.raw = false
	for {
		line, err := e.readLine()
		if err != nil {
			if errors.Is(err, io.EOF) && e.take(line) {
				return e.data.text, nil
			}
			return nil, err
		}
		switch {
		case len(line) == 0 && len(e.data.text) > 0 && !e.raw:
			return e.data.text, nil // ended, whole or not
		case e.take(line):
			return e.data.text, nil
		}
	}
}

// take adds a line to the event and reports whether the event is whole.
func (e *events) take(line []byte) bool {
	name, value, _ := bytes.Cut(line, []byte(":"))
	switch {
	case len(line) == 0:
		return false
	case e.raw, len(e.data.text) == 0 && line[0] == '{': // an answer that is no stream
		e.raw = true
		value = line
	case len(name) == 0: // a comment, sent to keep the connection alive
		e.fields++
		return false
	case string(name) == "data":
		e.fields++
		value = bytes.TrimSpace(value)
		if len(value) > 0 && value[0] == ':' { // a comment sent as data
			return false
		}
	default: // event, id, retry, or nothing that we know
		switch string(name) {
		case "event", "id", "retry":
			e.fields++
		}
		return false
	}
	if len(e.data.text) > 0 {
		e.data.write([]byte("\n"))
	}
	e.data.write(value)
	// The lengths first: the race detector takes note of every byte that may be compared.
	return len(e.data.text) == len(done) && bytes.Equal(e.data.text, done) || e.data.whole()
}

// readLine returns the next line without its end, which is LF, CR or CRLF.
// With an error it returns what there was of the line.
func (e *events) readLine() ([]byte, error) {
	e.line = e.line[:0]
	for {
		c, err := e.r.ReadByte()
		if err != nil {
			return e.trim(e.line), err
		}
		cr := e.cr
		e.cr = c == '\r'
		switch {
		case c == '\n' && cr: // the second half of the last line's end
		case c == '\n', c == '\r':
			return e.trim(e.line), nil
		case len(e.line)+len(e.data.text) >= maxEvent:
			return nil, errFlood
		default:
			e.line = append(e.line, c)
		}
	}
}

// trim takes a byte order mark off the first line.
func (e *events) trim(line []byte) []byte {
	if !e.begun && len(line) > 0 {
		e.begun = true
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line
}
