package mls

import "encoding/binary"

// Wire formats of an MLSMessage that are known by name (section 6).
const wirePublicMessage uint16 = 1

// A SenderType says who a message is from (section 6).
type SenderType uint8

// The sender types that are implemented.
const (
	SenderMember   SenderType = 1
	SenderExternal SenderType = 2
)

// A Sender is who a message claims to be from: the leaf of a member, or the
// index of an external sender.
type Sender struct {
	Type  SenderType
	Index uint32
}

// A Kind says what a message holds. It is ContentType of section 6.
type Kind uint8

// The kinds that a PublicMessage may hold.
const (
	KindProposal Kind = 2
	KindCommit   Kind = 3
)

// A Message is an MLSMessage with a PublicMessage that has been read but not
// verified: whatever it says, anybody may have written it. It aliases the bytes
// that it was read from, which must not change while it is in use. What
// [Group.Verify] and [Group.Process] make of it aliases nothing.
type Message struct {
	groupID []byte
	epoch   uint64
	sender  Sender
	kind    Kind
	content []byte // FramedContent, encoded
	add     *KeyPackage
	remove  LeafIndex
	commit  commitBody

	signature       []byte
	confirmationTag []byte // with KindCommit
	membershipTag   []byte // with SenderMember
}

// ParseMessage reads the MLSMessage at the start of b, and returns what is
// behind it.
func ParseMessage(b []byte) (m *Message, rest []byte, err error) {
	r := reader{b: b}
	m = r.message()
	if r.err != nil {
		return nil, nil, r.err
	}
	return m, r.b, nil
}

// GroupID returns which group the message is for. It must not be changed.
func (m *Message) GroupID() []byte { return m.groupID }

// Epoch returns the epoch that the message belongs to.
func (m *Message) Epoch() uint64 { return m.epoch }

// Sender returns who claims to have sent the message.
func (m *Message) Sender() Sender { return m.sender }

// Kind returns what the message holds.
func (m *Message) Kind() Kind { return m.kind }

// References returns the proposals that a commit carries out by reference, and
// how many others it brings along itself. For a proposal there are none.
func (m *Message) References() (refs []Ref, inline int) {
	for _, p := range m.commit.proposals {
		if p.inline != nil {
			inline++
		} else {
			refs = append(refs, p.ref)
		}
	}
	return refs, inline
}

// Ref returns the name of a proposal: the hash of its AuthenticatedContent
// (section 5.2).
func (m *Message) Ref() Ref {
	b := binary.BigEndian.AppendUint16(make([]byte, 0, 640), wirePublicMessage)
	b = append(b, m.content...)
	return refHash("MLS 1.0 Proposal Reference", appendVector(b, m.signature))
}

// appendHeader appends FramedContent (section 6) up to its body. What we send
// has no authenticated data.
func (m *Message) appendHeader(dst []byte) []byte {
	dst = appendVector(dst, m.groupID)
	dst = binary.BigEndian.AppendUint64(dst, m.epoch)
	dst = append(dst, byte(m.sender.Type))
	dst = binary.BigEndian.AppendUint32(dst, m.sender.Index)
	dst = appendVector(dst, "")
	return append(dst, byte(m.kind))
}

// append appends the message as it is sent.
func (m *Message) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, version)
	dst = binary.BigEndian.AppendUint16(dst, wirePublicMessage)
	dst = append(dst, m.content...)
	dst = m.appendAuth(dst)
	if m.sender.Type == SenderMember {
		dst = appendVector(dst, m.membershipTag)
	}
	return dst
}

// appendAuth appends FramedContentAuthData (section 6.1).
func (m *Message) appendAuth(dst []byte) []byte {
	dst = appendVector(dst, m.signature)
	if m.kind == KindCommit {
		dst = appendVector(dst, m.confirmationTag)
	}
	return dst
}

// message reads an MLSMessage.
func (r *reader) message() *Message {
	if v := r.uint16(); r.err == nil && v != version {
		r.fail(unsupported("protocol version %d", v))
	}
	if f := r.uint16(); r.err == nil && f != wirePublicMessage {
		r.fail(unsupported("wire format %d", f))
	}
	m := &Message{}
	before := r.b
	r.framedContent(m)
	m.content = r.since(before)
	m.signature = r.vector()
	if m.kind == KindCommit {
		m.confirmationTag = r.vector()
	}
	if m.sender.Type == SenderMember {
		m.membershipTag = r.vector()
	}
	return m
}

// framedContent reads FramedContent (section 6).
func (r *reader) framedContent(m *Message) {
	m.groupID = r.vector()
	m.epoch = r.uint64()
	m.sender.Type = SenderType(r.uint8())
	switch m.sender.Type {
	case SenderMember, SenderExternal:
		m.sender.Index = r.uint32()
	default:
		r.fail(unsupported("sender type %d", m.sender.Type))
	}
	r.vector() // authenticated_data
	switch m.kind = Kind(r.uint8()); m.kind {
	case KindProposal:
		m.add, m.remove = r.proposal()
	case KindCommit:
		m.commit = r.commit()
	default:
		// Among them application data, which may not be sent in the clear.
		r.fail(unsupported("content type %d", m.kind))
	}
}
