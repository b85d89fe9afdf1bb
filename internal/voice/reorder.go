package voice

import "time"

const (
	// reorderSlots is how far ahead of the packet awaited another may be and
	// still be kept: 160 ms, well above what waiting for 60 ms lets come in.
	reorderSlots = 8
	// reorderPast and reorderJump are how far behind and ahead a packet may be and
	// still be one of this count: five seconds, and a minute in which nothing came.
	// What is farther off may be the first of another count.
	reorderPast = 250
	reorderJump = 3000
)

// A reorder puts one sender's packets in order. While they come in order it
// adds no delay; when one is missing, those after it wait for it, up to a
// limit. It copies packets into buffers that it uses again.
type reorder struct {
	wait  time.Duration
	begun bool
	next  uint16 // the packet awaited
	seen  uint64 // bit i says that packet next-1-i has come
	far   bool   // the last packet was too far off to be one of this count
	then  uint16 // and this is the number after it
	held  int    // slots that are full
	slots [reorderSlots]slot
}

// A slot holds a packet that has come.
type slot struct {
	full bool
	ts   uint32
	opus []byte
	at   time.Time // when it came
}

// A verdict is what became of a packet.
type verdict int

const (
	kept      verdict = iota
	late              // it was given up before it came, or is far off
	duplicate         // it has come before
	ahead             // too far ahead to be kept: take what is held, then restart
	anew              // the sender has begun to count anew: likewise
)

// offer takes a packet.
func (r *reorder) offer(p Packet, now time.Time) verdict {
	if !r.begun {
		r.begun, r.next = true, p.Seq
	}
	d := int(int16(p.Seq - r.next)) // sequence numbers wrap around
	if d < -reorderPast || d >= reorderJump {
		return r.stray(p.Seq)
	}
	r.far = false
	switch {
	case d < 0 && r.seen>>(-d-1)&1 == 1:
		return duplicate
	case d < 0:
		return late
	case d >= reorderSlots:
		return ahead
	}
	s := &r.slots[p.Seq%reorderSlots]
	if s.full {
		return duplicate
	}
	s.full, s.ts, s.at = true, p.Timestamp, now
	s.opus = append(s.opus[:0], p.Opus...)
	r.held++
	return kept
}

// stray judges a packet that is too far off to be one of this count. By itself it
// says nothing: it may have been held up for long, and the sentence that is being
// said would be cut in two. That the sender has begun to count anew is believed when
// the next packet goes on from there. Who joins again does not need it: they have
// another source.
//
// "Two sequential packets -- assume that the other side restarted without telling
// us": https://www.rfc-editor.org/rfc/rfc3550#appendix-A.1
func (r *reorder) stray(seq uint16) verdict {
	if r.far && seq == r.then {
		return anew
	}
	r.far, r.then = true, seq+1
	return late
}

// take returns the next packet and how many before it are given up as lost. It
// returns nil when none is there, or when one is still waited for; force waits
// for nothing. The slot is valid until the next offer.
func (r *reorder) take(now time.Time, force bool) (s *slot, lost int) {
	if r.held == 0 {
		return nil, 0
	}
	for !r.slots[r.next%reorderSlots].full {
		if !force && now.Before(r.deadline()) {
			return nil, 0
		}
		force = true
		r.next, r.seen = r.next+1, r.seen<<1
		lost++
	}
	s = &r.slots[r.next%reorderSlots]
	s.full = false
	r.held--
	r.next, r.seen = r.next+1, r.seen<<1|1
	return s, lost
}

// deadline is when the packet awaited is given up, zero if none is.
func (r *reorder) deadline() time.Time {
	var first time.Time
	if r.held == 0 {
		return first
	}
	for i := range r.slots {
		if s := &r.slots[i]; s.full && (first.IsZero() || s.at.Before(first)) {
			first = s.at
		}
	}
	return first.Add(r.wait)
}

// restart awaits seq and forgets what came before; nothing may be held.
func (r *reorder) restart(seq uint16) (skipped int) {
	skipped = int(int16(seq - r.next))
	r.next, r.seen, r.far = seq, 0, false
	return skipped
}
