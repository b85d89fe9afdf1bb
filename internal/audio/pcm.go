package audio

// A PCMReader turns the bytes of a stream, 16-bit little-endian samples, into
// samples. A chunk may end in the middle of one: the half is kept for the next
// chunk, since a stream shifted by a byte is noise at full level. The zero
// PCMReader is ready to use.
type PCMReader struct {
	half byte
	odd  bool // half waits for the other half
}

// Append appends the samples in b to dst and returns the extended slice, as
// append does. It does not keep b.
func (r *PCMReader) Append(dst []int16, b []byte) []int16 {
	if r.odd && len(b) > 0 {
		dst = append(dst, int16(uint16(r.half)|uint16(b[0])<<8))
		r.odd, b = false, b[1:]
	}
	for len(b) >= 2 {
		dst = append(dst, int16(uint16(b[0])|uint16(b[1])<<8))
		b = b[2:]
	}
	if len(b) == 1 {
		r.half, r.odd = b[0], true
	}
	return dst
}

// AppendPCM appends the samples of pcm to dst as 16-bit little-endian bytes.
func AppendPCM(dst []byte, pcm []int16) []byte {
	for _, s := range pcm {
		dst = append(dst, byte(s), byte(uint16(s)>>8))
	}
	return dst
}
