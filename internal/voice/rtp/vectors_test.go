package rtp

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"os"
	"testing"
)

// hexBytes is hex in JSON.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// A vector is a packet made by another implementation: see testdata.
type vector struct {
	Name      string
	Mode      Mode
	Header    hexBytes `json:"header_aad"`
	Counter   uint32   `json:"nonce_counter"`
	Plaintext hexBytes
	Packet    hexBytes
	Frame     hexBytes `json:"opus_or_dave_frame"`
	RTCP      bool
}

type vectors struct {
	Key       hexBytes `json:"secret_key"`
	Discovery struct {
		Request, Response hexBytes
		Expect            struct {
			IP   netip.Addr
			Port uint16
			SSRC uint32
		}
	} `json:"ip_discovery"`
	Vectors []vector
}

func readVectors(t testing.TB) *vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/transport-vectors.json")
	check(t, err)
	var v vectors
	check(t, json.Unmarshal(text, &v))
	if len(v.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	return &v
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// vectorHeader is that of every vector that is not RTCP.
var vectorHeader = Header{Seq: 4321, Timestamp: 96000, SSRC: 12871}

func TestOpenVectors(t *testing.T) {
	vs := readVectors(t)
	for _, v := range vs.Vectors {
		t.Run(string(v.Mode)+"/"+v.Name, func(t *testing.T) {
			o, err := NewOpener(v.Mode, vs.Key)
			check(t, err)
			h, payload, err := o.Open(nil, v.Packet)
			switch {
			case v.RTCP:
				if kind := Classify(v.Packet); kind != KindRTCP {
					t.Errorf("is %v, want RTCP", kind)
				}
				wantRefusal(t, h, payload, err, ErrMalformed)
			case len(v.Frame) == 0:
				if !same(err, ErrEmpty) || payload != nil || h != vectorHeader {
					t.Errorf("%+v, %x, %v, want %+v and %v", h, payload, err, vectorHeader, ErrEmpty)
				}
			default:
				check(t, err)
				if h != vectorHeader || !bytes.Equal(payload, v.Frame) {
					t.Errorf("%+v, %x, want %+v, %x", h, payload, vectorHeader, v.Frame)
				}
			}
		})
	}
}

func TestSealVectors(t *testing.T) {
	vs := readVectors(t)
	for _, v := range vs.Vectors {
		t.Run(string(v.Mode)+"/"+v.Name, func(t *testing.T) {
			seal := func(f func(*Sealer) ([]byte, error)) {
				t.Helper()
				s, err := NewSealer(v.Mode, vs.Key)
				check(t, err)
				s.next = uint64(v.Counter)
				got, err := f(s)
				check(t, err)
				if want := "before" + string(v.Packet); string(got) != want {
					t.Errorf("%x, want %x", got, want)
				}
			}
			dst := []byte("before")
			seal(func(s *Sealer) ([]byte, error) { return s.SealRaw(dst, v.Header, v.Plaintext) })
			if v.RTCP || v.Header[0]&csrcMask != 0 {
				return // which only SealRaw can make
			}
			extension, padding := v.Plaintext[:len(v.Plaintext)-len(v.Frame)], 0
			if v.Header[0]&padded != 0 {
				padding = int(v.Plaintext[len(v.Plaintext)-1])
				extension = extension[:len(extension)-padding]
			}
			seal(func(s *Sealer) ([]byte, error) {
				return s.SealExtended(dst, vectorHeader, extension, padding, v.Frame)
			})
			if padding == 0 && len(extension) == 0 {
				seal(func(s *Sealer) ([]byte, error) { return s.Seal(dst, vectorHeader, v.Frame) })
			}
		})
	}
}

func TestDiscoveryVectors(t *testing.T) {
	d := readVectors(t).Discovery
	seen := netip.AddrPortFrom(d.Expect.IP, d.Expect.Port)
	if got := AppendDiscovery(nil, d.Expect.SSRC); !bytes.Equal(got, d.Request) {
		t.Errorf("question %x, want %x", got, d.Request)
	}
	if ssrc, ok := ParseDiscoveryRequest(d.Request); ssrc != d.Expect.SSRC || !ok {
		t.Errorf("question of %d, %v, want %d", ssrc, ok, d.Expect.SSRC)
	}
	if got := AppendDiscoveryAnswer(nil, d.Expect.SSRC, seen); !bytes.Equal(got, d.Response) {
		t.Errorf("answer %x, want %x", got, d.Response)
	}
	if got, err := ParseDiscovery(d.Response, d.Expect.SSRC); got != seen || err != nil {
		t.Errorf("answer %v, %v, want %v", got, err, seen)
	}
}

// same reports whether err is that very value, as is promised, since wrapping it
// would allocate.
func same(err, want error) bool {
	return err == want //nolint:errorlint // See above.
}

// wantRefusal wants an error, and nothing beside it.
func wantRefusal(t testing.TB, h Header, payload []byte, err, want error) {
	t.Helper()
	if !same(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if h != (Header{}) || payload != nil {
		t.Errorf("refused, and yet %+v, %x", h, payload)
	}
}
