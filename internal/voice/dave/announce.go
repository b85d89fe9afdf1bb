package dave

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/voice/mls"
)

// announce takes op 29: the commit that the server has picked.
func (s *Session) announce(m Message, now time.Time) ([]Message, error) {
	if s.commit != nil && bytes.Equal(m.Payload, s.commit.Message) {
		return s.enter(s.commit.Next, m.Transition, now), nil
	}
	if !s.joined {
		// Somebody else has made the group. A Welcome follows.
		return nil, nil
	}
	msg, rest, err := mls.ParseMessage(m.Payload)
	switch {
	case err != nil:
		return s.lost(m.Transition, fmt.Errorf("%w: %w", ErrMalformed, err), now)
	case len(rest) > 0:
		return s.lost(m.Transition, fmt.Errorf("%d bytes too many: %w", len(rest), ErrMalformed), now)
	case s.late(msg):
		return nil, nil
	}
	refs, inline := msg.References()
	switch {
	case msg.Kind() != mls.KindCommit || msg.Sender().Type != mls.SenderMember:
		return s.lost(m.Transition, fmt.Errorf("not a member's commit: %w", ErrPolicy), now)
	case inline > 0 || len(refs) == 0:
		return s.lost(m.Transition, fmt.Errorf("a commit to what the server did not propose: %w", ErrPolicy), now)
	case s.queue.waitsFor(refs):
		return s.delay(m, now)
	}
	next, err := s.group.Process(msg, s.queue.proposals())
	if errors.Is(err, mls.ErrRemoved) {
		return s.expelled(now), nil
	}
	if err == nil {
		err = checkCommitter(s.group, next, mls.LeafIndex(msg.Sender().Index))
	}
	if err == nil {
		err = s.checkMembers(next)
	}
	if err != nil {
		return s.lost(m.Transition, err, now)
	}
	return s.enter(next, m.Transition, now), nil
}

// welcome takes op 30: we are in a group.
func (s *Session) welcome(m Message, now time.Time) ([]Message, error) {
	if s.joined {
		return nil, nil // late, for the one we used is used
	}
	if s.client == nil {
		return nil, fmt.Errorf("not asked for: %w", ErrOutOfTurn)
	}
	g, err := s.client.Join(m.Payload)
	if err == nil {
		err = s.checkWelcome(g)
	}
	if err != nil {
		return s.lost(m.Transition, err, now)
	}
	return s.enter(g, m.Transition, now), nil
}

// enter goes on to the next epoch. We hear it at once, because others may speak
// in it as soon as they are told to. We speak in it at op 22, because only then
// all others hear it.
func (s *Session) enter(next *mls.Group, transition uint16, now time.Time) []Message {
	s.group, s.joined = next, true
	s.client = nil // its leaf is in the tree
	s.queue, s.commit = queue{}, nil
	s.recovery.mended(transition, now)

	s.newest = newVoiceKey(base(next, s.self))
	s.hearer.install(s.keys(next, now), now)

	if transition == 0 {
		s.open, s.keyless = nil, nil
		s.setVersion(s.next, s.newest, now)
		return nil
	}
	out := []Message{s.ready(transition, version1)}
	for _, id := range s.keyless {
		out = append(out, s.ready(id, version1))
	}
	s.keyless = nil
	return out
}

// exporterLabel names the purpose of the secrets that the group gives for
// speaking. The context is the speaker.
const exporterLabel = "Discord Secure Frames v0"
