package conversation

import (
	"context"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// When somebody who may interrupt begins to speak, what is being said is held,
// not cut: nothing is thrown away until it is known that they say something.
// Their words then cut it; a cough, a "mhm" or the agent's own words out of a
// loudspeaker let it go on where it stopped. Nobody takes such a hold for an
// interruption.

const (
	// holdLimit is how long after the last voiced sample a hold ends, whatever
	// the recogniser does.
	holdLimit = 1500 * time.Millisecond
	// peekAfter is how much voiced sound there must be before the words so far
	// say anything: about two words.
	peekAfter = 600 * time.Millisecond
	// burstLimit is how much voiced sound is too short for a word. "No" takes
	// 200 ms; a key, a click and the detector's own inertia take less.
	burstLimit = 160 * time.Millisecond
	// strikeLimit is how many holds that turned out to be echo or noise a
	// person has in one turn: a fan, or a loudspeaker, would hold it for ever.
	strikeLimit = 2
	// stirLimit is how long an agent is held for who may only be about to speak:
	// they begin a window later or not at all, and that may come late.
	stirLimit = 100 * time.Millisecond
	// stirsMost is how many such holds may come to nothing in one turn. With a
	// keyboard in the room an agent would stutter to its end.
	stirsMost = 2
)

// A valve stops a turn's frames on their way to the mouth and lets them go on.
// The zero valve is open.
type valve struct {
	mu   sync.Mutex
	shut chan struct{} // closed when the valve is opened; nil while it is open
}

func (v *valve) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shut == nil {
		v.shut = make(chan struct{})
	}
}

func (v *valve) open() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shut != nil {
		close(v.shut)
		v.shut = nil
	}
}

// wait blocks while the valve is shut. A valve that opens after ctx is done
// lets nothing through: a turn that was cut in its hold says no more.
func (v *valve) wait(ctx context.Context) error {
	for {
		v.mu.Lock()
		shut := v.shut
		v.mu.Unlock()
		if shut == nil {
			return ctx.Err()
		}
		select {
		case <-shut:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// stir says that l's person may be about to speak. What they may interrupt is held
// for as long as it takes to know: so it falls silent a window sooner.
func (r *running) stir(l *lane, now time.Time) {
	t := r.floor.heard()
	switch {
	case r.off || l.open != nil:
	case t == nil || t.outcome != "" || !t.yields() || t.stirs >= stirsMost:
	case !r.mayInterrupt(l.who, t) || r.deaf(l.who.ID, now) || t.strikes[l.who.ID] >= strikeLimit:
	default:
		l.over, l.stirred = t, now
		t.valve.close()
	}
}

// calm ends what stir has begun: its person has begun to speak, and holds what
// they interrupt by that, or has not.
func (r *running) calm(l *lane) {
	t := l.over
	if t == nil {
		return
	}
	l.over = nil
	if !r.holds(t) {
		t.valve.open()
	}
}

// bargeIn says that l's person speaks. What an agent is saying is held if they
// may interrupt it.
func (r *running) bargeIn(l *lane, now time.Time) {
	u, t := l.open, r.floor.heard()
	if u != nil && !r.deaf(l.who.ID, now) {
		r.floor.hush() // anybody may: it says nothing
	}
	switch {
	case u == nil || u.words != nil: // the recogniser has finished with it
	case t == nil || t.outcome != "" || t.isOver(u):
	case !r.mayInterrupt(l.who, t) || r.deaf(l.who.ID, now):
	default:
		if u.over != t {
			u.over, u.holding = t, false // what it held before is over
		}
		u.held = true
		if t.strikes[l.who.ID] < strikeLimit && !u.holding && t.yields() {
			u.holding = true
			t.valve.close()
		}
	}
}

// isOver reports whether t was let go over u: whoever talks then does not
// interrupt it by going on.
func (t *turn) isOver(u *utterance) bool {
	for ; u != nil; u = u.follows {
		if slices.Contains(t.over, u) {
			return true
		}
	}
	return false
}

// mayInterrupt reports whether who may interrupt t by beginning to speak.
func (r *running) mayInterrupt(who transcript.Speaker, t *turn) bool {
	if t.agent.Interruptible == campaign.InterruptNever {
		return false
	}
	switch r.opts.InterruptBy {
	case ByAnyone:
		return true
	case ByNobody:
		return false
	case ByPartner:
	}
	return who.ID == t.by || who.Role == transcript.GM || t.exchange != nil
}

// holds reports whether anybody holds t.
func (r *running) holds(t *turn) bool {
	for _, u := range r.unread {
		if u.holding && u.over == t {
			return true
		}
	}
	for _, l := range r.lanes {
		if l.over == t {
			return true
		}
	}
	return false
}

// letGo ends the hold of u. What was held goes on once nobody else holds it.
func (r *running) letGo(u *utterance) {
	if !u.holding {
		return
	}
	u.holding = false
	if !r.holds(u.over) {
		u.over.valve.open()
	}
}

// settle decides about an utterance over a turn as soon as enough of it is
// known: at [peekAfter], at each pause, and with every word after those.
func (r *running) settle(ctx context.Context, u *utterance, now time.Time) {
	voiced := u.voicedFor(now)
	switch {
	case u.over == nil || u.over != r.floor.current || u.words != nil || u.struck:
	case u.talking && voiced < peekAfter:
	case u.talking && u.guess != nil:
		r.weigh(u, u.guess.hyp, false)
	case u.talking && u.held:
		r.peek(ctx, u)
	case u.talking:
	case voiced < burstLimit && u.guess == nil:
		r.rule(u, noise)
	case u.guess != nil && (r.streams || u.guess.whole):
		r.weigh(u, u.guess.hyp, true)
	case u.held:
		r.peek(ctx, u)
	}
}

// tendHold does for u what time alone makes due.
func (r *running) tendHold(ctx context.Context, u *utterance, now time.Time, due func(time.Time) bool) {
	switch {
	case !u.holding || u.over != r.floor.current:
	case u.talking:
		if !u.early && due(u.since.Add(peekAfter-u.voicedBefore)) {
			u.early = true
			r.settle(ctx, u, now)
		}
	case due(u.lastVoiced.Add(holdLimit)):
		r.letGo(u)
	}
}
