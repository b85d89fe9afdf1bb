package rtp

import (
	"bytes"
	"errors"
	"runtime"
	"testing"
)

// frameSize is that of 20 ms of speech at 64 kbit/s, which is what Discord's
// clients send by default.
const frameSize = 160

var frame = bytes.Repeat([]byte{0x78}, frameSize)

func BenchmarkSeal(b *testing.B) {
	for _, m := range modes {
		b.Run(string(m), func(b *testing.B) {
			s, _ := pair(b, m)
			buf := make([]byte, 0, 2048)
			b.ReportAllocs()
			b.SetBytes(frameSize)
			for b.Loop() {
				var err error
				if buf, err = s.Seal(buf[:0], testHeader, frame); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen opens what comes from a server: with extension and padding.
func BenchmarkOpen(b *testing.B) {
	for _, m := range modes {
		b.Run(string(m), func(b *testing.B) {
			s, o := pair(b, m)
			packet, err := s.SealExtended(nil, testHeader, []byte("extensio"), 5, frame)
			check(b, err)
			buf := make([]byte, 0, 2048)
			b.ReportAllocs()
			b.SetBytes(frameSize)
			for b.Loop() {
				if _, _, err := o.Open(buf, packet); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkForged is what a packet costs that somebody sends who has no key.
func BenchmarkForged(b *testing.B) {
	for _, m := range modes {
		b.Run(string(m), func(b *testing.B) {
			s, o := pair(b, m)
			packet, err := s.Seal(nil, testHeader, frame)
			check(b, err)
			packet[20] ^= 1
			buf := make([]byte, 0, 2048)
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := o.Open(buf, packet); !same(err, ErrAuth) {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkClassify(b *testing.B) {
	s, _ := pair(b, AES256GCM)
	packet, err := s.Seal(nil, testHeader, frame)
	check(b, err)
	for b.Loop() {
		if Classify(packet) != KindAudio {
			b.Fatal("not audio")
		}
	}
}

// TestAllocations: no datagram costs memory, whatever it is. But for one: where
// x/crypto has no assembly for it, it takes memory itself in each XChaCha20.
func TestAllocations(t *testing.T) {
	for _, m := range modes {
		t.Run(string(m), func(t *testing.T) {
			most := 0.0
			if m == XChaCha20 && runtime.GOARCH != "amd64" {
				most = 1
			}
			s, o := pair(t, m)
			extension := []byte("extensio")
			out, in := make([]byte, 0, 2048), make([]byte, 0, 2048)
			seal := func(padding int, payload []byte) []byte {
				b, err := s.SealExtended(nil, testHeader, extension, padding, payload)
				check(t, err)
				return b
			}
			good, empty, forged := seal(5, frame), seal(5, nil), seal(0, frame)
			forged[40] ^= 1
			lie := s.mustSeal(t, clearPart(withP, payloadOpus), "opus\xff")
			question := AppendDiscovery(nil, 7)
			open := func(b []byte, want error) func() error {
				return func() error {
					if _, _, err := o.Open(in, b); !same(err, want) {
						return errors.New("another error")
					}
					return nil
				}
			}
			for name, f := range map[string]func() error{
				"Seal":         func() (err error) { out, err = s.Seal(out[:0], testHeader, frame); return err },
				"SealExtended": func() (err error) { out, err = s.SealExtended(out[:0], testHeader, extension, 5, frame); return err },
				"SealRaw":      func() (err error) { out, err = s.SealRaw(out[:0], good[:16], frame); return err },
				"Open":         open(good, nil),
				"empty":        open(empty, ErrEmpty),
				"forged":       open(forged, ErrAuth),
				"lie":          open(lie, ErrMalformed),
				"short":        open(good[:20], ErrMalformed),
				"no audio":     open(question, ErrMalformed),
				"keep-alive":   func() error { out = AppendKeepAlive(out[:0], 1); return nil },
				"question":     func() error { out = AppendDiscovery(out[:0], 7); return nil },
				"no answer": func() error {
					if _, err := ParseDiscovery(good, 7); err == nil {
						return errors.New("an answer")
					}
					return nil
				},
				"Classify": func() error {
					if Classify(good) != KindAudio {
						return errors.New("not audio")
					}
					return nil
				},
			} {
				var err error
				n := testing.AllocsPerRun(200, func() { err = errors.Join(err, f()) })
				check(t, err)
				if n > most {
					t.Errorf("%s: %v allocations a packet, want %v", name, n, most)
				}
			}
		})
	}
}

// TestSpentAllocations: nor does the end of a key.
func TestSpentAllocations(t *testing.T) {
	s, _ := pair(t, AES256GCM)
	s.next = 1 << 32
	buf := make([]byte, 0, 2048)
	if n := testing.AllocsPerRun(200, func() { _, _ = s.Seal(buf, testHeader, frame) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
