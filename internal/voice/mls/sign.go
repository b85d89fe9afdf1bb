package mls

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
)

// A publicKey of the suite, for signatures or for HPKE, is a point of P-256 in
// its uncompressed form (section 5.1.1).
type publicKey [65]byte

// A SigningKey is what a member, or a proposer from outside, signs with: ECDSA
// on P-256 with SHA-256. It does not print.
type SigningKey struct {
	private *ecdsa.PrivateKey
	public  publicKey
}

// GenerateSigningKey returns a new key.
func GenerateSigningKey() *SigningKey {
	// Since Go 1.24 the system's randomness cannot fail.
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic("mls: generate signing key: " + err.Error())
	}
	return newSigningKey(k)
}

// NewSigningKey returns the key whose scalar is the 32 bytes given.
func NewSigningKey(scalar []byte) (*SigningKey, error) {
	k, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
	if err != nil {
		return nil, malformed("signing key")
	}
	return newSigningKey(k), nil
}

func newSigningKey(k *ecdsa.PrivateKey) *SigningKey {
	b, err := k.PublicKey.Bytes()
	if err != nil {
		panic("mls: signing key: " + err.Error())
	}
	return &SigningKey{private: k, public: publicKey(b)}
}

// Public returns the public key, an uncompressed point of 65 bytes.
func (k *SigningKey) Public() []byte { return append([]byte(nil), k.public[:]...) }

// Format prints the type and nothing of the key.
func (SigningKey) Format(s fmt.State, _ rune) { fmt.Fprint(s, "mls.SigningKey[redacted]") }

// Labels of signatures.
const (
	signFramedContent = "FramedContentTBS"
	signLeafNode      = "LeafNodeTBS"
	signKeyPackage    = "KeyPackageTBS"
	signGroupInfo     = "GroupInfoTBS"
)

// signDigest is the digest of SignContent (section 5.1.2).
func signDigest(label string, content []byte) secret {
	in := make([]byte, 0, 1+len(prefix)+len(label)+4+len(content))
	in = appendVector(in, prefix+label)
	return hash(appendVector(in, content))
}

// sign is SignWithLabel of section 5.1.2. The signature is in DER.
func (k *SigningKey) sign(label string, content []byte) []byte {
	digest := signDigest(label, content)
	sig, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
	if err != nil {
		panic("mls: sign: " + err.Error())
	}
	return sig
}

// verify is VerifyWithLabel of section 5.1.2.
func (k *publicKey) verify(label string, content, signature []byte) bool {
	p, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), k[:])
	if err != nil {
		return false
	}
	digest := signDigest(label, content)
	return ecdsa.VerifyASN1(p, digest[:], signature)
}
