package conversation

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// Agents differ in whether they fall silent when they are interrupted: see
// [campaign.Interruptible]. The GM's word silences any of them.

// yields reports whether t falls silent when somebody begins to speak, to see
// what they want.
func (t *turn) yields() bool {
	return t.agent.Interruptible != campaign.InterruptSentence && t.agent.Interruptible != campaign.InterruptNever
}

// interrupt cuts t, which is being heard, as its agent lets itself be cut.
func (r *running) interrupt(t *turn, why string) {
	switch t.agent.Interruptible {
	case campaign.InterruptNever:
	case campaign.InterruptSentence:
		t.finishSentence(why)
	default:
		r.stop(t, transcript.Cut, why)
	}
}

// finishSentence has t end with the sentence that is being said.
func (t *turn) finishSentence(why string) {
	if t.outcome == "" {
		t.outcome, t.why = transcript.Cut, why
		t.enough.open()
	}
}
