package rtp

import "encoding/binary"

// The fixed header of RFC 3550, section 5.1:
//
//	byte 0   version (2 bits), P, X, number of CSRCs (4 bits)
//	byte 1   marker, payload type (7 bits)
//	2, 4, 8  sequence number, timestamp, SSRC
const (
	fixedSize    = 12
	preambleSize = 4
	word         = 4 // of CSRCs and extensions

	version     = 2 << 6
	versionMask = 3 << 6
	padded      = 1 << 5 // P
	extended    = 1 << 4 // X
	csrcMask    = 0x0f

	typeMask    = 0x7f
	payloadOpus = 120

	// profile is what Discord's servers put into the preamble: extensions with
	// ids of one byte, as in RFC 8285.
	profile = 0xbede
)

// Overhead is how many bytes longer than its payload a packet is that
// [Sealer.Seal] makes.
const Overhead = fixedSize + tagSize + counterSize

// A Header is what a packet says in the clear.
type Header struct {
	// Seq is one more in each packet of a source, and begins anywhere.
	Seq uint16
	// Timestamp counts samples of one channel at 48 kHz, and begins anywhere.
	Timestamp uint32
	// SSRC is the source: one person's microphone, as long as he stays.
	SSRC uint32
}

// appendHeader appends the fixed header of a packet of Opus that has neither
// extension nor padding.
func appendHeader(dst []byte, h Header) []byte {
	dst = append(dst, version, payloadOpus)
	dst = binary.BigEndian.AppendUint16(dst, h.Seq)
	dst = binary.BigEndian.AppendUint32(dst, h.Timestamp)
	return binary.BigEndian.AppendUint32(dst, h.SSRC)
}

// A layout is where the parts of a packet are.
type layout struct {
	body      int // offset of what is encrypted
	extension int // how much of that, decrypted, is extension
	padded    bool
}

// parse reads what a packet of audio says in the clear. All lengths in it are
// checked here, before anything is decrypted.
func parse(b []byte) (h Header, l layout, ok bool) {
	if Classify(b) != KindAudio {
		return Header{}, layout{}, false
	}
	l.body = fixedSize + word*int(b[0]&csrcMask)
	if b[0]&extended != 0 {
		l.body += preambleSize
		if l.body > len(b) {
			return Header{}, layout{}, false
		}
		l.extension = word * int(binary.BigEndian.Uint16(b[l.body-2:]))
	}
	if l.body+l.extension+tagSize+counterSize > len(b) {
		return Header{}, layout{}, false
	}
	l.padded = b[0]&padded != 0
	h.Seq = binary.BigEndian.Uint16(b[2:])
	h.Timestamp = binary.BigEndian.Uint32(b[4:])
	h.SSRC = binary.BigEndian.Uint32(b[8:])
	return h, l, true
}
