package conversation

import (
	"slices"
	"strings"
)

// A call is who a line calls by name.
type call struct {
	owners    []owner // in the order in which they are named
	where     string  // "at the start"
	mentioned []owner // named, and not called
}

// A nameGroup is names joined by commas and "and": "Bart and Greta".
type nameGroup struct {
	names  []mention
	joined bool // by a word, not by commas alone
	either bool // the word is "or"
}

func (g nameGroup) from() int { return g.names[0].from }
func (g nameGroup) to() int   { return g.names[len(g.names)-1].to }

// called finds who the line calls by name. Naming somebody is not calling
// them: "I think Bart is lying" is about Bart. What tells is the place of the
// name and, where the recogniser left out the commas, the words next to it.
//
// If several sentences call, the last one counts: "Thanks, Bart. Greta, what
// do you know?" wants one answer. Within a sentence the first does: in "Mara,
// was schuldet dir Bart" the second name is not called.
func (a *addressing) called() call {
	prefer := a.memory.claims[a.Speaker].agent
	forms := nameForms(a.Company, a.Role, a.Speaker, a.lex)
	var c call
	called := -1 // where the sentence that calls begins
	for _, g := range a.groups(mentions(a.line, forms, prefer)) {
		where := a.placeOf(g)
		if where == "" && !g.joined && len(g.names) > 1 {
			// "Bart, Greta is lying": a comma does not make them a pair.
			for _, m := range g.names[1:] {
				c.mentioned = append(c.mentioned, m.form.owner)
			}
			g.names = g.names[:1]
			where = a.placeOf(g)
		}
		var owners []owner
		for _, m := range g.names {
			owners = append(owners, m.form.owner)
		}
		if where == "" {
			c.mentioned = append(c.mentioned, owners...)
			continue
		}
		begin, _ := a.line.sentence(g.from())
		if begin == called && where != asMeant {
			c.mentioned = append(c.mentioned, owners...)
			continue
		}
		c.owners, c.where, called = owners, where, begin
	}
	return c
}

// asMeant is the place of a name that puts right who was called before.
const asMeant = "as the one who is meant"

// groups joins names that stand together.
func (a *addressing) groups(ms []mention) []nameGroup {
	var groups []nameGroup
	for _, m := range ms {
		if n := len(groups); n > 0 {
			g := &groups[n-1]
			gap, pause := m.from-g.to(), a.line.before(g.to())
			switch {
			case a.line.words[g.to()-1].possessive:
			case gap == 0 && pause == shortPause:
				g.names = append(g.names, m)
				continue
			case gap == 1 && a.joins(g.to()) && pause != fullStop && a.line.before(m.from) != fullStop:
				g.either = g.either || a.lex.or[a.line.fold(g.to())]
				g.names, g.joined = append(g.names, m), true
				continue
			}
		}
		groups = append(groups, nameGroup{names: []mention{m}})
	}
	return groups
}

func (a *addressing) joins(i int) bool {
	w := a.line.fold(i)
	return a.lex.and[w] || a.lex.or[w]
}

// placeOf returns where g is called, in words for the GM, or "" if it is only
// spoken of.
func (a *addressing) placeOf(g nameGroup) string {
	l := a.line
	from, to := g.from(), g.to()
	begin, end := l.sentence(from)
	last := l.words[to-1]
	common := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common })
	ordinary := slices.ContainsFunc(g.names, func(m mention) bool { return m.form.common && m.form.rank != titleOf })
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
		return true
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
	return !common && lead == emptyLead
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
	case a.lex.atEnd[word]:
		// "where are you bart", and not "did you see it or bart".
		return true
	}
	first := a.afterLead(begin, from)
	if a.lex.object[word] && (a.lex.command[a.line.fold(begin)] || a.lex.command[a.line.fold(first)] || a.line.fold(i-1) == "es") {
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
	case a.lex.aux[w] && a.lex.subject[next] && i+2 < end && a.line.before(i+2) == noPause:
		return spokenTo // "is it true"
	case a.lex.aux[w] && a.line.question && a.lex.determiner[next]:
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
