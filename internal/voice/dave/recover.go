package dave

import (
	"fmt"
	"slices"
	"time"
)

const (
	// grace is how long keys of the past are good for, for frames on their way.
	grace = 10 * time.Second

	// After maxInvalid times in invalidWindow there is no use in asking again.
	maxInvalid    = 3
	invalidWindow = 30 * time.Second

	// backOff is how long to wait then, before joining the call by the full path.
	backOff = 10 * time.Second

	// strangerWait is how long the Add of a user may come before the op 11 that
	// names him. Nobody has published whether it can; the server itself waits
	// two seconds for a transition.
	strangerWait = 2 * time.Second

	// stuckWait is how long others may be in the call while we are in no group.
	stuckWait = 15 * time.Second
)

// recovery is what a session remembers of having gone wrong.
type recovery struct {
	asked   []time.Time // the latest op 31, at most maxInvalid
	flagged []uint16    // the transitions that they were for, since we were last in a group
	invalid int         // op 31 in all

	last    uint16    // transition that brought us here
	entered time.Time // and when

	speakUntil    time.Time // with the key of a group that we have lost
	strangerUntil time.Time // Adds of users not announced are held
	stuckSince    time.Time // others are there and we are in no group
	rejoin        time.Time
}

// reset forgets what is about a group that is no more.
func (r *recovery) reset() {
	*r = recovery{asked: r.asked, invalid: r.invalid}
}

// mended notes that we are in a group.
func (r *recovery) mended(transition uint16, now time.Time) {
	r.flagged = nil
	r.last, r.entered = transition, now
	r.strangerUntil, r.stuckSince, r.rejoin = time.Time{}, time.Time{}, time.Time{}
}

// watch notes since when we have been in no group, although others are there.
func (r *recovery) watch(s *Session, now time.Time) {
	switch {
	case s.joined || s.next < version1 || len(s.users) == 0:
		r.stuckSince = time.Time{}
	case r.stuckSince.IsZero():
		r.stuckSince = now
	}
}

// lost takes what is to be done when a commit or Welcome cannot be followed: ask
// to be let in anew. The keys we have stay good for the grace time, because the
// others have them too.
func (s *Session) lost(transition uint16, cause error, now time.Time) ([]Message, error) {
	r := &s.recovery
	r.asked = slices.DeleteFunc(r.asked, func(at time.Time) bool { return now.Sub(at) >= invalidWindow })
	s.leave(now)
	if len(r.asked) >= maxInvalid {
		r.rejoin = now.Add(backOff)
		return nil, fmt.Errorf("%w: %w", ErrRejoin, cause)
	}
	r.asked = append(r.asked, now)

	var out []Message
	if !slices.Contains(r.flagged, transition) { // once for a transition
		r.flagged = append(r.flagged, transition)
		r.invalid++
		out = append(out, Message{Op: OpInvalidCommit, Transition: transition})
	}
	return append(out, s.apply()...), fmt.Errorf("%w: %w", ErrOutOfStep, cause)
}

// expelled takes a commit that removes us. It is genuine, so there is nothing to
// complain about; perhaps we are to be added again.
func (s *Session) expelled(now time.Time) []Message {
	s.leave(now)
	return s.apply()
}

// leave drops the group but goes on with its keys for the grace time.
func (s *Session) leave(now time.Time) {
	if s.joined && s.version >= version1 {
		s.recovery.speakUntil = now.Add(grace)
	}
	s.forget(now)
	s.open = slices.DeleteFunc(s.open, func(t transition) bool { return t.key != nil })
}
