package conversation

import (
	"slices"
	"strings"
)

// What stands behind a name tells whether it is spoken to or spoken of.

// A sense says what the words behind a name tell of it.
type sense int

const (
	unclear sense = iota
	spokenTo
	spokenOf
)

// follows reads the words from i on: "… what do you know" is said to the name
// before it, "… is lying" of it.
func (a *addressing) follows(i, end int) sense {
	for i < end-1 && a.lex.adverb[a.line.fold(i)] {
		i++
	}
	if i >= end {
		return unclear
	}
	w, next := a.line.fold(i), a.line.fold(i+1)
	switch {
	case a.lex.confirms[w] && a.lex.it[next], a.lex.conditional[w] && a.lex.self[next] && !a.line.question && !a.anySecond(i, end):
		return spokenOf // "bart right he's the one", "bart würd ich nicht fragen"
	case a.lex.ask[w], a.isSecond(i), a.lex.endears[w]:
		return spokenTo
	case a.lex.nounPreps[w] && a.lex.third[w] && w != "of" && w != "from" && w != "von" && a.isSecond(i+1) && i+1 < end:
		return spokenTo // "with your leave"
	case a.lex.aux[w] && a.isSecond(i+1) && i+1 < end:
		return spokenTo // "are you", "kannst du"
	case a.lex.german && next == "ihr" && strings.HasSuffix(w, "t"):
		return spokenTo // "habt ihr"
	case a.lex.formal[w] && next == "sie":
		return spokenTo // "herr müller sind sie da"
	case a.lex.is[w] && next == "it" && i+2 == end:
		return spokenTo // "mirela is it"
	case a.lex.aux[w] && a.mayBeSubject(w, next) && i+2 < end && a.line.before(i+2) == noPause:
		return spokenTo // "is it true"
	case a.lex.aux[w] && a.line.question && a.lex.determiner[next] && !a.lex.indefinite[next]:
		return spokenTo // "is the mine open?"
	case a.lex.command[w], a.lex.agrees[w] && a.lex.thing[next] && a.isOpen(i+2, end), a.asksOfState(i, end):
		return spokenTo
	case a.lex.third[w], a.lex.aux[w]:
		return spokenOf
	}
	if len(w) >= 4 && !a.lex.notVerbs[w] {
		for _, ending := range a.lex.verbEnds {
			if strings.HasSuffix(w, ending) {
				return spokenOf
			}
		}
	}
	if a.anySecond(i, end) {
		return spokenTo
	}
	return unclear
}

// isOpen: "greta stimmt das", "greta reicht das so", but not "greta reicht das nicht".
func (a *addressing) isOpen(i, end int) bool {
	w := a.line.fold(i)
	return i >= end || a.lex.ask[w] || a.lex.preps[w] || a.lex.adverb[w] || w == "so" || a.line.before(i) != noPause
}

// asksOfState: "greta ist mein zimmer noch frei", "greta liegt das boot noch am steg", but
// not "greta ist meine schwester".
func (a *addressing) asksOfState(i, end int) bool {
	w, next := a.line.fold(i), a.line.fold(i+1)
	if is := a.lex.is[w] && a.lex.ours[next]; !is && (!a.lex.states[w] || !a.lex.determiner[next]) {
		return false
	}
	return slices.ContainsFunc(a.line.words[min(i+3, end):end], func(w lineWord) bool { return a.lex.adverb[w.fold] })
}

// mayBeSubject reports whether word is what the verb before it tells of. In German
// it may as well be an object: "greta hat das gesagt".
func (a *addressing) mayBeSubject(verb, word string) bool {
	if a.lex.german && a.lex.vague[word] {
		return a.lex.is[verb] && a.lex.thing[word]
	}
	return a.lex.subject[word]
}

func (a *addressing) anySecond(from, to int) bool {
	for i := from; i < to; i++ {
		if a.isSecond(i) {
			return true
		}
	}
	return false
}

// isSecond reports whether word i says "you". German verbs do by their end:
// "weißt", "kannst".
func (a *addressing) isSecond(i int) bool {
	w := a.line.fold(i)
	if a.lex.second[w] {
		return true
	}
	return a.lex.german && len(w) >= 4 && strings.HasSuffix(w, a.lex.youEnd) && !a.lex.notYou[w]
}
