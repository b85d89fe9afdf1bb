package rtp

import "errors"

// Refusals. They are returned as they are, so that a flood of bad datagrams costs
// no memory.
var (
	// ErrMalformed: the bytes are not what they ought to be, or lie about their
	// lengths.
	ErrMalformed = errors.New("rtp: malformed")

	// ErrAuth: the tag is not made with our key. Either the packet is forged or
	// damaged, or it is of a time with another key.
	ErrAuth = errors.New("rtp: bad tag")

	// ErrEmpty: a genuine packet without a payload. Servers send such, all
	// padding, to measure the way. It is no fault and no loss, and has taken a
	// sequence number.
	ErrEmpty = errors.New("rtp: no payload")

	// ErrSpent: every counter of this key has been used. Another needs a new
	// session.
	ErrSpent = errors.New("rtp: key is spent")
)
