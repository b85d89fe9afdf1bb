package opus

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unsafe"

	"layeh.com/gopus"

	"glyphoxa/internal/audio"
)

// A Decoder turns one stream of packets into mono sound. The rate is chosen
// when it is made, and libopus decodes to it directly: packets of stereo at
// 48 kHz become mono at 16 kHz without a resampler.
//
// A Decoder belongs to one goroutine at a time.
type Decoder struct {
	coder *gopus.Decoder // owns the memory that state points into
	state unsafe.Pointer
	rate  audio.Rate
}

// NewDecoder returns a decoder to a rate: [audio.Discord] or [audio.Speech],
// or another one that Opus has. It panics on a rate that Opus has not.
func NewDecoder(rate audio.Rate) *Decoder {
	coder, err := gopus.NewDecoder(int(rate), 1)
	if err != nil {
		panic(fmt.Sprintf("opus: decoder at %d Hz: %v", rate, err))
	}
	return &Decoder{coder: coder, state: state(coder, "cDecoder"), rate: rate}
}

// Decode appends a packet's sound to dst and returns the extended slice, as
// append does. An error wraps [ErrPacket] and leaves dst as it was; the next
// packet may be decoded as if nothing had been.
func (d *Decoder) Decode(dst []int16, packet []byte) ([]int16, error) {
	info, err := Parse(packet)
	if err != nil {
		return dst, err
	}
	return d.decode(dst, packet, info.Duration(), false)
}

// Recover appends the sound of the packet that was lost before next, as long
// as next. Sound comes from the error correction in next, if the sender put
// any there, and is made up as by [Decoder.Conceal] otherwise. Decode next
// afterwards.
func (d *Decoder) Recover(dst []int16, next []byte) ([]int16, error) {
	info, err := Parse(next)
	if err != nil {
		return dst, err
	}
	return d.decode(dst, next, info.Duration(), true)
}

// Conceal appends sound that carries on from what was before, fading away, in
// the place of lost packets. The length must be a multiple of 2.5 ms and no
// more than 120 ms.
func (d *Decoder) Conceal(dst []int16, length time.Duration) ([]int16, error) {
	if length <= 0 || length > maxDuration || length%(2500*time.Microsecond) != 0 {
		return dst, fmt.Errorf("conceal %v: not a length of Opus", length)
	}
	return d.decode(dst, nil, length, false)
}

// Reset forgets the stream so far.
func (d *Decoder) Reset() { d.coder.ResetState() }

func (d *Decoder) decode(dst []int16, packet []byte, length time.Duration, fec bool) ([]int16, error) {
	n := d.rate.Samples(length)
	dst = slices.Grow(dst, n)
	got, err := decode(d.state, packet, dst[len(dst):len(dst)+n], fec)
	if err != nil {
		// Parse has passed the framing: what libopus minds is the content.
		if !errors.Is(err, ErrPacket) {
			err = fmt.Errorf("%w: %w", ErrPacket, err)
		}
		return dst, err
	}
	return dst[:len(dst)+got], nil
}
