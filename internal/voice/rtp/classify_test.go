package rtp

import (
	"bytes"
	"testing"
)

func TestClassify(t *testing.T) {
	// sized returns n bytes that begin with these.
	sized := func(n int, first ...byte) []byte { return append(first, make([]byte, n-len(first))...) }
	for _, tt := range []struct {
		name string
		b    []byte
		want Kind
	}{
		{"nothing", nil, KindJunk},
		{"a byte", []byte{0x80}, KindJunk},
		{"text", bytes.Repeat([]byte("text"), 20), KindJunk},

		{"keep-alive", AppendKeepAlive(nil, 1), KindKeepAlive},
		{"keep-alive that looks like audio", sized(8, 0x80, 0x78), KindKeepAlive},
		{"keep-alive that looks like RTCP", sized(8, 0x80, 201), KindKeepAlive},
		{"a native client's", []byte("\x13\x37\xf0\x0d\x00\x00\x00\x01"), KindKeepAlive},
		{"seven bytes", make([]byte, 7), KindJunk},
		{"nine bytes", make([]byte, 9), KindJunk},

		{"question", AppendDiscovery(nil, 7), KindDiscovery},
		{"answer", sized(74, 0, 2, 0, 70), KindDiscovery},
		{"answer of type 3", sized(74, 0, 3, 0, 70), KindJunk},
		{"answer of another length", sized(74, 0, 2, 0, 74), KindJunk},
		{"answer cut short", sized(73, 0, 2, 0, 70), KindJunk},
		{"audio as long as an answer", sized(74, 0x90, 0x78, 0, 70), KindAudio},

		{"audio", sized(60, 0x80, 0x78), KindAudio},
		{"audio with a marker", sized(60, 0x80, 0xf8), KindAudio},
		{"audio with an extension", sized(60, 0x90, 0x78), KindAudio},
		{"audio with padding", sized(60, 0xb0, 0x78), KindAudio},
		{"audio with nothing in it", sized(32, 0x80, 0x78), KindAudio},
		{"audio too short", sized(31, 0x80, 0x78), KindJunk},
		{"version 0", sized(60, 0x00, 0x78), KindJunk},
		{"version 1", sized(60, 0x40, 0x78), KindJunk},
		{"version 3", sized(60, 0xc0, 0x78), KindJunk},

		{"video", sized(60, 0x90, 101), KindOther},
		{"video with a marker", sized(60, 0x90, 0x80|101), KindOther},
		{"repeated video", sized(60, 0x90, 102), KindOther},
		{"video too short", sized(31, 0x90, 101), KindJunk},
		{"a type kept free for RTCP, without marker", sized(60, 0x80, 72), KindOther},

		{"below RTCP", sized(60, 0x80, 191), KindOther},
		{"first of RTCP", sized(60, 0x80, 192), KindRTCP},
		{"sender report", sized(60, 0x80, 200), KindRTCP},
		{"receiver report", sized(60, 0x81, 201), KindRTCP},
		{"description", sized(60, 0x81, 202), KindRTCP},
		{"goodbye", sized(60, 0x81, 203), KindRTCP},
		{"application's", sized(60, 0x81, 204), KindRTCP},
		{"transport feedback", sized(60, 0x81, 205), KindRTCP},
		{"payload feedback", sized(60, 0x81, 206), KindRTCP},
		{"last of RTCP", sized(60, 0x80, 223), KindRTCP},
		{"above RTCP", sized(60, 0x80, 224), KindOther},
		{"shortest RTCP", sized(28, 0x80, 201), KindRTCP},
		{"RTCP too short", sized(27, 0x80, 201), KindJunk},
		{"RTCP of version 1", sized(60, 0x40, 201), KindJunk},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Classify(tt.b); got != tt.want {
				t.Errorf("is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestKeepAlive(t *testing.T) {
	got := AppendKeepAlive([]byte("before"), 0x0102030405060708)
	if want := "before\x08\x07\x06\x05\x04\x03\x02\x01"; string(got) != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestKindString(t *testing.T) {
	seen := make(map[string]bool)
	for k := KindJunk; k <= KindDiscovery; k++ {
		seen[k.String()] = true
	}
	if len(seen) != int(KindDiscovery)+1 {
		t.Errorf("some kinds have one name: %v", seen)
	}
}
