package conversation

import (
	"slices"
	"time"
)

// A recogniser that hears as it goes is behind the speaker: at a pause the last
// words are still to come, and an answer that is begun without them is thrown
// away a moment later, at the price of a request. So it is learnt by how much
// this one is behind, and that is waited for.

const (
	// lagsKept is how many utterances say by how much a recogniser is behind. The
	// least of them counts: one that is late once does not delay the next answer.
	lagsKept = 4
	// lagSlack is how exact that is.
	lagSlack = 20 * time.Millisecond
	// lagLimit is the longest that is waited for after the last voiced sample.
	lagLimit = 400 * time.Millisecond
)

// A lag is by how much a recogniser was behind in the last utterances.
type lag []time.Duration

// least returns by how much it is always behind, as far as is known.
func (l lag) least() time.Duration {
	if len(l) == 0 {
		return 0
	}
	return min(slices.Min(l), lagLimit)
}

// with returns l with the lag of one more utterance.
func (l lag) with(d time.Duration) lag {
	l = append(l, nonNegative(d))
	return l[max(0, len(l)-lagsKept):]
}

// caughtUp reports whether g is likely to be all that u, which has paused, has
// said: a recogniser that is asked once was asked about all of it.
func (r *running) caughtUp(u *utterance, g *guess, due func(time.Time) bool) bool {
	if !r.streams {
		return true
	}
	behind := u.lastVoiced.Add(r.lag.least())
	return !g.at.Before(behind.Add(-lagSlack)) || due(behind.Add(lagSlack))
}
