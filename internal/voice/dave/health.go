package dave

import "time"

// A user is failing after so many frames that do not open, one after the other,
// over such a time. Discord's JavaScript client takes 36 frames; the frames
// around a transition are not counted here.
const (
	failingFrames = 50
	failingTime   = 2 * time.Second
)

// health tells whether it is us or them. When frames of one user do not open,
// his keys are wrong, and he will find out. When those of several do not, ours
// are.
type health struct {
	failing map[uint64]failure
}

type failure struct {
	since, last time.Time
	frames      int
}

func newHealth() *health { return &health{failing: make(map[uint64]failure)} }

func (h *health) good(user uint64) {
	if len(h.failing) > 0 {
		delete(h.failing, user)
	}
}

// bad notes a frame that has not opened, and reports whether it is us. Users
// without keys do not come here, so there are no more than members.
func (h *health) bad(user uint64, now time.Time) bool {
	f := h.failing[user]
	if f.frames == 0 || now.Sub(f.last) > grace { // or long ago
		f = failure{since: now}
	}
	f.last = now
	f.frames++
	h.failing[user] = f
	users := 0
	for u, f := range h.failing {
		switch {
		case now.Sub(f.last) > grace: // left, or silent
			delete(h.failing, u)
		case f.frames >= failingFrames && now.Sub(f.since) >= failingTime:
			users++
		}
	}
	if users < 2 {
		return false
	}
	clear(h.failing)
	return true
}
