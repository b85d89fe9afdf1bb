package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// readWAV reads a whole file; for tests only.
func readWAV(r io.Reader) (Clip, error) {
	w, err := NewWAVReader(r)
	if err != nil {
		return Clip{}, err
	}
	c := Clip{Rate: w.Rate()}
	buf := make([]int16, 777)
	for {
		n, err := w.Read(buf)
		c.PCM = append(c.PCM, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
	}
}

// wavFile builds a file by hand from a fmt chunk's numbers.
func wavFile(format, channels, rate, align, bits int, dataLen uint32, data []byte, before ...string) []byte {
	le := binary.LittleEndian
	b := append([]byte("RIFF"), 0, 0, 0, 0)
	b = append(b, "WAVE"...)
	for _, chunk := range before {
		b = append(b, chunk...)
	}
	b = le.AppendUint32(append(b, "fmt "...), 16)
	b = le.AppendUint16(b, uint16(format))
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(b, uint32(rate))
	b = le.AppendUint32(b, uint32(rate*align))
	b = le.AppendUint16(b, uint16(align))
	b = le.AppendUint16(b, uint16(bits))
	b = le.AppendUint32(append(b, "data"...), dataLen)
	return append(b, data...)
}

func TestWAVReader(t *testing.T) {
	pcm := []int16{1, -2, 300, -32768, 32767, 0, 5}
	data := AppendPCM(nil, pcm)
	n := uint32(len(data))
	stereo := AppendPCM(nil, []int16{10, 20, -10, -30, 32767, 32767, -32768, -32768})
	extensible := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x28\x00\x00\x00\xfe\xff\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00" +
		"\x16\x00\x10\x00\x04\x00\x00\x00\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71data\x0e\x00\x00\x00")

	for _, tt := range []struct {
		name string
		file []byte
		want []int16
	}{
		{"mono", wavFile(1, 1, 16000, 2, 16, n, data), pcm},
		{"stereo is mixed", wavFile(1, 2, 48000, 4, 16, 16, stereo), []int16{15, -20, 32767, -32768}},
		{"extensible", append(extensible, data...), pcm},
		{"length 0 from a pipe", wavFile(1, 1, 16000, 2, 16, 0, data), pcm},
		{"greatest length from a pipe", wavFile(1, 1, 16000, 2, 16, math.MaxUint32, data), pcm},
		{"sox's length from a pipe", wavFile(1, 1, 16000, 2, 16, 0x7fffffff-36, data), pcm},
		{"half a sample from a pipe", wavFile(1, 1, 16000, 2, 16, 0, data[:len(data)-1]), pcm[:len(pcm)-1]},
		{"a chunk before, odd", wavFile(1, 1, 16000, 2, 16, n, data, "LIST\x03\x00\x00\x00abc\x00"), pcm},
		{"a chunk after", append(wavFile(1, 1, 16000, 2, 16, n, data), "LIST\x04\x00\x00\x00abcd"...), pcm},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"at once": bytes.NewReader(tt.file), "byte by byte": iotest.OneByteReader(bytes.NewReader(tt.file)),
			} {
				got, err := readWAV(r)
				if err != nil || !slices.Equal(got.PCM, tt.want) {
					t.Errorf("%s: got %v, %v; want %v", name, got.PCM, err, tt.want)
				}
			}
		})
	}
}

func TestWAVReaderRefuses(t *testing.T) {
	data := AppendPCM(nil, make([]int16, 8))
	good := wavFile(1, 1, 16000, 2, 16, 16, data)
	for _, tt := range []struct {
		name string
		file []byte
		want string // in the error
	}{
		{"empty file", nil, "the file is empty"},
		{"an Ogg file", []byte("OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00"), `begins with "OggS"`},
		{"another RIFF", []byte("RIFF\x00\x00\x00\x00AVI LIST"), `form is "AVI "`},
		{"MP3 inside", wavFile(0x55, 1, 16000, 2, 16, 16, data), "format is MP3"},
		{"float", wavFile(3, 1, 16000, 4, 32, 16, data), "floating point"},
		{"24 bits", wavFile(1, 1, 16000, 3, 24, 16, data), "24 bits"},
		{"5.1", wavFile(1, 6, 48000, 12, 16, 16, data), "6 channels"},
		{"no channels", wavFile(1, 0, 48000, 0, 16, 16, data), "0 channels"},
		{"4 kHz", wavFile(1, 1, 4000, 2, 16, 16, data), "rate is 4000 Hz; want 8000"},
		{"96 kHz", wavFile(1, 1, 96000, 2, 16, 16, data), "rate is 96000 Hz"},
		{"frames of a wrong size", wavFile(1, 1, 16000, 7, 16, 16, data), "7 bytes"},
		{"no data chunk", good[:36], "no data chunk"},
		{"empty data", wavFile(1, 1, 16000, 2, 16, 0, nil), "the data chunk is empty"},
		{"empty data, then a chunk", wavFile(1, 1, 16000, 2, 16, 0, []byte("LIST\x04\x00\x00\x00abcd")), "the data chunk is empty"},
		{"data before fmt", append(slices.Clone(good[:12]), good[36:]...), "before any fmt"},
		{"cut in the header", good[:10], "middle of the RIFF header"},
		{"cut in fmt", good[:30], "middle of the fmt chunk"},
		{"cut in the sound", good[:len(good)-3], "ends 3 bytes before its sound"},
		{"a chunk of 4 GiB", wavFile(1, 1, 16000, 2, 16, 16, data, "junk\xff\xff\xff\xff"), `"junk" claims 4294967295 bytes`},
		{"fmt of 4 GiB", []byte("RIFF\x00\x00\x00\x00WAVEfmt \xff\xff\xff\xff"), "fmt chunk has 4294967295 bytes"},
		{"chunks without end", wavFile(1, 1, 16000, 2, 16, 16, data, strings.Repeat("junk\x00\x00\x00\x00", 100)), "first 64 chunks"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readWAV(bytes.NewReader(tt.file))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
	if _, err := readWAV(iotest.ErrReader(os.ErrPermission)); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a reader's own error is %v, want permission", err)
	}
}

// An 8-hour file is known to be one from its header, and reading it takes no
// more memory than any other.
func TestWAVReaderEightHours(t *testing.T) {
	const samples = 8 * 3600 * 16000
	header := AppendWAVHeader(nil, Speech, samples)
	w, err := NewWAVReader(io.MultiReader(bytes.NewReader(header), io.LimitReader(zeros{}, 2*samples)))
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := w.Len(); !ok || w.Rate().Duration(int(n)) != 8*time.Hour {
		t.Errorf("Len = %d, %v; want 8 hours", n, ok)
	}
	buf := make([]int16, 4096)
	if n := testing.AllocsPerRun(1000, func() {
		if _, err := w.Read(buf); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("Read allocates %v times, want 0", n)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestWAVWriter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.wav")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewWAVWriter(f, 24000)
	if err != nil {
		t.Fatal(err)
	}
	want := tone(24000, 440, 50*time.Millisecond)
	for c := range slices.Chunk(want, 100) {
		if err := w.Write(c); err != nil {
			t.Fatal(err)
		}
	}
	// Killed here, the file can still be heard.
	b, _ := os.ReadFile(name)
	if got, err := readWAV(bytes.NewReader(b)); err != nil || !slices.Equal(got.PCM, want) {
		t.Errorf("unfinished file: %d samples, %v; want %d", len(got.PCM), err, len(want))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, _ = os.ReadFile(name)
	if want := AppendPCM(AppendWAVHeader(nil, 24000, len(want)), want); !bytes.Equal(b, want) {
		t.Error("finished file differs from header and samples")
	}
}

func FuzzWAVReader(f *testing.F) {
	data := AppendPCM(nil, []int16{1, -2, 3})
	f.Add(AppendPCM(AppendWAVHeader(nil, Speech, 3), []int16{1, -2, 3}))
	f.Add(wavFile(1, 2, 48000, 4, 16, 4, data, "LIST\x03\x00\x00\x00abc\x00"))
	f.Add(wavFile(1, 1, 22050, 2, 16, 0, data))
	f.Add(wavFile(3, 1, 22050, 4, 32, math.MaxUint32, data))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := readWAV(bytes.NewReader(file))
		if len(got.PCM)*2 > len(file) {
			t.Fatalf("%d samples from %d bytes", len(got.PCM), len(file))
		}
		if err != nil {
			return
		}
		// What is accepted is written and read back the same.
		if got.Rate < MinRate || got.Rate > MaxRate {
			t.Fatalf("rate %d accepted", got.Rate)
		}
		if len(got.PCM) == 0 {
			return // a pipe that sent half a sample
		}
		again, err := readWAV(bytes.NewReader(AppendPCM(AppendWAVHeader(nil, got.Rate, len(got.PCM)), got.PCM)))
		if err != nil || again.Rate != got.Rate || !slices.Equal(again.PCM, got.PCM) {
			t.Fatalf("round trip: %v at %d, %v; want %v at %d", again.PCM, again.Rate, err, got.PCM, got.Rate)
		}
	})
}
