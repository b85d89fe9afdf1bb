package conversation

import (
	"fmt"
	"slices"

	"glyphoxa/internal/transcript"
)

// Who was just talking to an agent mostly goes on doing so, and says no name. But in
// between people ask the GM for a rule, read out a roll, and talk to their family. An
// agent that answers that is the worst that a table can hear, and no list of such
// talk is ever whole. So everything that speaks for the agent and everything that
// speaks against it is weighed, and the sum decides.

// A tableTalk is what a language has to tell talk at the table by. Words and phrases
// that are ordinary in a story, too, only hint at it.
type tableTalk struct {
	rules, room                       map[string]bool
	rulesPhrases, roomPhrases         phraseSet
	rulesHints, roomHints             map[string]bool
	rulesHintPhrases, roomHintPhrases phraseSet

	ends       []string        // ends of words of the rules
	outside    map[string]bool // what only a family calls each other
	pets       map[string]bool // what people call whom they love
	echoes     map[string]bool // verbs that ask for a name again: "did you say"
	introduces phraseSet       // "they call me", of a name that nobody knows yet
	parents    phraseSet       // what is said to children and to pets
	phone      phraseSet       // what is said on the phone alone
	phoneIs    phraseSet       // before one's own name there: "this is"
	phoneHello map[string]bool // before one's name
	phoneHere  map[string]bool // behind it: "krause hier"
	hangsUp    phraseSet       // what ends such talk
	returns    phraseSet       // what comes after it: "where were we"
	delays     phraseSet       // what puts off what comes next
	us         map[string]bool // words for all of them
	many       map[string]bool // numbers that nobody rolls
	unsure     phraseSet       // what one says of a number: "i think"
	writes     map[string]bool // "i'll write …"
	down       map[string]bool // "… down"
	mutters    phraseSet       // what one says to oneself: "where did i put"

	asksGM    phraseSet       // "am i close enough"
	asksLeave phraseSet       // "can i", which may be asked of an agent, too
	wishes    phraseSet       // what a deed comes after: "i'd like to"
	deeds     map[string]bool // what characters do, and hardly anybody talks of doing
	sends     phraseSet       // "ask him"
	thinks    phraseSet       // "i wonder"
	anybody   phraseSet       // "can someone"
	talksOf   phraseSet       // "she's so", of whom the agent is
	converses map[string]bool // verbs that one says of oneself to others: "I need"
	replies   map[string]bool
	article   map[string]bool // before a number that was rolled: "a four"
}

// What evidence counts. A line that tells nothing goes on, so that the sum begins above
// nought, and more so alone with an agent: then nobody else at the table may be meant, but
// somebody in the room may, so that this does not hold against a word of the room alone.
// The weights were set so that the tables in testdata come right: "you" outweighs a hint,
// and only much that is for the agent outweighs a word of the table alone.
const (
	goingOn, goingOnAlone = 1, 2

	saysYou, mayBeYou, asksSomething, ordersSomething, repliesTo = 2, 1, 1, 1, 1

	plainTalk  = -4 // a word that is of the rules or the room and of nothing else
	plainAgain = -1 // each further one
	hintOfRule = -2 // one that may be
	hintOfRoom = -1
	mostHints  = 3
	aRoll      = -3
	aDeed      = -3
	forTheGM   = -2
	forLeave   = -1
	sendsOn    = -2
	petName    = -3 // somebody is called sweetheart, or told what children are
	stranger   = -2 // somebody is called whom nobody knows
	stillThere = -3 // they were on the phone, or with the child, a moment ago
	atTable    = -1 // so was what they said last, or what another player said since
	aThought   = -1
	aboutThem  = -2
	anyOfUs    = -1
	aPerson    = -1

	// notClear is how far off the even sum a referee is asked.
	notClear = 1
)

// Evidence is what speaks for and against an agent.
type evidence struct {
	sum      int
	speaks   bool     // there is some for it
	against  string   // what speaks most against it, a clause for the GM
	strength int      // how much that does
	quoted   []string // words of the line that it may quote
}

func (e *evidence) count(weight int, clause string) {
	e.sum += weight
	e.speaks = e.speaks || weight > 0
	if weight < e.strength {
		e.strength, e.against = weight, clause
	}
}

// unclear reports whether somebody who understands the line should be asked: there is
// something on both sides, or nothing strong against, and the sum is near to even.
func (e *evidence) unclear() bool {
	return e.against != "" && (e.speaks || e.strength > aDeed) && e.sum >= -notClear && e.sum <= notClear
}

// weigh weighs the line as one for the agent that the speaker was talking to.
func (a *addressing) weigh() evidence {
	e := evidence{sum: goingOn}
	outside := a.talksOutside(&e)
	switch {
	case outside:
	case a.stillOutside():
		outside = true
		e.count(stillThere, "they were just talking to somebody who is not here")
		e.speaks = true // or they have come back without a word of it
	case a.answersPlayer():
		outside = true
		e.count(atTable, "another player has just spoken")
	case a.stillAtTable():
		e.count(atTable, "what they said last was for nobody here")
	}
	you := a.addressesSomebody(&e, outside)
	a.wordsOfTheTable(&e)
	if a.readsRoll() {
		e.count(aRoll, "it tells what was rolled")
	}
	a.playing(&e, you)
	if slices.ContainsFunc(a.mentioned, func(o owner) bool { return o.agent == "" }) {
		e.count(aPerson, "it names somebody at the table")
	}
	if a.others() == 0 && e.strength > plainTalk { // plainTalk is the strongest
		e.sum += goingOnAlone - goingOn
	}
	return e
}

// following is the decision about a line for the agent the speaker was talking to;
// goesOn is why it is thought to be that, a clause for the GM.
func (a *addressing) following(id transcript.AgentID, goesOn string) (Decision, bool) {
	e, reason := a.weigh(), goesOn
	a.quoted = append(a.quoted, e.quoted...)
	switch {
	case e.against == "":
	case e.sum > 0:
		reason = goesOn + ", although " + e.against
	default:
		reason = goesOn + ", but " + e.against
	}
	d := Decision{Reason: reason}
	if e.sum > 0 {
		d, _ = a.to(reason, id)
	}
	if e.unclear() {
		doubts := fmt.Sprintf("it may be for %q", a.agent(id).Shown())
		d.Unsure, d.Doubt = []transcript.AgentID{id}, doubts
	}
	return d, true
}
