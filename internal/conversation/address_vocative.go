package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/phonetic"
)

// placeOf returns where g is called, in words for the GM, or "" if it is only
// spoken of.
func (a *addressing) placeOf(g nameGroup) string {
	l := a.line
	from, to := g.from(), g.to()
	begin, end := l.sentence(from)
	begin = max(begin, g.after)
	last := l.words[to-1]
	common := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common })
	ordinary := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common && m.form.rank < houseName })
	title := g.names[0].form.rank == titleOf
	if ordinary && l.capitals && !l.words[from].capital {
		return ""
	}

	switch {
	case last.possessive, a.denied(begin, from):
		return ""
	case g.either && to < end && !a.anySecond(to, end) && !l.question:
		return "" // "nessa or hobbin i don't remember"
	case g.both:
		return "at the start"
	case (a.isMeant(begin, from) || a.isRather(begin, from)) && a.follows(to, end) != spokenOf:
		return asMeant
	case a.meansBehind(to) && (g.after > 0 || l.before(from) != noPause || a.leadsTo(begin, from) != noLead):
		return asMeant
	case a.isTold(begin, from):
		return "as the one they speak to"
	}
	if lead := a.leadsTo(begin, from); lead != noLead {
		one := len(g.names) == 1 && !ordinary && a.lex.plural[a.line.fold(to)] && to+1 < end
		if one || g.joined && a.callsPlural(to) || a.calledFirst(lead, from, to, end, common, ordinary) || title && a.titleFirst(begin, from, to, end) {
			return "at the start"
		}
		return ""
	}
	if a.isReported(begin, from) && (l.before(from) == noPause || to < end && !a.asks(begin, from)) {
		return ""
	}
	if to == end || a.line.before(to) == noPause && a.onlyTail(to, end) {
		called := a.calledLast(begin, from, common, ordinary)
		if title && l.before(from) == noPause {
			called = a.isBare(begin, from) || a.lex.german && a.isOver(begin, from)
		}
		if !g.either && (called || !common && a.isOver(begin, from)) { // "who is older, Bart or Greta?"
			return "at the end"
		}
		return ""
	}
	if a.calledWithin(begin, from, to, end, common) || title && a.titleWithin(begin, from, to, end) {
		return "in the middle"
	}
	return ""
}

// isWord reports whether word i is one of the language, and no name that nobody
// here has.
func (a *addressing) isWord(i int) bool {
	lang := phonetic.For(a.Language)
	return lang != nil && isOrdinary(lang, a.line.fold(i)) && !a.lex.particle[a.line.fold(i)]
}

// A lead is what stands between the beginning of a sentence and a name.
type lead int

const (
	noLead     lead = iota // the name is not at the beginning
	emptyLead              // nothing, or words that greet: "hey", "my dear"
	joinedLead             // words that may join a statement: "and", "no"
	openedLead             // words that somebody is told: "come on", "you see"
)

func (a *addressing) leadsTo(begin, from int) lead {
	l := emptyLead
	for i := begin; i < from; i++ {
		if n := a.lex.openers.at(a.line, i, from); n > 0 {
			i += n - 1
			l = openedLead
			continue
		}
		if n := a.lex.hedges.at(a.line, i, from); n > 0 {
			i += n - 1
			l = joinedLead
			continue
		}
		w := a.line.fold(i)
		if a.lex.german && w == "du" && i == from-1 {
			l = joinedLead // "du greta sag mal"
			continue
		}
		if !a.lex.lead[w] && !a.lex.honorific[w] {
			return noLead
		}
		if a.lex.joins[w] && i == from-1 && a.line.before(from) == noPause {
			l = joinedLead
		}
	}
	return l
}

// calledFirst: "Mirela, what …", "hey Mirela", "mirela what do you know", but
// not "Bart is lying".
func (a *addressing) calledFirst(lead lead, from, to, end int, common, ordinary bool) bool {
	switch {
	case to == end:
		return lead != joinedLead
	case a.line.before(to) == shortPause:
		return !a.quotes(to, end)
	case ordinary:
		return !a.line.pauses && !a.line.capitals && (a.ordinaryFirst(from, to, end) || lead == openedLead && a.follows(to, end) != spokenOf)
	}
	switch a.follows(to, end) {
	case spokenTo:
		return true
	case spokenOf:
		return false
	case unclear:
	}
	return !common && lead != joinedLead && (!a.strict || a.asksFor(to, end))
}

// ordinaryFirst: "will what do you know", "rose i'm sorry", from a recogniser
// without commas. Names that are verbs take more: "hope you are well", "will we
// need rope" are whole sentences.
func (a *addressing) ordinaryFirst(from, to, end int) bool {
	w := a.line.fold(to)
	switch {
	case a.lex.ask[w], a.lex.aux[w] && a.isSecond(to+1) && to+1 < end:
		return true
	case a.lex.verbNames[a.line.fold(from)]:
		return false
	}
	return a.starts(to) || a.isSecond(to) || a.lex.command[w] || a.lex.endears[w]
}

// callsPlural: "lisbeth und gundula kommt mit": of two people the verb would be another.
func (a *addressing) callsPlural(i int) bool {
	w := a.line.fold(i)
	return a.lex.german && len(w) > 3 && strings.HasSuffix(w, "t") && !a.lex.is[w] && !a.lex.notVerbs[w] && !a.lex.it[a.line.fold(i+1)]
}

// quotes: "Bart," he said, "is a coward."
func (a *addressing) quotes(i, end int) bool {
	return i+1 < end && a.lex.subject[a.line.fold(i)] && a.lex.quotes[a.line.fold(i+1)]
}

// asksFor reports whether words ask for something.
func (a *addressing) asksFor(from, to int) bool {
	for i := from; i < to; i++ {
		if a.lex.please[a.line.fold(i)] {
			return true
		}
	}
	return a.line.question
}

// asks reports whether what begins at begin is a question.
func (a *addressing) asks(begin, to int) bool {
	w := a.line.fold(a.afterLead(begin, to))
	return a.lex.ask[w] || a.lex.aux[w]
}

// afterLead returns the first word from begin on that does more than lead.
func (a *addressing) afterLead(begin, to int) int {
	for begin < to {
		n := max(a.lex.openers.at(a.line, begin, to), a.lex.hedges.at(a.line, begin, to))
		switch {
		case n > 0:
			begin += n
		case a.lex.lead[a.line.fold(begin)]:
			begin++
		default:
			return begin
		}
	}
	return begin
}
