package opus

import (
	"fmt"
	"slices"
	"unsafe"

	"layeh.com/gopus"

	"glyphoxa/internal/audio"
)

// EncoderOptions configures an [Encoder]. The zero EncoderOptions is right for
// speech on Discord.
type EncoderOptions struct {
	// Bitrate is in bits a second, from 6000 to 510000. Zero means 64000, what
	// Discord's own clients send. At exactly 32000 libopus 1.1.2 carries no
	// error correction.
	Bitrate int
	// Complexity is how hard to try, from 1 to 10. Zero means 9.
	Complexity int
	// Loss is the percentage of packets expected to be lost, up to 100. With
	// it, packets carry a coarse copy of the one before; zero means none.
	Loss int
	// DTX lets the encoder answer silence with packets of one byte, which need
	// not be sent.
	DTX bool
	// Music says that the sound is not speech.
	Music bool
}

// An Encoder turns frames of sound into packets, one for one. It belongs to
// one goroutine at a time.
type Encoder struct {
	coder *gopus.Encoder // owns the memory that state points into
	state unsafe.Pointer
}

// NewEncoder returns an encoder. It errs when an option is out of its range.
func NewEncoder(opts EncoderOptions) (*Encoder, error) {
	if opts.Bitrate == 0 {
		opts.Bitrate = 64000
	}
	if opts.Complexity == 0 {
		opts.Complexity = 9
	}
	for _, o := range []struct {
		name            string
		got, least, max int
	}{
		{"bitrate", opts.Bitrate, 6000, 510000},
		{"complexity", opts.Complexity, 1, 10},
		{"loss", opts.Loss, 0, 100},
	} {
		if o.got < o.least || o.got > o.max {
			return nil, fmt.Errorf("make Opus encoder: %s %d is outside %d to %d", o.name, o.got, o.least, o.max)
		}
	}
	application := gopus.Voip
	if opts.Music {
		application = gopus.Audio
	}
	coder, err := gopus.NewEncoder(int(audio.Discord), 1, application)
	if err != nil {
		return nil, fmt.Errorf("make Opus encoder: %w", err)
	}
	e := &Encoder{coder: coder, state: state(coder, "cEncoder")}
	coder.SetBitrate(opts.Bitrate)
	for _, s := range [...]struct{ request, value int }{
		{setComplexity, opts.Complexity},
		{setFEC, flag(opts.Loss > 0)},
		{setLoss, opts.Loss},
		{setDTX, flag(opts.DTX)},
	} {
		if err := set(e.state, s.request, s.value); err != nil {
			return nil, fmt.Errorf("make Opus encoder: request %d: %w", s.request, err)
		}
	}
	return e, nil
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Encode appends the packet of one frame to dst and returns the extended
// slice, as append does. It does not keep f.
func (e *Encoder) Encode(dst []byte, f *audio.Frame) ([]byte, error) {
	dst = slices.Grow(dst, MaxFrame)
	n, err := encode(e.state, f, dst[len(dst):len(dst)+MaxFrame])
	if err != nil {
		return dst, fmt.Errorf("encode Opus: %w", err)
	}
	return dst[:len(dst)+n], nil
}
