package discord

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Discord's limit for the text of a message. It counts UTF-16 units: an emoji is
// two.
const textLimit = 2000

// Units returns the length of s as Discord counts it.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// A fence is three backticks; a language may follow the opening one. What stands
// between two spoiler marks is hidden until somebody clicks on it.
const (
	fence   = "```"
	spoiler = "||"
)

// split cuts a text into pieces of at most limit units: between paragraphs, else
// lines, sentences or words, else between characters. A code block or a spoiler
// that goes on in the next piece is closed and opened again: half of a secret is
// not to be read openly. Nothing of the text is lost but the white space at the
// cuts.
func split(text string, limit int) []string {
	var pieces []string
	var open marks // in what the last piece ended
	// Room for closing is kept even where nothing is open: a piece may open it.
	closing := "\n" + fence
	if strings.Contains(text, spoiler) {
		closing += spoiler
	}
	for {
		reopen := open.opening()
		if !open.code {
			text = strings.TrimLeft(text, "\n")
		}
		if Within(text, limit-Units(reopen)) == len(text) {
			if strings.TrimSpace(text) != "" {
				pieces = append(pieces, reopen+text)
			}
			return pieces
		}
		n := cutAt(text, limit-Units(reopen)-Units(closing))
		var piece string
		piece, text, open = open.cut(text[:n], text[n:])
		if strings.TrimSpace(piece) != "" {
			pieces = append(pieces, reopen+piece)
		}
	}
}

// cut ends a piece, which follows on m, so that nothing is open at its end, and
// returns what is to be opened again for the rest.
func (m marks) cut(piece, rest string) (string, string, marks) {
	end := m.after(piece)
	end.hidden = end.hidden && end.closed(rest) // if not, the strokes mean nothing
	if end.code {
		piece = strings.TrimSuffix(piece, "\n") + "\n" + fence
		rest = strings.TrimPrefix(rest, "\n")
	} else {
		piece = strings.TrimRightFunc(piece, unicode.IsSpace)
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	}
	if !end.hidden || piece == "" {
		return piece, rest, end
	}
	// An empty spoiler would be shown as four strokes.
	if bare, ok := strings.CutSuffix(piece, spoiler); ok && !m.after(bare).hidden {
		return bare, rest, end
	}
	if bare, ok := strings.CutPrefix(rest, spoiler); ok && !end.code {
		rest, end.hidden = bare, false
	}
	return piece + spoiler, rest, end
}

// Marks are what is open at some place in a text.
type marks struct {
	hidden   bool // a spoiler
	code     bool // a code block, inside the spoiler if both are open
	language string
}

// opening is what opens the same once more.
func (m marks) opening() string {
	s := ""
	if m.hidden {
		s = spoiler
	}
	if m.code {
		s += fence + m.language + "\n"
	}
	return s
}

// after returns what is open at the end of s, which follows on m.
func (m marks) after(s string) marks {
	for s != "" {
		m, s = m.step(s)
	}
	return m
}

// closed reports whether a spoiler that is open ends in s, which follows on m.
func (m marks) closed(s string) bool {
	for s != "" && m.hidden {
		m, s = m.step(s)
	}
	return !m.hidden
}

// hides reports whether there is a spoiler in s.
func hides(s string) bool {
	var m marks
	for s != "" && !m.hidden {
		m, s = m.step(s)
	}
	return m.hidden && m.closed(s)
}

// step takes one character or mark of s, and returns what is open after it, and
// the rest.
func (m marks) step(s string) (marks, string) {
	n := 1
	switch {
	case strings.HasPrefix(s, fence):
		n = len(fence)
		m.code, m.language = !m.code, ""
		if m.code {
			m.language = strings.TrimSuffix(fenceLanguage.FindString(s[n:]), "\n")
		}
	case m.code:
	case s[0] == '\\': // the next character is no mark
		n = min(2, len(s))
	case strings.HasPrefix(s, spoiler):
		n = len(spoiler)
		m.hidden = !m.hidden
	}
	return m, s[n:]
}

var fenceLanguage = regexp.MustCompile("^[0-9A-Za-z+#._-]{1,20}\n")

// sentenceEnd is what a sentence may end with, white space after it.
var sentenceEnd = regexp.MustCompile(`[.!?…。！？]["'”’»)*_]*\s`)

// cutAt returns where to cut text so that the first part is of at most limit
// units, more than nothing, and as good to read as can be. A cut that would
// leave less than half of the room used is taken only if there is no better.
func cutAt(text string, limit int) int {
	most := Within(text, limit)
	room := text[:most]
	half := most / 2
	if i := strings.LastIndex(room, "\n\n"); i >= half {
		return i + 1
	}
	if i := strings.LastIndexByte(room, '\n'); i >= half {
		return i + 1
	}
	if all := sentenceEnd.FindAllStringIndex(room, -1); len(all) > 0 {
		if i := all[len(all)-1][1]; i >= half {
			return i
		}
	}
	if i := strings.LastIndexFunc(room, unicode.IsSpace); i > 0 {
		_, size := utf8.DecodeRuneInString(room[i:])
		return i + size
	}
	return whole(text, most)
}

// Within returns how many bytes of text are of at most limit units, at least the
// first character's.
func Within(text string, limit int) int {
	n := 0
	for i, r := range text {
		if n += utf16.RuneLen(r); n > limit && i > 0 {
			return i
		}
	}
	return len(text)
}

// whole moves a cut back so that it leaves a fence or a spoiler's mark whole, and a
// letter with its marks, as far as that leaves anything.
func whole(text string, at int) int {
	cut := at
	for cut > 0 && cut < len(text) {
		r, _ := utf8.DecodeRuneInString(text[cut:])
		before, size := utf8.DecodeLastRuneInString(text[:cut])
		joined := unicode.Is(unicode.M, r) || r == zeroWidthJoiner || before == zeroWidthJoiner ||
			before == '\\' || r == before && (r == '`' || r == '|')
		if !joined {
			break
		}
		cut -= size
	}
	if cut == 0 {
		return at
	}
	return cut
}

const zeroWidthJoiner = '\u200d'

// clip shortens s to at most limit units, with an ellipsis.
func clip(s string, limit int) string {
	if Units(s) <= limit {
		return s
	}
	return strings.TrimRightFunc(s[:whole(s, Within(s, limit-1))], unicode.IsSpace) + "…"
}
