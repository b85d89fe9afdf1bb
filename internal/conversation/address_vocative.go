package conversation

import (
	"slices"
	"strings"
)

// placeOf returns where g is called, in words for the GM, or "" if it is only
// spoken of.
func (a *addressing) placeOf(g nameGroup) string {
	l := a.line
	from, to := g.from(), g.to()
	begin, end := l.sentence(from)
	last := l.words[to-1]
	common := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common })
	ordinary := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common && m.form.rank < houseName })
	if ordinary && l.capitals && !l.words[from].capital {
		return ""
	}

	switch {
	case last.possessive, a.denied(begin, from):
		return ""
	case a.isMeant(begin, from) && a.follows(to, end) != spokenOf:
		return asMeant
	case a.isTold(begin, from):
		return "as the one they speak to"
	}
	if lead := a.leadsTo(begin, from); lead != noLead {
		if a.calledFirst(lead, to, end, common, ordinary) {
			return "at the start"
		}
		return ""
	}
	if to == end {
		if !g.either && a.calledLast(begin, from, common) { // "who is older, Bart or Greta?"
			return "at the end"
		}
		return ""
	}
	if a.calledWithin(begin, from, to, end, common) {
		return "in the middle"
	}
	return ""
}

// A lead is what stands between the beginning of a sentence and a name.
type lead int

const (
	noLead     lead = iota // the name is not at the beginning
	emptyLead              // nothing, or words that greet: "hey", "my dear"
	joinedLead             // words that may join a statement: "and", "no"
)

func (a *addressing) leadsTo(begin, from int) lead {
	l := emptyLead
	for i := begin; i < from; i++ {
		w := a.line.fold(i)
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
func (a *addressing) calledFirst(lead lead, to, end int, common, ordinary bool) bool {
	switch {
	case to == end:
		return lead == emptyLead
	case a.line.before(to) == shortPause:
		return !a.quotes(to, end)
	case ordinary:
		// "will what do you know", from a recogniser without commas.
		return !a.line.pauses && !a.line.capitals && a.lex.ask[a.line.fold(to)]
	}
	switch a.follows(to, end) {
	case spokenTo:
		return true
	case spokenOf:
		return false
	case unclear:
	}
	return !common && lead == emptyLead && (!a.strict || a.asksFor(to, end))
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

// calledLast: "What do you know, Mirela?", "how are you mirela".
func (a *addressing) calledLast(begin, from int, common bool) bool {
	if a.line.before(from) == shortPause {
		return true
	}
	i := from - 1
	for i > begin && a.lex.honorific[a.line.fold(i)] {
		i--
	}
	if common && a.line.capitals {
		return false
	}
	word := a.line.fold(i)
	switch {
	case a.lex.preps[word], a.lex.determiner[word] && !a.lex.atEnd[word], a.lex.gives[word]:
		return false
	case a.isIt(begin, from):
		return false
	case a.lex.atEnd[word]:
		// "where are you bart", and not "did you see it or bart".
		return true
	}
	first := a.afterLead(begin, from)
	if a.lex.object[word] && (a.lex.command[a.line.fold(begin)] || a.lex.command[a.line.fold(first)] || a.line.fold(i-1) == "es") {
		return true
	}
	if a.hasObject(first, from) {
		return true
	}
	if !a.lex.ask[a.line.fold(first)] {
		return false
	}
	if a.lex.copula[a.line.fold(first+1)] {
		// "where is the mill bart": the noun is taken, the name is left over.
		for j := i - 1; j > first && j >= i-2; j-- {
			if a.lex.determiner[a.line.fold(j)] {
				return true
			}
		}
		return false
	}
	// "what do you know bart": the verb has its object, which is "what".
	what := a.line.fold(first) == "what" || a.line.fold(first) == "was"
	if !what {
		return false
	}
	for j := first + 1; j < i; j++ {
		if a.isSecond(j) {
			return true
		}
	}
	return false
}

// isIt: "was it Greta?", "is that Bart".
func (a *addressing) isIt(begin, from int) bool {
	first := a.afterLead(begin, from)
	return from == first+2 && a.lex.isIt[a.line.fold(first)] && a.lex.it[a.line.fold(first+1)]
}

// hasObject reports whether the words from first on say all that they need to,
// so that a name behind them is left over: "i'll have the stew bart", "do you
// have rope greta", "hast du ein zimmer frei greta".
func (a *addressing) hasObject(first, from int) bool {
	switch {
	case a.lex.orders[a.line.fold(first)]:
		return from-3 > first && a.lex.determiner[a.line.fold(from-2)]
	case a.lex.youEnd != "":
		// In German what a sentence is about stands before its last words.
		you := slices.IndexFunc(a.line.words[first:min(first+3, from)], func(w lineWord) bool { return w.fold == "du" })
		return you > 0 && from-(first+you)-1 >= 2
	}
	return a.lex.aux[a.line.fold(first)] && a.isSecond(first+1) && a.lex.owns[a.line.fold(first+2)] && from-3 > first
}

// calledWithin: "Tell me, Mirela, what …", "so tell me mirela what …".
func (a *addressing) calledWithin(begin, from, to, end int, common bool) bool {
	before, after := a.line.before(from), a.line.before(to)
	switch {
	case before == shortPause && after == shortPause:
		w := a.line.fold(a.afterLead(begin, from))
		return a.lex.command[w] || a.lex.ask[w] || a.lex.aux[w] || a.anySecond(begin, end) || a.line.question
	case before == shortPause:
		return !common && a.follows(to, end) == spokenTo
	case before == noPause && after == noPause:
		return !common && a.lex.atEnd[a.line.fold(from-1)] && a.follows(to, end) == spokenTo &&
			a.lex.command[a.line.fold(max(begin, from-2))]
	}
	return false
}

// afterLead returns the first word from begin on that does more than lead.
func (a *addressing) afterLead(begin, to int) int {
	for begin < to && a.lex.lead[a.line.fold(begin)] {
		begin++
	}
	return begin
}

// denied: "not you, Bart", "I don't mean Bart".
func (a *addressing) denied(begin, from int) bool {
	for i := from - 1; i >= begin && i >= from-3; i-- {
		w := a.line.fold(i)
		if a.lex.not[w] {
			return true
		}
		if !a.lex.second[w] && !a.lex.meant[w] && !a.lex.saysTo[w] && !a.lex.preps[w] {
			return false
		}
	}
	return false
}

// isMeant: "I meant Mara", "I was asking Mara".
func (a *addressing) isMeant(begin, from int) bool {
	i := from - 2
	if i > begin && a.lex.aux[a.line.fold(i)] {
		i--
	}
	return i >= begin && a.lex.meant[a.line.fold(from-1)] && a.lex.self[a.line.fold(i)]
}

// isTold: "I ask Bart about the mine" tells what the player does, which is to
// speak to Bart.
func (a *addressing) isTold(begin, from int) bool {
	begin = a.afterLead(begin, from)
	if !a.lex.self[a.line.fold(begin)] || !a.lex.says[a.line.fold(begin+1)] || begin+2 > from {
		return false
	}
	for i := begin + 2; i < from; i++ {
		if w := a.line.fold(i); !a.lex.saysTo[w] && !a.lex.honorific[w] {
			return false
		}
	}
	return true
}

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
	case a.lex.ask[w], a.isSecond(i):
		return spokenTo
	case a.lex.aux[w] && a.isSecond(i+1) && i+1 < end:
		return spokenTo // "are you", "kannst du"
	case a.lex.youEnd != "" && next == "ihr" && strings.HasSuffix(w, "t"):
		return spokenTo // "habt ihr"
	case a.lex.aux[w] && a.lex.subject[next] && i+2 < end && a.line.before(i+2) == noPause:
		return spokenTo // "is it true"
	case a.lex.aux[w] && a.line.question && a.lex.determiner[next] && !a.lex.indefinite[next]:
		return spokenTo // "is the mine open?"
	case a.lex.command[w]:
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
	return a.lex.youEnd != "" && len(w) >= 4 && strings.HasSuffix(w, a.lex.youEnd) && !a.lex.notYou[w]
}
