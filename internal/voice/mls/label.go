package mls

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// The only cipher suite, and the only version.
const (
	version     uint16 = 1 // mls10
	cipherSuite uint16 = 2 // MLS_128_DHKEMP256_AES128GCM_SHA256_P256, section 17.1
)

// prefix begins each label that goes into a signature or a derivation.
const prefix = "MLS 1.0 "

// A secret is a value of the key schedule, or a hash that leads to one. It has
// KDF.Nh bytes, and does not print.
type secret [sha256.Size]byte

// Format prints the word redacted, whatever the verb.
func (secret) Format(s fmt.State, _ rune) { fmt.Fprint(s, "[redacted]") }

// hash is the suite's hash over parts, one after the other.
func hash(parts ...[]byte) (sum secret) {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(sum[:0])
	return sum
}

// mac is the suite's MAC: HMAC with its hash (section 5.1).
func mac(key secret, parts ...[]byte) (sum secret) {
	h := hmac.New(sha256.New, key[:])
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(sum[:0])
	return sum
}

// extract is KDF.Extract.
func extract(salt, ikm secret) secret {
	// The key and the salt are of one length, so nothing can go wrong.
	prk, err := hkdf.Extract(sha256.New, ikm[:], salt[:])
	if err != nil {
		panic("mls: extract: " + err.Error())
	}
	return secret(prk)
}

// expandWithLabel is ExpandWithLabel of section 8:
//
//	struct {
//	    uint16 length;
//	    opaque label<V>;    // "MLS 1.0 " + Label
//	    opaque context<V>;
//	} KDFLabel;
//
// It panics if n is more than the KDF can give, 8160.
func expandWithLabel(s []byte, label string, context []byte, n int) []byte {
	info := make([]byte, 0, 2+1+len(prefix)+len(label)+4+len(context))
	info = binary.BigEndian.AppendUint16(info, uint16(n))
	info = appendVector(info, prefix+label)
	info = appendVector(info, context)
	out, err := hkdf.Expand(sha256.New, s, string(info), n)
	if err != nil {
		panic("mls: expand: " + err.Error())
	}
	return out
}

// deriveSecret is DeriveSecret of section 8.
func deriveSecret(s secret, label string) secret {
	return secret(expandWithLabel(s[:], label, nil, len(s)))
}

// DeriveTreeSecret is the function of that name in RFC 9420 section 9.1. It
// gives n bytes, at most 8160, for the generation of a ratchet that s is the
// secret of.
func DeriveTreeSecret(s []byte, label string, generation uint32, n int) []byte {
	return expandWithLabel(s, label, binary.BigEndian.AppendUint32(nil, generation), n)
}

// A Ref names a KeyPackage or a Proposal by its hash.
type Ref [sha256.Size]byte

// refHash is RefHash of section 5.2. The labels there come with their prefix.
func refHash(label string, value []byte) Ref {
	in := appendVector(nil, label)
	return Ref(hash(appendVector(in, value)))
}
