package conversation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What an agent says calls nobody: only people's lines are addressed, so that two
// agents cannot keep a table busy between them. The GM may have two of them talk
// to each other all the same, for a few turns that are counted before the first
// is taken. Each of these answers the one before it, as the table heard it, and
// is a turn like any other: it may be held for the GM, stopped or written. The
// first that is not heard to its end is the last, and so is the one during which
// somebody speaks to an agent.

// The turns that an exchange may have.
const (
	ExchangeLeast = 2
	ExchangeMost  = 4
)

// ErrExchange says that two agents cannot have such an exchange: it is one agent
// and itself, or the number of turns is none that there may be.
var ErrExchange = errors.New("conversation: an exchange is between two agents and has two to four turns")

// An exchange is what is left of one.
type exchange struct {
	first, second transcript.AgentID
	topic         string
	of, taken     int   // turns that there may be, and that were begun
	heard         int   // turns that were heard to their end
	turn          *turn // the latest; nil before the first
}

// An ExchangeEnd says how an exchange ended.
type ExchangeEnd string

// The ends of an exchange.
const (
	ExchangeDone      ExchangeEnd = "done"      // it had its turns
	ExchangeAddressed ExchangeEnd = "addressed" // somebody spoke to an agent
	ExchangeCut       ExchangeEnd = "cut"       // a turn was cut, by whomever
	ExchangeMuted     ExchangeEnd = "muted"     // an agent of it was muted
	ExchangeMissed    ExchangeEnd = "missed"    // a turn came to nothing
	ExchangeReplaced  ExchangeEnd = "replaced"  // the GM began another
)

// ExchangeEnded says that an exchange is over.
type ExchangeEnded struct {
	First, Second transcript.AgentID
	Heard, Of     int // turns that were heard to their end, and that there might have been
	End           ExchangeEnd
	// Who spoke to an agent; and why the last turn ended as it did.
	Who, Why string
}

func (ExchangeEnded) isNotice() {}

// Exchange has two agents talk to each other, the first of them first, on a topic
// if there is one: for so many turns, ExchangeLeast to ExchangeMost. Players may
// cut in: the exchange ends when somebody interrupts it or speaks to an agent.
// [ExchangeEnded] follows in any case. One that goes on gives way. The error is
// ErrAbsent if one of them is not here, or ErrExchange.
func (c *Conversation) Exchange(ctx context.Context, first, second transcript.AgentID, topic string, turns int) error {
	if first == second || turns < ExchangeLeast || turns > ExchangeMost {
		return ErrExchange
	}
	return c.try(ctx, func(r *running) error {
		for _, id := range []transcript.AgentID{first, second} {
			if _, err := r.speaker(id); err != nil {
				return err
			}
			if _, ok := r.present(id); !ok {
				return ErrAbsent
			}
		}
		r.endExchange(ExchangeReplaced, "", "the GM began another exchange")
		r.exchange = &exchange{first: first, second: second, topic: strings.TrimSpace(topic), of: turns}
		r.nextInExchange(nil)
		return nil
	})
}

// nextInExchange has the next agent answer e; the first of all answers nobody.
func (r *running) nextInExchange(e *entry) {
	x := r.exchange
	id, with := x.first, x.second
	if x.taken%2 == 1 {
		id, with = with, id
	}
	a, here := r.present(id)
	other, there := r.present(with)
	if !here || !there {
		r.endExchange(ExchangeMissed, "", "somebody has left")
		return
	}
	reason := "the GM has it talk to " + other.Shown()
	t := r.newTurn(a, e, reason)
	t.exchange, t.cue = x, x.cue(other)
	x.turn = t
	x.taken++
	r.ruled(ruling{entry: e, said: t, agents: []transcript.AgentID{id}, reason: reason})
	if outcome, why := r.barred(a); outcome != "" {
		r.conclude(t, outcome, why)
		return
	}
	r.floor.waiting = append(r.floor.waiting, t)
}

// cue is what the agent of the turn that is being begun is told.
func (x *exchange) cue(other campaign.Agent) string {
	name := other.Shown()
	var cue string
	switch {
	case x.taken == 0 && x.topic == "":
		cue = fmt.Sprintf("Begin to talk to %s, about what is going on here.", name)
	case x.taken == 0:
		cue = fmt.Sprintf("Begin to talk to %s, about this: %s.", name, strings.TrimRight(x.topic, "."))
	case x.topic == "":
		cue = fmt.Sprintf("You are talking to %s. Answer what was just said.", name)
	default:
		cue = fmt.Sprintf("You are talking to %s, about this: %s. Answer what was just said.", name, strings.TrimRight(x.topic, "."))
	}
	if x.taken == x.of-1 {
		cue += " It is the last that is said of it: ask nothing back."
	}
	return cue
}

// exchanged takes that t, of which e was heard, has ended as its record says.
func (r *running) exchanged(t *turn) {
	x := r.exchange
	switch {
	case x == nil || x != t.exchange || x.turn != t:
	case t.rec.Outcome == transcript.Spoken && t.line != nil:
		x.heard++
		if x.taken == x.of {
			r.endExchange(ExchangeDone, "", "")
			return
		}
		r.nextInExchange(t.line)
	case t.rec.Why == whyMuted:
		r.endExchange(ExchangeMuted, "", t.rec.Why)
	case t.rec.Outcome == transcript.Cut:
		r.endExchange(ExchangeCut, "", t.rec.Why)
	default:
		r.endExchange(ExchangeMissed, "", t.rec.Why)
	}
}

// cutsIn takes whom somebody has spoken to. If that is an agent that the table
// hears, an exchange is over: what is being said of it comes to the end of its
// sentence.
func (r *running) cutsIn(d Decision, who string) {
	if !slices.ContainsFunc(d.Agents, func(id transcript.AgentID) bool {
		a, _ := r.present(id)
		return a.Kind != campaign.Butler
	}) {
		return
	}
	r.endExchange(ExchangeAddressed, who, who+" spoke to somebody")
}

// endExchange ends the exchange, if there is one. Of its last turn nobody hears
// more than the sentence that is being said, but of an agent that no words
// interrupt.
func (r *running) endExchange(end ExchangeEnd, who, why string) {
	x := r.exchange
	if x == nil {
		return
	}
	r.exchange = nil
	r.opts.Observe(ExchangeEnded{First: x.first, Second: x.second, Heard: x.heard, Of: x.of, End: end, Who: who, Why: why})
	t := x.turn
	if t == nil || t.outcome != "" || t.rec.Outcome != "" || !t.silent.IsZero() {
		return
	}
	r.floor.waiting, r.floor.offers = omit(r.floor.waiting, t), omit(r.floor.offers, t)
	switch {
	case t.audible.IsZero():
		r.stop(t, transcript.Superseded, why)
	case end == ExchangeAddressed && t.agent.Interruptible == campaign.InterruptNever:
	default:
		t.finishSentence(why)
	}
}
