package mls

import (
	"bytes"
	"crypto/hmac"
	"encoding/binary"
)

// toBeSigned is FramedContentTBS of section 6.1. The context is that of the
// group for a member, and nil for a sender from outside.
func (m *Message) toBeSigned(context []byte) []byte {
	b := make([]byte, 0, 4+len(m.content)+len(context)+160)
	b = binary.BigEndian.AppendUint16(b, version)
	b = binary.BigEndian.AppendUint16(b, wirePublicMessage)
	b = append(b, m.content...)
	return append(b, context...)
}

// membership is the MAC over AuthenticatedContentTBM of section 6.2, given
// FramedContentTBS.
func (m *Message) membership(key secret, toBeSigned []byte) secret {
	return mac(key, toBeSigned, m.appendAuth(nil))
}

// authenticate verifies that the message is of this group and epoch, and from
// whom it says (section 6.1, and for members 6.2).
func (g *Group) authenticate(m *Message) error {
	if !bytes.Equal(m.groupID, g.context.groupID) {
		return ErrGroup
	}
	if m.epoch != g.context.epoch {
		return ErrEpoch
	}
	if m.sender.Type == SenderExternal {
		return g.authenticateExternal(m)
	}
	l := g.tree.leaf(LeafIndex(m.sender.Index))
	if l == nil {
		return invalid("message from leaf %d, where nobody is", m.sender.Index)
	}
	signed := m.toBeSigned(g.context.bytes())
	// The tag first: it is cheap, and only members can make one.
	if tag := m.membership(g.secrets.membership, signed); !hmac.Equal(tag[:], m.membershipTag) {
		return ErrTag
	}
	if !l.signatureKey.verify(signFramedContent, signed, m.signature) {
		return ErrSignature
	}
	return nil
}

func (g *Group) authenticateExternal(m *Message) error {
	// External senders propose; only an external join, which is not implemented,
	// commits from outside (sections 12.1.8 and 12.4.3.2).
	if m.kind != KindProposal {
		return invalid("commit from outside the group")
	}
	senders, err := g.context.senders()
	if err != nil {
		return err
	}
	if uint64(m.sender.Index) >= uint64(len(senders)) {
		return invalid("message from external sender %d, who does not exist", m.sender.Index)
	}
	key := publicKey(senders[m.sender.Index].SignatureKey)
	if !key.verify(signFramedContent, m.toBeSigned(nil), m.signature) {
		return ErrSignature
	}
	return nil
}
