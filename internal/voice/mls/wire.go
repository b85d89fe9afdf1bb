package mls

import "encoding/binary"

// The presentation language of RFC 9420 section 2.1: big-endian integers,
// structs without padding, and vectors with a length in front of them.

// appendVector appends b as an opaque vector with a variable-size length, in
// the shortest form (section 2.1.2).
func appendVector[B ~[]byte | ~string](dst []byte, b B) []byte {
	switch n := len(b); {
	case n < 1<<6:
		dst = append(dst, byte(n))
	case n < 1<<14:
		dst = binary.BigEndian.AppendUint16(dst, 0x4000|uint16(n))
	case n < 1<<30:
		dst = binary.BigEndian.AppendUint32(dst, 0x8000_0000|uint32(n))
	default:
		panic("mls: vector of more than 2^30 bytes")
	}
	return append(dst, b...)
}

// appendOptional appends a presence octet, and what value appends when present
// (section 2.1.1).
func appendOptional(dst []byte, present bool, value func([]byte) []byte) []byte {
	if !present {
		return append(dst, 0)
	}
	return value(append(dst, 1))
}

// A reader takes a message apart. The first error sticks, and everything read
// after it is zero, so that a decoder need only look once, at its end. What it
// returns aliases the message: it allocates nothing.
type reader struct {
	b   []byte
	err error
}

// fail makes err the reader's error, unless it has one, and ends it.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

// take returns the next n bytes, or nil.
func (r *reader) take(n int) []byte {
	if n > len(r.b) {
		r.fail(malformed("message: cut short"))
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) uint8() uint8 {
	if p := r.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if p := r.take(2); p != nil {
		return binary.BigEndian.Uint16(p)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if p := r.take(4); p != nil {
		return binary.BigEndian.Uint32(p)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if p := r.take(8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// length reads the length of a vector. It must be written in as few bytes as it
// can be, and the prefix 11 is not used (section 2.1.2).
func (r *reader) length() int {
	first := r.uint8()
	n := int(first & 0x3f)
	switch first >> 6 {
	case 0:
	case 1:
		n = n<<8 | int(r.uint8())
		if n < 1<<6 {
			r.fail(malformed("vector: length not minimal"))
		}
	case 2:
		n = n<<8 | int(r.uint8())
		n = n<<16 | int(r.uint16())
		if n < 1<<14 {
			r.fail(malformed("vector: length not minimal"))
		}
	default:
		r.fail(malformed("vector: length of eight bytes"))
	}
	if r.err != nil {
		return 0
	}
	return n
}

// vector reads an opaque vector.
func (r *reader) vector() []byte { return r.take(r.length()) }

// list reads a vector of structs, handing the reader of its content to item
// until nothing is left. item must read at least a byte or fail.
func (r *reader) list(item func(r *reader)) {
	in := reader{b: r.vector()}
	for len(in.b) > 0 {
		item(&in)
	}
	if in.err != nil {
		r.fail(in.err)
	}
}

// optional reads a presence octet (section 2.1.1).
func (r *reader) optional() bool {
	switch r.uint8() {
	case 0:
		return false
	case 1:
		return true
	}
	r.fail(malformed("optional: presence is neither 0 nor 1"))
	return false
}

// since returns what was read since the reader held before.
func (r *reader) since(before []byte) []byte {
	n := len(before) - len(r.b)
	return before[:n:n]
}

// end returns the reader's error, or one if something is left to read.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.fail(malformed("message: more bytes than it has"))
	}
	return r.err
}

// key reads an HPKE or signature public key: a vector of a point on P-256, as
// [publicKey] describes. Whether the point is on the curve is found out when
// the key is used.
func (r *reader) key() (k publicKey) {
	b := r.vector()
	if r.err == nil && (len(b) != len(k) || b[0] != 4) {
		r.fail(malformed("public key: not an uncompressed point of P-256"))
		return k
	}
	copy(k[:], b)
	return k
}

// secret reads a vector of the length of a hash.
func (r *reader) secret() (s secret) {
	b := r.vector()
	if r.err == nil && len(b) != len(s) {
		r.fail(malformed("secret: not of the length of a hash"))
		return s
	}
	copy(s[:], b)
	return s
}
