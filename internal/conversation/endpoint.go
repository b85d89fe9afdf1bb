package conversation

import (
	"time"

	"glyphoxa/internal/transcript"
)

// How long a silence ends what somebody says depends on what they have said so
// far: after a question that is plainly whole nobody waits for more, and after
// "and" everybody does. The words are known at the pause, or soon after
// (early.go); while they are not, the delay is the usual one.

// An Endpointer is a [Channel] that can be told how long a silence ends what
// somebody is saying. It forgets that with the end of the utterance.
type Endpointer interface {
	SetEndpoint(speaker transcript.SpeakerID, d time.Duration)
}

// endpointAfter is how long a silence ends an utterance with these words. With
// no room to wait longer the delay is a fixed one.
func (o Options) endpointAfter(e ending) time.Duration {
	if o.EndpointLimit <= o.Endpoint {
		return o.Endpoint
	}
	switch e {
	case complete:
		return min(o.Endpoint, max(leastEndpoint, o.Endpoint*3/5))
	case unfinished:
		return min(o.EndpointLimit, o.Endpoint*9/4)
	default:
		return o.Endpoint
	}
}

// leastEndpoint is the shortest delay there is. People pause for as long before
// a word that they look for.
const leastEndpoint = 200 * time.Millisecond

// setEndpoint has a silence end what u says after as long as its words so far
// ask for.
func (r *running) setEndpoint(u *utterance, e ending) {
	r.endIn(u, r.opts.endpointAfter(e))
}

// endIn has a silence of d end what u says.
func (r *running) endIn(u *utterance, d time.Duration) {
	if u.endpoint == d || u.endpoint == 0 && d == r.opts.Endpoint {
		return
	}
	if c, ok := r.channel.(Endpointer); ok {
		u.endpoint = d
		c.SetEndpoint(u.who.ID, d)
	}
}

// goesOnAfter reports whether what somebody says from a moment on continues u,
// whose words stop in mid-thought: the recogniser was too slow to have the end
// of it waited for.
func (o Options) goesOnAfter(u *utterance, began time.Time) bool {
	return began.Sub(u.voiced) <= o.endpointAfter(unfinished)
}
