package conversation

import "strings"

// A title calls whoever bears it when it stands without an article: who speaks of a
// captain says "the captain".

// titleFirst: "so captain hypothetically speaking", but not "captain ahab is here".
func (a *addressing) titleFirst(begin, from, to, end int) bool {
	return a.isBare(begin, from) && a.follows(to, end) != spokenOf && (a.isWord(to) || a.lex.determiner[a.line.fold(to)])
}

// titleWithin: "with respect captain that is madness".
func (a *addressing) titleWithin(begin, from, to, end int) bool {
	return a.line.before(from) == noPause && a.isBare(begin, from) && (a.starts(to) || a.follows(to, end) != spokenOf) &&
		(a.startsClause(to, end) || a.isOver(begin, from) && a.isWord(to))
}

// describes reports whether word may stand between an article and a title: "the
// drunk captain", "der betrunkene kapitän".
func (a *addressing) describes(word string) bool {
	if a.lex.honorific[word] || a.lex.describing[word] || a.lex.praise[word] {
		return true
	}
	for _, ending := range a.lex.describingEnds {
		if len(word) > len(ending)+2 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// isBare reports whether the title at from stands without an article. Who speaks
// of a captain says "the captain", and who speaks to one "captain".
func (a *addressing) isBare(begin, from int) bool {
	if from-1 > begin && a.bracketed(begin, from-1) {
		return true
	}
	for i := from - 1; i >= begin && i >= from-1-nounReach; i-- {
		w := a.line.fold(i)
		if a.line.words[i].possessive || a.lex.determiner[w] && (i < from-1 || !a.lex.atEnd[w]) {
			return false
		}
		if !a.describes(w) || a.lex.is[w] {
			break
		}
	}
	i := from - 1
	for i > begin && (a.lex.honorific[a.line.fold(i)] || a.lex.german && a.lex.adverb[a.line.fold(i)]) {
		i-- // "er war übrigens kapitän"
	}
	if i < begin {
		return true
	}
	w, before := a.line.fold(i), a.line.fold(i-1)
	switch {
	case a.lex.preps[w], a.lex.gives[w], a.lex.takes[w], a.lex.becomes[w], a.lex.is[w]:
		return false
	}
	return i == begin || !a.lex.becomes[before] || !a.isObject(w) // "they made him captain"
}
