package audio

import "math"

// A Mix adds tracks up, each from its own moment on. It sums in 32 bits and
// clips once, at the end, so that the order of the tracks does not matter. It
// keeps the whole result in memory: 11 MB for a minute at 48 kHz. The zero
// Mix is empty.
type Mix struct{ sum []int32 }

// Add adds pcm from sample at on. What lies before sample 0 is left out.
func (m *Mix) Add(at int, pcm []int16) {
	if at < 0 {
		pcm = pcm[min(-at, len(pcm)):]
		at = 0
	}
	if more := at + len(pcm) - len(m.sum); more > 0 && len(pcm) > 0 {
		m.sum = append(m.sum, make([]int32, more)...)
	}
	for i, s := range pcm {
		m.sum[at+i] += int32(s)
	}
}

// Len returns how many samples the mix has.
func (m *Mix) Len() int { return len(m.sum) }

// Append appends the mix to dst, clipped to 16 bits.
func (m *Mix) Append(dst []int16) []int16 {
	for _, s := range m.sum {
		dst = append(dst, int16(min(max(s, math.MinInt16), math.MaxInt16)))
	}
	return dst
}
