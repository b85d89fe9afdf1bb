package conversation

import (
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/phonetic"
	"glyphoxa/internal/transcript"
)

// People at a table also talk to a child, to the cat, and on the phone. What is then
// said with "you" is said to them, and so it does not speak for an agent.

// talksOutside counts what tells that a line is for somebody who is no part of the
// game, and reports whether something does.
func (a *addressing) talksOutside(e *evidence) bool {
	nobody := func(weight int, who string) {
		e.quoted = append(e.quoted, who)
		e.count(weight, fmt.Sprintf("%q is nobody here", who))
	}
	if who, weight := a.callsOutside(); who != "" {
		nobody(weight, who)
	} else if who := a.callsStranger(); who != "" {
		nobody(stranger, who)
	}
	if a.tellsChild() {
		e.count(petName, "a child or a pet is spoken to")
	}
	if who := a.speaksAsFamily(); who != "" && e.strength > plainTalk {
		nobody(plainTalk, who)
	}
	if a.onPhone() {
		e.count(plainTalk, "it is said on the phone")
	}
	return e.against != ""
}

// tellsChild: "go to bed", but not "can i go to bed".
func (a *addressing) tellsChild() bool {
	for i := range a.line.words {
		if a.lex.talk.parents.at(a.line, i, len(a.line.words)) > 0 && !slices.ContainsFunc(a.line.words[max(0, i-childReach):i], a.isSelf) {
			return true
		}
	}
	return false
}

// childReach is how far before what a child is told the speaker may be who does it.
const childReach = 3

// isSelf reports whether a word is "I" or "we", or one of them with its verb: "i'm".
func (a *addressing) isSelf(w lineWord) bool {
	self, _, _ := strings.Cut(w.fold, "'")
	return a.lex.self[self]
}

// callsOutside returns what somebody is called who is no part of the game, "no mum
// i'm playing", or "", and what that counts.
func (a *addressing) callsOutside() (who string, weight int) {
	t := &a.lex.talk
	for i, w := range a.line.words {
		if !t.outside[w.fold] && !t.pets[w.fold] || w.possessive {
			continue
		}
		begin, end := a.line.sentence(i)
		lead := a.afterLead(begin, end)
		if lead == i-1 && a.isUnknown(lead) {
			lead++ // "jonas schatz"
		}
		verb := a.lex.takes[w.fold] // "love did you see it", but not "love the stew"
		follows := a.follows(i+1, end)
		first := lead == i && (a.line.before(i+1) != noPause || follows == spokenTo || follows == unclear && !verb)
		last := i == end-1 && i > begin && !verb && a.isBare(begin, i)
		switch {
		case !first && !last:
		case t.pets[w.fold]:
			return w.fold, petName
		default:
			return w.fold, plainTalk
		}
	}
	return "", 0
}

// speaksAsFamily returns what only a family calls each other when it stands without
// an article, as it does among them: "go and ask daddy", but not "my daddy was a
// soldier".
func (a *addressing) speaksAsFamily() string {
	for i, w := range a.line.words {
		before := a.line.fold(i - 1)
		if a.lex.talk.outside[w.fold] && !w.possessive && !a.isName(w.fold) &&
			!a.lex.determiner[before] && !a.describes(before) && !strings.HasSuffix(before, "'s") && (i == 0 || !a.line.words[i-1].possessive) {
			return w.fold
		}
	}
	return ""
}

// isName reports whether a word is in the name of an agent or of whom somebody plays.
func (a *addressing) isName(word string) bool {
	names := func(name string) bool {
		return slices.ContainsFunc(lineWords(name), func(w lineWord) bool { return w.fold == word })
	}
	return slices.ContainsFunc(a.Agents, func(agent campaign.Agent) bool { return names(agent.Shown()) }) ||
		slices.ContainsFunc(a.Absent, func(agent campaign.Agent) bool { return names(agent.Shown()) }) ||
		slices.ContainsFunc(a.People, func(p transcript.Speaker) bool { return names(p.Character) })
}

// isUnknown reports whether word i is no word of the language, so that it may be a
// name that nobody here has.
func (a *addressing) isUnknown(i int) bool {
	lang, w := phonetic.For(a.Language), a.line.fold(i)
	return lang != nil && len(w) > 2 && !isOrdinary(lang, w) && !a.lex.small(w) && !a.lex.talk.pets[w] && !a.lex.talk.room[w] && !a.isName(w)
}

// callsStranger returns the name of somebody whom nobody knows and who is told
// something, "Kevin, leave it", "mimi get down", or "". It may be a name that was not
// heard well, or what somebody says that they are called.
func (a *addressing) callsStranger() string {
	if len(a.unsure) > 0 || a.holds(a.lex.talk.introduces) {
		return ""
	}
	n := len(a.line.words)
	first := a.afterLead(0, n-1)
	w := a.line.words[first]
	switch {
	case first == n-1 || !a.isUnknown(first) || w.possessive:
	case a.asksOfThing(first + 1), a.lex.talk.echoes[a.line.fold(first+1)] || a.lex.talk.echoes[a.line.fold(first+3)]:
		// "ravenmoor, is that far", "ravenmoor did you say"
	case a.talksAtTable() && a.follows(first+1, n) != spokenOf: // "leon hands off the laptop"
		return w.fold
	case w.capital && w.after == shortPause, w.after != fullStop && a.tells(first+1):
		return w.fold
	}
	last := n - 1
	begin, end := a.line.sentence(last)
	if first = a.afterLead(begin, end); first < last && a.tells(first) && a.isUnknown(last) && !a.line.words[last].possessive &&
		(a.line.before(last) == shortPause || a.isOver(begin, last)) {
		return a.line.fold(last)
	}
	return ""
}

// asksOfThing: "is that far", "what is it".
func (a *addressing) asksOfThing(i int) bool {
	if a.lex.ask[a.line.fold(i)] {
		i++
	}
	return a.lex.is[a.line.fold(i)] && a.lex.it[a.line.fold(i+1)]
}

// tells reports whether somebody is told to do something at word i, or asked what they
// did, or called "you".
func (a *addressing) tells(i int) bool {
	if _, end := a.line.sentence(i); a.lex.corrects[a.line.fold(i)] {
		i = a.afterLead(i, end-1) // "coco no leave it"
	}
	w := a.line.fold(i)
	pronoun := a.lex.second[w] && (w == "you" || w == "du")
	asked := (a.lex.aux[w] || a.isSecond(i)) && a.isSecond(i+1) // "did you", "hast du"
	return pronoun || asked || a.lex.command[w] && !a.lex.lead[w] && !a.lex.self[strings.SplitN(w, "'", 2)[0]]
}

// onPhone reports whether the line is one half of a call: "hi this is anna speaking",
// "ja hallo krause hier".
func (a *addressing) onPhone() bool {
	if a.holds(a.lex.talk.phone) {
		return true
	}
	for i := 1; i < len(a.line.words)-1; i++ {
		if a.line.before(i+2) == fullStop && a.line.before(i+1) == noPause && a.lex.talk.phoneHere[a.line.fold(i+1)] &&
			a.lex.talk.phoneHello[a.line.fold(i-1)] && (a.isUnknown(i) || a.isOwnName(i)) {
			return true
		}
	}
	for i := range a.line.words {
		if k := a.lex.talk.phoneIs.at(a.line, i, len(a.line.words)); k > 0 && a.isOwnName(i+k) {
			return true
		}
	}
	return false
}

// ownName returns the name of the speaker when they play somebody who has another.
func (a *addressing) ownName() string {
	i := slices.IndexFunc(a.People, func(p transcript.Speaker) bool { return p.ID == a.Speaker })
	if i < 0 || a.People[i].Character == "" {
		return ""
	}
	if name := fold(a.People[i].Name); name != fold(a.People[i].Character) {
		return name
	}
	return ""
}

func (a *addressing) isOwnName(i int) bool {
	name := a.ownName()
	return name != "" && a.line.fold(i) == name
}
