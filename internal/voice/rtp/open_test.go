package rtp

import (
	"bytes"
	"fmt"
	"testing"
)

// First bytes of a header.
const (
	plainV2 = version
	withP   = version | padded
	withX   = version | extended
	withPX  = version | padded | extended
)

// TestOpenLayout opens packets whose tag is good, whatever else is wrong.
//
// Case: G29, G30, G31.
func TestOpenLayout(t *testing.T) {
	const audio, marked = payloadOpus, 0x80 | payloadOpus
	for _, tt := range []struct {
		name   string
		header []byte
		plain  string
		want   string
		err    error
	}{
		{"plain", clearPart(plainV2, audio), "opus", "opus", nil},
		{"marker bit", clearPart(plainV2, marked), "opus", "opus", nil},
		{"nothing in it", clearPart(plainV2, audio), "", "", ErrEmpty},

		// Padding is bit 0x20. Four CSRCs are bit 0x04, and no padding.
		{"bit 0x20", clearPart(withP, audio), "opus\x00\x00\x03", "opus", nil},
		{"bit 0x04", clearPart(plainV2|4, audio, 1, 2, 3, 4), "opus\x00\x00\x03", "opus\x00\x00\x03", nil},
		{"both bits", clearPart(withP|4, audio, 1, 2, 3, 4), "opus\x00\x00\x03", "opus", nil},

		{"padding of one", clearPart(withP, audio), "opus\x01", "opus", nil},
		{"padding all but one", clearPart(withP, audio), "o\x00\x00\x00\x04", "o", nil},
		{"padding of what is no zero", clearPart(withP, audio), "opus\xfa\xfa\x03", "opus", nil},
		{"padding of zero", clearPart(withP, audio), "opus\x00", "", ErrMalformed},
		{"padding too long by one", clearPart(withP, audio), "opus\x06", "", ErrMalformed},
		{"padding far too long", clearPart(withP, audio), "opus\xff", "", ErrMalformed},
		{"padding and no room for it", clearPart(withP, audio), "", "", ErrMalformed},
		{"padding only", clearPart(withP, audio), "\x00\x00\x00\x04", "", ErrEmpty},
		{"padding only, of one", clearPart(withP, audio), "\x01", "", ErrEmpty},

		{"extension", clearPart(withX, audio, 0xbede0001), "extnopus", "opus", nil},
		{"extension of two words", clearPart(withX, audio, 0xbede0002), "extensio" + "opus", "opus", nil},
		{"extension of no words", clearPart(withX, audio, 0xbede0000), "opus", "opus", nil},
		{"extension of another profile", clearPart(withX, audio, 0x10000001), "extnopus", "opus", nil},
		{"extension only", clearPart(withX, audio, 0xbede0001), "extn", "", ErrEmpty},
		{"extension of no words only", clearPart(withX, audio, 0xbede0000), "", "", ErrEmpty},
		{"extension longer than the packet", clearPart(withX, audio, 0xbede0002), "extnopu", "", ErrMalformed},
		{"extension of 256 KiB", clearPart(withX, audio, 0xbedeffff), "extnopus", "", ErrMalformed},
		{"extension reaching into the tag", clearPart(withX, audio, 0xbede0003), "extnopus", "", ErrMalformed},

		{"extension and padding", clearPart(withPX, audio, 0xbede0001), "extnopus\x00\x02", "opus", nil},
		{"extension and padding only", clearPart(withPX, audio, 0xbede0001), "extn\x00\x02", "", ErrEmpty},
		{"padding that takes of the extension", clearPart(withPX, audio, 0xbede0001), "extn\x00\x03", "", ErrMalformed},
		{"extension ending like padding", clearPart(withPX, audio, 0xbede0001), "ext\x04", "", ErrMalformed},

		{"one CSRC", clearPart(plainV2|1, audio, 77), "opus", "opus", nil},
		{"fifteen CSRCs", clearPart(plainV2|15, audio, make([]uint32, 15)...), "opus", "opus", nil},
		{"CSRC and extension", clearPart(withX|1, audio, 77, 0xbede0001), "extnopus", "opus", nil},
		{"all of it", clearPart(withPX|2, audio, 77, 78, 0xbede0001), "extnopus\x00\x00\x03", "opus", nil},
		{"CSRCs longer than the packet", clearPart(plainV2|15, audio), "opus", "", ErrMalformed},
		{"preamble beyond the packet", clearPart(withX|15, audio), "opus", "", ErrMalformed},
		{"preamble in the tag", clearPart(withX|1, audio, 77), "", "", ErrMalformed},

		{"version 0", clearPart(0, audio), "opus", "", ErrMalformed},
		{"version 1", clearPart(1<<6, audio), "opus", "", ErrMalformed},
		{"version 3", clearPart(3<<6, audio), "opus", "", ErrMalformed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range modes {
				t.Run(string(m), func(t *testing.T) {
					s, o := pair(t, m)
					h, payload, err := o.Open(nil, s.mustSeal(t, tt.header, tt.plain))
					if same(tt.err, ErrMalformed) {
						wantRefusal(t, h, payload, err, ErrMalformed)
						return
					}
					if !same(err, tt.err) || string(payload) != tt.want || h != testHeader {
						t.Errorf("%+v, %q, %v, want %+v, %q, %v", h, payload, err, testHeader, tt.want, tt.err)
					}
				})
			}
		})
	}
}

// TestNotAudio: what else comes on the same socket never reaches a decoder, not
// even when it is genuine.
//
// Case: G33.
func TestNotAudio(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header []byte
		want   Kind
	}{
		{"video", clearPart(withX, 101, 0xbede0000), KindOther},
		{"the frame's last packet", clearPart(withX, 0x80|101, 0xbede0000), KindOther},
		{"a repetition", clearPart(withX, 102, 0xbede0000), KindOther},
		{"one beside Opus", clearPart(plainV2, payloadOpus+1), KindOther},
		{"sender report", clearPart(plainV2, 200), KindRTCP},
		{"feedback on video", clearPart(plainV2|1, 206), KindRTCP},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range modes {
				t.Run(string(m), func(t *testing.T) {
					s, o := pair(t, m)
					b := s.mustSeal(t, tt.header, "a genuine payload")
					if kind := Classify(b); kind != tt.want {
						t.Errorf("is %v, want %v", kind, tt.want)
					}
					h, payload, err := o.Open(nil, b)
					wantRefusal(t, h, payload, err, ErrMalformed)
				})
			}
		})
	}
}

// TestMarkLast: however much padding a server adds, a frame of DAVE ends with its
// mark when it is handed on, or it would pass for one in the clear.
//
// Case: G25, G26, G27, G28.
func TestMarkLast(t *testing.T) {
	frame := append(bytes.Repeat([]byte{0x78}, 80), 0x0c, 0xfa, 0xfa)
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, o := pair(t, m)
			var packet, room []byte
			for _, extension := range [][]byte{nil, []byte("extn"), []byte("extension 12")} {
				for padding := range 256 {
					var err error
					packet, err = s.SealExtended(packet[:0], testHeader, extension, padding, frame)
					check(t, err)
					h, payload, err := o.Open(room[:0], packet)
					if err != nil || h != testHeader || !bytes.Equal(payload, frame) {
						t.Fatalf("extension of %d, padding of %d: %+v, %x, %v", len(extension), padding, h, payload, err)
					}
					packet, err = s.SealExtended(packet[:0], testHeader, extension, padding, nil)
					check(t, err)
					if h, payload, err := o.Open(room[:0], packet); !same(err, ErrEmpty) || h != testHeader || payload != nil {
						t.Fatalf("only extension of %d, padding of %d: %+v, %x, %v", len(extension), padding, h, payload, err)
					}
				}
			}
		})
	}
}

// fullPacket has everything that a packet can have.
func fullPacket(t testing.TB, s *Sealer) []byte {
	t.Helper()
	return s.mustSeal(t, clearPart(withPX|2, payloadOpus, 77, 78, 0xbede0002), "extensio"+"opus"+"\x00\x00\x03")
}

func TestTruncated(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, o := pair(t, m)
			b := fullPacket(t, s)
			// Fixed header, CSRCs, preamble, extension, tag and counter have to be.
			const least = 12 + 8 + 4 + 8 + 16 + 4
			for n := range b {
				want := ErrMalformed
				if n >= least {
					want = ErrAuth
				}
				h, payload, err := o.Open(nil, b[:n:n])
				wantRefusal(t, h, payload, err, want)
			}
			if _, payload, err := o.Open(nil, b); string(payload) != "opus" || err != nil {
				t.Errorf("the whole: %q, %v", payload, err)
			}
		})
	}
}

// TestForged changes each bit, adds to the end, and takes the wrong key or mode;
// nothing of that opens, and the genuine packet still does.
//
// Case: G35.
func TestForged(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, o := pair(t, m)
			b := fullPacket(t, s)
			refused := func(o *Opener, b []byte, what string) {
				t.Helper()
				dst := []byte("before")
				if h, payload, err := o.Open(dst, b); (!same(err, ErrAuth) && !same(err, ErrMalformed)) || h != (Header{}) || payload != nil {
					t.Errorf("%s: %+v, %q, %v", what, h, payload, err)
				}
				if string(dst) != "before" {
					t.Errorf("%s: dst is now %q", what, dst)
				}
			}
			for i := range len(b) * 8 {
				b[i/8] ^= 1 << (i % 8)
				refused(o, b, fmt.Sprintf("bit %d changed", i))
				b[i/8] ^= 1 << (i % 8)
			}
			refused(o, append(bytes.Clone(b), 0), "one byte more")
			for _, m := range modes {
				stranger, err := NewOpener(m, bytes.Repeat([]byte{1}, KeySize))
				check(t, err)
				refused(stranger, b, "another key, "+string(m))
			}
			if _, payload, err := o.Open(nil, b); string(payload) != "opus" || err != nil {
				t.Errorf("afterwards: %q, %v", payload, err)
			}
		})
	}
}

// TestOpenRoom: the payload lies behind what dst holds, and that stays.
func TestOpenRoom(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, o := pair(t, m)
			b := fullPacket(t, s)
			for _, spare := range []int{0, 1, len(b)} {
				dst := append(make([]byte, 0, len("before")+spare), "before"...)
				_, payload, err := o.Open(dst, b)
				check(t, err)
				if string(payload) != "opus" || string(dst) != "before" {
					t.Errorf("%d bytes to spare: %q, and dst is %q", spare, payload, dst)
				}
				inside := spare > 0 && bytes.Contains(dst[:cap(dst)], payload)
				if want := spare == len(b); inside != want {
					t.Errorf("%d bytes to spare: in dst %v, want %v", spare, inside, want)
				}
			}
		})
	}
}
