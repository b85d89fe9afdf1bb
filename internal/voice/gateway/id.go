package gateway

import (
	"bytes"
	"fmt"
	"strconv"
)

// An ID is a guild's or a user's. On the wire it is a string of digits; a plain
// number is understood too. The zero ID is nobody.
type ID uint64

// MarshalJSON writes the string.
func (id ID) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 22), '"')
	return append(strconv.AppendUint(b, uint64(id), 10), '"'), nil
}

// UnmarshalJSON reads a string, a number or null, which is no ID.
func (id *ID) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*id = 0
		return nil
	}
	v, err := strconv.ParseUint(string(unquote(b)), 10, 64)
	if err != nil {
		return fmt.Errorf("%w: an id that is no number", ErrMalformed)
	}
	*id = ID(v)
	return nil
}

func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// unquote takes the quotes off a JSON string of plain characters.
func unquote(b []byte) []byte {
	if len(b) >= 2 && b[0] == '"' && b[len(b)-1] == '"' {
		return b[1 : len(b)-1]
	}
	return b
}
