package dave

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// scrypt is the function of RFC 7914 with N = 2^log. The standard library has
// everything of it but the mixing.
func scrypt(password, salt []byte, log, r, p, size int) []byte {
	b := derive(password, salt, p*128*r)
	for i := range p {
		roMix(b[i*128*r:(i+1)*128*r], log, r)
	}
	return derive(password, b, size)
}

func derive(password, salt []byte, size int) []byte {
	out, err := pbkdf2.Key(sha256.New, string(password), salt, 1, size)
	if err != nil {
		panic("dave: " + err.Error()) // only for sizes that nobody asks for
	}
	return out
}

// roMix is scryptROMix of section 5.
func roMix(b []byte, log, r int) {
	words := 32 * r
	x, y := make([]uint32, words), make([]uint32, words)
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	n := 1 << log
	v := make([]uint32, n*words)
	for i := range n {
		copy(v[i*words:], x)
		blockMix(y, x, r)
		x, y = y, x
	}
	for range n {
		// Integerify: the last block of 64 bytes, as a little-endian number.
		j := int(x[words-16]) & (n - 1)
		for k, w := range v[j*words : (j+1)*words] {
			x[k] ^= w
		}
		blockMix(y, x, r)
		x, y = y, x
	}
	for i, w := range x {
		binary.LittleEndian.PutUint32(b[4*i:], w)
	}
}

// blockMix is scryptBlockMix of section 4: the even blocks first, then the odd.
func blockMix(out, in []uint32, r int) {
	var x [16]uint32
	copy(x[:], in[(2*r-1)*16:])
	for i := range 2 * r {
		for k := range x {
			x[k] ^= in[i*16+k]
		}
		salsa8(&x)
		copy(out[(i/2+i%2*r)*16:], x[:])
	}
}

// salsa8 is the Salsa20/8 core of section 3.
func salsa8(x *[16]uint32) {
	in := *x
	quarter := func(a, b, c, d int) {
		x[b] ^= bits.RotateLeft32(x[a]+x[d], 7)
		x[c] ^= bits.RotateLeft32(x[b]+x[a], 9)
		x[d] ^= bits.RotateLeft32(x[c]+x[b], 13)
		x[a] ^= bits.RotateLeft32(x[d]+x[c], 18)
	}
	for range 4 {
		for i := range 4 { // columns, then rows, each beginning on the diagonal
			d := 5 * i
			quarter(d, (d+4)%16, (d+8)%16, (d+12)%16)
		}
		for i := range 4 {
			row := 4 * i
			quarter(row+i, row+(i+1)%4, row+(i+2)%4, row+(i+3)%4)
		}
	}
	for i := range x {
		x[i] += in[i]
	}
}
