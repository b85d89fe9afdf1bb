package opus

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/audio"
)

func TestParse(t *testing.T) {
	ms := time.Millisecond
	for _, tt := range []struct {
		name   string
		packet []byte
		want   Info
		ok     bool
	}{
		{"empty", nil, Info{}, false},
		{"Discord's silence", []byte(SilenceFrame), Info{CELT, false, 20 * ms, 1}, true},
		{"a TOC alone, as DTX sends", []byte{0x48}, Info{SILK, false, 20 * ms, 1}, true},
		{"SILK 60 ms stereo", []byte{0x1c, 1, 2}, Info{SILK, true, 60 * ms, 1}, true},
		{"hybrid 10 ms", []byte{0x60, 1}, Info{Hybrid, false, 10 * ms, 1}, true},
		{"CELT 2.5 ms", []byte{0x80, 1}, Info{CELT, false, 2500 * time.Microsecond, 1}, true},
		{"two equal", []byte{0xf9, 1, 2, 3, 4}, Info{CELT, false, 20 * ms, 2}, true},
		{"two equal of 3 bytes", []byte{0xf9, 1, 2, 3}, Info{}, false},
		{"two, first of 1 byte", []byte{0xfa, 1, 2, 3, 4}, Info{CELT, false, 20 * ms, 2}, true},
		{"two, first too long", []byte{0xfa, 9, 2, 3, 4}, Info{}, false},
		{"two, length cut short", []byte{0xfa, 252}, Info{}, false},
		{"three equal", []byte{0xfb, 3, 1, 2, 3}, Info{CELT, false, 20 * ms, 3}, true},
		{"three equal of 4 bytes", []byte{0xfb, 3, 1, 2, 3, 4}, Info{}, false},
		{"no frame count", []byte{0xfb}, Info{}, false},
		{"no frames", []byte{0xfb, 0}, Info{}, false},
		{"six of 20 ms", []byte{0xfb, 6}, Info{CELT, false, 20 * ms, 6}, true},
		{"seven of 20 ms", []byte{0xfb, 7}, Info{}, false},
		{"48 of 2.5 ms", []byte{0xe3, 48}, Info{CELT, false, 2500 * time.Microsecond, 48}, true},
		{"49 of 2.5 ms", []byte{0xe3, 49}, Info{}, false},
		{"padded", []byte{0xfb, 0x41, 2, 7, 0, 0}, Info{CELT, false, 20 * ms, 1}, true},
		{"more padding than bytes", []byte{0xfb, 0x41, 9, 7, 0, 0}, Info{}, false},
		{"padding without length", []byte{0xfb, 0x41}, Info{}, false},
		{"padding that goes on for ever", append([]byte{0xfb, 0x41}, bytes.Repeat([]byte{255}, 100)...), Info{}, false},
		{"variable", []byte{0xfb, 0x82, 1, 7, 8}, Info{CELT, false, 20 * ms, 2}, true},
		{"variable, too long", []byte{0xfb, 0x82, 9, 7, 8}, Info{}, false},
		{"variable, a length missing", []byte{0xfb, 0x83, 1}, Info{}, false},
		{"a frame of 1275", make([]byte, 1+MaxFrame), Info{SILK, false, 10 * ms, 1}, true},
		{"a frame of 1276", make([]byte, 2+MaxFrame), Info{}, false},
	} {
		got, err := Parse(tt.packet)
		if (err == nil) != tt.ok {
			t.Errorf("%s: error %v, want ok %v", tt.name, err, tt.ok)
			continue
		}
		if err == nil && got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
		if err != nil && !errors.Is(err, ErrPacket) {
			t.Errorf("%s: %v is not an ErrPacket", tt.name, err)
		}
	}
}

func TestBadPacketsAreErrors(t *testing.T) {
	d := NewDecoder(audio.Speech)
	dst := []int16{1, 2, 3}
	for _, p := range [][]byte{nil, {}, {0xfb, 7}, make([]byte, 5000)} {
		if got, err := d.Decode(dst, p); !errors.Is(err, ErrPacket) || len(got) != 3 {
			t.Errorf("Decode of %d bytes: %d samples, %v", len(p), len(got), err)
		}
		if got, err := d.Recover(dst, p); !errors.Is(err, ErrPacket) || len(got) != 3 {
			t.Errorf("Recover from %d bytes: %d samples, %v", len(p), len(got), err)
		}
	}
}

// libopus and Parse agree on what a packet is: what Parse passes has the
// length it says, and what it refuses libopus would refuse too.
func FuzzParse(f *testing.F) {
	for _, p := range [][]byte{
		[]byte(SilenceFrame), {0x48}, {0xfa, 1, 2, 3, 4}, {0xfb, 0x82, 1, 7, 8}, {0xfb, 0x41, 2, 7, 0, 0}, {0xe3, 48},
	} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, packet []byte) {
		d := NewDecoder(audio.Speech)
		info, err := Parse(packet)
		if err != nil {
			if info.Duration() < 0 {
				t.Fatalf("refused with %+v", info)
			}
			if len(packet) == 0 {
				return // to libopus this is a lost packet
			}
			if n, err := decode(d.state, packet, make([]int16, 1920), false); err == nil {
				t.Fatalf("%x is refused, but libopus decodes %d samples", packet, n)
			}
			return
		}
		pcm, err := d.Decode(nil, packet)
		if err != nil {
			t.Fatalf("%x is accepted as %+v, but libopus: %v", packet, info, err)
		}
		if want := audio.Speech.Samples(info.Duration()); len(pcm) != want {
			t.Fatalf("%x: %d samples, want %d", packet, len(pcm), want)
		}
		if pcm, err = d.Recover(nil, packet); err != nil || len(pcm) != audio.Speech.Samples(info.Duration()) {
			t.Fatalf("recover from %x: %d samples, %v", packet, len(pcm), err)
		}
	})
}
