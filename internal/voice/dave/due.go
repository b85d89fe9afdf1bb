package dave

import (
	"fmt"
	"slices"
	"time"
)

// sickEvery is how often to look whether frames can still be opened.
const sickEvery = 5 * time.Second

// Deadline returns when [Session.Tick] is to be called, if nothing else happens
// before; ok is false if there is no need.
func (s *Session) Deadline() (at time.Time, ok bool) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (!ok || t.Before(at)) {
			at, ok = t, true
		}
	}
	r := &s.recovery
	sooner(s.hearer.expiry())
	sooner(r.speakUntil)
	if s.queue.strange() {
		sooner(r.strangerUntil)
	}
	if !r.stuckSince.IsZero() && r.rejoin.IsZero() {
		sooner(r.stuckSince.Add(stuckWait))
	}
	if s.joined {
		sooner(s.ticked.Add(sickEvery))
	}
	return at, ok
}

// Tick does what is due: it forgets old keys, gives up on waiting, and asks to be
// let in anew if we have lost the group. Calling it too often does no harm.
func (s *Session) Tick(now time.Time) ([]Message, error) { return s.tick(now, nil) }

// tickAfter is tick behind something that has been done.
func (s *Session) tickAfter(now time.Time, out []Message, err error) ([]Message, error) {
	if err != nil {
		return out, err
	}
	return s.tick(now, out)
}

func (s *Session) tick(now time.Time, out []Message) ([]Message, error) {
	s.ticked = now
	s.hearer.expire(now)
	r := &s.recovery
	if !r.speakUntil.IsZero() && !now.Before(r.speakUntil) {
		r.speakUntil = time.Time{}
		if s.version >= version1 {
			s.speaker.use(nil)
		}
	}
	if s.queue.strange() && !now.Before(r.strangerUntil) {
		s.queue.dropStrange()
		more, err := s.resume(now)
		if out = append(out, more...); err == nil {
			err = fmt.Errorf("an Add of a user who was not announced: %w", ErrPolicy)
		}
		return out, err
	}
	if s.hearer.sick.Swap(false) && s.joined && len(s.open) == 0 && now.Sub(r.entered) >= grace {
		more, err := s.lost(r.last, ErrTag, now)
		return append(out, more...), err
	}
	r.watch(s, now)
	if r.rejoin.IsZero() && !r.stuckSince.IsZero() && now.Sub(r.stuckSince) >= stuckWait {
		r.rejoin = now
		return out, fmt.Errorf("in no group though others are there: %w", ErrRejoin)
	}
	return out, nil
}

// How much may come while an op 29 waits for an op 11.
const (
	maxDelayed      = 64
	maxDelayedBytes = 1 << 20
)

// delay keeps a message for later, because it is, or comes after, a commit that
// adds a user whom nobody has announced.
func (s *Session) delay(m Message, now time.Time) ([]Message, error) {
	size := len(m.Payload)
	for _, d := range s.delayed {
		size += len(d.Payload)
	}
	m.Payload = slices.Clone(m.Payload)
	s.delayed = append(s.delayed, m)
	if len(s.delayed) > maxDelayed || size > maxDelayedBytes {
		s.queue.dropStrange()
		return s.resume(now)
	}
	return nil, nil
}

// resume handles what was delayed. The first error is returned; what comes after
// it is handled all the same.
func (s *Session) resume(now time.Time) (out []Message, err error) {
	delayed := s.delayed
	s.delayed = nil
	for i, m := range delayed {
		if len(s.delayed) > 0 { // one more commit that has to wait
			s.delayed = append(s.delayed, delayed[i:]...)
			break
		}
		more, e := s.handle(m, now)
		out = append(out, more...)
		if err == nil {
			err = e
		}
	}
	return out, err
}

// announced goes on with what waited for users to be announced.
func (s *Session) announced(users []uint64, now time.Time) ([]Message, error) {
	if !s.queue.strange() {
		return nil, nil
	}
	s.queue.greet(users)
	if s.queue.strange() {
		return nil, nil
	}
	if len(s.delayed) > 0 {
		return s.resume(now)
	}
	return s.propose()
}
