package conversation

import (
	"slices"
	"strings"
)

// Phrases are looked for among the folded words of a line, so that commas and
// capitals, which recognisers set or do not, make no difference.

// says reports whether one of the phrases is in the line.
func (a *addressing) says(phrases []string) bool {
	text := a.joined(0)
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, " "+p+" ") })
}

// begins reports whether a sentence of the line begins with a phrase.
func (a *addressing) begins(phrases []string) bool {
	for i := range a.line.words {
		if a.line.before(i) != fullStop {
			continue
		}
		for a.lex.lead[a.line.fold(i)] {
			i++
		}
		text := a.joined(i)
		if slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(text, " "+p+" ") }) {
			return true
		}
	}
	return false
}

// isWhole reports whether the line from word i on is one of the phrases.
func (a *addressing) isWhole(phrases []string, i int) bool {
	return slices.Contains(phrases, strings.TrimSpace(a.joined(i)))
}

// joined returns the words from i on, each with a space on both sides.
func (a *addressing) joined(i int) string {
	var b strings.Builder
	b.WriteByte(' ')
	for ; i < len(a.line.words); i++ {
		b.WriteString(a.line.words[i].fold)
		if a.line.words[i].possessive {
			b.WriteString("'s")
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func (a *addressing) anyWord(set map[string]bool) bool {
	return slices.ContainsFunc(a.line.words, func(w lineWord) bool { return set[w.fold] })
}
