package dave

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
)

// A voiceKey is what we speak with in one epoch. The counter is in it, and only
// grows, so that no nonce is ever used twice under one key, whatever becomes of
// the session around it.
type voiceKey struct {
	counter atomic.Uint64 // the last one used; the first frame has 1
	current atomic.Pointer[generation]
}

func newVoiceKey(base []byte) *voiceKey {
	k := &voiceKey{}
	k.current.Store(newGeneration(base, 0))
	return k
}

// seal appends a frame, encrypted.
func (k *voiceKey) seal(dst, frame []byte) []byte {
	counter := k.counter.Add(1)
	g := k.current.Load()
	if number := counter >> generationShift; number > g.number {
		g = g.ahead(number)
		k.current.Store(g)
	}
	dst = slices.Grow(dst, len(frame)+Overhead)

	// The nonce lies in dst, behind the ciphertext and the whole tag, because
	// anywhere else it would have to be allocated.
	at := len(dst) + len(frame) + gcmTagSize
	nonce := dst[at : at+nonceSize : at+nonceSize]
	clear(nonce)
	binary.LittleEndian.PutUint32(nonce[8:], uint32(counter))
	out := g.aead.Seal(dst, nonce, frame, nil)
	return appendTrailer(out[:len(dst)+len(frame)+tagSize], uint32(counter))
}

// A speaker is the speaking side of the media path. The session's goroutine says
// how to speak, and Encrypt's does.
type speaker struct {
	published atomic.Pointer[speech]
	spoken    atomic.Uint64 // frames, with keys of before
	held      atomic.Uint64
}

// speech is how to speak at one time: with a key, or in the clear. It does not
// change.
type speech struct {
	key   *voiceKey
	plain bool
}

// use makes us speak with k, or be silent if there is none.
func (p *speaker) use(k *voiceKey) { p.publish(&speech{key: k}) }

// plain makes us speak in the clear.
func (p *speaker) plain() { p.publish(&speech{plain: true}) }

func (p *speaker) publish(next *speech) {
	if was := p.published.Swap(next); was != nil && was.key != nil && was.key != next.key {
		p.spoken.Add(was.key.counter.Load())
	}
}

// encrypted counts the frames that were encrypted. A key counts its own, as it has
// to anyway.
func (p *speaker) encrypted() uint64 {
	n := p.spoken.Load()
	if now := p.published.Load(); now != nil && now.key != nil {
		n += now.key.counter.Load()
	}
	return n
}

// Encrypt appends frame to dst, encrypted if the call is, and returns the
// extended slice. It does not allocate if dst has room for [Overhead] bytes more
// than the frame; what dst holds up to its capacity is overwritten. Frame and
// that room must not overlap. The frame of silence is sent as it is. The error is
// ErrNoEpoch: the call is encrypted and we have no key. Then dst is returned as it
// was.
func (s *Session) Encrypt(dst, frame []byte) ([]byte, error) {
	switch now := s.speaker.published.Load(); {
	case now != nil && now.plain:
		return append(dst, frame...), nil
	case now == nil || now.key == nil:
		s.speaker.held.Add(1)
		return dst, ErrNoEpoch
	case isSilence(frame):
		return append(dst, frame...), nil
	default:
		return now.key.seal(dst, frame), nil
	}
}

// CanEncrypt reports whether Encrypt would take a frame.
func (s *Session) CanEncrypt() bool {
	now := s.speaker.published.Load()
	return now != nil && (now.plain || now.key != nil)
}
