package dave

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
	"time"

	"glyphoxa/internal/voice/mls"
)

// maxEpochs is how many epochs frames are opened with: the current one and those
// of the last ten seconds, of which there are one or two.
const maxEpochs = 16

// A hearer is the listening side of the media path. What is published is owned by
// the session's goroutine, and read by Decrypt's.
type hearer struct {
	published atomic.Pointer[hearing]
	sick      atomic.Bool // frames of several users no longer open
	counts    hearerCounts

	bench  bench   // Decrypt's own
	health *health // Decrypt's own
}

// hearing is how to hear at one time. It does not change; what may, the
// receivers' own state, is for Decrypt alone.
type hearing struct {
	epochs []epochKeys // the newest first
	pass   time.Time   // until when frames in the clear are let through
	always bool        // or without end, because the call is in the clear
	since  time.Time   // the newest epoch
}

// epochKeys are the keys of those who speak in one epoch.
type epochKeys struct {
	users map[uint64]*receiver
	until time.Time // zero for the current epoch
}

func (h *hearer) init() {
	h.published.Store(&hearing{})
	h.health = newHealth()
}

// change publishes what f makes of the current state.
func (h *hearer) change(f func(*hearing)) {
	next := *h.published.Load()
	next.epochs = slices.Clone(next.epochs)
	f(&next)
	h.published.Store(&next)
}

// keys returns what the others are heard with in an epoch.
func (s *Session) keys(g *mls.Group, now time.Time) map[uint64]*receiver {
	users := make(map[uint64]*receiver)
	for m := range g.Members() {
		u := binary.BigEndian.Uint64(m.Identity) // checked by policy
		if u == s.self {
			continue
		}
		users[u] = &receiver{base: [keySize]byte(base(g, u)), since: now}
	}
	return users
}

// install adds the keys of a new epoch. The older ones end by the clock.
func (h *hearer) install(users map[uint64]*receiver, now time.Time) {
	h.change(func(n *hearing) {
		n.retire(now)
		n.epochs = slices.Insert(n.epochs, 0, epochKeys{users: users})
		if len(n.epochs) > maxEpochs {
			n.epochs = slices.Delete(n.epochs, maxEpochs, len(n.epochs))
		}
		n.since = now
	})
}

// retire lets all keys end by the clock.
func (h *hearer) retire(now time.Time) {
	h.change(func(n *hearing) { n.retire(now) })
}

func (n *hearing) retire(now time.Time) {
	n.expire(now)
	for i := range n.epochs {
		if n.epochs[i].until.IsZero() {
			n.epochs[i].until = now.Add(grace)
		}
	}
}

// expire forgets what has ended.
func (h *hearer) expire(now time.Time) {
	if at := h.expiry(); !at.IsZero() && !now.Before(at) {
		h.change(func(n *hearing) { n.expire(now) })
	}
}

func (n *hearing) expire(now time.Time) {
	n.epochs = slices.DeleteFunc(n.epochs, func(e epochKeys) bool { return e.over(now) })
}

func (e epochKeys) over(now time.Time) bool { return !e.until.IsZero() && !now.Before(e.until) }

// expiry returns when the next keys end, or the zero time.
func (h *hearer) expiry() (at time.Time) {
	for _, e := range h.published.Load().epochs {
		if !e.until.IsZero() && (at.IsZero() || e.until.Before(at)) {
			at = e.until
		}
	}
	return at
}

// pass lets frames in the clear through until then.
func (h *hearer) pass(until time.Time) { h.change(func(n *hearing) { n.pass = until }) }

// passAlways lets them through without end.
func (h *hearer) passAlways() { h.change(func(n *hearing) { n.always = true }) }

// passNoLonger ends that, but for what may be on its way.
func (h *hearer) passNoLonger(now time.Time) {
	h.change(func(n *hearing) {
		if last := now.Add(upgradeWindow); n.always || n.pass.After(last) {
			n.pass, n.always = last, false
		}
	})
}

// Decrypt appends to dst the frame that a user sent, and returns the extended
// slice. It is given what is left after the transport's encryption, header
// extensions and padding are taken off. It does not allocate if dst has room,
// but for a user's first frame in an epoch. On an error dst is returned as it
// was, and the frame is to be dropped: it is never sound.
func (s *Session) Decrypt(dst []byte, user uint64, frame []byte, now time.Time) ([]byte, error) {
	return s.hearer.open(dst, user, frame, now)
}

func (h *hearer) open(dst []byte, user uint64, frame []byte, now time.Time) ([]byte, error) {
	if isSilence(frame) {
		h.counts.passed.Add(1)
		return append(dst, frame...), nil
	}
	state := h.published.Load()
	f, ok := parseFrame(frame)
	switch {
	case ok:
	case state.always, now.Before(state.pass) && !marked(frame):
		h.counts.passed.Add(1)
		return append(dst, frame...), nil
	default:
		h.counts.refused[plaintext].Add(1)
		return dst, ErrPlaintext
	}

	// Each epoch has keys of its own, and nothing in a frame says which it is
	// of. So a refusal counts only when all of them refuse, and the one that
	// tells most is given: a frame that was seen in an old epoch has a bad tag
	// in the new one.
	why := unknownUser
	for _, e := range state.epochs {
		r := e.users[user]
		if r == nil || e.over(now) {
			continue
		}
		out, v := r.open(dst, f, now, &h.bench)
		if v == opened {
			h.counts.decrypted.Add(1)
			h.health.good(user)
			return out, nil
		}
		why = max(why, v)
	}
	h.counts.refused[why].Add(1)
	if why == badTag && now.Sub(state.since) >= grace && h.health.bad(user, now) {
		h.sick.Store(true)
	}
	return dst, why.err()
}
