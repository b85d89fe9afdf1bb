package mls

import (
	"crypto/ecdh"
	"crypto/hpke"
)

// kem is DHKEM(P-256, HKDF-SHA256), as the suite says.
var kem = hpke.DHKEM(ecdh.P256())

// Labels of encryptions.
const (
	encryptPath    = "UpdatePathNode"
	encryptWelcome = "Welcome"
)

// A sealed is HPKECiphertext of section 7.6.
type sealed struct {
	encapsulated publicKey // kem_output
	ciphertext   []byte
}

func (s *sealed) append(dst []byte) []byte {
	dst = appendVector(dst, s.encapsulated[:])
	return appendVector(dst, s.ciphertext)
}

func (r *reader) sealed() sealed {
	return sealed{encapsulated: r.key(), ciphertext: r.vector()}
}

// newPrivateKey returns a new HPKE key and its public half.
func newPrivateKey() (hpke.PrivateKey, publicKey) {
	k, err := kem.GenerateKey()
	if err != nil {
		panic("mls: generate HPKE key: " + err.Error())
	}
	return k, publicOf(k)
}

// deriveKeyPair is KEM.DeriveKeyPair of RFC 9180 section 7.1.3.
func deriveKeyPair(ikm secret) (hpke.PrivateKey, publicKey) {
	k, err := kem.DeriveKeyPair(ikm[:])
	if err != nil {
		panic("mls: derive HPKE key: " + err.Error())
	}
	return k, publicOf(k)
}

func publicOf(k hpke.PrivateKey) publicKey { return publicKey(k.PublicKey().Bytes()) }

// onCurve reports whether k is a key that one can encrypt to.
func (k *publicKey) onCurve() bool {
	_, err := ecdh.P256().NewPublicKey(k[:])
	return err == nil
}

// encryptInfo is EncryptContext of section 5.1.3.
func encryptInfo(label string, context []byte) []byte {
	info := make([]byte, 0, 1+len(prefix)+len(label)+4+len(context))
	info = appendVector(info, prefix+label)
	return appendVector(info, context)
}

// encrypt is EncryptWithLabel of section 5.1.3.
func (k *publicKey) encrypt(label string, context, plaintext []byte) (sealed, error) {
	pub, err := kem.NewPublicKey(k[:])
	if err != nil {
		return sealed{}, invalid("HPKE key is not on the curve")
	}
	enc, s, err := hpke.NewSender(pub, hpke.HKDFSHA256(), hpke.AES128GCM(), encryptInfo(label, context))
	if err != nil {
		return sealed{}, invalid("HPKE key: %v", err)
	}
	ct, err := s.Seal(nil, plaintext)
	if err != nil {
		return sealed{}, invalid("HPKE seal: %v", err)
	}
	return sealed{publicKey(enc), ct}, nil
}

// decrypt is DecryptWithLabel of section 5.1.3.
func decrypt(k hpke.PrivateKey, label string, context []byte, s sealed) ([]byte, error) {
	r, err := hpke.NewRecipient(s.encapsulated[:], k, hpke.HKDFSHA256(), hpke.AES128GCM(), encryptInfo(label, context))
	if err != nil {
		return nil, ErrDecrypt
	}
	p, err := r.Open(nil, s.ciphertext)
	if err != nil {
		return nil, ErrDecrypt
	}
	return p, nil
}
