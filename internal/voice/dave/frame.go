package dave

// An encrypted frame of Opus is
//
//	ciphertext        as long as the frame
//	tag               the first 8 bytes of GCM's 16
//	nonce             the counter, ULEB128
//	ranges            pairs of ULEB128: what is not encrypted; none for Opus
//	size              one byte: from the tag to the marker, both included
//	marker            FA FA
//
// Video leaves its codec's headers in the clear, and would have ranges.
const (
	tagSize     = 8 // a reader of Discord's own pages will find 12, which is wrong
	fixedSize   = tagSize + 1 + 2
	minSize     = fixedSize + 1
	marker      = 0xfa
	maxUleb     = 5
	nonceSize   = 12
	gcmTagSize  = 16
	maxOverhead = fixedSize + maxUleb
)

// Overhead is how many bytes more than a frame [Session.Encrypt] may want in
// dst. What it appends is at most 16 bytes longer than the frame; the rest is
// room to work in.
const Overhead = gcmTagSize + nonceSize

// A sealed is an encrypted frame, taken apart. It aliases the frame.
type sealed struct {
	ciphertext []byte
	tag        []byte
	nonce      uint32
}

// parseFrame takes an encrypted frame apart. It is not one if ok is false: then
// it is in the clear, or garbage, or has ranges, which no frame of Opus has.
func parseFrame(b []byte) (f sealed, ok bool) {
	if !marked(b) {
		return sealed{}, false
	}
	n := len(b)
	size := int(b[n-3])
	nonce, k := cutUleb(b[n-size+tagSize : n-3])
	if k == 0 || k != size-fixedSize {
		return sealed{}, false
	}
	return sealed{b[:n-size], b[n-size : n-size+tagSize], nonce}, true
}

// marked reports whether b ends as an encrypted frame does, of whatever codec.
func marked(b []byte) bool {
	n := len(b)
	return n >= minSize && b[n-1] == marker && b[n-2] == marker && int(b[n-3]) >= minSize && int(b[n-3]) <= n
}

// appendTrailer appends what is behind the tag.
func appendTrailer(dst []byte, nonce uint32) []byte {
	n := len(dst)
	dst = appendUleb(dst, nonce)
	return append(dst, byte(fixedSize+len(dst)-n), marker, marker)
}

// isSilence reports whether a frame is the one that Opus encoders give for
// silence. It is accepted in the clear, and sent so, as there is nothing in it.
func isSilence(frame []byte) bool {
	return len(frame) == 3 && frame[0] == 0xf8 && frame[1] == 0xff && frame[2] == 0xfe
}
