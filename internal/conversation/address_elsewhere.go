package conversation

import (
	"slices"
	"time"
)

// Who was on the phone, or with the child, a moment ago mostly still is, and says no
// name there either. The same goes, less so, for talk at the table.

const (
	// outsideLasts is how long somebody who spoke to somebody outside the game may
	// still be doing so: longer than the other end of a call mostly talks.
	outsideLasts = 20 * time.Second
	// talkLasts is how long a line of the table may get its answer there, or be gone on
	// with.
	talkLasts = 6 * time.Second
)

// comesBack reports whether the speaker turns back to the game: "sorry about that, where
// were we".
func (a *addressing) comesBack() bool { return a.holds(a.lex.talk.returns) }

// stillOutside reports whether the speaker was talking to somebody outside the game a
// moment ago and may still be.
func (a *addressing) stillOutside() bool {
	return lately(a.memory.outside, a.Speaker, a.At, outsideLasts) && !a.comesBack()
}

// stillAtTable reports whether the speaker's own last words were for no agent.
func (a *addressing) stillAtTable() bool {
	return lately(a.memory.table, a.Speaker, a.At, talkLasts) && !a.comesBack()
}

// answersPlayer reports whether another player has said something to the table since
// the agent's answer, and this has what may be for them: "no you left it in the boat". A
// question is more likely for the agent.
func (a *addressing) answersPlayer() bool {
	if !a.playerSpoke() || a.asksAnything() {
		return false
	}
	var e evidence
	a.addressesSomebody(&e, false)
	return e.speaks || a.beginsWithOrder()
}

// beginsWithOrder: "jetzt lass mich doch mal machen", "oh come on".
func (a *addressing) beginsWithOrder() bool {
	return slices.ContainsFunc(a.line.words[:min(3, len(a.line.words))], func(w lineWord) bool {
		return a.lex.command[w.fold] && !a.lex.lead[w.fold] && !a.isSelf(w)
	})
}

// playerSpoke reports whether another player has said something to the table since the
// agent's answer.
func (a *addressing) playerSpoke() bool {
	since := a.memory.claims[a.Speaker].since
	for who, at := range a.memory.table {
		if who != a.Speaker && at.After(since) && a.At.Sub(at) <= talkLasts {
			return true
		}
	}
	return false
}

// after returns the memory after a line that was decided.
func (a *addressing) after(d Decision) memory {
	m := a.memory
	if a.comesBack() {
		m = m.back(a.Speaker)
	}
	if len(d.Agents) > 0 || isBackchannel(a.Text, a.Language) || a.begins(a.lex.narrates) || a.tellsDeed() {
		return m
	}
	var e evidence
	outside := a.talksOutside(&e)
	if a.holds(a.lex.talk.hangsUp) && lately(m.outside, a.Speaker, a.At, outsideLasts) {
		return m.back(a.Speaker).elsewhere(a.Speaker, a.At, false)
	}
	return m.elsewhere(a.Speaker, a.At, outside)
}
