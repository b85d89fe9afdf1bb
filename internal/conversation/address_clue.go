package conversation

import (
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/phonetic"
)

// What speaks for an agent and against it, clue by clue: address_evidence.go has what
// each counts.

// addressesSomebody counts what only somebody is told who is spoken to, and reports
// whether that is "you".
func (a *addressing) addressesSomebody(e *evidence) (you bool) {
	second := 0
	for i, w := range a.line.words {
		switch {
		case !a.isSecond(i):
		case a.lex.youEnd != "" && a.lex.groupYou[w.fold]:
			second = max(second, mayBeYou) // "ihr" are the others as well
		default:
			second = max(second, saysYou)
		}
	}
	if second > 0 {
		e.count(second, "")
	}
	asks, orders := a.line.question, false
	for i := range a.line.words {
		if a.line.before(i) != fullStop {
			continue
		}
		first := a.line.fold(a.afterLead(i, len(a.line.words)))
		asks = asks || a.lex.ask[first] || a.lex.aux[first]
		orders = orders || a.lex.command[first] && !a.lex.starts[first] && !a.lex.lead[first]
		if a.lex.talk.replies[a.line.fold(i)] {
			e.count(repliesTo, "")
		}
	}
	if asks {
		e.count(asksSomething, "")
	}
	if orders {
		e.count(ordersSomething, "")
	}
	return second > 0
}

// talksAtTable reports whether the line has words that are of the table alone.
func (a *addressing) talksAtTable() bool {
	var e evidence
	a.wordsOfTheTable(&e)
	return e.strength == plainTalk
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
			if k > 0 {
				found(look.weight, i, k, look.rules)
				words = k
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

// callsOutside returns what somebody is called who is no part of the game, "no mum
// i'm playing", or "".
func (a *addressing) callsOutside() string {
	for i, w := range a.line.words {
		if !a.lex.talk.outside[w.fold] || w.possessive {
			continue
		}
		begin, end := a.line.sentence(i)
		first := a.afterLead(begin, end) == i && (a.line.before(i+1) != noPause || a.follows(i+1, end) != spokenOf)
		if first || i == end-1 && i > begin && a.isBare(begin, i) {
			return w.fold
		}
	}
	return ""
}

// callsStranger returns the name at the beginning of somebody whom nobody knows,
// "Kevin, leave it", or "". It may be a name that was not heard well.
func (a *addressing) callsStranger() string {
	lang := phonetic.For(a.Language)
	if lang == nil {
		return ""
	}
	i := a.afterLead(0, len(a.line.words)-1)
	if w := a.line.words[i]; w.capital && w.after == shortPause && i < len(a.line.words)-1 && !isOrdinary(lang, w.fold) && !a.lex.small(w.fold) {
		return w.fold
	}
	return ""
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
	if a.holds(t.talksOf) {
		e.count(aboutThem, "it is about somebody, not to them")
	}
	if a.holds(t.thinks) {
		e.count(aThought, "it thinks aloud")
	}
	if (leave || a.holds(t.wishes)) && a.anyWord(t.deeds) || a.tellsDeed() {
		e.count(aDeed, "it tells what a character does")
	}
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
		past := a.lex.youEnd == "" && strings.HasSuffix(w, "ed") || a.lex.youEnd != "" && strings.HasSuffix(w, "te")
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
