package conversation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A filter leaves of a model's words what a person would say. Out go
// reasoning, tool markup, markdown, emoji and stage directions; code, tables and
// lists are set aside for the text channel.
//
// Runes pass one at a time through four rooms, each with its own file:
//
//	hidden   tags and what they hide        <think>…</think>, <tool_call>…
//	line     what begins a line             # heading, ``` fence, | table |, 1. list
//	inline   what stands within a line      **bold**, [label](url), *sighs*, 5*3
//	tidy     single runes and white space   🎲, │, double spaces
//
// A room holds back as little as it needs to decide, so plain words pass at
// once. Since a room sees runes and never deltas, the result does not depend
// on how the stream was cut.
//
// The zero filter is ready to use.
type filter struct {
	// narrate keeps stage directions, for another voice: see filter_narration.go.
	narrate bool

	runes  runeFeed
	hidden hiddenRoom
	line   lineRoom
	inline inlineRoom
	tidy   tidyRoom
	out    strings.Builder
	side   strings.Builder
}

// add takes the next part of the stream and returns what of it, and of what
// was held back before, may be spoken.
func (f *filter) add(delta string) string {
	f.runes.each(delta, f.seeHidden)
	return f.take()
}

// end returns what was still held back and makes f ready for another stream.
// A stream that ends inside a thought says nothing more.
func (f *filter) end() string {
	f.runes.flush(f.seeHidden)
	f.endHidden()
	f.endLine()
	f.endInline()
	out := f.take()
	f.hidden, f.line, f.inline, f.tidy = hiddenRoom{}, lineRoom{}, inlineRoom{}, tidyRoom{}
	return out
}

// aside returns code, tables and lists since the last call, as they were written, for
// the text channel; empty for none.
func (f *filter) aside() string {
	out := strings.TrimSpace(f.side.String())
	f.side.Reset()
	return out
}

func (f *filter) take() string {
	out := f.out.String()
	f.out.Reset()
	return out
}

// A tidyRoom drops what no voice can say and joins white space.
type tidyRoom struct {
	space   rune // white space that waits for something to separate, or is gone; 0 for none
	removed bool // something was taken out since the last rune
	last    rune // the last rune that left, 0 at the beginning
}

// gone is a space that separates already.
const gone = utf8.RuneError

// seeTidy is the last room: what passes here is spoken.
func (f *filter) seeTidy(r rune) {
	t := &f.tidy
	switch speech := speakability(r); {
	case r == '\n':
		t.space = '\n'
		return
	case unicode.IsSpace(r):
		if t.space == 0 {
			t.space = ' '
			if isClauseMark(t.last) && !t.removed {
				// The splitter waits for it: what follows a clause mark proves
				// it, and the first clause is to be spoken as soon as can be.
				f.out.WriteRune(' ')
				t.space = gone
			}
		}
		return
	case speech == joiner:
		// Persian and Indic words need it inside; emoji do not.
		if t.space != 0 || t.removed || !unicode.IsLetter(t.last) && !unicode.IsMark(t.last) {
			return
		}
	case speech == silent:
		t.removed = true
		return
	case speech == gap:
		f.seeGap()
		return
	}

	if t.removed && strings.ContainsRune(",.;:!?", r) {
		if t.last == 0 || isNarrationMark(t.last) || t.space == '\n' || isTerminator(t.last) {
			return // "*sighs*, I know": the comma belonged to the direction
		}
		t.space = 0 // "Hello 🎲!": the space belonged to the emoji
	}
	if t.space != 0 && t.space != gone && t.last != 0 {
		f.out.WriteRune(t.space)
	}
	f.out.WriteRune(r)
	t.space, t.removed, t.last = 0, false, r
}

// seeGap takes something out that separated its neighbours.
func (f *filter) seeGap() {
	f.tidy.removed = true
	if f.tidy.space == 0 {
		f.tidy.space = ' '
	}
}

// A sayable says what becomes of a rune.
type sayable int

const (
	sayAloud sayable = iota
	silent           // goes without a trace: variation selectors, bidi marks
	gap              // goes, and leaves a space: emoji, arrows, hashes
	joiner           // a zero-width joiner: see seeTidy
)

// speakability classifies a rune. Voices name symbols aloud ("white heavy
// check mark") and pause for box drawing, so only those stay that somebody
// would read out: money, arithmetic, percent and the like.
func speakability(r rune) sayable {
	switch {
	case r < utf8.RuneSelf:
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return gap
		}
		if strings.ContainsRune("*_#`~\\^|<>", r) {
			return gap
		}
		return sayAloud
	case r == '\u200c' || r == '\u200d':
		return joiner
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Me, r), unicode.Is(unicode.Cf, r):
		return silent
	case strings.ContainsRune("•‣◦※†‡·‿⁀￼�", r):
		return gap
	case strings.ContainsRune("°№×÷−±≈", r):
		return sayAloud
	case unicode.In(r, unicode.So, unicode.Sk, unicode.Sm, unicode.Co, unicode.Cc, unicode.Cs):
		return gap
	}
	return sayAloud
}
