package conversation

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A Mode is how agents take part.
type Mode string

// The modes. Off the record is none of them: see [Conversation.OffRecord].
const (
	// Live agents answer when they are spoken to.
	Live Mode = "live"
	// AskFirst agents find their answers and wait for the GM: see
	// [TurnOffered].
	AskFirst Mode = "ask-first"
	// ListenOnly agents do not answer. What people say is heard, kept and
	// addressed; no mind is asked.
	ListenOnly Mode = "listen-only"
)

const onlyListening = "listen only"

// SetMode changes how agents take part. Under ListenOnly what is being said is
// finished and all other answers are given up. AskFirst holds what is not to be
// heard yet, and Live lets go what has not been offered yet; what has been
// offered waits for the GM in any mode.
func (c *Conversation) SetMode(ctx context.Context, m Mode) error {
	return c.do(ctx, func(r *running) {
		if r.mode = m; m == ListenOnly {
			r.floor.drop(r, onlyListening)
			return
		}
		r.reconsider()
	})
}

// SetAskFirst says whether an agent's answers wait for the GM in Live mode, too.
func (c *Conversation) SetAskFirst(ctx context.Context, id transcript.AgentID, yes bool) error {
	return c.do(ctx, func(r *running) {
		r.askFirst[id] = yes
		r.reconsider()
	})
}

// asksFirst reports whether t is to wait for the GM. What the GM has it say, and
// what only the one reads who asked, is not.
func (r *running) asksFirst(t *turn) bool {
	return !t.aside && t.verbatim == "" && (r.mode == AskFirst || r.askFirst[t.agent.ID])
}

// reconsider applies what has changed to the turns that are thinking: the one that
// is to be heard next, and those in line that were begun early. Others that nobody
// has heard are not asked yet, or have been offered.
func (r *running) reconsider() {
	for _, t := range append(slices.Clone(r.floor.waiting), r.floor.current) {
		if t != nil && !t.asked.IsZero() {
			r.reconsiderTurn(t)
		}
	}
}

func (r *running) reconsiderTurn(t *turn) {
	switch {
	case t.gm.forced, !t.gm.offered.IsZero(), t.mouth.isOpen():
	case r.asksFirst(t):
		t.gm.asks = true
	default:
		t.gm.asks = false
		if t.held && !t.commit.isOpen() {
			t.gm.played = time.Now()
		}
		t.commit.open()
	}
}

// barred returns how a turn of a ends before it begins, and why; nothing if it may
// begin.
func (r *running) barred(a campaign.Agent) (outcome transcript.Outcome, why string) {
	switch {
	case !r.closing.IsZero():
		return transcript.Superseded, "the session ended"
	case r.off:
		return transcript.Superseded, offRecord
	case r.mode == ListenOnly:
		return transcript.Declined, onlyListening
	case a.Muted:
		return transcript.Declined, whyMuted
	}
	return "", ""
}
