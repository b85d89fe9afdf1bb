package conversation

import (
	"slices"

	"glyphoxa/internal/transcript"
)

// At a table more is said than what NPCs are told: of rules and dice, of plans, of
// the pizza. The lists of such talk are short beside what people say. What is on
// them is what nobody would say to an NPC.

// forTheTable: words that are for no agent although one may be listening.
func (a *addressing) forTheTable() (Decision, bool) {
	switch {
	case a.line.only(a.lex.stop):
		// It has cut the agent off; answering "stop" would begin it again.
		a.memory = a.memory.released(a.Speaker)
		return a.nobody("it only asks for silence")
	case isBackchannel(a.Text, a.Language) && !a.anyWord(a.lex.answer):
		return a.nobody("it only shows that they listen")
	case a.lex.rules.within(a.line), a.isScore():
		a.memory = a.memory.released(a.Speaker)
		return a.nobody("it is about the game, not in it")
	case a.lex.aside.anyWithin(a.withoutDelay(), func(phrase []lineWord) bool { return !a.areOfTheWorld(phrase) }):
		return a.nobody("it is about the room they sit in, not about the game")
	case a.begins(a.lex.narrates), a.tellsOfThemselves():
		return a.nobody("it tells what a character does")
	case a.others() > 0 && (a.says(a.lex.players) || a.namesAtTable() || a.plans()):
		return a.nobody("it is talk among players")
	}
	return Decision{}, false
}

// withoutDelay returns the line without what puts off a question: "one second which
// door do you mean" is for whom it asks.
func (a *addressing) withoutDelay() heardLine {
	first := a.afterDelay(0)
	if w := a.line.fold(first); !a.lex.ask[w] && !a.lex.aux[w] {
		return a.line
	}
	l := a.line
	l.words = l.words[first:]
	return l
}

// namesAtTable: nobody in the story knows the name of a person who has a character,
// nor that of the GM.
func (a *addressing) namesAtTable() bool {
	return slices.ContainsFunc(a.People, func(p transcript.Speaker) bool {
		name := fold(p.Name)
		out := p.Role == transcript.GM || p.Character != "" && fold(p.Character) != name
		return out && p.ID != a.Speaker && !p.Shared() && len(name) > 2 && !a.lex.common[name] && a.says([]string{name})
	})
}

// plans: "should we go", but not "why should we believe you".
func (a *addressing) plans() bool {
	you := false
	for i := range a.line.words {
		you = you || a.isSecond(i) && a.line.fold(i) != "ihr" // "sollen wir ihr trauen"
	}
	if !you && a.begins(a.lex.exists) {
		return false // "is there anything else we could shoot"
	}
	return a.lex.planning.anyWithin(a.line, func(phrase []lineWord) bool {
		return !you || slices.ContainsFunc(phrase, func(w lineWord) bool { return a.lex.second[w.fold] })
	})
}

// isScore: "that's a seventeen plus four". A number alone may answer an NPC.
func (a *addressing) isScore() bool {
	numbers, scored := 0, false
	for i := 0; i < len(a.line.words); {
		w := a.line.fold(i)
		n := a.lex.scores.at(a.line, i, len(a.line.words))
		switch {
		case a.lex.number[w]:
			numbers++
			i++
		case n > 0:
			scored = true
			i += n
		case a.lex.besides[w]:
			i++
		default:
			return false
		}
	}
	return numbers > 0 && scored
}

// tellsOfThemselves: "Kara draws her sword", said by Kara's player. A name
// alone is an answer to "Who are you?".
func (a *addressing) tellsOfThemselves() bool {
	i := slices.IndexFunc(a.People, func(p transcript.Speaker) bool { return p.ID == a.Speaker })
	if i < 0 {
		return false
	}
	own := Company{People: []transcript.Speaker{{Name: a.People[i].Name, Character: a.People[i].Character}}}
	m, ok := mentionAt(a.line, 0, nameForms(own, a.Role, a.Speaker, a.lex), "")
	return ok && a.line.before(m.to) == noPause
}
