package conversation

import (
	"fmt"
	"slices"
	"strings"
)

// What speaks for an agent and against it, clue by clue: address_evidence.go has what
// each counts.

// addressesSomebody counts what only somebody is told who is spoken to, and reports
// whether that is "you". If it is likely that this is somebody else than the agent,
// nothing of it counts.
func (a *addressing) addressesSomebody(e *evidence, another bool) (you bool) {
	if another {
		var theirs evidence
		you = a.addressesSomebody(&theirs, false)
		e.speaks = e.speaks || theirs.speaks
		return you
	}
	second := 0
	for i, w := range a.line.words {
		switch {
		case !a.isSecond(i):
		case a.lex.german && a.lex.groupYou[w.fold]:
			second = max(second, mayBeYou) // "ihr" are the others as well
		default:
			second = max(second, saysYou)
		}
	}
	if second > 0 {
		e.count(second, "")
	}
	orders := false
	for i := range a.line.words {
		if a.line.before(i) != fullStop {
			continue
		}
		first := a.line.fold(a.afterDelay(i))
		orders = orders || a.lex.command[first] && !a.lex.starts[first] && !a.lex.lead[first]
		if a.lex.talk.replies[a.line.fold(i)] {
			e.count(repliesTo, "")
		}
	}
	if a.asksAnything() {
		e.count(asksSomething, "")
	}
	if orders {
		e.count(ordersSomething, "")
	}
	return second > 0
}

// asksAnything reports whether one of the sentences is a question.
func (a *addressing) asksAnything() bool {
	if a.line.question {
		return true
	}
	for i := range a.line.words {
		if a.line.before(i) == fullStop {
			first := a.line.fold(a.afterDelay(i))
			if a.lex.ask[first] || a.lex.aux[first] {
				return true
			}
		}
	}
	return false
}

// afterDelay returns the first word of a sentence that does more than lead and put off
// what comes next: "moment, how many".
func (a *addressing) afterDelay(begin int) int {
	n := len(a.line.words)
	first := a.afterLead(begin, n)
	if k := a.lex.talk.delays.at(a.line, first, n-1); k > 0 {
		return a.afterLead(first+k, n)
	}
	return first
}

// isDelay reports whether word i puts off a question, and does not leave for the door.
func (a *addressing) isDelay(i int) bool {
	begin, _ := a.line.sentence(i)
	w := a.line.fold(a.afterDelay(begin))
	return i < a.afterDelay(begin) && (a.lex.ask[w] || a.lex.aux[w])
}

// talksAtTable reports whether the line has words that are of the table alone.
func (a *addressing) talksAtTable() bool {
	var e evidence
	a.wordsOfTheTable(&e)
	return e.strength == plainTalk
}

// hintsAtTable reports whether the line has more than one such word, or one that may
// well be: "are you all ready, i'm just making tea".
func (a *addressing) hintsAtTable() bool {
	var e evidence
	a.wordsOfTheTable(&e)
	return e.sum <= hintOfRule
}

// wordsOfTheTable counts the words of the rules and of the room.
func (a *addressing) wordsOfTheTable(e *evidence) {
	t, n := &a.lex.talk, len(a.line.words)
	plain, hints := 0, 0
	found := func(weight, i, words int, rules bool) {
		if weight == plainTalk {
			if plain++; plain > 1 {
				weight = plainAgain
			}
		} else if hints++; hints > mostHints {
			return
		}
		said := a.spoken(i, i+words)
		e.quoted = append(e.quoted, said)
		if rules {
			e.count(weight, fmt.Sprintf("%q is of the rules", said))
		} else {
			e.count(weight, fmt.Sprintf("%q is of the room they sit in", said))
		}
	}
	for i := 0; i < n; {
		w := a.line.fold(i)
		words := 1
		for _, look := range []struct {
			weight  int
			words   map[string]bool
			phrases phraseSet
			rules   bool
		}{
			{plainTalk, t.rules, t.rulesPhrases, true},
			{plainTalk, t.room, t.roomPhrases, false},
			{hintOfRule, t.rulesHints, t.rulesHintPhrases, true},
			{hintOfRoom, t.roomHints, t.roomHintPhrases, false},
		} {
			k := look.phrases.at(a.line, i, n)
			if k == 0 && (inflected(look.words, w) || look.weight == plainTalk && look.rules && a.endsAsRules(w)) {
				k = 1
			}
			if k > 0 && look.weight != plainTalk && a.isDelay(i) {
				words = k
				break
			}
			if k > 0 {
				if words = k; look.rules || !a.areOfTheWorld(a.line.words[i:i+k]) {
					found(look.weight, i, k, look.rules)
				} else if look.weight == plainTalk {
					found(hintOfRoom, i, k, false)
				}
				break
			}
		}
		i += words
	}
}

func (a *addressing) spoken(from, to int) string {
	var words []string
	for _, w := range a.line.words[from:to] {
		words = append(words, w.fold)
	}
	return strings.Join(words, " ")
}

// inflected reports whether set has a word, or what it is without the ending of a
// plural.
func inflected(set map[string]bool, w string) bool {
	return set[w] || len(w) > 4 && (set[strings.TrimSuffix(w, "s")] || set[strings.TrimSuffix(w, "n")])
}

func (a *addressing) endsAsRules(w string) bool {
	return slices.ContainsFunc(a.lex.talk.ends, func(end string) bool { return len(w) > len(end)+2 && strings.HasSuffix(w, end) })
}

// readsRoll: "a four, of course", but not "a four day march".
func (a *addressing) readsRoll() bool {
	for i := range a.line.words {
		if i == 0 || !a.lex.number[a.line.fold(i)] || !a.lex.talk.article[a.line.fold(i-1)] || a.line.before(i) != noPause {
			continue
		}
		next := i + 1
		for a.lex.number[a.line.fold(next)] && a.line.before(next) == noPause {
			next++ // "a twenty two"
		}
		w := a.line.fold(next)
		if w == "" || a.line.before(next) != noPause || a.starts(next) || a.lex.lead[w] || a.lex.it[w] || a.lex.preps[w] || a.lex.aux[w] || a.lex.besides[w] {
			return true
		}
	}
	return false
}

// playing counts what players say of what they do, think and want to do.
func (a *addressing) playing(e *evidence, you bool) {
	t := &a.lex.talk
	leave := a.opens(t.asksLeave)
	switch {
	case a.opens(t.asksGM):
		e.count(forTheGM, "it asks the GM")
	case leave && !you:
		e.count(forLeave, "it may ask the GM")
	}
	if a.holds(t.sends) {
		e.count(sendsOn, "it tells another player what to ask")
	}
	if a.holds(t.anybody) {
		e.count(anyOfUs, "it asks anybody")
	}
	if you {
		return
	}
	if a.opens(t.mutters) || a.writesDown() {
		e.count(plainTalk, "they talk to themselves")
	}
	if a.holds(t.talksOf) {
		e.count(aboutThem, "it is about somebody, not to them")
	}
	if a.holds(t.thinks) && (!a.estimates() || a.talksAtTable()) {
		e.count(aThought, "it thinks aloud")
	}
	if (leave || a.holds(t.wishes)) && a.anyWord(t.deeds) || a.tellsDeed() {
		e.count(aDeed, "it tells what a character does")
	}
}

// writesDown: "i'll have to write that name down".
func (a *addressing) writesDown() bool {
	begin, end := a.line.sentence(0)
	first := a.afterLead(begin, end)
	if w, _, _ := strings.Cut(a.line.fold(first), "'"); !a.lex.self[w] {
		return false
	}
	i := slices.IndexFunc(a.line.words[first:end], func(w lineWord) bool { return a.lex.talk.writes[w.fold] })
	return i > 0 && a.lex.talk.down[a.line.fold(end-1)]
}

// estimates: "maybe twenty, i didn't count" answers how many there were, and "maybe i
// should take the two on the left" is a plan.
func (a *addressing) estimates() bool {
	t, n := &a.lex.talk, len(a.line.words)
	for i := range a.line.words {
		if k := t.thinks.at(a.line, i, n); k > 0 && slices.ContainsFunc(a.line.words[i+k:min(i+k+2, n)], a.isCount) {
			return true
		}
	}
	if a.anyWord(a.lex.self) && !a.holds(t.unsure) || a.anyWord(t.us) {
		return false
	}
	return slices.ContainsFunc(a.line.words, a.isCount)
}

// isCount reports whether a word is a number, "one" aside, which seldom counts anything.
func (a *addressing) isCount(w lineWord) bool {
	return (a.lex.number[w.fold] || a.lex.talk.many[w.fold]) && w.fold != "one" && w.fold != "eins"
}

// holds reports whether the line has one of the phrases.
func (a *addressing) holds(phrases phraseSet) bool {
	for i := range a.line.words {
		if phrases.at(a.line, i, len(a.line.words)) > 0 {
			return true
		}
	}
	return false
}

// opens reports whether a clause begins with one of the phrases: "where can i find him"
// does not with "can i find".
func (a *addressing) opens(phrases phraseSet) bool {
	n := len(a.line.words)
	first := a.afterLead(0, n)
	for i := range a.line.words {
		if (i == first || a.line.before(i) != noPause || a.lex.lead[a.line.fold(i-1)]) && phrases.at(a.line, i, n) > 0 {
			return true
		}
	}
	return false
}

// tellsDeed: "i grin", "wir setzen uns", but not "i need a room". What one says of
// oneself to others has few verbs, and what characters do has all the others.
func (a *addressing) tellsDeed() bool {
	for i := range a.line.words {
		if a.line.before(i) != fullStop {
			continue
		}
		i = a.afterLead(i, len(a.line.words))
		if !a.lex.self[a.line.fold(i)] {
			continue
		}
		i++
		for a.lex.adverb[a.line.fold(i)] {
			i++
		}
		w := a.line.fold(i)
		past := !a.lex.german && strings.HasSuffix(w, "ed") || a.lex.german && strings.HasSuffix(w, "te")
		if w != "" && !past && !a.lex.talk.converses[w] && !a.lex.aux[w] && a.line.before(i) == noPause && !a.saysMore(i) {
			return true
		}
	}
	return false
}

// saysMore: "i lean in and whisper where is the key".
func (a *addressing) saysMore(i int) bool {
	for ; i < len(a.line.words); i++ {
		if _, end := a.line.sentence(i); a.lex.says[a.line.fold(i)] && a.follows(i+1, end) == spokenTo {
			return true
		}
	}
	return false
}
