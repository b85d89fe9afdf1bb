package voicetest

import (
	"encoding/binary"
	"errors"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/mls"
)

// The few structures of MLS and DAVE that the server takes apart or puts
// together itself. Vectors have a length in front, as RFC 9420 section 2.1.2
// says.

func appendVector(dst, b []byte) []byte {
	switch n := len(b); {
	case n < 1<<6:
		dst = append(dst, byte(n))
	case n < 1<<14:
		dst = binary.BigEndian.AppendUint16(dst, 0x4000|uint16(n))
	default:
		dst = binary.BigEndian.AppendUint32(dst, 0x8000_0000|uint32(n))
	}
	return append(dst, b...)
}

// cutVector splits b into the content of the vector it starts with, and what
// comes behind.
func cutVector(b []byte) (content, rest []byte, ok bool) {
	if len(b) == 0 || b[0]>>6 == 3 {
		return nil, nil, false
	}
	width := 1 << (b[0] >> 6)
	if len(b) < width {
		return nil, nil, false
	}
	n := int(b[0] & 0x3f)
	for _, c := range b[1:width] {
		n = n<<8 | int(c)
	}
	if b = b[width:]; n > len(b) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}

// Operations of op 27.
const (
	operationAppend byte = 0
	operationRevoke byte = 1
)

// appendProposals returns op 27 that hands out proposals.
func appendProposals(list []*proposal) Message {
	var all []byte
	for _, p := range list {
		all = append(all, p.message...)
	}
	return Message{dave.OpProposals, appendVector([]byte{operationAppend}, all)}
}

// revokeProposals returns op 27 that takes proposals back.
func revokeProposals(list []*proposal) Message {
	var all []byte
	for _, p := range list {
		all = appendVector(all, p.ref[:])
	}
	return Message{dave.OpProposals, appendVector([]byte{operationRevoke}, all)}
}

// announce returns op 29 or 30.
func announce(op dave.Op, transition uint16, b []byte) Message {
	return Message{op, append(binary.BigEndian.AppendUint16(nil, transition), b...)}
}

// cutTransition splits op 29 or 30 into the transition and the rest.
func cutTransition(b []byte) (id uint16, rest []byte, ok bool) {
	if len(b) < 2 {
		return 0, nil, false
	}
	return binary.BigEndian.Uint16(b), b[2:], true
}

var errWelcome = errors.New("voicetest: malformed welcome")

// splitWelcome returns a Welcome for each of those that a Welcome is for (RFC
// 9420 section 12.4.3.1). Nobody needs the secrets of the others.
func splitWelcome(b []byte) (map[mls.Ref][]byte, error) {
	if len(b) < 2 {
		return nil, errWelcome
	}
	suite := b[:2]
	secrets, b, ok := cutVector(b[2:])
	if !ok {
		return nil, errWelcome
	}
	info, b, ok := cutVector(b)
	if !ok || len(b) > 0 {
		return nil, errWelcome
	}
	all := make(map[mls.Ref][]byte)
	for len(secrets) > 0 {
		// KeyPackageRef, kem_output, ciphertext.
		var parts [3][]byte
		rest := secrets
		for i := range parts {
			if parts[i], rest, ok = cutVector(rest); !ok {
				return nil, errWelcome
			}
		}
		if len(parts[0]) != len(mls.Ref{}) {
			return nil, errWelcome
		}
		own := appendVector(append([]byte(nil), suite...), secrets[:len(secrets)-len(rest)])
		all[mls.Ref(parts[0])] = appendVector(own, info)
		secrets = rest
	}
	return all, nil
}
