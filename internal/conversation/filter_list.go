package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// listItems is from how many items on a list is for the text channel: two can be
// said in a breath, and three are no way to talk.
const listItems = 3

// A listState is a list that is held back until it is known how long it is.
type listState struct {
	raw   []rune // as it is written
	items int
}

// isTalk reports whether a list is one by its marks only. In some books every line of
// a dialogue begins with a dash, and such an item can be said: it is a sentence. Fewer
// others than listItems can be said with them. What has a number or a colon is a price,
// and what is numbered a step.
func (l listState) isTalk() bool {
	var items []string
	for line := range strings.Lines(string(l.raw)) {
		switch text := strings.TrimSpace(line); {
		case text == "":
		case len(items) > 0 && unicode.IsSpace(rune(line[0])) && !isItem(text):
			items[len(items)-1] += " " + text
		default:
			items = append(items, strings.TrimRight(line, " \t\n"))
		}
	}
	listed := 0
	for _, item := range items {
		if !isSaid(item) {
			listed++
		}
	}
	return listed < listItems
}

// isItem reports whether a line begins with the mark of an item.
func isItem(line string) bool {
	numbered, _ := isNumbered(line)
	return numbered || strings.TrimLeft(line, "-*+•◦‣") != line
}

// isSaid reports whether an item is a sentence behind a dash.
func isSaid(item string) bool {
	words, dashed := strings.CutPrefix(item, "- ")
	words = strings.TrimRight(words, "\"”“’»«*_) ")
	last, _ := utf8.DecodeLastRuneInString(words)
	return dashed && isTerminator(last) && !strings.ContainsAny(words, "0123456789:")
}

// beginItem takes the beginning of a line that is an item of a list.
func (f *filter) beginItem() {
	l := &f.line
	l.list.items++
	l.goOnItem()
}

// goOnItem takes the beginning of a line that belongs to the item before it.
func (l *lineRoom) goOnItem() {
	l.list.raw = append(l.list.raw, l.head...)
	l.head, l.state = l.head[:0], inItem
}

// continues reports whether a line that begins with so much white space, and then
// a rune that makes it no item, belongs to a list all the same.
func (l *lineRoom) continues(indent int) bool { return l.list.items > 0 && indent >= 2 }

// endList ends the list that is held, if there is one. What follows it is said; so
// is the list if it is short.
func (f *filter) endList() {
	list := f.line.list
	if list.items == 0 {
		return
	}
	f.line.list = listState{}
	if list.items < listItems || list.isTalk() {
		f.sayList(list)
		return
	}
	f.side.WriteString(string(list.raw))
	f.side.WriteByte('\n')
	f.seeInline('\n')
}

// lastList ends a list that the stream ends with. If it is all that there is, the
// answer is the list, and it is said.
func (f *filter) lastList() {
	if len(f.inline.word) == 0 && f.inline.span.open == 0 {
		f.sayList(f.line.list)
		f.line.list = listState{}
	}
	f.endList()
}

// sayList passes the items of a list on without their marks.
func (f *filter) sayList(list listState) {
	for line := range strings.Lines(string(list.raw)) {
		line = strings.TrimLeft(line, " \t")
		if rest := strings.TrimLeft(line, "-*+•◦‣"); rest != line && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t")) {
			f.seeGap()
			line = rest
		}
		for _, r := range line {
			f.seeInline(r)
		}
	}
}

// isNumbered reports whether text, the beginning of a line, is the number of an
// item, such as "12. " or "3) "; undecided if that is still open.
func isNumbered(text string) (yes, undecided bool) {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits == 0 || digits > 3 {
		return false, false
	}
	rest := text[digits:]
	switch {
	case rest == "", rest == ".", rest == ")":
		return false, true
	case rest[0] != '.' && rest[0] != ')':
		return false, false
	}
	return unicode.IsSpace([]rune(rest[1:])[0]), false
}
