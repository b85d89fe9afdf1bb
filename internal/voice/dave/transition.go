package dave

import (
	"fmt"
	"slices"
	"time"
)

// A transition is one that waits for its op 22.
type transition struct {
	id      uint16
	version uint16
	key     *voiceKey // to speak with from then on
}

// maxOpen is how many transitions may wait at once. The server has one or two.
const maxOpen = 16

// How long frames in the clear are let through around a change of version:
// before a downgrade, from its announcement on; after an upgrade. They are those
// of Discord's JavaScript client.
const (
	downgradeWindow = 24 * time.Second
	upgradeWindow   = 10 * time.Second
)

// prepareTransition takes op 21: another version, soon.
func (s *Session) prepareTransition(m Message, now time.Time) ([]Message, error) {
	switch {
	case m.Version > version1:
		return nil, ErrVersion
	case m.Transition == 0 && s.joined:
		// Nothing: a ratchet that began again would use its nonces twice.
		return nil, nil
	case m.Transition == 0:
		// At once. Which version it is, the last op 4 or 24 has said: that of
		// this message was seen to be wrong after a sole-member reset.
		if s.begun && s.version != s.next {
			s.setVersion(s.next, nil, now)
		}
		return nil, nil
	case m.Version == 0:
		if s.version >= version1 {
			s.hearer.pass(now.Add(downgradeWindow))
		}
		return []Message{s.ready(m.Transition, 0)}, nil
	case s.joined:
		return []Message{s.ready(m.Transition, version1)}, nil
	}
	if !slices.Contains(s.keyless, m.Transition) && len(s.keyless) < maxOpen {
		s.keyless = append(s.keyless, m.Transition)
	}
	return nil, nil
}

// ready opens a transition and returns the op 23 that says so. An id that comes
// again means the later transition.
func (s *Session) ready(id, version uint16) Message {
	s.open = slices.DeleteFunc(s.open, func(t transition) bool { return t.id == id })
	if len(s.open) == maxOpen {
		s.open = slices.Delete(s.open, 0, 1)
	}
	t := transition{id: id, version: version}
	if version >= version1 {
		t.key = s.newest
	}
	s.open = append(s.open, t)
	return Message{Op: OpTransitionReady, Transition: id}
}

// executeTransition takes op 22: now. One that is unknown came before, or late.
// Those that are older than the one executed are over with it: we never go back
// to an older epoch.
func (s *Session) executeTransition(id uint16, now time.Time) {
	i := slices.IndexFunc(s.open, func(t transition) bool { return t.id == id })
	if i < 0 {
		return
	}
	t := s.open[i]
	later := slices.Clone(s.open[i+1:])
	if t.version == 0 {
		s.next = 0
		s.restart(now)
	}
	s.open = later
	s.setVersion(t.version, t.key, now)
}

// setVersion puts a version in force, and a key to speak with. Without a key we
// are silent in an encrypted call.
func (s *Session) setVersion(version uint16, key *voiceKey, now time.Time) {
	s.version = version
	s.recovery.speakUntil = time.Time{}
	if version == 0 {
		s.speaker.plain()
		s.hearer.passAlways()
		return
	}
	s.speaker.use(key)
	if !slices.ContainsFunc(s.open, func(t transition) bool { return t.version == 0 }) {
		s.hearer.passNoLonger(now)
	}
}

// prepareEpoch takes op 24. Epoch 1 is a new group, for example because we are
// the only one left in the call. A later one announces a version for the next
// epoch, and there is no other version yet.
func (s *Session) prepareEpoch(m Message, now time.Time) ([]Message, error) {
	if m.Version > version1 {
		return nil, ErrVersion
	}
	if m.Epoch != 1 {
		return nil, nil
	}
	if !s.begun {
		return nil, fmt.Errorf("before op 4: %w", ErrOutOfTurn)
	}
	s.next = m.Version
	out := s.restart(now)
	if s.version >= version1 {
		// Who has left still has the old key.
		s.speaker.use(nil)
	}
	return out, nil
}
