package rtp

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/crypto/chacha20poly1305"
)

// A Mode is a way to encrypt packets, by the name it has in the voice gateway.
type Mode string

// The modes that servers still accept.
const (
	// AES256GCM is offered by nearly all servers, and far cheaper where the
	// processor knows AES.
	AES256GCM Mode = "aead_aes256_gcm_rtpsize"

	// XChaCha20 is always offered.
	XChaCha20 Mode = "aead_xchacha20_poly1305_rtpsize"
)

// KeySize is how long a key is, in bytes, in either mode.
const KeySize = 32

// Choose returns the best of the modes that a server offers. If it offers none
// that we know, ok is false.
func Choose(offered []string) (m Mode, ok bool) {
	for _, m := range []Mode{AES256GCM, XChaCha20} {
		if slices.Contains(offered, string(m)) {
			return m, true
		}
	}
	return "", false
}

const (
	tagSize      = 16 // in both modes
	counterSize  = 4
	maxNonceSize = chacha20poly1305.NonceSizeX
)

// A cryptor is a key and room for a nonce, which would be allocated anywhere
// else: the compiler cannot see that a cipher behind an interface lets go of it.
type cryptor struct {
	aead  cipher.AEAD
	nonce [maxNonceSize]byte // zero, but for the counter
	size  int                // of the nonce
}

func newCryptor(mode Mode, key []byte) (cryptor, error) {
	aead, err := newAEAD(mode, key)
	if err != nil {
		return cryptor{}, fmt.Errorf("rtp: key for %q: %w", string(mode), err)
	}
	return cryptor{aead: aead, size: aead.NonceSize()}, nil
}

func newAEAD(mode Mode, key []byte) (cipher.AEAD, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("%d bytes, want %d", len(key), KeySize)
	}
	switch mode {
	case AES256GCM:
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		return cipher.NewGCM(block)
	case XChaCha20:
		return chacha20poly1305.NewX(key)
	default:
		return nil, errors.New("unknown mode")
	}
}
