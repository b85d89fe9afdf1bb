package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// headLimit is how many runes of a line may leave its meaning open: a ruler
// across a wide screen.
const headLimit = 200

// A lineRoom knows what may begin a line in markdown.
type lineRoom struct {
	head  []rune // the beginning of a line whose meaning is open
	state lineState
	fence rune   // the rune that a fence is made of
	run   int    // how many of it stand in a row
	held  []rune // code, or a table's row
	list  listState
}

type lineState int

const (
	atLineStart lineState = iota
	inLine
	inFence // code, up to the next fence
	inRow   // of a table, up to the end of the line
	inItem  // of a list, up to the end of the line
)

func (f *filter) seeLine(r rune) {
	l := &f.line
	switch l.state {
	case inLine:
		f.seeInline(r)
		if r == '\n' {
			l.state = atLineStart
		}
	case inRow:
		l.held = append(l.held, r)
		if r == '\n' {
			f.setAside()
		}
	case inItem:
		l.list.raw = append(l.list.raw, r)
		if r == '\n' {
			l.state = atLineStart
		}
	case inFence:
		l.held = append(l.held, r)
		if r != l.fence {
			l.run = 0
		} else if l.run++; l.run == 3 {
			l.held = append(l.held, '\n')
			f.setAside()
			l.state = inLine
		}
	case atLineStart:
		l.head = append(l.head, r)
		f.lineHead(r)
	}
}

// lineHead looks at the beginning of a line, of which r is the newest rune.
func (f *filter) lineHead(r rune) {
	l := &f.line
	text := strings.TrimLeft(string(l.head), " \t")
	switch {
	case len(l.head) > headLimit:
		f.endList()
		f.lineIsText(0)
		if r == '\n' {
			f.seeInline(r)
			l.state = atLineStart
		}
	case text == "":
	case r == '\n':
		f.headEnds(text)
	default:
		f.headBegins(text, r)
	}
}

// headEnds takes a line that is over before it was known what it is.
func (f *filter) headEnds(text string) {
	l := &f.line
	if strings.TrimSpace(text) == "" && l.list.items > 0 { // it may go on below
		l.list.raw = append(l.list.raw, l.head...)
		l.head = l.head[:0]
		return
	}
	f.endList()
	if !isRuler(text) {
		f.lineIsText(0)
	}
	f.seeInline('\n')
	l.head, l.state = l.head[:0], atLineStart
}

// headBegins looks at text, what a line has behind its white space, of which r is the
// newest rune: it may begin with a mark.
func (f *filter) headBegins(text string, r rune) {
	l := &f.line
	lead := len(l.head) - utf8.RuneCountInString(text)
	first := l.head[lead]
	switch first {
	case '|':
		f.endList()
		l.held, l.head, l.state = append(l.held[:0], l.head...), l.head[:0], inRow
	case '>':
		l.head = l.head[:0] // and what follows begins the line again
	case '`', '~':
		switch n := leading(text, first); {
		case n == 3:
			f.endList()
			l.held, l.head, l.state = append(l.held[:0], l.head...), l.head[:0], inFence
			l.fence, l.run = first, 0
		case n < len(text):
			f.lineIsNoItem(lead)
		}
	case '#':
		switch n := leading(text, '#'); {
		case n == len(text) && n <= 6:
		case n <= 6 && unicode.IsSpace(r):
			f.endList()
			f.lineIsText(len(l.head))
		default:
			f.lineIsNoItem(lead)
		}
	case '-', '*', '_', '+', '=', '•', '◦', '‣':
		switch {
		case strings.Trim(text, "-*_+=~|: •◦‣\t") == "": // a ruler so far
		case strings.ContainsRune("-*+•◦‣", first) && unicode.IsSpace(l.head[lead+1]):
			f.beginItem()
		default:
			f.lineIsNoItem(lead)
		}
	default:
		switch yes, undecided := isNumbered(text); {
		case yes:
			f.beginItem()
		case !undecided:
			f.lineIsNoItem(lead)
		}
	}
}

// lineIsNoItem passes on the beginning of a line, of which lead runes are white
// space, unless it belongs to the item of a list above it.
func (f *filter) lineIsNoItem(lead int) {
	if f.line.continues(lead) {
		f.line.goOnItem()
		return
	}
	f.endList()
	f.lineIsText(0)
}

// lineIsText passes on the beginning of a line without its first n runes, a
// marker.
func (f *filter) lineIsText(n int) {
	head := f.line.head
	f.line.head, f.line.state = nil, inLine
	if n > 0 {
		f.seeGap()
	}
	for _, r := range head[n:] {
		if r != '\n' {
			f.seeInline(r)
		}
	}
}

// setAside ends a table's row or code.
func (f *filter) setAside() {
	f.side.WriteString(string(f.line.held))
	f.line.held, f.line.state = f.line.held[:0], atLineStart
	f.seeInline('\n')
}

func (f *filter) endLine() {
	l := &f.line
	switch l.state {
	case inRow:
		l.held = append(l.held, '\n')
		f.setAside()
	case inFence:
		l.held = append(l.held, []rune("\n"+strings.Repeat(string(l.fence), 3)+"\n")...)
		f.setAside()
	case atLineStart:
		if text := strings.TrimSpace(string(l.head)); text != "" && !isRuler(text) {
			f.endList()
			f.lineIsText(0)
		}
	case inLine, inItem:
	}
	f.lastList()
}

// isRuler reports whether a line is drawn and not written: "------", "* * *",
// or the line under a table's head.
func isRuler(text string) bool {
	n := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("-*_=", r):
			n++
		case !unicode.IsSpace(r) && !strings.ContainsRune("|:+", r):
			return false
		}
	}
	return n >= 3
}

// leading returns how many of r text begins with.
func leading(text string, r rune) int {
	return len(text) - len(strings.TrimLeft(text, string(r)))
}
