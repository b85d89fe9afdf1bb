package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// A telephone is of the room that the players sit in, unless theirs is a world with
// telephones, or an agent has just spoken of one.

// worldLines is how many of the latest lines may be an agent's that a line is about.
const worldLines = 6

// wordsIn returns the words of some texts, folded.
func wordsIn(texts []string) map[string]bool {
	words := make(map[string]bool)
	for _, t := range texts {
		for _, w := range foldedWords(t) {
			words[w] = true
		}
	}
	return words
}

// ofTheWorld reports whether a folded word is one that the campaign has, or that an
// agent has said lately.
func (r *running) ofTheWorld(word string) bool {
	if r.world[word] {
		return true
	}
	for _, h := range r.history[max(0, len(r.history)-worldLines):] {
		if h.line.Role == transcript.NPC && slices.Contains(foldedWords(h.line.Text), word) {
			return true
		}
	}
	return false
}

// areOfTheWorld reports whether words are all of the world that is played in.
func (a *addressing) areOfTheWorld(words []lineWord) bool {
	if a.World == nil {
		return false
	}
	for _, w := range words {
		forms := []string{w.fold, w.fold + "s", strings.TrimSuffix(w.fold, "s"), w.fold + "n", strings.TrimSuffix(w.fold, "n")}
		if !slices.ContainsFunc(forms, a.World) && !a.lex.small(w.fold) {
			return false
		}
	}
	return true
}
