package rtp

import (
	"encoding/binary"
	"math"
	"net/netip"
	"slices"
)

// What no client sends or reads, for who plays the server.

// AppendDiscoveryAnswer appends a server's answer.
func AppendDiscoveryAnswer(dst []byte, ssrc uint32, seen netip.AddrPort) []byte {
	return appendDiscovery(dst, discoveryAnswer, ssrc, seen)
}

// ParseDiscoveryRequest reads a client's question.
func ParseDiscoveryRequest(b []byte) (ssrc uint32, ok bool) {
	if !isDiscovery(b, discoveryRequest) {
		return 0, false
	}
	return binary.BigEndian.Uint32(b[4:]), true
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
// which neither is looked at: for a server that sends RTCP or video, or lies.
func (s *Sealer) SealRaw(dst, header, plaintext []byte) ([]byte, error) {
	start := len(dst)
	dst = slices.Grow(dst, len(header)+len(plaintext)+tagSize+counterSize)
	dst = append(dst, header...)
	dst = append(dst, plaintext...)
	return s.seal(dst, start, start+len(header))
}
