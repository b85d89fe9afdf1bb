package rtp

import (
	"net/netip"
	"strings"
	"testing"
)

// An edit changes an answer.
type edit func(b []byte) []byte

func set(at int, with string) edit {
	return func(b []byte) []byte { copy(b[at:], with); return b }
}

// TestParseDiscovery waits for the one datagram that is the answer, which need
// not be the first, and takes the port from it.
//
// Case: G19, G24.
func TestParseDiscovery(t *testing.T) {
	const ssrc = 0x01020304
	seen := netip.MustParseAddrPort("203.0.113.7:50123")
	for _, tt := range []struct {
		name string
		edit edit
		want string
	}{
		{"right", set(0, ""), "203.0.113.7:50123"},
		{"the lowest port", set(72, "\x00\x01"), "203.0.113.7:1"},
		{"something behind the NUL", set(8, "192.0.2.1\x00ghost"), "192.0.2.1:50123"},
		{"version 6", set(8, "2001:db8::1\x00"), "[2001:db8::1]:50123"},

		{"a question", set(1, "\x01"), ""},
		{"type 3", set(1, "\x03"), ""},
		{"type 0x0102", set(0, "\x01"), ""},
		{"another length", set(2, "\x00\x4a"), ""},
		{"another client's", set(7, "\x05"), ""},
		{"a byte short", func(b []byte) []byte { return b[:len(b)-1] }, ""},
		{"a byte long", func(b []byte) []byte { return append(b, 0) }, ""},
		{"of the former size", func(b []byte) []byte { return b[:70] }, ""},
		{"nothing", func([]byte) []byte { return nil }, ""},
		{"a keep-alive", func([]byte) []byte { return AppendKeepAlive(nil, 1) }, ""},
		{"sound of that size", func([]byte) []byte { return append(clearPart(0x90, payloadOpus), make([]byte, 62)...) }, ""},

		{"no NUL", set(8, "203.0.113.7"+strings.Repeat(" ", 53)), ""},
		{"no NUL, no address", set(8, strings.Repeat("1", 64)), ""},
		{"no NUL, and a zone", set(8, "fe80::1%"+strings.Repeat("z", 56)), ""},
		{"no address", set(8, "\x00"), ""},
		{"a name", set(8, "voice.example\x00"), ""},
		{"an address with a port", set(8, "203.0.113.7:1\x00"), ""},
		{"an address cut short", set(8, "203.0.113\x00"), ""},
		{"an address out of range", set(8, "203.0.113.256\x00"), ""},
		{"a zone", set(8, "fe80::1%eth0\x00"), ""},
		{"port 0", set(72, "\x00\x00"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseDiscovery(tt.edit(AppendDiscoveryAnswer(nil, ssrc, seen)), ssrc)
			if tt.want == "" {
				if !same(err, ErrMalformed) || got.IsValid() {
					t.Errorf("%v, %v, want %v", got, err, ErrMalformed)
				}
				return
			}
			if err != nil || got.String() != tt.want {
				t.Errorf("%v, %v, want %s", got, err, tt.want)
			}
		})
	}
}

// TestDiscoveryAnswer: a server says what it sees, in a form that has a meaning
// elsewhere.
func TestDiscoveryAnswer(t *testing.T) {
	for _, tt := range []struct{ name, seen, want string }{
		{"version 4", "203.0.113.7:50123", "203.0.113.7:50123"},
		{"version 4 on a socket of 6", "[::ffff:203.0.113.7]:50123", "203.0.113.7:50123"},
		{"version 6", "[2001:db8:1111:2222:3333:4444:5555:6666]:9", "[2001:db8:1111:2222:3333:4444:5555:6666]:9"},
		{"a zone", "[fe80::1%" + strings.Repeat("long", 30) + "]:9", "[fe80::1]:9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := AppendDiscoveryAnswer([]byte("before"), 7, netip.MustParseAddrPort(tt.seen))
			if string(b[:6]) != "before" || len(b) != 6+discoverySize {
				t.Fatalf("%q", b)
			}
			if got, err := ParseDiscovery(b[6:], 7); err != nil || got.String() != tt.want {
				t.Errorf("%v, %v, want %s", got, err, tt.want)
			}
		})
	}
}

// TestDiscoverySpoiled: what the buffer held before does not go out.
func TestDiscoverySpoiled(t *testing.T) {
	b := []byte(strings.Repeat("x", 100))
	if got := AppendDiscovery(b[:0], 7); string(got) != string(AppendDiscovery(nil, 7)) {
		t.Errorf("%q", got)
	}
	if got := AppendDiscoveryAnswer(b[:0], 7, netip.AddrPort{}); strings.Contains(string(got), "x") {
		t.Errorf("%q", got)
	}
}

func TestParseDiscoveryRequest(t *testing.T) {
	good := AppendDiscovery(nil, 0xfedcba98)
	if ssrc, ok := ParseDiscoveryRequest(good); ssrc != 0xfedcba98 || !ok {
		t.Errorf("%x, %v", ssrc, ok)
	}
	for _, tt := range []struct {
		name string
		b    []byte
	}{
		{"nothing", nil},
		{"an answer", AppendDiscoveryAnswer(nil, 7, netip.MustParseAddrPort("203.0.113.7:9"))},
		{"a byte short", good[:len(good)-1]},
		{"another length", set(2, "\x00\x4a")(AppendDiscovery(nil, 7))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if ssrc, ok := ParseDiscoveryRequest(tt.b); ssrc != 0 || ok {
				t.Errorf("%x, %v", ssrc, ok)
			}
		})
	}
}
