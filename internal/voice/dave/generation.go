package dave

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"

	"glyphoxa/internal/voice/mls"
)

// A speaker's keys are a ratchet. Each generation has a secret, from which come
// its key and the secret of the next (RFC 9420 section 9.1):
//
//	secret[0]   = MLS-Exporter("Discord Secure Frames v0", user, 16)
//	key[g]      = DeriveTreeSecret(secret[g], "key", g, 16)
//	secret[g+1] = DeriveTreeSecret(secret[g], "secret", g, 32)
//
// There is a nonce in RFC 9420, too, but DAVE counts frames instead: the top 8
// of the counter's 32 bits are the generation, so that one lasts 2²⁴ frames, or
// four days of speaking.
const generationShift = 24

const keySize = 16

// A generation is one step of a ratchet. It does not change.
type generation struct {
	number uint64
	aead   cipher.AEAD
	next   []byte // the secret of the generation after it
}

func newGeneration(secret []byte, number uint64) *generation {
	// The label function takes 32 bits of it: 2³² generations are 2⁵⁶ frames.
	n := uint32(number)
	return &generation{
		number: number,
		aead:   newAEAD(mls.DeriveTreeSecret(secret, "key", n, keySize)),
		next:   mls.DeriveTreeSecret(secret, "secret", n, 32),
	}
}

// ahead returns generation number, which is g's own or a later one.
func (g *generation) ahead(number uint64) *generation {
	if number == g.number {
		return g
	}
	secret := g.next
	for n := g.number + 1; n < number; n++ {
		secret = mls.DeriveTreeSecret(secret, "secret", uint32(n), 32)
	}
	return newGeneration(secret, number)
}

func newAEAD(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("dave: " + err.Error()) // the key is ours, and has its length
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("dave: " + err.Error())
	}
	return aead
}

// base returns the secret that the ratchet of a user begins with in an epoch.
func base(g *mls.Group, user uint64) []byte {
	return g.Export(exporterLabel, binary.LittleEndian.AppendUint64(nil, user), keySize)
}
