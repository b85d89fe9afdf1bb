package conversation

import (
	"slices"
	"strings"
)

// Phrases are looked for among the folded words of a line, so that commas and
// capitals, which recognisers set or do not, make no difference.

// says reports whether one of the phrases is in the line.
func (a *addressing) says(phrases []string) bool {
	// "my laptop's dying" is about "my laptop", too.
	text := a.joined(0)
	bare := strings.ReplaceAll(text, "'s ", " ")
	return slices.ContainsFunc(phrases, func(p string) bool {
		return strings.Contains(text, " "+p+" ") || bare != text && strings.Contains(bare, " "+p+" ")
	})
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

// phraseSet is phrases by their first word, for looking at one place of a line.
type phraseSet map[string][][]lineWord

func phraseSetOf(phrases string) phraseSet {
	set := phraseSet{}
	for p := range strings.SplitSeq(phrases, ",") {
		words := lineWords(p)
		set[words[0].fold] = append(set[words[0].fold], words)
	}
	return set
}

// within reports whether one of the phrases is in l. "My laptop's dying" has "my
// laptop", too.
func (s phraseSet) within(l heardLine) bool {
	return s.anyWithin(l, func([]lineWord) bool { return true })
}

// anyWithin is within for the phrases that count.
func (s phraseSet) anyWithin(l heardLine, counts func(phrase []lineWord) bool) bool {
	for i := range l.words {
		for _, p := range s[l.words[i].fold] {
			if i+len(p) <= len(l.words) && counts(p) && slices.EqualFunc(p, l.words[i:i+len(p)], func(want, w lineWord) bool {
				return want.fold == w.fold && (w.possessive || !want.possessive)
			}) {
				return true
			}
		}
	}
	return false
}

// at returns how many words the longest phrase has that begins at word i of l and
// ends before to, or 0. It is no phrase across the end of a sentence.
func (s phraseSet) at(l heardLine, i, to int) int {
	longest := 0
	for _, p := range s[l.fold(i)] {
		n := len(p)
		if n <= longest || i+n > to {
			continue
		}
		same := slices.EqualFunc(p, l.words[i:i+n], func(want, w lineWord) bool { return want.fold == w.fold && want.possessive == w.possessive })
		if same && !slices.ContainsFunc(l.words[i:i+n-1], func(w lineWord) bool { return w.after == fullStop }) {
			longest = n
		}
	}
	return longest
}
