package conversation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiddenElements are the tags whose content nobody may hear: reasoning, and
// tool calls that a model wrote into its text. Their names are compared
// without case and without a namespace.
var hiddenElements = wordSet(`think thinking thought thoughts reasoning reflection scratchpad
	tool tools tool_call tool_calls tool_use tool_code tool_result tool_response
	function functions function_call function_calls function_result function_results
	invoke parameter parameters`)

// inlineTags stand inside words.
var inlineTags = wordSet(`b i em strong u s span sub sup small mark`)

// thoughts are those of them that may end without having begun.
var thoughts = wordSet(`think thinking thought thoughts reasoning`)

const (
	tagLimit = 300 // runes; more than any real tag, less than a paragraph
	// openingHold is how much of the beginning is held back in case it turns
	// out to be a thought whose opening tag is missing. The splitter's first
	// piece is no shorter, so waiting for it costs nothing.
	openingHold = clauseFloor
)

// A hiddenRoom takes out tags, and with some of them what they enclose.
type hiddenRoom struct {
	tag    []rune   // a tag that is not whole yet, from its '<'
	inside []string // the hidden elements we are in, outermost first
	head   []rune   // the first runes, held back until let go
	open   bool     // head has been let go
}

func (f *filter) seeHidden(r rune) {
	h := &f.hidden
	if isNarrationMark(r) {
		r = ' '
	}
	if len(h.tag) == 0 {
		switch {
		case r == '<':
			h.tag = append(h.tag, r)
		case len(h.inside) == 0:
			f.leaveHidden(r)
		}
		return
	}
	if r == '<' { // the one before was none
		f.notTag()
		h.tag = append(h.tag, r)
		return
	}
	h.tag = append(h.tag, r)
	if r == '>' {
		f.tagEnds()
		return
	}
	if n := len(h.tag); n > tagLimit || n == 2 && !beginsTag(r) ||
		n == 3 && h.tag[1] == '/' && !unicode.IsLetter(r) {
		f.notTag()
	}
}

// beginsTag reports whether '<' and r may begin a tag, and are not "x < 3".
func beginsTag(r rune) bool {
	return unicode.IsLetter(r) || strings.ContainsRune("/!|｜", r)
}

// notTag lets go what looked like a tag. Inside a hidden element it stays
// hidden.
func (f *filter) notTag() {
	tag := f.hidden.tag
	f.hidden.tag = nil
	if len(f.hidden.inside) > 0 {
		return
	}
	for _, r := range tag {
		f.leaveHidden(r)
	}
}

// tagEnds acts on a whole tag. Unknown ones go and their content stays.
func (f *filter) tagEnds() {
	h := &f.hidden
	text := string(h.tag[1 : len(h.tag)-1])
	h.tag = nil
	body, closing := strings.CutPrefix(text, "/")
	name := tagName(body)
	switch {
	case len(h.inside) > 0:
		h.nest(name, closing)
		if len(h.inside) == 0 {
			f.leaveHidden(' ')
		}
	case closing && thoughts[name]:
		if h.open {
			f.leaveHidden('\n') // the answer is not a part of the thought's last sentence
		}
		h.head = nil
	case !closing && hiddenElements[name] && !strings.HasSuffix(body, "/"):
		h.inside = append(h.inside, name)
	case strings.Contains(text, "://") && !strings.ContainsAny(text, " ='\""):
		for _, r := range text { // <https://example.com>
			f.leaveHidden(r)
		}
	case !inlineTags[name]:
		f.leaveHidden(' ')
	}
}

// nest follows tags inside a hidden element. In a thought only its end counts:
// models think about tags. A closing tag that nothing opened ends the lot,
// since models close <function=…> with </tool_call>, and the answer follows.
func (h *hiddenRoom) nest(name string, closing bool) {
	switch {
	case thoughts[h.inside[0]]:
		if closing && thoughts[name] {
			h.inside = nil
		}
	case !hiddenElements[name]:
	case !closing:
		h.inside = append(h.inside, name)
	default:
		h.inside = h.inside[:max(0, slices.Index(h.inside, name))]
	}
}

// tagName returns the name of a tag: "function" for "function=dice" and for
// "ns:function name=…".
func tagName(body string) string {
	end := strings.IndexFunc(body, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '_' && r != ':' && r != '-'
	})
	if end >= 0 {
		body = body[:end]
	}
	return strings.ToLower(body[strings.LastIndexByte(body, ':')+1:])
}

// leaveHidden passes r on, or keeps it while the beginning is held back.
func (f *filter) leaveHidden(r rune) {
	h := &f.hidden
	if h.open {
		f.seeLine(r)
		return
	}
	// A sentence may end sooner than the hold: then what follows it lets go.
	n := len(h.head)
	over := n > 0 && (isTerminator(h.head[n-1]) && unicode.IsSpace(r) || isWideTerminator(h.head[n-1]))
	h.head = append(h.head, r)
	if over || n+1 >= openingHold {
		f.letGo()
	}
}

func (f *filter) letGo() {
	f.hidden.open = true
	for _, r := range f.hidden.head {
		f.seeLine(r)
	}
	f.hidden.head = nil
}

// endHidden lets go what is held. A tag that the stream broke off is dropped;
// what is none, as in "3 <" or "<half of yours, and run", is not.
func (f *filter) endHidden() {
	if !brokenOff(string(f.hidden.tag)) {
		f.notTag()
	}
	f.letGo()
}

// brokenOff reports whether text, from its '<' to the end of the stream, may be the
// beginning of a tag: a name alone or one that hides, a mark such as "<|im_e", or a
// name with attributes, of which only the last may be without a value.
func brokenOff(text string) bool {
	body := strings.TrimPrefix(strings.TrimPrefix(text, "<"), "/")
	if first, _ := utf8.DecodeRuneInString(body); !unicode.IsLetter(first) {
		return len(text) > 1 // else it was known for none when its second rune came
	}
	if hiddenElements[tagName(body)] {
		return true
	}
	words, quoted := strings.Fields(body), false
	for i, w := range words[1:] {
		last := i+2 == len(words)
		if !quoted && !last && !strings.Contains(w, "=") {
			return false
		}
		quoted = quoted != (strings.Count(w, "\"")%2 == 1)
	}
	return !strings.Contains(words[0], "://")
}
