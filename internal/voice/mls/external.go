package mls

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// An ExternalSender is somebody outside the group who may propose changes to
// it (section 12.1.8.1).
type ExternalSender struct {
	SignatureKey []byte // an uncompressed point of P-256
	Identity     []byte // of the basic credential
}

// ParseExternalSender reads one ExternalSender and copies it.
func ParseExternalSender(b []byte) (ExternalSender, error) {
	r := reader{b: b}
	s := r.externalSender()
	if err := r.end(); err != nil {
		return ExternalSender{}, err
	}
	return s, nil
}

// Equal reports whether both are the same.
func (s ExternalSender) Equal(o ExternalSender) bool {
	return bytes.Equal(s.SignatureKey, o.SignatureKey) && bytes.Equal(s.Identity, o.Identity)
}

// Append appends the sender as it is sent.
func (s ExternalSender) Append(dst []byte) []byte {
	dst = appendVector(dst, s.SignatureKey)
	dst = binary.BigEndian.AppendUint16(dst, credentialBasic)
	return appendVector(dst, s.Identity)
}

func (r *reader) externalSender() ExternalSender {
	key := r.key()
	if kind := r.uint16(); r.err == nil && kind != credentialBasic {
		r.fail(unsupported("credential type %d", kind))
	}
	return ExternalSender{key[:], bytes.Clone(r.vector())}
}

// appendExternalSenders appends the extension of the GroupContext.
func appendExternalSenders(dst []byte, senders []ExternalSender) []byte {
	var list []byte
	for _, s := range senders {
		list = s.Append(list)
	}
	return appendExtension(dst, extExternalSenders, appendVector(nil, list))
}

// senders returns the external senders of the group.
func (c *groupContext) senders() (senders []ExternalSender, err error) {
	data, ok := c.extensions.find(extExternalSenders)
	if !ok {
		return nil, nil
	}
	r := reader{b: data}
	r.list(func(r *reader) { senders = append(senders, r.externalSender()) })
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("external senders: %w", err)
	}
	return senders, nil
}

// A Proposer makes proposals from outside (section 12.1.8).
type Proposer struct {
	Key   *SigningKey
	Index uint32 // among the group's external senders
}

// Add returns the message that proposes to add the owner of a KeyPackage, which
// is bare and is not looked at.
func (p Proposer) Add(groupID []byte, epoch uint64, keyPackage []byte) []byte {
	body := binary.BigEndian.AppendUint16(nil, proposalAdd)
	return p.propose(groupID, epoch, append(body, keyPackage...))
}

// Remove returns the message that proposes to remove leaf i.
func (p Proposer) Remove(groupID []byte, epoch uint64, i LeafIndex) []byte {
	body := binary.BigEndian.AppendUint16(nil, proposalRemove)
	return p.propose(groupID, epoch, binary.BigEndian.AppendUint32(body, uint32(i)))
}

func (p Proposer) propose(groupID []byte, epoch uint64, body []byte) []byte {
	m := Message{
		groupID: groupID,
		epoch:   epoch,
		sender:  Sender{SenderExternal, p.Index},
		kind:    KindProposal,
	}
	m.content = append(m.appendHeader(nil), body...)
	// Somebody outside does not know the GroupContext, so it is not signed.
	m.signature = p.Key.sign(signFramedContent, m.toBeSigned(nil))
	return m.append(nil)
}
