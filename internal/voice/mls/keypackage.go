package mls

import (
	"encoding/binary"
	"fmt"
)

// A KeyPackage is what somebody hands out so that others can add him to a group
// (section 10).
type KeyPackage struct {
	initKey    publicKey
	leaf       *leafNode
	extensions extensions
	signature  []byte
}

func (k *KeyPackage) toBeSigned() []byte {
	b := make([]byte, 0, 512)
	b = binary.BigEndian.AppendUint16(b, version)
	b = binary.BigEndian.AppendUint16(b, cipherSuite)
	b = appendVector(b, k.initKey[:])
	b = k.leaf.append(b)
	return appendVector(b, k.extensions)
}

// Bytes returns the KeyPackage as it is sent: bare, not inside an MLSMessage.
func (k *KeyPackage) Bytes() []byte { return appendVector(k.toBeSigned(), k.signature) }

// Ref returns the name that a Welcome calls the KeyPackage by (section 5.2).
func (k *KeyPackage) Ref() Ref { return refHash("MLS 1.0 KeyPackage Reference", k.Bytes()) }

// Identity returns the identity of the credential. It must not be changed.
func (k *KeyPackage) Identity() []byte { return k.leaf.identity }

// SignatureKey returns the public key of the member-to-be.
func (k *KeyPackage) SignatureKey() []byte { return append([]byte(nil), k.leaf.signatureKey[:]...) }

// Lifetime returns when the KeyPackage may be used, in seconds since 1970.
func (k *KeyPackage) Lifetime() (notBefore, notAfter uint64) {
	return k.leaf.notBefore, k.leaf.notAfter
}

// ParseKeyPackage reads a bare KeyPackage and validates it (section 10.1). It
// keeps nothing of b.
func ParseKeyPackage(b []byte) (*KeyPackage, error) {
	r := reader{b: b}
	k := r.keyPackage()
	if err := r.end(); err != nil {
		return nil, err
	}
	if err := k.check(); err != nil {
		return nil, err
	}
	return k, nil
}

// keyPackage reads a KeyPackage, copying what it keeps.
func (r *reader) keyPackage() *KeyPackage {
	if v := r.uint16(); r.err == nil && v != version {
		r.fail(unsupported("protocol version %d", v))
	}
	if s := r.uint16(); r.err == nil && s != cipherSuite {
		r.fail(unsupported("cipher suite %d", s))
	}
	k := &KeyPackage{
		initKey:    r.key(),
		leaf:       r.leaf(),
		extensions: append(extensions(nil), r.extensions()...),
		signature:  append([]byte(nil), r.vector()...),
	}
	if r.err != nil {
		return nil
	}
	return k
}

// check validates the KeyPackage (section 10.1). Version and suite were looked
// at by the reader; the lifetime is the application's business.
func (k *KeyPackage) check() error {
	if k.leaf.source != sourceKeyPackage {
		return invalid("the leaf of a key package was not made for one")
	}
	if k.initKey == k.leaf.encryptionKey {
		return invalid("a key package uses one key for two purposes")
	}
	if !k.initKey.onCurve() {
		return invalid("the init key is not on the curve")
	}
	if !k.leaf.signatureKey.verify(signKeyPackage, k.toBeSigned(), k.signature) {
		return fmt.Errorf("key package: %w", ErrSignature)
	}
	return k.leaf.check(nil, 0)
}
