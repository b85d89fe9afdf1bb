package rtp

import (
	"bytes"
	"net/netip"
	"testing"
)

// FuzzOpen gives anything to Open: as it comes, and as what somebody sealed who
// has the key. It never hands on more than it was given, and accounts for every
// byte.
func FuzzOpen(f *testing.F) {
	for _, v := range readVectors(f).Vectors {
		f.Add(v.Mode == XChaCha20, []byte(v.Header), []byte(v.Plaintext))
		f.Add(v.Mode == XChaCha20, []byte(v.Packet), []byte(nil))
	}
	f.Add(false, clearPart(withPX|15, payloadOpus), []byte("\xff"))
	f.Add(true, clearPart(withX, payloadOpus, 0xbedeffff), []byte("extn"))
	f.Fuzz(func(t *testing.T, x bool, header, plain []byte) {
		mode := AES256GCM
		if x {
			mode = XChaCha20
		}
		s, o := pair(t, mode)
		room := make([]byte, 0, len(header)+len(plain)+Overhead)

		h, payload, err := o.Open(room, append(bytes.Clone(header), plain...))
		if !same(err, ErrMalformed) && !same(err, ErrAuth) {
			t.Fatalf("a packet of nobody: %+v, %x, %v", h, payload, err)
		}
		wantRefusal(t, h, payload, err, err)

		sealed, err := s.SealRaw(nil, header, plain)
		check(t, err)
		before := bytes.Clone(sealed)
		h, payload, err = o.Open(room, sealed)
		if !bytes.Equal(sealed, before) {
			t.Fatal("the datagram was changed")
		}
		if same(err, ErrAuth) || same(err, ErrMalformed) {
			wantRefusal(t, h, payload, err, err)
			return
		}
		if empty := same(err, ErrEmpty); err != nil && !empty || empty != (len(payload) == 0) {
			t.Fatalf("%d bytes, %v", len(payload), err)
		}
		if got := appendHeader(nil, h); !bytes.Equal(got[2:], sealed[2:fixedSize]) {
			t.Errorf("%x is read as %+v", sealed[:fixedSize], h)
		}
		_, l, ok := parse(sealed)
		padding := 0
		if l.padded {
			padding = int(plain[len(plain)-1])
		}
		// The header is as long as it says, or the tag would not have been good.
		if !ok || l.body != len(header) || l.padded && padding == 0 || l.extension+len(payload)+padding != len(plain) {
			t.Fatalf("%d bytes are %d of extension, %d, and %d of padding", len(plain), l.extension, len(payload), padding)
		}
		if !bytes.Equal(payload, plain[l.extension:len(plain)-padding]) {
			t.Errorf("%x opens as %x", plain, payload)
		}
	})
}

// FuzzRoundTrip: what one side seals the other opens.
func FuzzRoundTrip(f *testing.F) {
	f.Add(false, uint16(1), uint32(960), uint32(7), []byte(nil), uint8(0), []byte("opus"))
	f.Add(true, uint16(65535), uint32(1<<32-1), uint32(0), []byte("extn"), uint8(5), []byte("opus\xfa\xfa"))
	f.Add(false, uint16(0), uint32(0), uint32(0), []byte("extension 12"), uint8(255), []byte(nil))
	f.Fuzz(func(t *testing.T, x bool, seq uint16, timestamp, ssrc uint32, extension []byte, padding uint8, payload []byte) {
		mode := AES256GCM
		if x {
			mode = XChaCha20
		}
		s, o := pair(t, mode)
		want := Header{seq, timestamp, ssrc}
		b, err := s.SealExtended([]byte("before"), want, extension, int(padding), payload)
		if len(extension)%word != 0 {
			if !same(err, ErrMalformed) || string(b) != "before" {
				t.Errorf("extension of %d bytes: %x, %v", len(extension), b, err)
			}
			return
		}
		check(t, err)
		b = b[len("before"):]
		if kind := Classify(b); kind != KindAudio {
			t.Errorf("is %v", kind)
		}
		h, got, err := o.Open(nil, b)
		wantErr := error(nil)
		if len(payload) == 0 {
			wantErr = ErrEmpty
		}
		if !same(err, wantErr) || h != want || !bytes.Equal(got, payload) {
			t.Errorf("%+v, %x, %v, want %+v, %x, %v", h, got, err, want, payload, wantErr)
		}
	})
}

// FuzzClassify: only what Classify calls audio can be opened, only what it calls
// discovery is discovery, and it looks at nothing but the length and four bytes.
func FuzzClassify(f *testing.F) {
	for _, v := range readVectors(f).Vectors {
		f.Add([]byte(v.Packet))
	}
	f.Add(AppendDiscovery(nil, 7))
	f.Add(AppendKeepAlive(nil, 7))
	f.Fuzz(func(t *testing.T, b []byte) {
		kind := Classify(b)
		_, o := pair(t, AES256GCM)
		if _, _, err := o.Open(nil, b); kind != KindAudio && !same(err, ErrMalformed) {
			t.Errorf("%v gives %v", kind, err)
		}
		_, request := ParseDiscoveryRequest(b)
		if request && kind != KindDiscovery {
			t.Errorf("%v asks for an address", kind)
		}
		if (kind == KindKeepAlive) != (len(b) == keepAliveSize) {
			t.Errorf("%v of %d bytes", kind, len(b))
		}
		for i := 4; i < len(b); i++ {
			b[i] = ^b[i]
		}
		if again := Classify(b); again != kind {
			t.Errorf("%v is %v with another payload", kind, again)
		}
	})
}

// FuzzParseDiscovery: a refusal leaves nothing behind, and what is accepted is
// written so that it reads the same.
func FuzzParseDiscovery(f *testing.F) {
	d := readVectors(f).Discovery
	f.Add([]byte(d.Request), d.Expect.SSRC)
	f.Add([]byte(d.Response), d.Expect.SSRC)
	f.Add(AppendDiscoveryAnswer(nil, 7, netip.MustParseAddrPort("[2001:db8::1]:9")), uint32(7))
	f.Fuzz(func(t *testing.T, b []byte, ssrc uint32) {
		got, err := ParseDiscovery(b, ssrc)
		if err != nil {
			if !same(err, ErrMalformed) || got != (netip.AddrPort{}) {
				t.Errorf("refused with %v, and yet %v", err, got)
			}
			return
		}
		if !got.IsValid() || Classify(b) != KindDiscovery {
			t.Errorf("%x is accepted as %v", b, got)
		}
		again, err := ParseDiscovery(AppendDiscoveryAnswer(nil, ssrc, got), ssrc)
		want := netip.AddrPortFrom(got.Addr().Unmap(), got.Port())
		if err != nil || again != want {
			t.Errorf("%v comes back as %v, %v", got, again, err)
		}
	})
}
