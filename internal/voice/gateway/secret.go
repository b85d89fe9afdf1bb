package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// redacted stands wherever a secret would be printed.
const redacted = "[redacted]"

// A Token is what Discord hands out with each voice server update, and what a
// voice session identifies with. It does not print itself: not by any verb of
// fmt, not in a log, not as JSON but in the two messages that carry it. The text
// lies behind a pointer because fmt prints the unexported fields of a struct
// without asking their methods; there it finds an address.
type Token struct{ text *string }

// NewToken returns the token that text is, or none for "".
func NewToken(text string) Token {
	if text == "" {
		return Token{}
	}
	return Token{&text}
}

// Reveal returns the text.
func (t Token) Reveal() string {
	if t.text == nil {
		return ""
	}
	return *t.text
}

// Format writes a stand-in for every verb.
func (Token) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns a stand-in.
func (Token) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns a stand-in.
func (Token) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// UnmarshalText reads the token itself.
func (t *Token) UnmarshalText(b []byte) error {
	*t = NewToken(string(b))
	return nil
}

// KeyLen is the length in bytes of a transport key.
const KeyLen = 32

// A Key is a transport key. It prints itself no more than a [Token] does. Its
// bytes are a string because behind a pointer to an array fmt looks, under a
// verb that does not fit.
type Key struct{ bytes *string }

// NewKey returns the key that b is.
func NewKey(b [KeyLen]byte) Key { return Key{new(string(b[:]))} }

// Reveal returns the key's bytes, all zero if there is none.
func (k Key) Reveal() (b [KeyLen]byte) {
	if k.bytes != nil {
		copy(b[:], *k.bytes)
	}
	return b
}

// Set reports whether there is a key.
func (k Key) Set() bool { return k.bytes != nil }

// Format writes a stand-in for every verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue returns a stand-in.
func (Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns a stand-in.
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// UnmarshalJSON reads an array of 32 numbers, one for each byte; null is no key.
func (k *Key) UnmarshalJSON(b []byte) error {
	// Not []byte: encoding/json takes that for base64.
	var list []uint16
	if err := json.Unmarshal(b, &list); err != nil {
		return fmt.Errorf("%w: a key that is no list of bytes", ErrMalformed)
	}
	if list == nil {
		*k = Key{}
		return nil
	}
	if len(list) != KeyLen {
		return fmt.Errorf("%w: a key of %d bytes", ErrMalformed, len(list))
	}
	var key [KeyLen]byte
	for i, v := range list {
		if v > 0xff {
			return fmt.Errorf("%w: a key that is no list of bytes", ErrMalformed)
		}
		key[i] = byte(v)
	}
	*k = NewKey(key)
	return nil
}

// wire returns what UnmarshalJSON reads.
func (k Key) wire() []uint16 {
	if k.bytes == nil {
		return nil
	}
	list := make([]uint16, KeyLen)
	for i, b := range []byte(*k.bytes) {
		list[i] = uint16(b)
	}
	return list
}
