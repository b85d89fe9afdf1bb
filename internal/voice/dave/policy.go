package dave

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"glyphoxa/internal/voice/mls"
)

// userOf returns the user that an identity names.
func userOf(identity []byte) (uint64, error) {
	if len(identity) != 8 {
		return 0, fmt.Errorf("an identity of %d bytes: %w", len(identity), ErrPolicy)
	}
	return binary.BigEndian.Uint64(identity), nil
}

// checkMembers checks that each member of g is a user, and each user one member.
// That is asked of the tree that comes out, for a user may go and come again in
// one commit.
func (s *Session) checkMembers(g *mls.Group) error {
	seen := make(map[uint64]bool)
	for m := range g.Members() {
		u, err := userOf(m.Identity)
		if err != nil {
			return err
		}
		if seen[u] {
			return fmt.Errorf("a user who is a member twice: %w", ErrPolicy)
		}
		seen[u] = true
		if (m.Index == g.Self()) != (u == s.self) {
			return fmt.Errorf("somebody else under our name: %w", ErrPolicy)
		}
	}
	return nil
}

// checkCommitter checks that the committer stays who he was: a path may put
// another identity and signature key into his leaf.
func checkCommitter(before, after *mls.Group, i mls.LeafIndex) error {
	was, ok1 := before.Member(i)
	is, ok2 := after.Member(i)
	if !ok1 || !ok2 || !bytes.Equal(was.Identity, is.Identity) || !bytes.Equal(was.SignatureKey, is.SignatureKey) {
		return fmt.Errorf("a committer who becomes somebody else: %w", ErrPolicy)
	}
	return nil
}

// checkWelcome checks that the group that a Welcome is from is the one we want to
// be in.
func (s *Session) checkWelcome(g *mls.Group) error {
	if !bytes.Equal(g.ID(), s.id) {
		return fmt.Errorf("the group of another channel: %w", ErrPolicy)
	}
	if senders := g.Senders(); len(senders) != 1 || s.outside == nil || !senders[0].Equal(*s.outside) {
		return fmt.Errorf("a group with another external sender: %w", ErrPolicy)
	}
	return s.checkMembers(g)
}
