package gateway

import "time"

// The interval between heartbeats is the server's to choose, within reason.
const (
	usualInterval = 13750 * time.Millisecond
	leastInterval = 250 * time.Millisecond
	mostInterval  = time.Minute
)

// A heart keeps the heartbeats of one websocket. The zero heart waits for Hello.
type heart struct {
	interval time.Duration
	next     time.Time // of the next beat; zero before Hello
	waiting  time.Time // of the first beat that is not answered; zero if all are
	nonce    int64     // of the last beat
	beaten   time.Time
}

// hello sets the rhythm. The first beat comes after a part of the interval, so
// that those who were thrown out together do not come back together.
func (h *heart) hello(now time.Time, millis, part float64) {
	h.interval = usualInterval
	if millis > 0 {
		// Clamped as a float: a duration would overflow.
		millis = min(millis, float64(mostInterval/time.Millisecond))
		h.interval = max(time.Duration(millis*float64(time.Millisecond)), leastInterval)
	}
	h.next = now.Add(time.Duration(part * float64(h.interval)))
}

// silent reports whether the server has not answered for a whole interval.
func (h *heart) silent(now time.Time) bool {
	return !h.waiting.IsZero() && now.Sub(h.waiting) >= h.interval
}

// tick notes that the beat that was due at next is done.
func (h *heart) tick(now time.Time) {
	if h.next = h.next.Add(h.interval); h.next.Before(now) {
		h.next = now.Add(h.interval)
	}
}

// beat notes a beat, due or asked for, and returns its nonce.
func (h *heart) beat(now time.Time) int64 {
	h.nonce = max(now.UnixMilli(), h.nonce+1)
	h.beaten = now
	if h.waiting.IsZero() {
		h.waiting = now
	}
	return h.nonce
}

// ack notes an answer. A late one still shows that the server lives, but only
// that to the last beat tells how long the way is.
func (h *heart) ack(now time.Time, nonce int64) (trip time.Duration, ok bool) {
	h.waiting = time.Time{}
	if nonce != h.nonce || h.beaten.IsZero() {
		return 0, false
	}
	return now.Sub(h.beaten), true
}
