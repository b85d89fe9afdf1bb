package command

import "time"

const (
	gmAwayLimit  = 10 * time.Minute
	emptyLimit   = 2 * time.Minute
	stillTalking = 5 * time.Second
)

// A standing is why a stay is on the record, or is not.
type standing int

const (
	onRecord standing = iota
	gmAway            // no GM in the channel
	empty             // nobody in the channel
	hushed            // somebody wants it so
)

// rules say when a stay goes off the record and when it ends. They are pure:
// whoever holds them tells who is there, and asks again when [rules.next] has
// come. Bots are nobody (V24).
type rules struct {
	gmLimit, emptyLimit time.Duration

	gmLeft  time.Time // zero while a GM is there
	allLeft time.Time // zero while anybody is there
	off     bool      // somebody wants it off the record
	xcard   bool      // and has said so by the X-card
}

// see takes who is in the channel at now and returns where the stay stands
// from that moment on.
func (r *rules) see(now time.Time, people, gms int) standing {
	since(&r.gmLeft, now, gms == 0)
	since(&r.allLeft, now, people == 0)
	return r.standing()
}

// since keeps the first moment at which gone was true.
func since(t *time.Time, now time.Time, gone bool) {
	switch {
	case !gone:
		*t = time.Time{}
	case t.IsZero():
		*t = now
	}
}

func (r *rules) standing() standing {
	switch {
	case !r.allLeft.IsZero():
		return empty
	case !r.gmLeft.IsZero():
		return gmAway
	case r.off:
		return hushed
	}
	return onRecord
}

// next returns when the stay ends if nothing changes, or the zero time.
func (r *rules) next() time.Time {
	var at time.Time
	if !r.gmLeft.IsZero() {
		at = r.gmLeft.Add(r.gmLimit)
	}
	if !r.allLeft.IsZero() {
		if end := r.allLeft.Add(r.emptyLimit); at.IsZero() || end.Before(at) {
			at = end
		}
	}
	return at
}

// spoke takes when a person, and when a GM, was last heard sending sound. Who
// speaks is there, whatever Discord's events said of it: an event may be lost,
// and a table in mid-sentence is not idle (V23). It only puts the end off; on
// the record a stay goes by Discord's word alone.
func (r *rules) spoke(person, gm time.Time) {
	if !r.allLeft.IsZero() && person.After(r.allLeft.Add(stillTalking)) {
		r.allLeft = person
	}
	if !r.gmLeft.IsZero() && gm.After(r.gmLeft.Add(stillTalking)) {
		r.gmLeft = gm
	}
}

// over reports whether the stay ends at now, and why.
func (r *rules) over(now time.Time) (standing, bool) {
	switch {
	case !r.allLeft.IsZero() && now.Sub(r.allLeft) >= r.emptyLimit:
		return empty, true
	case !r.gmLeft.IsZero() && now.Sub(r.gmLeft) >= r.gmLimit:
		return gmAway, true
	}
	return onRecord, false
}
