package mls

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A leafSource says how a LeafNode came into the tree (section 7.2). The third,
// update, comes from a proposal that is not implemented, but a member may have
// got his leaf by one before we joined.
type leafSource uint8

const (
	sourceKeyPackage leafSource = 1
	sourceUpdate     leafSource = 2
	sourceCommit     leafSource = 3
)

// credentialBasic is the only credential type (section 5.3).
const credentialBasic uint16 = 1

// A leafNode is LeafNode of section 7.2: who a member is and how to reach him.
// It is not changed once made, for the trees of many epochs share it.
type leafNode struct {
	encryptionKey publicKey
	signatureKey  publicKey
	identity      []byte // of the basic credential
	capabilities  []byte // in their encoding
	source        leafSource
	notBefore     uint64 // with sourceKeyPackage
	notAfter      uint64 // with sourceKeyPackage
	parentHash    []byte // with sourceCommit
	extensions    extensions
	signature     []byte
}

// ownCapabilities are those of our leaves: version 1, the suite, no extension,
// no proposal, the basic credential.
var ownCapabilities = []byte{2, 0, 1, 2, 0, 2, 0, 0, 2, 0, 1}

// appendContent appends the leaf up to its signature, which is LeafNodeTBS as
// far as the leaf goes.
func (l *leafNode) appendContent(dst []byte) []byte {
	dst = appendVector(dst, l.encryptionKey[:])
	dst = appendVector(dst, l.signatureKey[:])
	dst = binary.BigEndian.AppendUint16(dst, credentialBasic)
	dst = appendVector(dst, l.identity)
	dst = append(dst, l.capabilities...)
	dst = append(dst, byte(l.source))
	switch l.source {
	case sourceKeyPackage:
		dst = binary.BigEndian.AppendUint64(dst, l.notBefore)
		dst = binary.BigEndian.AppendUint64(dst, l.notAfter)
	case sourceCommit:
		dst = appendVector(dst, l.parentHash)
	case sourceUpdate: // nothing
	}
	return appendVector(dst, l.extensions)
}

func (l *leafNode) append(dst []byte) []byte {
	return appendVector(l.appendContent(dst), l.signature)
}

// toBeSigned is LeafNodeTBS of section 7.2. A leaf that was made inside a group
// is bound to its place there; one of a KeyPackage is not.
func (l *leafNode) toBeSigned(groupID []byte, i LeafIndex) []byte {
	b := l.appendContent(make([]byte, 0, 320))
	if l.source != sourceKeyPackage {
		b = appendVector(b, groupID)
		b = binary.BigEndian.AppendUint32(b, uint32(i))
	}
	return b
}

// leaf reads a LeafNode. It copies what it keeps: leaves outlive messages.
func (r *reader) leaf() *leafNode {
	l := &leafNode{encryptionKey: r.key(), signatureKey: r.key()}
	if kind := r.uint16(); r.err == nil && kind != credentialBasic {
		r.fail(unsupported("credential type %d", kind))
	}
	l.identity = r.vector()
	l.capabilities = r.capabilities()
	switch l.source = leafSource(r.uint8()); l.source {
	case sourceKeyPackage:
		l.notBefore, l.notAfter = r.uint64(), r.uint64()
	case sourceUpdate:
	case sourceCommit:
		l.parentHash = r.vector()
	default:
		r.fail(malformed("leaf: unknown source"))
	}
	l.extensions = r.extensions()
	l.signature = r.vector()
	if r.err != nil {
		return nil
	}
	l.copyOut()
	return l
}

// copyOut moves what varies in length out of the message, into one piece of
// memory.
func (l *leafNode) copyOut() {
	fields := []*[]byte{&l.identity, &l.capabilities, &l.parentHash, (*[]byte)(&l.extensions), &l.signature}
	n := 0
	for _, f := range fields {
		n += len(*f)
	}
	b := make([]byte, 0, n)
	for _, f := range fields {
		at := len(b)
		b = append(b, *f...)
		*f = b[at:len(b):len(b)]
	}
}

// capabilities reads Capabilities: five lists of 16-bit numbers.
func (r *reader) capabilities() []byte {
	before := r.b
	for range 5 {
		if len(r.vector())%2 != 0 {
			r.fail(malformed("capabilities: half a number"))
		}
	}
	if r.err != nil {
		return nil
	}
	return r.since(before)
}

// capable reports whether the list of capabilities of the given kind has v:
// 0 versions, 1 cipher suites, 2 extensions, 3 proposals, 4 credentials.
func (l *leafNode) capable(kind int, v uint16) bool {
	r := reader{b: l.capabilities}
	for range kind {
		r.vector()
	}
	for in := (reader{b: r.vector()}); len(in.b) > 0; {
		if in.uint16() == v {
			return true
		}
	}
	return false
}

// check validates the leaf as one that stands at i of a group, as far as that
// can be told from the leaf alone (section 7.3). For a KeyPackage the place
// does not matter.
func (l *leafNode) check(groupID []byte, i LeafIndex) error {
	// "Verify that the LeafNode is compatible with the group's parameters": the
	// version, the suite, and the credential type, of which all use one.
	if !l.capable(0, version) || !l.capable(1, cipherSuite) || !l.capable(4, credentialBasic) {
		return invalid("leaf %d cannot do what the group does", i)
	}
	// "Verify that the extensions in the LeafNode are supported": each is listed
	// in the leaf's own capabilities, or is one that need not be.
	for kind := range l.extensions.all() {
		if !isDefault(kind) && !l.capable(2, kind) {
			return invalid("leaf %d has extension %d but does not support it", i, kind)
		}
	}
	if !l.encryptionKey.onCurve() {
		return invalid("leaf %d has a key that is not on the curve", i)
	}
	if !l.signatureKey.verify(signLeafNode, l.toBeSigned(groupID, i), l.signature) {
		return fmt.Errorf("leaf %d: %w", i, ErrSignature)
	}
	return nil
}

// equal reports whether two leaves are the same in every byte.
func (l *leafNode) equal(m *leafNode) bool {
	return l == m || bytes.Equal(l.append(nil), m.append(nil))
}
