package conversation

import (
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/transcript"
)

// A call is who a line calls by name.
type call struct {
	owners    []owner // in the order in which they are named
	where     string  // "at the start", and how it was heard
	place     string  // "at the start"
	mentioned []owner // named, and not called
	names     []mention
}

// putTogether reports whether all names that call are made of several words that were
// heard.
func (c call) putTogether() bool {
	return !slices.ContainsFunc(c.names, func(m mention) bool { return !strings.Contains(m.heard, " ") })
}

// A nameGroup is names joined by commas and "and": "Bart and Greta".
type nameGroup struct {
	names  []mention
	joined bool // by a word, not by commas alone
	either bool // the word is "or"
	both   bool // they are called one after the other, without a comma
	after  int  // the end of the name that it puts right: "Bart, sorry, Greta", or 0
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
//
// What only sounds like a name counts like one (address_sound.go). If nobody is
// called then, what else the recogniser heard may call somebody.
func (a *addressing) called() call {
	prefer := a.memory.claims[a.Speaker].agent
	forms := nameForms(a.Company, a.Role, a.Speaker, a.lex)
	written := mentions(a.line, forms, prefer)
	c := a.calls(written)
	alike := a.soundalikes(written, forms)
	all := slices.Clone(written)
	for _, s := range alike {
		if s.unsure {
			continue
		}
		all = slices.DeleteFunc(all, func(m mention) bool { return m.from < s.to && s.from < m.to }) // its title
		all = append(all, s.mention)
	}
	if slices.ContainsFunc(all, func(m mention) bool { return m.heard != "" }) {
		slices.SortFunc(all, func(a, b mention) int { return a.from - b.from })
		c = a.calls(all)
	}
	switch {
	case len(c.owners) > 0 && c.putTogether() && a.talksAtTable():
		// "is ra a god in this setting" need not name Isra.
		for _, s := range alike {
			if slices.ContainsFunc(c.names, func(m mention) bool { return m.from == s.from }) {
				a.doubt(s, c.place)
			}
		}
		return call{}
	case len(c.owners) > 0:
		return c
	}
	if other, ok := a.otherwiseCalled(all, forms, prefer); ok {
		return other
	}
	for _, s := range alike {
		if where := a.placeOf(nameGroup{names: []mention{s.mention}}); s.unsure && where != "" && a.setOff(s.mention) {
			a.doubt(s, where)
		}
	}
	return c
}

// otherReadings is how many of the recogniser's alternatives count.
const otherReadings = 3

// otherwiseCalled finds who is called if something else was said than the
// recogniser thinks.
func (a *addressing) otherwiseCalled(named []mention, forms []nameForm, prefer transcript.AgentID) (call, bool) {
	for i, text := range a.Alternatives[:min(len(a.Alternatives), otherReadings)] {
		other := *a
		other.line, other.strict = parseLine(text), true
		if len(other.line.words) == 0 {
			continue
		}
		c := other.calls(mentions(other.line, forms, prefer))
		if len(c.owners) > 0 && !namesAll(named, c.owners) {
			c.where += ", if the recogniser is wrong and its guess number " + strconv.Itoa(i+2) + " is right"
			c.names = nil // their words are not those of the line
			return c, true
		}
	}
	return call{}, false
}

// namesAll reports whether the line itself names all of owners. What it does not
// call them by ("Greta always pays") another reading should not.
func namesAll(named []mention, owners []owner) bool {
	for _, o := range owners {
		if !slices.ContainsFunc(named, func(m mention) bool { return m.form.owner == o }) {
			return false
		}
	}
	return true
}

// calls is called for names that have been found.
func (a *addressing) calls(found []mention) call {
	var c call
	called := -1 // where the sentence that calls begins
	groups := a.groups(found)
	for len(groups) > 0 {
		g := groups[0]
		groups = groups[1:]
		if len(groups) > 0 && groups[0].joined && g.to() == groups[0].from() && a.line.before(g.to()) == noPause && !a.line.words[g.to()-1].possessive {
			// "nessa hobbin and rose": all of one list
			g.names, g.joined, g.either = slices.Concat(g.names, groups[0].names), true, groups[0].either
			groups = groups[1:]
		}
		if len(groups) > 0 && a.areBoth(g, groups[0]) {
			g.names, g.both = slices.Concat(g.names, groups[0].names), true
			groups = groups[1:]
		}
		where := a.placeOf(g)
		if where == "" && !g.joined && !g.both && len(g.names) > 1 {
			// "Bart, Greta is lying": a comma does not make them a pair.
			rest := nameGroup{names: g.names[1:]}
			g.names = g.names[:1]
			groups = slices.Insert(groups, 0, rest)
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
		begin, end := a.line.sentence(g.from())
		if called >= 0 && called != begin && onlyNames(found, called, end) {
			c.owners, c.names = append(c.owners, owners...), append(c.names, g.names...) // "Bart! Greta! Listen!"
			called = begin
			continue
		}
		if begin == called && where != asMeant && g.after == 0 {
			c.mentioned = append(c.mentioned, owners...)
			continue
		}
		c.owners, c.place, c.where, called = owners, where, where+a.heardAs(g), begin
		c.names = g.names
	}
	return c
}

// onlyNames reports whether all words from from to to are those of names.
func onlyNames(found []mention, from, to int) bool {
	for _, m := range found {
		if m.from == from {
			from = m.to
		}
	}
	return from == to
}

// heardAs tells the GM what was heard instead of the names of g.
func (a *addressing) heardAs(g nameGroup) string {
	var heard []string
	for _, m := range g.names {
		if m.heard != "" {
			heard = append(heard, strconv.Quote(m.heard))
		}
	}
	if len(heard) == 0 {
		return ""
	}
	return ", heard as " + strings.Join(heard, " and ")
}

// setOff reports whether m stands apart from the words around it, as one does
// who is called.
func (a *addressing) setOff(m mention) bool {
	_, end := a.line.sentence(m.from)
	return a.line.before(m.to) != noPause || a.line.before(m.from) == shortPause || a.follows(m.to, end) == spokenTo
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
		g := nameGroup{names: []mention{m}}
		if n := len(groups); n > 0 && a.correctsTo(groups[n-1].to(), m.from) {
			g.after = groups[n-1].to()
		}
		groups = append(groups, g)
	}
	return groups
}

// areBoth: "nessa hobbin get down", from a recogniser without commas, but not
// "nessa hobbin told us".
func (a *addressing) areBoth(g, next nameGroup) bool {
	l := a.line
	if g.to() != next.from() || l.before(next.from()) != noPause || l.words[g.to()-1].possessive || next.to() == len(l.words) || l.words[next.to()-1].possessive {
		return false
	}
	for _, m := range slices.Concat(g.names, next.names) {
		if m.form.common && (m.form.rank == titleOf || a.lex.verbNames[m.form.joined]) {
			return false
		}
	}
	begin, end := l.sentence(g.from())
	if a.leadsTo(begin, g.from()) == noLead {
		return false
	}
	w := l.fold(next.to())
	return a.follows(next.to(), end) == spokenTo && (!a.lex.aux[w] || l.fold(next.to()+1) == "ihr" || a.saysBoth(next.to()+1)) || a.lex.particles[w] ||
		a.lex.german && strings.HasSuffix(w, "t") && l.fold(next.to()+1) == "mal" // "kommt mal her"
}

// saysBoth: "did you both lie".
func (a *addressing) saysBoth(i int) bool {
	return a.isSecond(i) && a.lex.numbers[a.line.fold(i+1)] == 2
}

func (a *addressing) joins(i int) bool {
	w := a.line.fold(i)
	return a.lex.and[w] || a.lex.or[w]
}
