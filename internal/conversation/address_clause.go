package conversation

import (
	"slices"
	"strings"
)

// Most recognisers write no commas, so that a name at the end or in the middle of
// a line may be who is spoken to ("put the book down brelyna") or what the verb is
// about ("have you seen brelyna"). Here the words before the name tell: when they
// already say all that they need to, the name is left over, and somebody is called
// by it.

// isOver reports whether the words from begin to i need nothing more. It is right
// when it says yes; much that is over it does not know to be so.
func (a *addressing) isOver(begin, i int) bool {
	lead := begin
	begin = a.afterLead(begin, i)
	last := i - 1
	if last < begin || a.line.words[last].possessive || a.isIt(lead, i) || a.isKnown(lead, i) {
		return false
	}
	if begin > lead {
		begin-- // what leads is something before an article: "verzeiht die störung"
	}
	word := a.line.fold(last)
	switch {
	case last == begin && a.lex.moves[word] && !a.lex.transitive[word]:
		return true // "run bart"
	case last == begin+1 && a.lex.praise[a.line.fold(begin)] && a.isWord(last) && !a.governs(word) && !a.lex.honorific[word] && !a.lex.role[word] && !a.lex.describing[word]:
		return true // "nice sword"
	case a.bracketed(begin, last), a.lex.particles[word] && a.lex.closes[word]:
		return true
	case a.lex.particles[word] && a.lex.preps[word]: // "mach die tür zu", but not "bring das zu"
		return strings.HasPrefix(a.line.fold(begin), "mach") && a.endsNoun(begin, last)
	case a.lex.closes[word] && a.lex.takes[word] && a.lex.german && a.hasObjectPronoun(begin, last):
		return true // "kannst du mir helfen"
	case a.lex.takes[word] && a.isPrepared(begin, last):
		return true // "under arrest", and not "to arrest"
	case a.governs(word), a.lex.role[word]: // "the smith bart"
		return false
	case a.lex.closes[word]:
		return !a.precedesSubject(begin, last)
	case a.lex.particles[word]:
		// "put the book down", "calm down", but not "take down".
		before := a.line.fold(last - 1)
		alone := a.lex.moves[before] && (!a.lex.transitive[before] || last-1 <= a.afterLead(begin, i) || a.isSecond(last-2)) // "wake up", but not "go wake up"
		return last > begin && (alone || a.isObject(before) || a.endsNoun(begin, last))
	case word == "nicht":
		// "das glaubst du nicht hagen", but not "nein nicht hagen".
		return last-begin >= 2 && (a.isObject(a.line.fold(last-1)) || a.lex.mood[a.line.fold(last-1)] || a.endsNoun(begin, last))
	}
	return a.endsNoun(begin, i) || a.endsQuality(begin, i)
}

// isPrepared reports whether a preposition that needs no article stands before last.
func (a *addressing) isPrepared(begin, last int) bool {
	return !a.lex.german && last-1 > begin && a.lex.nounPreps[a.line.fold(last-1)] && a.isWord(last) && !strings.HasSuffix(a.line.fold(last), "ing")
}

func (a *addressing) hasObjectPronoun(from, to int) bool {
	return slices.ContainsFunc(a.line.words[max(from, to-clauseReach):to], func(w lineWord) bool { return a.lex.object[w.fold] })
}

// governs reports whether word wants somebody behind it.
func (a *addressing) governs(word string) bool {
	return a.lex.preps[word] || a.lex.determiner[word] && !a.lex.atEnd[word] || a.lex.gives[word] || a.lex.takes[word] || a.lex.and[word] || a.lex.or[word]
}

// bracketed: a German sentence whose verb comes in two parts ends with the second
// one: "du hast uns angelogen greta", "kannst du mir helfen greta".
func (a *addressing) bracketed(begin, last int) bool {
	w := a.line.fold(last)
	if !a.lex.german || a.lex.preps[w] || a.lex.determiner[w] || a.lex.few[w] || a.lex.not[w] || a.lex.adverb[w] || a.lex.notVerbs[w] || a.lex.role[w] || a.lex.object[w] || !hasSecondPart(w) {
		return false
	}
	return slices.ContainsFunc(a.line.words[max(begin, last-clauseReach):max(begin, last-1)], func(v lineWord) bool { return a.lex.aux[v.fold] || a.lex.halves[v.fold] })
}

// hasSecondPart reports whether a German word looks like an infinitive or a
// participle.
func hasSecondPart(w string) bool {
	if len(w) > 4 && strings.HasSuffix(w, "en") {
		return true
	}
	if len(w) < 6 || !strings.HasSuffix(w, "t") {
		return false
	}
	for _, prefix := range []string{"ge", "ver", "be", "er", "ent", "zer", "ange", "aufge", "ausge", "abge", "einge", "mitge", "zuge", "vorge"} {
		if strings.HasPrefix(w, prefix) {
			return true
		}
	}
	return false
}

// precedesSubject: "das erzählte mir greta" puts who did it last.
func (a *addressing) precedesSubject(begin, i int) bool {
	w := a.line.fold(i - 1)
	if !a.lex.german || !a.lex.object[a.line.fold(i)] || i-1 < begin || a.asks(begin, i) || a.anySecond(begin, i) {
		return false
	}
	return a.lex.third[w] || len(w) > 3 && !a.lex.notVerbs[w] && (strings.HasSuffix(w, "t") || strings.HasSuffix(w, "te"))
}

func (a *addressing) isObject(word string) bool { return a.lex.object[word] || a.lex.it[word] }

// nounReach is how far before its noun an article stands: "a very big mistake".
const nounReach = 3

// endsNoun reports whether an article and its noun stand before i: "the rudder",
// "einen guten tag". The sentence needs something before them, for "the smith
// greta" is one person.
func (a *addressing) endsNoun(begin, i int) bool {
	last := a.line.fold(i - 1)
	if i-2 >= begin && a.lex.nounPreps[a.line.fold(i-2)] && a.isWord(i-1) && !a.lex.role[last] && !a.governs(last) && !a.isObject(last) && !strings.HasSuffix(last, "ing") && !a.isSecond(i-1) {
		return true // "under arrest"
	}
	if a.lex.role[last] || a.governs(last) || a.lex.aux[last] || a.lex.third[last] || a.lex.adverb[last] {
		return false
	}
	for j := i - 2; j > begin && j >= i-1-nounReach; j-- {
		w := a.line.fold(j)
		switch {
		case a.line.words[j].possessive:
			return false
		case a.lex.determiner[w], a.lex.few[w]:
			if j < i-2 && !a.lex.german && strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") {
				return false // "the sergeant knows"
			}
			return !a.describesName(w, last) || a.lex.german && a.hasObjectPronoun(begin, j)
		case a.lex.subject[w], a.lex.aux[w], a.lex.ask[w], a.lex.takes[w], a.lex.preps[w], a.isSecond(j):
			return false
		}
	}
	return false
}

// endsQuality: "this ale is awful".
func (a *addressing) endsQuality(begin, i int) bool {
	w := a.line.fold(i - 1)
	is := i-2 > begin && a.lex.is[a.line.fold(i-2)] && (!a.lex.it[a.line.fold(i-3)] || a.lex.thing[a.line.fold(i-3)])
	is = is || i-2 >= begin && a.lex.thing[a.line.fold(i-2)] && a.line.words[i-2].possessive // "that's great bart"
	return is && a.isWord(i-1) && !a.governs(w) && !a.lex.role[w] && !a.lex.honorific[w] && !strings.HasSuffix(w, "lich") && !strings.HasSuffix(w, "erweise") &&
		!a.lex.adverb[w] && !a.lex.third[w] && !a.lex.determiner[w] && !a.lex.ask[w] && !a.lex.mood[w] &&
		!a.isSecond(i-1) && !a.lex.subject[w] && !strings.HasSuffix(w, "ly") && !strings.HasSuffix(w, "ed")
}

// describesName reports whether after an article a word is a name's: "the old
// greta", "die schöne greta". In German the article tells: "das messer" and "deine
// karte" are no adjectives.
func (a *addressing) describesName(article, word string) bool {
	if !a.lex.german {
		return a.describes(word)
	}
	switch article {
	case "der", "die", "den", "dem", "des":
		return a.lex.honorific[word] || strings.HasSuffix(word, "e") || strings.HasSuffix(word, "en")
	}
	return a.lex.honorific[word]
}

// clauseReach is how many words before a name may be of its clause, in a line that
// nobody has divided into sentences.
const clauseReach = 16

// isReported reports whether what stands before i tells what somebody said to
// others: "he said to me", "and she goes". Who tells what they said themselves to
// the one they speak to ("ich hab dir gesagt") is not quoting.
func (a *addressing) isReported(begin, i int) bool {
	said := false
	for j := max(begin, i-clauseReach); j < i; j++ {
		if a.isSecond(j) || a.lex.object[a.line.fold(j)] && a.lex.second[a.line.fold(j)] {
			return false
		}
		said = said || a.lex.reports.at(a.line, j, i) > 0
	}
	return said
}

// startsClause reports whether a new clause begins at i, so that a name before it is
// not part of one: "… sergeant we need to talk".
func (a *addressing) startsClause(i, end int) bool {
	return a.starts(i) || a.follows(i, end) == spokenTo
}

func (a *addressing) starts(i int) bool {
	w := a.line.fold(i)
	return a.lex.starts[w] || a.lex.it[w] && i < len(a.line.words) && a.line.words[i].possessive
}
