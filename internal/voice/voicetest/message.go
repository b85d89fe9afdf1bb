package voicetest

import (
	"encoding/json"
	"fmt"
	"strconv"

	"glyphoxa/internal/voice/dave"
)

// The ops beside those of package dave that encryption has to do with.
const (
	OpSessionDescription dave.Op = 4
	OpClientsConnect     dave.Op = 11
	OpClientDisconnect   dave.Op = 13
)

// A Message is one of the voice gateway, without what a socket puts around it.
type Message struct {
	Op dave.Op

	// Data is what follows the op in a binary message, and the member "d" in one
	// of JSON. Nobody changes it once it is sent.
	Data []byte
}

func (m Message) String() string {
	if m.Op.Binary() {
		return fmt.Sprintf("%v, %d bytes", m.Op, len(m.Data))
	}
	return fmt.Sprintf("%v %s", m.Op, m.Data)
}

// A User is the ID of somebody in the channel. In JSON it is a string.
type User uint64

// MarshalText writes the ID in decimal.
func (u User) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(u), 10), nil }

// UnmarshalText reads what MarshalText wrote.
func (u *User) UnmarshalText(b []byte) error {
	n, err := strconv.ParseUint(string(b), 10, 64)
	*u = User(n)
	return err
}

// The data of those messages that are JSON.
type (
	// Description is the part of op 4 that says whether the call is encrypted.
	Description struct {
		Version int `json:"dave_protocol_version"`
	}
	// Clients is op 11.
	Clients struct {
		Users []User `json:"user_ids"`
	}
	// Client is op 13.
	Client struct {
		User User `json:"user_id"`
	}
	// Transition is ops 21, 22, 23 and 31. Version is that of op 21 alone.
	Transition struct {
		Version *int   `json:"protocol_version,omitempty"`
		ID      uint16 `json:"transition_id"`
	}
	// Epoch is op 24.
	Epoch struct {
		Version int    `json:"protocol_version"`
		Epoch   uint64 `json:"epoch"`
	}
)

// JSON returns a message whose data is v.
func JSON(op dave.Op, v any) Message {
	b, err := json.Marshal(v)
	if err != nil {
		panic("voicetest: " + err.Error())
	}
	return Message{op, b}
}

// Decode reads the data of a message of JSON.
func Decode[T any](m Message) (v T, err error) {
	if err := json.Unmarshal(m.Data, &v); err != nil {
		return v, fmt.Errorf("%v: %w", m.Op, err)
	}
	return v, nil
}
