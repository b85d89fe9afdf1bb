package opus

import (
	"fmt"
	"time"
)

// A Mode is which of Opus's two coders a packet was made with.
type Mode uint8

// The modes.
const (
	SILK   Mode = iota // speech, up to 8 kHz wide; may carry error correction
	Hybrid             // both; may carry error correction
	CELT               // any sound
)

// Info is what a packet says of itself.
type Info struct {
	Mode   Mode
	Stereo bool
	Frame  time.Duration // of one frame: 2.5 to 60 ms
	Frames int           // from 1 to 48, 120 ms in all
}

// Duration returns how long the packet's sound lasts: 2.5 to 120 ms.
func (i Info) Duration() time.Duration { return time.Duration(i.Frames) * i.Frame }

// maxDuration is the most that one packet may hold: requirement R5 of
// https://www.rfc-editor.org/rfc/rfc6716#section-3.4, whose requirements are
// the R numbers below.
const maxDuration = 120 * time.Millisecond

// Parse checks a packet's framing and returns what its first bytes say. It
// does not look into the frames. Errors wrap [ErrPacket].
func Parse(packet []byte) (Info, error) {
	if len(packet) == 0 {
		return Info{}, fmt.Errorf("%w: it is empty", ErrPacket) // R1
	}
	toc, rest := packet[0], packet[1:]
	info := Info{Stereo: toc&0x04 != 0, Frames: 1}
	info.Mode, info.Frame = config(toc >> 3)

	switch toc & 0x03 {
	case 0: // one frame
		return info, checkFrame(len(rest))
	case 1: // two frames of one length
		info.Frames = 2
		if len(rest)%2 != 0 {
			return Info{}, fmt.Errorf("%w: two equal frames in %d bytes", ErrPacket, len(rest)) // R3
		}
		return info, checkFrame(len(rest) / 2)
	case 2: // two frames, the first with its length
		info.Frames = 2
		first, n := frameLength(rest)
		if n == 0 || first > len(rest)-n {
			return Info{}, fmt.Errorf("%w: its first frame does not fit", ErrPacket) // R4
		}
		return info, checkFrame(len(rest) - n - first)
	}
	return parseMany(info, rest)
}

// config reads a TOC byte's configuration number: table 2 of
// https://www.rfc-editor.org/rfc/rfc6716#section-3.1.
func config(n byte) (Mode, time.Duration) {
	switch {
	case n < 12:
		return SILK, [4]time.Duration{10, 20, 40, 60}[n%4] * time.Millisecond
	case n < 16:
		return Hybrid, [2]time.Duration{10, 20}[n%2] * time.Millisecond
	}
	return CELT, 2500 * time.Microsecond << (n % 4)
}

// parseMany reads a packet of code 3: any number of frames, and padding.
// https://www.rfc-editor.org/rfc/rfc6716#section-3.2.5
func parseMany(info Info, rest []byte) (Info, error) {
	if len(rest) == 0 {
		return Info{}, fmt.Errorf("%w: it has no frame count", ErrPacket) // R6
	}
	count := rest[0]
	variable, padded := count&0x80 != 0, count&0x40 != 0
	info.Frames = int(count & 0x3f)
	rest = rest[1:]
	if info.Frames == 0 || info.Duration() > maxDuration {
		return Info{}, fmt.Errorf("%w: %d frames of %v", ErrPacket, info.Frames, info.Frame) // R5
	}
	for padded {
		if len(rest) == 0 {
			return Info{}, fmt.Errorf("%w: its padding has no length", ErrPacket)
		}
		n := int(rest[0])
		rest = rest[1:]
		padded = n == 255 // 254 bytes, and another length follows
		n = min(n, 254)
		if n > len(rest) {
			return Info{}, fmt.Errorf("%w: more padding than bytes", ErrPacket) // R6, R7
		}
		rest = rest[:len(rest)-n]
	}
	if !variable {
		if len(rest)%info.Frames != 0 {
			return Info{}, fmt.Errorf("%w: %d equal frames in %d bytes", ErrPacket, info.Frames, len(rest)) // R6
		}
		return info, checkFrame(len(rest) / info.Frames)
	}
	sum := 0
	for range info.Frames - 1 {
		length, n := frameLength(rest)
		if n == 0 {
			return Info{}, fmt.Errorf("%w: a frame has no length", ErrPacket) // R7
		}
		sum += length
		rest = rest[n:]
	}
	if sum > len(rest) {
		return Info{}, fmt.Errorf("%w: its frames do not fit", ErrPacket) // R7
	}
	return info, checkFrame(len(rest) - sum)
}

// frameLength reads a frame's length and how many bytes that took, 0 if there
// were not enough. https://www.rfc-editor.org/rfc/rfc6716#section-3.2.1
func frameLength(b []byte) (length, n int) {
	switch {
	case len(b) >= 1 && b[0] < 252:
		return int(b[0]), 1
	case len(b) >= 2 && b[0] >= 252:
		return int(b[0]) + 4*int(b[1]), 2
	}
	return 0, 0
}

func checkFrame(n int) error {
	if n > MaxFrame {
		return fmt.Errorf("%w: a frame of %d bytes, more than %d", ErrPacket, n, MaxFrame) // R2
	}
	return nil
}
