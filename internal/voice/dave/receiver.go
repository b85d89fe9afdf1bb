package dave

import (
	"crypto/subtle"
	"encoding/binary"
	"time"
)

const (
	// maxGap is how many generations a frame may be ahead of the newest one
	// that was opened.
	maxGap = 250

	// maxFrameRate is more frames a second than anybody sends. Whoever claims
	// more of them than the time allows is not believed, because it would cost
	// us a hash for each generation to find out.
	maxFrameRate = 170
)

// A receiver opens the frames of one user in one epoch. It belongs to the
// goroutine of Decrypt.
type receiver struct {
	base  [keySize]byte
	since time.Time
	*heard
}

// heard is what a receiver has as soon as its user has spoken. Most members of
// a large call never do.
type heard struct {
	window window
	head   *generation // the newest that a frame was opened with
	past   *generation // the one before it, for frames that come late
	until  time.Time   // how long past is good for
	guess  *generation // ahead of head or past, derived for a frame that may be forged
}

// bench is what opening a frame needs to work with: one for all receivers.
type bench struct {
	nonce [nonceSize]byte
	plain []byte
	check []byte
}

// open appends what f holds to dst. Whatever happens before the tag is seen to
// be right leaves no trace but derived keys.
func (r *receiver) open(dst []byte, f sealed, now time.Time, b *bench) ([]byte, verdict) {
	if r.heard == nil {
		r.heard = &heard{head: newGeneration(r.base[:], 0)}
	}
	if r.past != nil && !now.Before(r.until) {
		r.past, r.guess = nil, nil
	}
	number := wrapGeneration(r.oldest(), byte(f.nonce>>generationShift))
	if number > r.head.number && (number > r.head.number+maxGap || number > plausible(now.Sub(r.since))) {
		return dst, badGeneration
	}
	counter := number<<generationShift | uint64(f.nonce&(1<<generationShift-1))
	if !r.window.fresh(counter) {
		return dst, replayed
	}
	g := r.generation(number)

	// The package of the standard library opens no tag of 8 bytes. But sealing
	// the ciphertext is what opening is, as far as the text goes, and sealing
	// that again gives the tag that it should have.
	binary.LittleEndian.PutUint32(b.nonce[8:], f.nonce)
	n := len(f.ciphertext)
	b.plain = g.aead.Seal(b.plain[:0], b.nonce[:], f.ciphertext, nil)
	b.check = g.aead.Seal(b.check[:0], b.nonce[:], b.plain[:n], nil)
	if subtle.ConstantTimeCompare(b.check[n:n+tagSize], f.tag) != 1 {
		return dst, badTag
	}

	r.window.mark(counter)
	if number > r.head.number {
		r.past, r.until = r.head, now.Add(grace)
		r.head, r.guess = g, nil
	}
	return append(dst, b.plain[:n]...), opened
}

// oldest returns the oldest generation that frames are opened with.
func (h *heard) oldest() uint64 {
	if h.past != nil {
		return h.past.number
	}
	return h.head.number
}

// generation returns a generation that is not older than the oldest.
func (h *heard) generation(number uint64) *generation {
	switch {
	case number == h.head.number:
		return h.head
	case h.guess != nil && h.guess.number == number:
		return h.guess
	case number > h.head.number:
		h.guess = h.head.ahead(number)
		return h.guess
	case number == h.past.number:
		return h.past
	default:
		h.guess = h.past.ahead(number)
		return h.guess
	}
}

// wrapGeneration returns the first generation, from oldest on, whose low byte is
// b: more than that does not fit into a frame.
func wrapGeneration(oldest uint64, b byte) uint64 {
	number := oldest&^0xff | uint64(b)
	if number < oldest {
		number += 0x100
	}
	return number
}

// plausible returns the newest generation that anybody can have come to in the
// time that a ratchet has been there. One more is granted.
func plausible(age time.Duration) uint64 {
	return uint64(max(age/time.Second, 0))*maxFrameRate>>generationShift + 1
}
