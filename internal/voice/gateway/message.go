package gateway

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// MaxMessage is how many bytes a message may have. The largest that are known,
// a Welcome to a full channel, have some tens of thousands.
const MaxMessage = 1 << 20

// ErrMalformed is a message or a body that is not what it should be.
var ErrMalformed = errors.New("malformed voice gateway message")

// Unnumbered is the Seq of a message without a sequence number. Zero is a
// number: the first one.
const Unnumbered = -1

// A Message is one message of either direction.
type Message struct {
	Op Op

	// Seq is the number that the server gave the message, or [Unnumbered]. The
	// server numbers what it would send again after a resume. Binary messages
	// have 16 bits for it.
	Seq int

	// Data is the body: JSON, nil for null, or what a binary message has behind
	// its opcode.
	Data []byte
}

// NewMessage returns the message that carries a JSON body, or none if body is
// nil. Body is one of the structs of this package, or whatever encoding/json
// takes. seq is [Unnumbered] for all that a client sends.
func NewMessage(op Op, seq int, body any) (Message, error) {
	if body == nil {
		return Message{Op: op, Seq: seq}, nil
	}
	if s, ok := body.(secretive); ok {
		body = s.wire()
	}
	data, err := json.Marshal(body)
	if err != nil {
		return Message{}, fmt.Errorf("%v: %w", op, err)
	}
	return Message{Op: op, Seq: seq, Data: data}, nil
}

// secretive is a body that carries a secret. encoding/json would write it
// without, wherever it met it; wire returns the one form that has it.
type secretive interface{ wire() any }

// Decode reads the JSON body into body, a pointer to one of the structs of this
// package. Unknown fields are skipped. The error is [ErrMalformed].
func (m Message) Decode(body any) error {
	err := json.Unmarshal(m.Data, body)
	if c, ok := body.(interface{ check() error }); err == nil && ok {
		err = c.check()
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrMalformed):
		return fmt.Errorf("%v: %w", m.Op, err)
	default:
		// What encoding/json has to say quotes the body.
		return fmt.Errorf("%v: %w: not the JSON it should be", m.Op, ErrMalformed)
	}
}

// ParseServer reads a message that a server sent, a binary or a text frame. A
// binary one begins with its number. The error is [ErrMalformed]. Data may alias
// frame.
func ParseServer(binaryFrame bool, frame []byte) (Message, error) {
	if !binaryFrame {
		return parseText(frame)
	}
	if len(frame) < 3 {
		return Message{}, fmt.Errorf("%w: %d bytes", ErrMalformed, len(frame))
	}
	return binaryMessage(int(binary.BigEndian.Uint16(frame)), Op(frame[2]), frame[3:])
}

// AppendClient appends the frame in which a client sends m, and reports whether
// it is a binary one.
func AppendClient(dst []byte, m Message) (binaryFrame bool, frame []byte) {
	if m.Op.Binary() {
		return true, append(append(dst, byte(m.Op)), m.Data...)
	}
	m.Seq = Unnumbered
	return false, appendText(dst, m)
}

func binaryMessage(seq int, op Op, data []byte) (Message, error) {
	if op.Known() && !op.Binary() {
		return Message{}, fmt.Errorf("%w: binary %v", ErrMalformed, op)
	}
	return Message{Op: op, Seq: seq, Data: data}, nil
}

func parseText(frame []byte) (Message, error) {
	var f struct {
		Op   *integer        `json:"op"`
		Seq  *integer        `json:"seq"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(frame, &f); err != nil {
		return Message{}, fmt.Errorf("%w: not the JSON it should be", ErrMalformed)
	}
	if f.Op == nil || *f.Op < 0 || *f.Op > 0xff {
		return Message{}, fmt.Errorf("%w: no op", ErrMalformed)
	}
	m := Message{Op: Op(*f.Op), Seq: Unnumbered, Data: f.Data}
	if m.Op.Binary() {
		return Message{}, fmt.Errorf("%w: %v as text", ErrMalformed, m.Op)
	}
	if f.Seq != nil && *f.Seq >= 0 {
		m.Seq = int(*f.Seq)
	}
	if bytes.Equal(m.Data, []byte("null")) {
		m.Data = nil
	}
	return m, nil
}

func appendText(dst []byte, m Message) []byte {
	dst = append(dst, `{"op":`...)
	dst = strconv.AppendUint(dst, uint64(m.Op), 10)
	dst = append(dst, `,"d":`...)
	if m.Data == nil {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, m.Data...)
	}
	if m.Seq >= 0 {
		dst = append(dst, `,"seq":`...)
		dst = strconv.AppendInt(dst, int64(m.Seq), 10)
	}
	return append(dst, '}')
}

// An integer is a JSON number without a fraction, or a string of one.
type integer int64

func (n *integer) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(string(unquote(b)), 10, 64)
	*n = integer(v)
	return err
}
