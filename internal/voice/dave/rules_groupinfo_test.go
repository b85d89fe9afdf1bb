package dave

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/voice/mls"
)

// TestRule06GroupInfo opens a Welcome of ours with the standard library alone,
// and looks at what is in it.
func TestRule06GroupInfo(t *testing.T) {
	r := readDavey(t)
	tb := newTableOf(t, 2)
	s := tb.seats[1].Session
	tb.meetAll(r.Member.User)
	out, err := s.Handle(appendMsg(tb.outside.Add(groupID, tb.epoch, r.Member.KeyPackage)), tb.now)
	check(t, err)
	_, welcome, err := mls.ParseMessage(out[0].Payload)
	check(t, err)

	take := func(b *[]byte) []byte {
		t.Helper()
		v, rest, ok := cutVector(*b)
		if !ok {
			t.Fatal("not a vector")
		}
		*b = rest
		return v
	}
	rest := welcome[2:] // the cipher suite
	secrets := take(&rest)
	sealedInfo := take(&rest)
	take(&secrets) // the key package's name
	enc, ciphertext := take(&secrets), take(&secrets)
	private, err := ecdh.P256().NewPrivateKey(r.Member.InitKey)
	check(t, err)
	key, err := hpke.NewDHKEMPrivateKey(private)
	check(t, err)
	info := slices.Concat(vector(nil, []byte("MLS 1.0 Welcome")), vector(nil, sealedInfo))
	opened, err := hpke.Open(key, hpke.HKDFSHA256(), hpke.AES128GCM(), info, slices.Concat(enc, ciphertext))
	check(t, err)
	joiner := take(&opened)
	member, err := hkdf.Extract(sha256.New, make([]byte, 32), joiner)
	check(t, err)
	welcomeSecret := mlsExpand(t, member, "welcome", 32)
	block, err := aes.NewCipher(mlsExpand(t, welcomeSecret, "key", 16))
	check(t, err)
	gcm, err := cipher.NewGCM(block)
	check(t, err)
	groupInfo, err := gcm.Open(nil, mlsExpand(t, welcomeSecret, "nonce", 12), sealedInfo, nil)
	check(t, err)

	// GroupContext: version, suite, id, epoch, tree hash, transcript, extensions.
	groupInfo = groupInfo[4:]
	take(&groupInfo)
	groupInfo = groupInfo[8:]
	take(&groupInfo)
	take(&groupInfo)
	for _, tt := range []struct {
		where string
		want  string // extension types
	}{
		{"group context", "external_senders"},
		{"group info", "ratchet_tree"},
	} {
		var got []string
		for b := take(&groupInfo); len(b) > 0; {
			switch name := fmt.Sprintf("%02x%02x", b[0], b[1]); name {
			case "0002":
				got = append(got, "ratchet_tree")
			case "0005":
				got = append(got, "external_senders")
			default:
				got = append(got, name)
			}
			b = b[2:]
			take(&b)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s has %s, want %s", tt.where, s, tt.want)
		}
	}

	// Nor is there anything in a key package that makes servers stumble.
	capabilities := []byte{2, 0, 1, 2, 0, 2, 0, 0, 2, 0, 1}
	lifetime := slices.Concat([]byte{1}, make([]byte, 8), bytes.Repeat([]byte{0xff}, 8), []byte{0})
	kp, err := New(1, channel, Options{}).Begin(1, start)
	check(t, err)
	if !bytes.Contains(kp[0].Payload, slices.Concat(capabilities, lifetime)) || !bytes.HasPrefix(kp[0].Payload, []byte{0, 1, 0, 2}) {
		t.Errorf("key package %x", kp[0].Payload)
	}
}

// mlsExpand is ExpandWithLabel of RFC 9420 section 8 without a context.
func mlsExpand(t testing.TB, secret []byte, label string, n int) []byte {
	t.Helper()
	info := slices.Concat([]byte{byte(n >> 8), byte(n)}, vector(nil, []byte("MLS 1.0 "+label)), vector(nil, nil))
	out, err := hkdf.Expand(sha256.New, secret, string(info), n)
	check(t, err)
	return out
}
