package conversation

import "slices"

// A name at the end calls unless the words before it want it: "what do you know
// bart", and not "where is bart".

// onlyTail reports whether the words from to end add nothing: "please", "okay".
func (a *addressing) onlyTail(from, to int) bool {
	return !slices.ContainsFunc(a.line.words[from:to], func(w lineWord) bool { return !a.lex.tail[w.fold] })
}

// calledLast: "What do you know, Mirela?", "how are you mirela".
func (a *addressing) calledLast(begin, from int, common, ordinary bool) bool {
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
	case a.line.words[i].possessive: // "and then there's bart"
		return false
	case a.isIt(begin, from), a.isKnown(begin, from), a.lex.sequel[word] && !a.asks(begin, from):
		return false
	case ordinary && a.lex.subject[word] && !a.isSecond(i) && !a.asks(begin, from):
		return false // "and up it rose"
	case ordinary && a.isSecond(i) && a.lex.verbNames[a.line.fold(from)] && i > begin && !a.lex.aux[a.line.fold(i-1)] && !a.lex.preps[a.line.fold(i-1)]:
		return false // "yes you will"
	case common && a.lex.describing[word] && !a.lex.ask[a.line.fold(a.afterLead(begin, from))]:
		return false // "das ist ernst"
	case a.lex.atEnd[word]:
		// "where are you bart", and not "did you see it or bart".
		return true
	}
	first := a.afterLead(begin, from)
	if ordinary && a.lex.closes[word] && !a.governs(word) {
		return true // "i'm leaving rose"
	}
	if a.lex.object[word] && (a.lex.command[a.line.fold(begin)] || a.lex.command[a.line.fold(first)] || a.line.fold(i-1) == "es") {
		return true
	}
	if a.hasObject(first, from) || a.asksOfPlace(first, from) {
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
	return a.asksWhat(begin, from)
}

// asksWhat: "what do you know bart": the verb has its object, which is "what".
func (a *addressing) asksWhat(begin, from int) bool {
	first := a.afterLead(begin, from)
	if w := a.line.fold(first); w != "what" && w != "was" {
		return false
	}
	return a.anySecond(first+1, from-1)
}

// isIt: "was it Greta?", "is that Bart".
func (a *addressing) isIt(begin, from int) bool {
	first := from - 2
	if first < begin || a.asks(begin, from) && a.lex.ask[a.line.fold(a.afterLead(begin, from))] {
		return false
	}
	return a.lex.isIt[a.line.fold(first)] && a.lex.it[a.line.fold(first+1)]
}

// isKnown: "glaubst du fenja" is about Fenja, and "kommst du fenja" is not.
func (a *addressing) isKnown(begin, from int) bool {
	first := a.afterLead(begin, from)
	return a.lex.german && from == first+2 && a.line.fold(first+1) == "du" && a.isSecond(first) && !a.lex.moves[a.line.fold(first)]
}

// asksOfPlace: "do you know a man with a scar on the chin rose": the question ends with a
// place, which does nothing more, so that the name behind it is left over.
func (a *addressing) asksOfPlace(first, from int) bool {
	if a.lex.german || !a.lex.aux[a.line.fold(first)] || !a.isSecond(first+1) || !a.endsNoun(first, from) {
		return false
	}
	for i := from - 2; i > first+1 && i >= from-1-nounReach; i-- {
		if a.lex.determiner[a.line.fold(i)] {
			return a.lex.places[a.line.fold(i-1)]
		}
	}
	return false
}

// hasObject reports whether the words from first on say all that they need to,
// so that a name behind them is left over: "i'll have the stew bart", "do you
// have rope greta", "hast du ein zimmer frei greta".
func (a *addressing) hasObject(first, from int) bool {
	switch {
	case a.lex.orders[a.line.fold(first)]:
		return from-3 > first && a.lex.determiner[a.line.fold(from-2)]
	case a.lex.german:
		// In German what a sentence is about stands before its last words.
		you := slices.IndexFunc(a.line.words[first:min(first+3, from)], func(w lineWord) bool {
			return w.fold == "du" || w.fold == "ihr" && !a.lex.takes[a.line.fold(first)]
		})
		return you > 0 && from-(first+you)-1 >= 2
	}
	return a.lex.aux[a.line.fold(first)] && a.isSecond(first+1) && a.lex.owns[a.line.fold(first+2)] && from-3 > first
}
