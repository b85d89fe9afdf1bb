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
	return s.SealExtended(dst, h, nil, 0, payload)
}

// SealExtended is Seal for what a server sends on: with a header extension, if
// there is one, and with padding. The extension is what follows the preamble, in
// words of four bytes. Padding is how many bytes of it there are, at most 255;
// with an empty payload, the packet is one of padding only. Besides ErrSpent the
// error may be ErrMalformed: no packet can have such an extension or padding.
func (s *Sealer) SealExtended(dst []byte, h Header, extension []byte, padding int, payload []byte) ([]byte, error) {
	words := len(extension) / word
	if len(extension)%word != 0 || words > math.MaxUint16 || padding < 0 || padding > math.MaxUint8 {
		return dst, ErrMalformed
	}
	start := len(dst)
	size := Overhead + len(payload) + padding
	if words > 0 {
		size += preambleSize + len(extension)
	}
	dst = appendHeader(slices.Grow(dst, size), h)
	if words > 0 {
		dst[start] |= extended
		dst = binary.BigEndian.AppendUint16(dst, profile)
		dst = binary.BigEndian.AppendUint16(dst, uint16(words))
	}
	body := len(dst)
	dst = append(dst, extension...)
	dst = append(dst, payload...)
	if padding > 0 {
		dst[start] |= padded
		clear(dst[len(dst) : len(dst)+padding])
		dst = dst[:len(dst)+padding]
		dst[len(dst)-1] = byte(padding)
	}
	return s.seal(dst, start, body)
}

// SealRaw appends any packet: what is in the clear, and what is encrypted, of
// which neither is looked at. It serves to play a server that sends RTCP or
// video, or lies.
func (s *Sealer) SealRaw(dst, header, plaintext []byte) ([]byte, error) {
	start := len(dst)
	dst = slices.Grow(dst, len(header)+len(plaintext)+tagSize+counterSize)
	dst = append(dst, header...)
	dst = append(dst, plaintext...)
	return s.seal(dst, start, start+len(header))
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
