package conversation

import (
	"maps"
	"time"

	"glyphoxa/internal/transcript"
)

// pendingLimit is how long a claim holds while its answer is still to end: an
// answer takes seconds to come and may speak for half a minute.
const pendingLimit = time.Minute

// A memory is who talked to whom. It is a value: methods return a new one and
// leave the old as it was. The zero memory is a table at which nobody has
// spoken yet.
type memory struct {
	claims map[transcript.SpeakerID]claim
	last   claim // of the agent that spoke last, to whomever
	// outside is when people last spoke to somebody who is no part of the game, and
	// table when they last said what was for no agent.
	outside, table map[transcript.SpeakerID]time.Time
}

// A claim is a person's hold on an agent: what they say next is for it.
type claim struct {
	agent   transcript.AgentID
	since   time.Time // the end of its answer, or while pending of the question
	pending bool      // the answer has not ended
}

// holds reports whether the claim is good at a time, for follow after the
// answer's end.
func (c claim) holds(at time.Time, follow time.Duration) bool {
	if c.agent == "" {
		return false
	}
	if c.pending {
		follow = max(follow, pendingLimit)
	}
	return at.Sub(c.since) <= follow
}

// addressed says that who spoke to agent, which will answer unless it is
// muted.
func (m memory) addressed(agent transcript.AgentID, who transcript.SpeakerID, at time.Time, muted bool) memory {
	m.claims = with(m.claims, who, claim{agent: agent, since: at, pending: !muted})
	m.outside, m.table = without(m.outside, who), without(m.table, who)
	return m
}

// answered says that agent's answer to who has been heard and has ended: from
// then on the time for a follow-up runs.
func (m memory) answered(agent transcript.AgentID, who transcript.SpeakerID, at time.Time) memory {
	m.last = claim{agent: agent, since: at}
	return m.unanswered(agent, who, at)
}

// unanswered says that agent's answer to who has ended and nobody has heard any
// of it. The time for a follow-up runs, but it is not the agent that spoke
// last. Call one of the two for every turn that ends.
func (m memory) unanswered(agent transcript.AgentID, who transcript.SpeakerID, at time.Time) memory {
	c := claim{agent: agent, since: at}
	if m.claims[who].agent == agent {
		m.claims = with(m.claims, who, c)
	}
	return m
}

// released says that who no longer talks to an agent.
func (m memory) released(who transcript.SpeakerID) memory {
	m.claims = without(m.claims, who)
	return m
}

// elsewhere says that what who said at a time was for no agent, and whether it was for
// somebody who is no part of the game.
func (m memory) elsewhere(who transcript.SpeakerID, at time.Time, outside bool) memory {
	m.table = with(m.table, who, at)
	if outside {
		m.outside = with(m.outside, who, at)
	}
	return m
}

// back says that who no longer talks to anybody outside the game.
func (m memory) back(who transcript.SpeakerID) memory {
	m.outside = without(m.outside, who)
	return m
}

// lately reports whether at is no more than d after what times have of who.
func lately(times map[transcript.SpeakerID]time.Time, who transcript.SpeakerID, at time.Time, d time.Duration) bool {
	then, ok := times[who]
	return ok && at.Sub(then) <= d
}

// with returns a copy of m that has v of who.
func with[V any](m map[transcript.SpeakerID]V, who transcript.SpeakerID, v V) map[transcript.SpeakerID]V {
	m = maps.Clone(m)
	if m == nil {
		m = make(map[transcript.SpeakerID]V)
	}
	m[who] = v
	return m
}

// without returns m, or a copy if it has something of who, which that does not have.
func without[V any](m map[transcript.SpeakerID]V, who transcript.SpeakerID) map[transcript.SpeakerID]V {
	if _, ok := m[who]; ok {
		m = maps.Clone(m)
		delete(m, who)
	}
	return m
}
