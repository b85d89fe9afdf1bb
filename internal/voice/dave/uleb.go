package dave

// appendUleb appends v in groups of seven bits, the lowest first (ULEB128).
func appendUleb(dst []byte, v uint32) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

// cutUleb reads a number of 32 bits from the start of b, and returns how many
// bytes it takes: none if there is no such number. Longer forms than the
// shortest are refused, so that a frame has one form only.
func cutUleb(b []byte) (v uint32, n int) {
	for i := range min(len(b), 5) {
		c := b[i]
		if i == 4 && c > 0x0f {
			return 0, 0
		}
		v |= uint32(c&0x7f) << (7 * i)
		if c < 0x80 {
			if c == 0 && i > 0 {
				return 0, 0
			}
			return v, i + 1
		}
	}
	return 0, 0
}
