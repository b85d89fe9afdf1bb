package gateway

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/coder/websocket"
)

// The half of the wire forms that no client needs, for who plays the server.

// AcceptWebsocket is the server's side of [DialWebsocket]: it answers a request
// with the websocket that it asks for. On an error the request is answered.
func AcceptWebsocket(w http.ResponseWriter, r *http.Request) (Socket, error) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return nil, fmt.Errorf("accept voice gateway: %w", err)
	}
	return newWebsocket(r.Context(), conn), nil
}

// ParseClient reads a message that a client sent. No client numbers its
// messages: Seq is always [Unnumbered]. The error is [ErrMalformed]. Data may
// alias frame.
func ParseClient(binaryFrame bool, frame []byte) (Message, error) {
	if !binaryFrame {
		m, err := parseText(frame)
		if err == nil {
			m.Seq = Unnumbered
		}
		return m, err
	}
	if len(frame) < 1 {
		return Message{}, fmt.Errorf("%w: empty", ErrMalformed)
	}
	return binaryMessage(Unnumbered, Op(frame[0]), frame[1:])
}

// AppendServer appends the frame in which a server sends m, and reports whether
// it is a binary one. Binary messages are always numbered.
func AppendServer(dst []byte, m Message) (binaryFrame bool, frame []byte) {
	if m.Op.Binary() {
		dst = binary.BigEndian.AppendUint16(dst, uint16(m.Seq))
		dst = append(dst, byte(m.Op))
		return true, append(dst, m.Data...)
	}
	return false, appendText(dst, m)
}

// UnmarshalJSON reads the nested form.
func (b *SelectProtocol) UnmarshalJSON(data []byte) error {
	var f selectProtocol
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("%w: not the JSON it should be", ErrMalformed)
	}
	*b = SelectProtocol{f.Data.Address, f.Data.Port, f.Data.Mode}
	return nil
}

// UnmarshalJSON takes a missing seq_ack for [Unnumbered].
func (b *Heartbeat) UnmarshalJSON(data []byte) error {
	type plain Heartbeat
	f := plain{SeqAck: Unnumbered}
	err := json.Unmarshal(data, &f)
	*b = Heartbeat(f)
	return err
}

// UnmarshalJSON takes a missing seq_ack for [Unnumbered].
func (b *Resume) UnmarshalJSON(data []byte) error {
	type plain Resume
	f := plain{SeqAck: Unnumbered}
	err := json.Unmarshal(data, &f)
	*b = Resume(f)
	return err
}
