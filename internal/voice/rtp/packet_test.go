package rtp

import (
	"encoding/binary"
	"testing"
)

var modes = []Mode{AES256GCM, XChaCha20}

var testKey = []byte("the 32 bytes of a throw-away key")

// pair returns both ends of a connection.
func pair(t testing.TB, m Mode) (*Sealer, *Opener) {
	t.Helper()
	s, err := NewSealer(m, testKey)
	check(t, err)
	o, err := NewOpener(m, testKey)
	check(t, err)
	return s, o
}

var testHeader = Header{Seq: 65535, Timestamp: 1<<32 - 960, SSRC: 0xfedcba98}

// clearPart returns what a packet has in the clear: the fixed header with these first
// two bytes, then words of four bytes: CSRCs, and the preamble.
func clearPart(first, second byte, words ...uint32) []byte {
	b := appendHeader(nil, testHeader)
	b[0], b[1] = first, second
	for _, w := range words {
		b = binary.BigEndian.AppendUint32(b, w)
	}
	return b
}

func (s *Sealer) mustSeal(t testing.TB, header []byte, plaintext string) []byte {
	t.Helper()
	b, err := s.SealRaw(nil, header, []byte(plaintext))
	check(t, err)
	return b
}

func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		name    string
		offered []string
		want    Mode
	}{
		{"both", []string{"aead_xchacha20_poly1305_rtpsize", "aead_aes256_gcm_rtpsize"}, AES256GCM},
		{"only one", []string{"aead_xchacha20_poly1305_rtpsize"}, XChaCha20},
		{"among the withdrawn", []string{"xsalsa20_poly1305_lite_rtpsize", "aead_aes256_gcm", "aead_aes256_gcm_rtpsize"}, AES256GCM},
		{"only withdrawn", []string{"xsalsa20_poly1305", "aead_aes256_gcm", ""}, ""},
		{"none", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := Choose(tt.offered); got != tt.want || ok != (tt.want != "") {
				t.Errorf("chose %q, %v, want %q", got, ok, tt.want)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		mode Mode
		key  []byte
		want string
	}{
		{"short", AES256GCM, testKey[:16], `rtp: key for "aead_aes256_gcm_rtpsize": 16 bytes, want 32`},
		{"long", XChaCha20, append([]byte{0}, testKey...), `rtp: key for "aead_xchacha20_poly1305_rtpsize": 33 bytes, want 32`},
		{"none", AES256GCM, nil, `rtp: key for "aead_aes256_gcm_rtpsize": 0 bytes, want 32`},
		{"unknown mode", "xsalsa20_poly1305", testKey, `rtp: key for "xsalsa20_poly1305": unknown mode`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s, err := NewSealer(tt.mode, tt.key); s != nil || err == nil || err.Error() != tt.want {
				t.Errorf("sealer %v, %v, want %s", s, err, tt.want)
			}
			if o, err := NewOpener(tt.mode, tt.key); o != nil || err == nil || err.Error() != tt.want {
				t.Errorf("opener %v, %v, want %s", o, err, tt.want)
			}
		})
	}
}
