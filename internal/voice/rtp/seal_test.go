package rtp

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

func TestSealExtendedRefuses(t *testing.T) {
	for _, tt := range []struct {
		name      string
		extension int
		padding   int
		err       error
	}{
		{"a byte of extension", 1, 0, ErrMalformed},
		{"half a word more", 6, 0, ErrMalformed},
		{"the longest extension", 4 * math.MaxUint16, 0, nil},
		{"too long an extension", 4 * (math.MaxUint16 + 1), 0, ErrMalformed},
		{"the longest padding", 4, 255, nil},
		{"too long a padding", 4, 256, ErrMalformed},
		{"negative padding", 4, -1, ErrMalformed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, o := pair(t, AES256GCM)
			dst := []byte("before")
			got, err := s.SealExtended(dst, testHeader, make([]byte, tt.extension), tt.padding, []byte("opus"))
			if !same(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if err != nil {
				if string(got) != "before" || s.next != 0 {
					t.Errorf("refused, and yet %q, counter %d", got, s.next)
				}
				return
			}
			if _, payload, err := o.Open(nil, got[len(dst):]); string(payload) != "opus" || err != nil {
				t.Errorf("opens as %q, %v", payload, err)
			}
		})
	}
}

// TestOverhead: what Seal appends is exactly that much longer, and lies in dst.
func TestOverhead(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, _ := pair(t, m)
			for _, n := range []int{0, 3, 160, 1275} {
				dst := append(make([]byte, 0, 6+n+Overhead), "before"...)
				got, err := s.Seal(dst, testHeader, make([]byte, n))
				check(t, err)
				if len(got) != 6+n+Overhead || &got[0] != &dst[0] || string(got[:6]) != "before" {
					t.Errorf("%d bytes become %d", n, len(got)-6)
				}
			}
		})
	}
}

// TestSealSpoiled: what the buffer held before does not go out, not even
// encrypted.
func TestSealSpoiled(t *testing.T) {
	fresh, _ := pair(t, AES256GCM)
	again, _ := pair(t, AES256GCM)
	want, err := fresh.SealExtended(nil, testHeader, []byte("extn"), 255, []byte("opus"))
	check(t, err)
	got, err := again.SealExtended(bytes.Repeat([]byte("x"), 1000)[:0], testHeader, []byte("extn"), 255, []byte("opus"))
	check(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

// counterOf returns the counter of a packet.
func counterOf(b []byte) uint32 { return binary.BigEndian.Uint32(b[len(b)-counterSize:]) }

// TestCounter: each packet of a key has a counter of its own, whichever way it was
// made, and refusals use none.
func TestCounter(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, _ := pair(t, m)
			var want uint32
			one := func(b []byte, err error) {
				t.Helper()
				check(t, err)
				if got := counterOf(b); got != want {
					t.Fatalf("counter %d, want %d", got, want)
				}
				want++
			}
			for range 300 {
				one(s.Seal(nil, testHeader, []byte("opus")))
				one(s.SealExtended(nil, testHeader, []byte("extn"), 3, []byte("opus")))
				one(s.SealRaw(nil, clearPart(plainV2, 200), []byte("report")))
				_, err := s.SealExtended(nil, testHeader, []byte("ext"), 0, nil)
				if !same(err, ErrMalformed) {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestSpent: when the last counter is used there is no more, and never again.
func TestSpent(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			s, o := pair(t, m)
			s.next = math.MaxUint32
			last, err := s.Seal(nil, testHeader, []byte("opus"))
			check(t, err)
			if got := counterOf(last); got != math.MaxUint32 {
				t.Errorf("the last counter is %d", got)
			}
			if _, payload, err := o.Open(nil, last); string(payload) != "opus" || err != nil {
				t.Errorf("the last opens as %q, %v", payload, err)
			}
			dst := []byte("before")
			for range 3 {
				for name, seal := range map[string]func() ([]byte, error){
					"Seal":         func() ([]byte, error) { return s.Seal(dst, testHeader, []byte("opus")) },
					"SealExtended": func() ([]byte, error) { return s.SealExtended(dst, testHeader, nil, 9, nil) },
					"SealRaw":      func() ([]byte, error) { return s.SealRaw(dst, clearPart(plainV2, 200), nil) },
				} {
					if b, err := seal(); !same(err, ErrSpent) || string(b) != "before" {
						t.Errorf("%s afterwards: %q, %v", name, b, err)
					}
				}
			}
		})
	}
}
