package discord

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Discord's limit for the text of a message. It counts UTF-16 units: an emoji is
// two.
const textLimit = 2000

// units returns the length of s as Discord counts it.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// A fence is three backticks; a language may follow the opening one.
const fence = "```"

// split cuts a text into pieces of at most limit units: between paragraphs, else
// lines, sentences or words, else between characters. A code block that goes on
// in the next piece is closed and opened again. Nothing of the text is lost but
// the white space at the cuts.
func split(text string, limit int) []string {
	var pieces []string
	reopen := "" // what opens the code block that the last piece closed
	for {
		if reopen == "" {
			text = strings.TrimLeft(text, "\n")
		}
		if within(text, limit-units(reopen)) == len(text) {
			if strings.TrimSpace(text) != "" {
				pieces = append(pieces, reopen+text)
			}
			return pieces
		}
		// Room for closing is kept even where there is no code block: the piece
		// may open one.
		n := cutAt(text, limit-units(reopen)-units("\n"+fence))
		piece, rest := text[:n], text[n:]
		language, open := openFence(reopen + piece)
		switch {
		case open && strings.HasSuffix(piece, "\n"):
			piece += fence
		case open:
			piece += "\n" + fence
			rest = strings.TrimPrefix(rest, "\n")
		default:
			piece = strings.TrimRightFunc(piece, unicode.IsSpace)
			rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		}
		if strings.TrimSpace(piece) != "" {
			pieces = append(pieces, reopen+piece)
		}
		reopen = ""
		if open {
			reopen = fence + language + "\n"
		}
		text = rest
	}
}

var fenceLanguage = regexp.MustCompile("^[0-9A-Za-z+#._-]{1,20}\n")

// openFence says whether a code block is open at the end of s, and its language.
func openFence(s string) (language string, open bool) {
	for {
		_, after, found := strings.Cut(s, fence)
		if !found {
			return language, open
		}
		s, open = after, !open
		if language = ""; open {
			language = strings.TrimSuffix(fenceLanguage.FindString(s), "\n")
		}
	}
}

// sentenceEnd is what a sentence may end with, white space after it.
var sentenceEnd = regexp.MustCompile(`[.!?…。！？]["'”’»)*_]*\s`)

// cutAt returns where to cut text so that the first part is of at most limit
// units, more than nothing, and as good to read as can be. A cut that would
// leave less than half of the room used is taken only if there is no better.
func cutAt(text string, limit int) int {
	most := within(text, limit)
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

// within returns how many bytes of text are of at most limit units, at least the
// first character's.
func within(text string, limit int) int {
	n := 0
	for i, r := range text {
		n++
		if r > 0xffff {
			n++
		}
		if n > limit && i > 0 {
			return i
		}
	}
	return len(text)
}

// whole moves a cut back so that it leaves a fence whole, and a letter with its
// marks, as far as that leaves anything.
func whole(text string, at int) int {
	cut := at
	for cut > 0 && cut < len(text) {
		r, _ := utf8.DecodeRuneInString(text[cut:])
		before, size := utf8.DecodeLastRuneInString(text[:cut])
		joined := unicode.Is(unicode.M, r) || r == zeroWidthJoiner || before == zeroWidthJoiner ||
			(r == '`' && before == '`')
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
	if units(s) <= limit {
		return s
	}
	return strings.TrimRightFunc(s[:whole(s, within(s, limit-1))], unicode.IsSpace) + "…"
}
