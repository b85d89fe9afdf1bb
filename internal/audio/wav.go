package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Lengths in a WAV header are 32 bits wide. A program that writes to a pipe
// does not know them: it writes 0, or the largest number, or (sox) something
// a little below the largest signed one.
const (
	wavUnknown = math.MaxUint32
	wavOpenEnd = 0x7fff0000 // at least this means "until the end"
)

// A header may carry chunks we have no use for before the sound. These bounds
// are far above any that programs write.
const (
	wavMaxChunks = 64
	wavMaxSkip   = 1 << 20
	wavMaxFormat = 1 << 10
)

// A WAVReader reads the sound of a WAV file as mono, without ever holding more
// than a small part of it. It takes 16-bit PCM in one or two channels at
// [MinRate] to [MaxRate]; anything else is an error that names what was found.
type WAVReader struct {
	rate     Rate
	channels int
	left     int64 // bytes of sound still to come; -1 until the end
	total    int64 // samples; -1 if the file does not say
	r        *bufio.Reader
}

// NewWAVReader reads the header of a WAV file, up to the first sample.
func NewWAVReader(r io.Reader) (*WAVReader, error) {
	w := &WAVReader{r: bufio.NewReader(r)}
	if err := w.header(); err != nil {
		return nil, fmt.Errorf("read WAV: %w", err)
	}
	return w, nil
}

// Rate returns the file's rate.
func (w *WAVReader) Rate() Rate { return w.rate }

// Len returns how many samples the header promises; ok is false when it does
// not say, as in the output of a program that wrote to a pipe.
func (w *WAVReader) Len() (samples int64, ok bool) { return w.total, w.total >= 0 }

// Read fills pcm with the next samples, two channels mixed to one, and returns
// how many there were, as soon as there are any. The error is io.EOF after the
// last one, and wraps [io.ErrUnexpectedEOF] when the file ends before its
// sound does.
func (w *WAVReader) Read(pcm []int16) (int, error) {
	if len(pcm) == 0 {
		return 0, nil
	}
	if w.left == 0 {
		return 0, io.EOF
	}
	size := 2 * w.channels
	b, err := w.r.Peek(size)
	if errors.Is(err, io.EOF) && w.left < 0 {
		return 0, io.EOF // half a sample at the end of a pipe is nobody's loss
	}
	if errors.Is(err, io.EOF) || w.left > 0 && w.left < int64(size) {
		return 0, fmt.Errorf("read WAV: the file ends %d bytes before its sound does: %w",
			max(w.left-int64(len(b)), 1), io.ErrUnexpectedEOF)
	}
	if err != nil {
		return 0, fmt.Errorf("read WAV: %w", err)
	}
	n := min(w.r.Buffered()/size, len(pcm))
	if w.left > 0 {
		n = int(min(int64(n), w.left/int64(size)))
		w.left -= int64(n * size)
	}
	b, _ = w.r.Peek(n * size) // these are buffered
	w.mix(pcm, b)
	_, _ = w.r.Discard(len(b))
	return n, nil
}

// mix writes the samples in b to pcm, as mono.
func (w *WAVReader) mix(pcm []int16, b []byte) {
	for i := range len(b) / (2 * w.channels) {
		s := int(int16(binary.LittleEndian.Uint16(b[2*w.channels*i:])))
		if w.channels == 2 {
			s = (s + int(int16(binary.LittleEndian.Uint16(b[4*i+2:])))) / 2
		}
		pcm[i] = int16(s)
	}
}

// header reads chunk after chunk until the sound begins.
func (w *WAVReader) header() error {
	var b [12]byte
	if _, err := io.ReadFull(w.r, b[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("the file is empty")
		}
		return cutShort(err, "the RIFF header")
	}
	if string(b[:4]) != "RIFF" {
		return fmt.Errorf("not a WAV file: it begins with %q, not \"RIFF\"", b[:4])
	}
	if string(b[8:]) != "WAVE" {
		return fmt.Errorf("not a WAV file: its RIFF form is %q, not \"WAVE\"", b[8:])
	}
	for range wavMaxChunks {
		if _, err := io.ReadFull(w.r, b[:8]); err != nil {
			if errors.Is(err, io.EOF) {
				return errors.New("no sound: there is no data chunk")
			}
			return cutShort(err, "a chunk header")
		}
		size := binary.LittleEndian.Uint32(b[4:8])
		switch id := string(b[:4]); id {
		case "fmt ":
			if err := w.format(size); err != nil {
				return err
			}
		case "data":
			return w.data(size)
		default:
			if size > wavMaxSkip {
				return fmt.Errorf("chunk %q claims %d bytes before the sound, more than %d", id, size, wavMaxSkip)
			}
			if _, err := io.CopyN(io.Discard, w.r, int64(size+size&1)); err != nil {
				return cutShort(err, fmt.Sprintf("chunk %q", id))
			}
		}
	}
	return fmt.Errorf("no sound: no data chunk among the first %d chunks", wavMaxChunks)
}

const (
	wavPCM        = 1
	wavExtensible = 0xfffe // the format proper is in a GUID further on
)

// wavFormats names the formats that people are likely to bring.
var wavFormats = map[uint16]string{
	2: "Microsoft ADPCM", 3: "floating point", 6: "A-law", 7: "mu-law", 0x11: "IMA ADPCM", 0x55: "MP3",
}

func (w *WAVReader) format(size uint32) error {
	if size < 16 || size > wavMaxFormat {
		return fmt.Errorf("the fmt chunk has %d bytes, want 16 to %d", size, wavMaxFormat)
	}
	b := make([]byte, size+size&1)
	if _, err := io.ReadFull(w.r, b); err != nil {
		return cutShort(err, "the fmt chunk")
	}
	format := binary.LittleEndian.Uint16(b)
	channels := int(binary.LittleEndian.Uint16(b[2:]))
	rate := binary.LittleEndian.Uint32(b[4:])
	align := int(binary.LittleEndian.Uint16(b[12:]))
	bits := int(binary.LittleEndian.Uint16(b[14:]))
	if format == wavExtensible && size >= 40 {
		// The first two bytes of the GUID are the format code of old.
		format = binary.LittleEndian.Uint16(b[24:])
	}
	switch {
	case format != wavPCM:
		name := wavFormats[format]
		if name == "" {
			name = "unknown"
		}
		return fmt.Errorf("its format is %s (code %#x); want 16-bit PCM", name, format)
	case bits != 16:
		return fmt.Errorf("it has %d bits a sample; want 16-bit PCM", bits)
	case channels != 1 && channels != 2:
		return fmt.Errorf("it has %d channels; want 1 or 2", channels)
	case rate < uint32(MinRate) || rate > uint32(MaxRate):
		return fmt.Errorf("its rate is %d Hz; want %d to %d Hz", rate, MinRate, MaxRate)
	case align != 2*channels:
		return fmt.Errorf("its frames have %d bytes; %d channels of 16 bits need %d", align, channels, 2*channels)
	}
	w.rate, w.channels = Rate(rate), channels
	return nil
}

// data begins the sound, of a length that may be a lie told by a pipe.
func (w *WAVReader) data(size uint32) error {
	if w.channels == 0 {
		return errors.New("its data chunk comes before any fmt chunk")
	}
	w.left, w.total = int64(size), int64(size)/int64(2*w.channels)
	if size != 0 && size < wavOpenEnd {
		return nil
	}
	w.left, w.total = -1, -1
	// A length of 0 with sound after it was written by a pipe; with nothing
	// after it, or another chunk, it is the truth.
	next, err := w.r.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch string(next) {
	case "", "LIST", "id3 ", "fact", "cue ", "bext":
		return errors.New("no sound: the data chunk is empty")
	}
	return nil
}

func cutShort(err error, where string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file ends in the middle of %s: %w", where, io.ErrUnexpectedEOF)
	}
	return err
}
