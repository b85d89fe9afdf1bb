package dave

// windowSize is how far behind the newest frame another may come, as a count of
// frames: 20 s of speaking. Discord's library remembers as many frames missing,
// however old, and so lets in some that are older still; nobody needs those.
const windowSize = 1000

const windowWords = 16 // of 64 bits, at least windowSize bits in all

// A window remembers which counters have been seen, so that no frame is taken
// twice. The zero window has seen only 0, which no frame has.
type window struct {
	newest uint64
	seen   [windowWords]uint64 // a ring of bits
}

// fresh reports whether n was not seen, and is not too old to tell.
func (w *window) fresh(n uint64) bool {
	if n > w.newest {
		return true
	}
	return n != 0 && w.newest-n < windowSize && w.seen[n/64%windowWords]&(1<<(n%64)) == 0
}

// mark notes that n was seen.
func (w *window) mark(n uint64) {
	if n > w.newest {
		w.clear(w.newest+1, n)
		w.newest = n
	}
	w.seen[n/64%windowWords] |= 1 << (n % 64)
}

// clear makes the bits of a to b, which the ring has used before, unseen.
func (w *window) clear(a, b uint64) {
	if b-a >= windowWords*64 {
		w.seen = [windowWords]uint64{}
		return
	}
	for n := a; n <= b; n++ {
		w.seen[n/64%windowWords] &^= 1 << (n % 64)
	}
}
