package discord

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"time"
)

// inspect returns what discordgo may see of a frame, nil for nothing. An error
// cuts the wire.
func (w *wire) inspect(op byte, payload []byte) (seen []byte, err error) {
	switch op {
	case opText:
	case opClose:
		e := &closeFrame{code: 1005} // no code at all, RFC 6455, 7.1.5
		if len(payload) >= 2 {
			e.code, e.reason = int(binary.BigEndian.Uint16(payload)), string(payload[2:])
		}
		return nil, e
	default:
		return payload, nil
	}
	var m message
	if !isObject(payload) || json.Unmarshal(payload, &m) != nil {
		return nil, nil
	}
	switch m.Op {
	case 0:
		return w.event(m, payload), nil
	case 7:
		return nil, errReconnect
	case 9:
		return nil, &invalidSession{resumable: string(m.D) == "true"}
	case 10:
		var d struct {
			Interval int64 `json:"heartbeat_interval"`
		}
		if json.Unmarshal(m.D, &d) != nil || d.Interval <= 0 {
			return nil, errHello
		}
		w.beats.begin(time.Duration(d.Interval) * time.Millisecond)
	case 11:
		w.beats.answered(time.Now())
		if !w.settled {
			return nil, nil
		}
	}
	return payload, nil
}

// A message is one of the gateway's.
type message struct {
	Op int             `json:"op"`
	S  json.RawMessage `json:"s,omitempty"`
	T  string          `json:"t,omitempty"`
	D  json.RawMessage `json:"d,omitempty"`
}

// event returns what discordgo may see of an event.
func (w *wire) event(m message, payload []byte) []byte {
	switch {
	case m.T == "RESUMED": // its body may be null
	case !isObject(m.D):
		return nil
	case m.T != "READY":
		m.T = hidden + m.T
		payload, _ = json.Marshal(m) // it was JSON: it cannot fail
	}
	w.settled = true
	return payload
}

func isObject(b []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("{")) }
