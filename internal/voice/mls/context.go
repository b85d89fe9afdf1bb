package mls

import (
	"bytes"
	"encoding/binary"
)

// A groupContext is what the members of an epoch must agree on; it goes into
// the epoch's secrets and into the members' signatures (section 8.1).
type groupContext struct {
	groupID    []byte
	epoch      uint64
	treeHash   secret
	confirmed  []byte // confirmed_transcript_hash; empty in epoch 0
	extensions extensions
}

func (c *groupContext) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, version)
	dst = binary.BigEndian.AppendUint16(dst, cipherSuite)
	dst = appendVector(dst, c.groupID)
	dst = binary.BigEndian.AppendUint64(dst, c.epoch)
	dst = appendVector(dst, c.treeHash[:])
	dst = appendVector(dst, c.confirmed)
	return appendVector(dst, c.extensions)
}

// bytes returns the encoding.
func (c *groupContext) bytes() []byte { return c.append(make([]byte, 0, 320)) }

// context reads a GroupContext, copying what it keeps.
func (r *reader) context() (c groupContext) {
	if v := r.uint16(); r.err == nil && v != version {
		r.fail(unsupported("protocol version %d", v))
	}
	if s := r.uint16(); r.err == nil && s != cipherSuite {
		r.fail(unsupported("cipher suite %d", s))
	}
	c.groupID = bytes.Clone(r.vector())
	c.epoch = r.uint64()
	c.treeHash = r.secret()
	c.confirmed = bytes.Clone(r.vector())
	c.extensions = bytes.Clone(r.extensions())
	return c
}

// check refuses a group that asks for what we do not have. "A client joining a
// group MUST verify that it supports every extension in the GroupContext"
// (section 13.4), and of required_capabilities we have none.
func (c *groupContext) check() error {
	for kind := range c.extensions.all() {
		if kind != extExternalSenders {
			return unsupported("group context with extension %d", kind)
		}
	}
	_, err := c.senders()
	return err
}
