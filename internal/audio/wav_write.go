package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// wavHeaderSize is the length of the header that we write: RIFF, fmt, data.
const wavHeaderSize = 44

// wavMaxData is how much sound fits behind a 32-bit length that also counts
// the header.
const wavMaxData = wavUnknown - wavHeaderSize

// AppendWAVHeader appends the header of a mono WAV file of so many samples to
// dst; the samples, by [AppendPCM], come after it. A negative number of
// samples, for a stream whose end is not known, is written as the largest
// length, which readers take to mean "until the end".
func AppendWAVHeader(dst []byte, rate Rate, samples int) []byte {
	data := uint32(wavMaxData)
	if samples >= 0 && samples <= wavMaxData/2 {
		data = uint32(2 * samples)
	}
	riff := data + wavHeaderSize - 8
	if samples < 0 {
		data, riff = wavUnknown, wavUnknown
	}
	le := binary.LittleEndian
	dst = append(dst, "RIFF"...)
	dst = le.AppendUint32(dst, riff)
	dst = append(dst, "WAVEfmt "...)
	dst = le.AppendUint32(dst, 16)
	dst = le.AppendUint16(dst, wavPCM)
	dst = le.AppendUint16(dst, 1) // channel
	dst = le.AppendUint32(dst, uint32(rate))
	dst = le.AppendUint32(dst, uint32(2*rate)) // bytes a second
	dst = le.AppendUint16(dst, 2)              // bytes a frame
	dst = le.AppendUint16(dst, 16)             // bits a sample
	dst = append(dst, "data"...)
	return le.AppendUint32(dst, data)
}

// A WAVWriter writes a mono WAV file whose length is known at its end. Until
// then the header says "until the end", so that the file of a program that was
// killed can still be heard.
type WAVWriter struct {
	w       io.WriteSeeker
	rate    Rate
	samples int
	buf     []byte
}

// NewWAVWriter writes a provisional header and returns the writer. The caller
// closes the writer and then w.
func NewWAVWriter(w io.WriteSeeker, rate Rate) (*WAVWriter, error) {
	ww := &WAVWriter{w: w, rate: rate}
	if _, err := w.Write(AppendWAVHeader(nil, rate, -1)); err != nil {
		return nil, fmt.Errorf("write WAV: %w", err)
	}
	return ww, nil
}

// Write appends pcm to the file.
func (w *WAVWriter) Write(pcm []int16) error {
	if len(pcm) > wavMaxData/2-w.samples {
		return errors.New("write WAV: the file would be longer than 4 GiB")
	}
	w.buf = AppendPCM(w.buf[:0], pcm)
	n, err := w.w.Write(w.buf)
	w.samples += n / 2
	if err != nil {
		return fmt.Errorf("write WAV: %w", err)
	}
	return nil
}

// Close writes the true length into the header. It does not close the file.
func (w *WAVWriter) Close() error {
	if _, err := w.w.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("finish WAV: %w", err)
	}
	if _, err := w.w.Write(AppendWAVHeader(w.buf[:0], w.rate, w.samples)); err != nil {
		return fmt.Errorf("finish WAV: %w", err)
	}
	if _, err := w.w.Seek(0, io.SeekEnd); err != nil {
		return fmt.Errorf("finish WAV: %w", err)
	}
	return nil
}
