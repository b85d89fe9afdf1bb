package conversation

import "glyphoxa/internal/spoken"

// A piece is a part of an answer that is spoken at one time: a sentence, or a
// clause.
type piece struct {
	text string // as it is remembered
	// narration is what an agent does and not what it says, "*leans closer*", to
	// be told by the narrator's voice: see [Options.Narrate].
	narration bool
}

// narrationMark stands around a narration in what is remembered. It is what
// models write, so they find their own way of writing in their memory.
const narrationMark = "*"

// narrationOf returns what an agent does as a piece.
func narrationOf(text string) piece {
	return piece{narrationMark + text + narrationMark, true}
}

// say returns how p is said. The marks of a narration are not.
func (p piece) say(r *spoken.Reader) spoken.Spoken {
	const n = len(narrationMark)
	if !p.narration {
		return r.Say(p.text)
	}
	return r.Say(p.text[n:len(p.text)-n]).Inside(n, n)
}

// texts returns the texts of pieces.
func texts(pieces []piece) []string {
	var out []string
	for _, p := range pieces {
		out = append(out, p.text)
	}
	return out
}
