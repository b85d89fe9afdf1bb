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
	m.claims = maps.Clone(m.claims)
	if m.claims == nil {
		m.claims = make(map[transcript.SpeakerID]claim)
	}
	m.claims[who] = claim{agent: agent, since: at, pending: !muted}
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
		m.claims = maps.Clone(m.claims)
		m.claims[who] = c
	}
	return m
}

// released says that who no longer talks to an agent.
func (m memory) released(who transcript.SpeakerID) memory {
	if _, ok := m.claims[who]; ok {
		m.claims = maps.Clone(m.claims)
		delete(m.claims, who)
	}
	return m
}
