package campaign

import (
	"strings"

	"glyphoxa/internal/nearest"
)

// SoundAlike reports whether two names are easily taken for one another when
// they are heard: if they are the same folded, if a word that sets one of them
// apart sounds like one of the other's, or if what is left when the sounds that
// recognisers confuse are one is all but the same. It is for warning a GM, who
// decides: it would rather be wrong about two names that differ than silent
// about two that do not.
func SoundAlike(a, b string) bool {
	a, b = Fold(a), Fold(b)
	if a == "" || b == "" {
		return false
	}
	if a == b || near(sound(a), sound(b)) {
		return true
	}
	for x := range strings.FieldsSeq(a) {
		for y := range strings.FieldsSeq(b) {
			if !nameWords[x] && !nameWords[y] && near(sound(x), sound(y)) {
				return true
			}
		}
	}
	return false
}

// near reports whether two sounds are one, or differ in one place of at least
// five.
func near(a, b []rune) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	return nearest.Distance(a, b) <= min(len(a), len(b))/5
}

// nameWords are of many names, and tell nobody apart.
var nameWords = map[string]bool{
	"the": true, "a": true, "an": true, "of": true, "old": true, "young": true, "big": true, "little": true,
	"lady": true, "lord": true, "sir": true, "master": true, "mistress": true, "captain": true, "brother": true, "sister": true,
	"father": true, "mother": true, "widow": true, "king": true, "queen": true, "von": true, "van": true, "de": true,
	"der": true, "die": true, "das": true, "den": true, "alte": true, "alter": true, "herr": true, "frau": true,
}

// spelt are ways to write sounds that are the same, or nearly, to a recogniser.
// The longer ones come first.
var spelt = strings.NewReplacer(
	"sch", "s", "tch", "t", "ght", "t", "sh", "s", "ch", "k", "ck", "k", "ph", "f", "th", "t", "gh", "g",
	"kn", "n", "wr", "r", "wh", "w", "qu", "kw", "x", "ks", "ce", "se", "ci", "si", "cy", "si", "c", "k", "q", "k",
	"z", "s", "v", "f", "d", "t", "b", "p", "g", "k", "j", "y",
	"ee", "i", "ea", "i", "ie", "i", "ei", "ai", "ey", "ai", "ay", "ai", "oo", "u", "ou", "u", "ah", "a", "eh", "e", "oh", "o",
	"y", "i",
)

// sound returns roughly how a folded name sounds: spellings and voicing that
// are hard to hear are one, no sound is double.
func sound(folded string) []rune {
	var out []rune
	for _, r := range spelt.Replace(strings.ReplaceAll(folded, " ", "")) {
		if len(out) == 0 || out[len(out)-1] != r {
			out = append(out, r)
		}
	}
	if n := len(out); n > 3 && (out[n-1] == 'e' || out[n-1] == 'h') {
		out = out[:n-1] // hardly said
	}
	return out
}
