package conversation

// A name in the middle calls when what stands before it is over and something new
// begins behind it.

// calledWithin: "Tell me, Mirela, what …", "so tell me mirela what …".
func (a *addressing) calledWithin(begin, from, to, end int, common bool) bool {
	before, after := a.line.before(from), a.line.before(to)
	switch {
	case before == shortPause && after == shortPause:
		w := a.line.fold(a.afterLead(begin, from))
		return a.lex.command[w] || a.lex.ask[w] || a.lex.aux[w] || a.anySecond(begin, end) || a.line.question ||
			!common && (a.starts(to) || a.isOver(begin, from))
	case before == shortPause:
		return !common && a.follows(to, end) == spokenTo
	case common:
		return false
	case after == shortPause:
		return a.isOver(begin, from)
	case a.topic(begin, from, to, end):
		return true
	case a.lex.atEnd[a.line.fold(from-1)] && a.lex.command[a.line.fold(max(begin, from-2))] && a.follows(to, end) == spokenTo:
		return true
	}
	if a.asksOnTopic(begin, from, to) {
		return true
	}
	return (a.isOver(begin, from) || a.asksWhat(begin, from)) && a.startsAnew(from, to, end)
}

// asksOnTopic: "what do you know bart about the mill", but not "what did you tell bart
// about the mill".
func (a *addressing) asksOnTopic(begin, from, to int) bool {
	before := a.line.fold(from - 1)
	return a.lex.topics[a.line.fold(to)] && a.asksWhat(begin, from) && !a.lex.preps[before] && !a.lex.gives[before] &&
		!a.lex.halves[a.line.fold(a.afterLead(begin, from)+1)]
}

// startsAnew reports whether a new clause begins behind a name. German puts the
// subject behind pronouns ("hat dir elwine das gesagt"): there it takes more.
func (a *addressing) startsAnew(from, to, end int) bool {
	if before := a.line.fold(from - 1); a.lex.german && a.lex.object[before] {
		return a.lex.self[a.line.fold(to)] || a.follows(to, end) == spokenTo
	}
	return a.startsClause(to, end) || a.lex.determiner[a.line.fold(to)]
}

// topic: "what i wanted to ask you hobbin is …", "and that my dear hobbin is why …":
// the verb behind the name has its subject before it.
func (a *addressing) topic(begin, from, to, end int) bool {
	if !a.lex.is[a.line.fold(to)] || to+1 >= end {
		return false
	}
	first := a.afterLead(begin, from)
	if a.lex.it[a.line.fold(first)] {
		i := first + 1
		for i < from && a.lex.honorific[a.line.fold(i)] {
			i++
		}
		return i == from && a.lex.ask[a.line.fold(to+1)]
	}
	before := a.line.fold(from - 1)
	next := a.line.fold(to + 1)
	over := a.isOver(begin, from) || (a.lex.it[next] || a.lex.ask[next] || next == "dass") && !a.lex.preps[before] && !a.lex.gives[before]
	return a.lex.ask[a.line.fold(first)] && a.lex.starts[a.line.fold(first+1)] && over
}
