package dave

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// DisplayableCode turns the start of data into digits that people can compare:
// for every group digits it takes group bytes as one number, modulo ten to that
// power. It panics if digits is no multiple of group, if group is not 1 to 8, or
// if data has fewer bytes than digits.
func DisplayableCode(data []byte, digits, group int) string {
	if group < 1 || group > 8 || digits%group != 0 || len(data) < digits {
		panic(fmt.Sprintf("dave: no code of %d digits in groups of %d from %d bytes", digits, group, len(data)))
	}
	modulus := uint64(1)
	for range group {
		modulus *= 10
	}
	var b strings.Builder
	for part := range slices.Chunk(data[:digits], group) {
		n := uint64(0)
		for _, c := range part {
			n = n<<8 | uint64(c)
		}
		fmt.Fprintf(&b, "%0*d", group, n%modulus)
	}
	return b.String()
}

// fingerprintVersion is the only one there is.
const fingerprintVersion = 0

// keyFingerprint returns what stands for a user and his signature key.
func keyFingerprint(key []byte, user uint64) []byte {
	b := binary.BigEndian.AppendUint16(nil, fingerprintVersion)
	b = append(b, key...)
	return binary.BigEndian.AppendUint64(b, user)
}

// fingerprintSalt is a constant of the protocol.
var fingerprintSalt = [16]byte{
	0x24, 0xca, 0xb1, 0x7a, 0x7a, 0xf8, 0xec, 0x2b, 0x82, 0xb4, 0x12, 0xb9, 0x2d, 0xab, 0x19, 0x2e,
}

// pairFingerprint returns what stands for two users, whichever comes first. It is
// costly to make so that nobody finds a key with a similar one.
func pairFingerprint(a, b []byte) []byte {
	if bytes.Compare(a, b) > 0 {
		a, b = b, a
	}
	return scrypt(slices.Concat(a, b), fingerprintSalt[:], 14, 8, 2, 64)
}

// VerificationCode returns the 45 digits that we and another member of the group
// compare, to be sure of each other's signature keys. It costs 100 ms or so, and
// 16 MiB, on purpose.
func (s *Session) VerificationCode(user uint64) (string, error) {
	if s.joined && user != s.self {
		for m := range s.group.Members() {
			if binary.BigEndian.Uint64(m.Identity) == user {
				own, other := keyFingerprint(s.signer.Public(), s.self), keyFingerprint(m.SignatureKey, user)
				return DisplayableCode(pairFingerprint(own, other), 45, 5), nil
			}
		}
	}
	return "", fmt.Errorf("verification code: %w", ErrUnknownUser)
}
