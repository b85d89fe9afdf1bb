package dave

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
)

// A Message is one of the voice gateway's, of either direction. What an op has
// no use for is zero.
type Message struct {
	Op Op

	// Transition is the transition id (ops 21, 22, 23, 29, 30 and 31). Zero is
	// an id like any other on the wire, and means "at once".
	Transition uint16

	// Version is the protocol version (ops 21 and 24).
	Version uint16

	// Epoch is that of op 24.
	Epoch uint64

	// Payload is what a binary message carries (ops 25 to 30), without sequence
	// number and opcode, and for ops 29 and 30 without the transition id.
	Payload []byte
}

// ParseMessage reads what came with an op: for a JSON op the value of "d", for a
// binary one what is behind the opcode. Numbers in JSON may be strings, and
// unknown fields are skipped. Payload aliases data.
func ParseMessage(op Op, data []byte) (Message, error) {
	m := Message{Op: op}
	switch op {
	case OpPrepareTransition, OpExecuteTransition, OpTransitionReady, OpPrepareEpoch, OpInvalidCommit:
		if err := m.parseJSON(data); err != nil {
			return Message{}, fmt.Errorf("%v: %w", op, err)
		}
	case OpAnnounceCommit, OpWelcome:
		if len(data) < 2 {
			return Message{}, fmt.Errorf("%v: no transition id: %w", op, ErrMalformed)
		}
		m.Transition = binary.BigEndian.Uint16(data)
		m.Payload = data[2:]
	case OpExternalSender, OpKeyPackage, OpProposals, OpCommitWelcome:
		m.Payload = data
	default:
		return Message{}, fmt.Errorf("%v is none of DAVE's: %w", op, ErrMalformed)
	}
	return m, nil
}

// Append appends m in the form that ParseMessage reads.
func (m Message) Append(dst []byte) []byte {
	switch m.Op {
	case OpPrepareTransition:
		return fmt.Appendf(dst, `{"transition_id":%d,"protocol_version":%d}`, m.Transition, m.Version)
	case OpExecuteTransition, OpTransitionReady, OpInvalidCommit:
		return fmt.Appendf(dst, `{"transition_id":%d}`, m.Transition)
	case OpPrepareEpoch:
		return fmt.Appendf(dst, `{"protocol_version":%d,"epoch":%d}`, m.Version, m.Epoch)
	case OpAnnounceCommit, OpWelcome:
		dst = binary.BigEndian.AppendUint16(dst, m.Transition)
	case OpExternalSender, OpKeyPackage, OpProposals, OpCommitWelcome:
	}
	return append(dst, m.Payload...)
}

// parseJSON reads the fields that the op has. Op 24 has no transition id,
// though clients have asked for one.
func (m *Message) parseJSON(data []byte) error {
	var d struct {
		Transition *number `json:"transition_id"`
		Version    *number `json:"protocol_version"`
		Epoch      *number `json:"epoch"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return fmt.Errorf("%w: not the JSON it should be", ErrMalformed)
	}
	var err error
	read := func(field string, n *number, bits int) (v uint64) {
		switch {
		case err != nil:
		case n == nil:
			err = fmt.Errorf("%w: no %s", ErrMalformed, field)
		case bits < 64 && uint64(*n)>>bits != 0:
			err = fmt.Errorf("%w: %s is too large", ErrMalformed, field)
		default:
			v = uint64(*n)
		}
		return v
	}
	if m.Op != OpPrepareEpoch {
		m.Transition = uint16(read("transition_id", d.Transition, 16))
	}
	if m.Op == OpPrepareTransition || m.Op == OpPrepareEpoch {
		m.Version = uint16(read("protocol_version", d.Version, 16))
	}
	if m.Op == OpPrepareEpoch {
		m.Epoch = read("epoch", d.Epoch, 64)
	}
	return err
}

// A number is a JSON number, or a string of one: ids are strings elsewhere in
// this gateway.
type number uint64

func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseUint(string(bytes.Trim(b, `"`)), 10, 64)
	*n = number(v)
	return err
}
