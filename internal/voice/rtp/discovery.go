package rtp

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"slices"
)

// Discovery is how a client behind a router learns under which address the server
// sees it, which the voice gateway wants to be told. Question and answer have one
// layout:
//
//	 0  type      1 question, 2 answer
//	 2  length    of what follows, 70
//	 4  SSRC      the client's
//	 8  address   64 bytes of text, ended by NUL; none in the question
//	72  port      0 in the question
//
// https://discord.com/developers/docs/topics/voice-connections#ip-discovery
const (
	discoverySize    = 74
	discoveryLength  = discoverySize - 4
	discoveryRequest = 1
	discoveryAnswer  = 2

	addressAt = 8
	portAt    = discoverySize - 2
)

// AppendDiscovery appends the question under which address the client with that
// SSRC is seen. It may get lost: repeat it until there is an answer.
func AppendDiscovery(dst []byte, ssrc uint32) []byte {
	return appendDiscovery(dst, discoveryRequest, ssrc, netip.AddrPort{})
}

func appendDiscovery(dst []byte, kind uint16, ssrc uint32, seen netip.AddrPort) []byte {
	dst = slices.Grow(dst, discoverySize)
	b := dst[len(dst) : len(dst)+discoverySize]
	clear(b)
	binary.BigEndian.PutUint16(b[0:], kind)
	binary.BigEndian.PutUint16(b[2:], discoveryLength)
	binary.BigEndian.PutUint32(b[4:], ssrc)
	if seen.IsValid() {
		// Without a zone, which says nothing elsewhere, no text of an address
		// is longer than its field.
		seen.Addr().Unmap().WithZone("").AppendTo(b[addressAt:addressAt])
		binary.BigEndian.PutUint16(b[portAt:], seen.Port())
	}
	return dst[:len(dst)+discoverySize]
}

// ParseDiscovery reads the answer to the question of the client with that SSRC.
// The error is ErrMalformed: it is something else, or an answer to another
// client. Sound may already be coming when the answer does, so go on waiting.
func ParseDiscovery(b []byte, ssrc uint32) (netip.AddrPort, error) {
	if !isDiscovery(b, discoveryAnswer) || binary.BigEndian.Uint32(b[4:]) != ssrc {
		return netip.AddrPort{}, ErrMalformed
	}
	// Where no NUL ends it, the text is longer than any address.
	text, _, _ := bytes.Cut(b[addressAt:portAt], []byte{0})
	port := binary.BigEndian.Uint16(b[portAt:])
	addr, err := netip.ParseAddr(string(text))
	if err != nil || addr.Zone() != "" || port == 0 {
		return netip.AddrPort{}, ErrMalformed
	}
	return netip.AddrPortFrom(addr, port), nil
}

func isDiscovery(b []byte, kind uint16) bool {
	return len(b) == discoverySize && binary.BigEndian.Uint16(b) == kind && binary.BigEndian.Uint16(b[2:]) == discoveryLength
}
