package conversation

import "slices"

// Some lines say themselves whom they are for, or not for: "not you", "I meant Greta",
// "I ask Bart".

// denied: "not you, Bart", "I don't mean Bart".
func (a *addressing) denied(begin, from int) bool {
	for i := from - 1; i >= begin && i >= from-3; i-- {
		w := a.line.fold(i)
		if a.lex.not[w] {
			// "I think not, Bart", "wir haben ihn nicht herr hauptmann"
			return i < from-1 || a.line.before(from) == noPause && !a.isOver(begin, from)
		}
		if !a.lex.second[w] && !a.lex.meant[w] && !a.lex.saysTo[w] && !a.lex.preps[w] {
			return false
		}
	}
	return false
}

// isMeant: "I meant Mara", "I was asking Mara".
func (a *addressing) isMeant(begin, from int) bool {
	if a.isMeantInstead(begin, from) {
		return true
	}
	if a.lex.determiner[a.line.fold(from-1)] {
		from-- // "I was asking the doctor"
	}
	if a.lex.self[a.line.fold(from-1)] && a.lex.meant[a.line.fold(from-2)] && from-2 >= begin {
		return true // "dich mein ich"
	}
	i := from - 2
	if i > begin && a.lex.aux[a.line.fold(i)] {
		i--
	}
	return i >= begin && a.lex.meant[a.line.fold(from-1)] && a.lex.self[a.line.fold(i)]
}

// isMeantInstead: "not you, I'm talking to Mara", "no, I'm asking Mara".
func (a *addressing) isMeantInstead(begin, from int) bool {
	i := from - 1
	switch {
	case a.lex.saysTo[a.line.fold(i)] && a.lex.speaking[a.line.fold(i-1)]:
		i--
	case !a.lex.meant[a.line.fold(i)]:
		return false
	}
	for i--; i > begin && a.lex.aux[a.line.fold(i)]; i-- {
	}
	return i > 0 && a.lex.starts[a.line.fold(i)] &&
		slices.ContainsFunc(a.line.words[:i], func(w lineWord) bool { return a.lex.not[w.fold] || a.lex.corrects[w.fold] })
}

// isRather: "not Mara but Bart".
func (a *addressing) isRather(begin, from int) bool {
	return from-3 >= begin && a.lex.rather[a.line.fold(from-1)] && a.lex.not[a.line.fold(begin)]
}

// meansBehind: "Rose I mean", "Greta meine ich".
func (a *addressing) meansBehind(i int) bool {
	w, next := a.line.fold(i), a.line.fold(i+1)
	return a.lex.self[w] && a.lex.meant[next] || a.lex.self[next] && a.lex.meant[w]
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

// correctsTo reports whether all that is said between two names, up to word i, is
// that the first was wrong: "Bart, no, sorry, Greta".
func (a *addressing) correctsTo(from, i int) bool {
	corrects := false
	for j := from; j < i; j++ {
		w := a.line.fold(j)
		if !a.lex.corrects[w] && !a.lex.lead[w] && !a.lex.self[w] || i-from > correctingWords {
			return false
		}
		corrects = corrects || a.lex.corrects[w]
	}
	return corrects
}

// correctingWords is how many words it takes at most to say that a name was wrong.
const correctingWords = 4
