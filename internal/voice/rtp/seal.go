package rtp

import (
	"encoding/binary"
	"math"
	"slices"
)

// A Sealer encrypts the packets of one connection. It belongs to one goroutine.
//
// The nonces of a key are counted here and nowhere else, and using one twice
// gives the key away. So there is one Sealer to a key: it outlives a resumed
// gateway, which keeps the key, and a new one comes only with a new key.
type Sealer struct {
	cryptor
	next uint64 // the counter of the next packet; beyond 32 bits there is none
}

// NewSealer returns a Sealer for the key of a session description.
func NewSealer(mode Mode, key []byte) (*Sealer, error) {
	c, err := newCryptor(mode, key)
	if err != nil {
		return nil, err
	}
	return &Sealer{cryptor: c}, nil
}

// Seal appends a packet of Opus to dst and returns the extended slice: [Overhead]
// bytes and the payload. It does not allocate if dst has room for that. Payload
// and that room must not overlap. The error is ErrSpent; then dst is returned as
// it was.
func (s *Sealer) Seal(dst []byte, h Header, payload []byte) ([]byte, error) {
	start := len(dst)
	dst = appendHeader(slices.Grow(dst, Overhead+len(payload)), h)
	body := len(dst)
	return s.seal(append(dst, payload...), start, body)
}

// seal encrypts dst from body on, where it lies. The packet begins at start.
func (s *Sealer) seal(dst []byte, start, body int) ([]byte, error) {
	if s.next > math.MaxUint32 {
		return dst[:start], ErrSpent
	}
	binary.BigEndian.PutUint32(s.nonce[:], uint32(s.next))
	s.next++
	dst = s.aead.Seal(dst[:body], s.nonce[:s.size], dst[body:], dst[start:body])
	return append(dst, s.nonce[:counterSize]...), nil
}
