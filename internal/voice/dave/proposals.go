package dave

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/voice/mls"
)

// The operations of op 27.
const (
	proposalsAppend = 0
	proposalsRevoke = 1
)

// proposals takes op 27: an operation, and a vector of as many proposals, or
// references to them, as the server likes. Either all of it is taken or none.
//
// Then comes our commit, to the whole queue, on the group as it is. It takes the
// place of the one before, because the server refuses a commit that leaves out a
// proposal of the epoch.
func (s *Session) proposals(payload []byte, now time.Time) ([]Message, error) {
	if len(payload) == 0 {
		return nil, fmt.Errorf("no operation: %w", ErrMalformed)
	}
	content, rest, ok := cutVector(payload[1:])
	if !ok || len(rest) > 0 {
		return nil, fmt.Errorf("not one vector: %w", ErrMalformed)
	}
	if s.group == nil {
		return nil, fmt.Errorf("without a group: %w", ErrOutOfTurn)
	}
	changed := false
	switch payload[0] {
	case proposalsAppend:
		fresh, err := s.verify(content)
		if err != nil {
			return nil, err
		}
		if len(s.queue.list)+len(fresh) > maxQueue {
			return nil, fmt.Errorf("too many proposals: %w", ErrPolicy)
		}
		waited := s.queue.strange()
		s.queue.list = append(s.queue.list, fresh...)
		changed = len(fresh) > 0
		if !waited && s.queue.strange() {
			s.recovery.strangerUntil = now.Add(strangerWait)
		}
	case proposalsRevoke:
		refs, err := parseRefs(content)
		if err != nil {
			return nil, err
		}
		before := len(s.queue.list)
		s.queue.revoke(refs)
		changed = len(s.queue.list) != before
	default:
		return nil, fmt.Errorf("operation %d: %w", payload[0], ErrMalformed)
	}
	if !changed {
		return nil, nil
	}
	return s.propose()
}

// verify reads the messages of an append. What is stale, of another group or a
// repetition is left out without a word: it is normal after a resume.
func (s *Session) verify(content []byte) ([]queued, error) {
	var fresh []queued
	for len(content) > 0 {
		m, rest, err := mls.ParseMessage(content)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		content = rest
		if m.Kind() != mls.KindProposal {
			return nil, fmt.Errorf("not a proposal: %w", ErrPolicy)
		}
		if from := m.Sender(); from.Type != mls.SenderExternal || from.Index != 0 {
			return nil, fmt.Errorf("a proposal that is not the server's: %w", ErrPolicy)
		}
		if s.late(m) {
			continue
		}
		ref := m.Ref()
		if s.queue.has(ref) || slices.ContainsFunc(fresh, func(q queued) bool { return q.proposal.Ref() == ref }) {
			continue
		}
		p, err := s.group.Verify(m)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPolicy, err)
		}
		q := queued{proposal: p}
		if k := p.Added(); k != nil {
			if q.user, err = userOf(k.Identity()); err != nil {
				return nil, err
			}
			q.strange = q.user != s.self && !s.users[q.user]
		}
		fresh = append(fresh, q)
	}
	return fresh, nil
}

// late reports whether m is of an epoch that is over, or of a group that we are
// not in.
func (s *Session) late(m *mls.Message) bool {
	if !bytes.Equal(m.GroupID(), s.id) {
		return true
	}
	return m.Epoch() < s.group.Epoch() || !s.joined && m.Epoch() != s.group.Epoch()
}

// propose makes our commit to the queue.
func (s *Session) propose() ([]Message, error) {
	s.commit = nil
	switch {
	case len(s.queue.list) == 0: // "valid" needs at least one reference
		return nil, nil
	case s.queue.strange(): // not all of it, and less would be refused
		return nil, nil
	case s.queue.removes(s.group.Self()): // another member's to do
		return nil, nil
	}
	c, err := s.group.Commit(s.queue.proposals())
	if err != nil {
		return nil, fmt.Errorf("our commit: %w: %w", ErrPolicy, err)
	}
	if err := s.checkMembers(c.Next); err != nil {
		return nil, fmt.Errorf("our commit: %w", err)
	}
	payload := slices.Concat(c.Message, c.Welcome)
	c.Welcome = nil // most of what a commit takes in memory, and sent by now
	s.commit = c
	return []Message{{Op: OpCommitWelcome, Payload: payload}}, nil
}

// parseRefs reads the references of a revoke. Each is a vector.
func parseRefs(b []byte) ([]mls.Ref, error) {
	var refs []mls.Ref
	for len(b) > 0 {
		v, rest, ok := cutVector(b)
		if !ok || len(v) != len(mls.Ref{}) {
			return nil, fmt.Errorf("not a reference: %w", ErrMalformed)
		}
		refs = append(refs, mls.Ref(v))
		b = rest
	}
	return refs, nil
}

// cutVector cuts the vector at the start of b off. The length before it is a
// variable-length integer in its shortest form (RFC 9420 section 2.1.2).
func cutVector(b []byte) (content, rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, nil, false
	}
	size := 1 << (b[0] >> 6)
	if size > 4 || len(b) < size {
		return nil, nil, false
	}
	var n uint32
	switch size {
	case 1:
		n = uint32(b[0])
	case 2:
		n = uint32(binary.BigEndian.Uint16(b)) & 0x3fff
		ok = n >= 1<<6
	default:
		n = binary.BigEndian.Uint32(b) & 0x3fffffff
		ok = n >= 1<<14
	}
	b = b[size:]
	if size > 1 && !ok || uint64(n) > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}
