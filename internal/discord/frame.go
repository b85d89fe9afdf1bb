package discord

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
)

// The opcodes of websocket frames that matter here.
// https://www.rfc-editor.org/rfc/rfc6455#section-5.2
const (
	opText  = 1
	opClose = 8
)

// A head is the beginning of a websocket frame from a server.
type head struct {
	final  bool
	op     byte
	length uint64
}

// whole says whether the frame is a message by itself.
func (h head) whole() bool { return h.final && h.op != 0 }

var errMasked = errors.New("a server's frame is masked")

// readHead reads the head of a server's frame and returns it as it was, with
// room behind it, and as it reads.
func readHead(r *bufio.Reader) ([]byte, head, error) {
	raw := make([]byte, 2, 10)
	if _, err := io.ReadFull(r, raw); err != nil {
		return nil, head{}, err
	}
	h := head{final: raw[0]&0x80 != 0, op: raw[0] & 0x0f, length: uint64(raw[1] & 0x7f)}
	if raw[1]&0x80 != 0 {
		return nil, head{}, errMasked
	}
	more := 0
	switch h.length {
	case 126:
		more = 2
	case 127:
		more = 8
	}
	raw = raw[:2+more]
	if _, err := io.ReadFull(r, raw[2:]); err != nil {
		return nil, head{}, err
	}
	switch more {
	case 2:
		h.length = uint64(binary.BigEndian.Uint16(raw[2:]))
	case 8:
		h.length = binary.BigEndian.Uint64(raw[2:])
	}
	return raw, h, nil
}

// clientFrame returns the opcode and the payload of a client's frame, and false
// if p is anything but one whole masked frame.
func clientFrame(p []byte) (op byte, payload []byte, ok bool) {
	if len(p) < 6 || p[0]&0x80 == 0 || p[1]&0x80 == 0 {
		return 0, nil, false
	}
	n, at := uint64(p[1]&0x7f), 2
	switch n {
	case 126:
		if len(p) < 8 {
			return 0, nil, false
		}
		n, at = uint64(binary.BigEndian.Uint16(p[2:])), 4
	case 127:
		if len(p) < 14 {
			return 0, nil, false
		}
		n, at = binary.BigEndian.Uint64(p[2:]), 10
	}
	mask, body := p[at:at+4], p[at+4:]
	if n != uint64(len(body)) {
		return 0, nil, false
	}
	payload = make([]byte, n)
	for i := range body {
		payload[i] = body[i] ^ mask[i%4]
	}
	return p[0] & 0x0f, payload, true
}

// appendClientFrame appends a client's frame to dst.
func appendClientFrame(dst []byte, op byte, payload []byte) []byte {
	const masked = 0x80
	dst = appendHead(dst, op, masked, len(payload))
	var mask [4]byte
	_, _ = rand.Read(mask[:]) // never fails since Go 1.24
	dst = append(dst, mask[:]...)
	for i, b := range payload {
		dst = append(dst, b^mask[i%4])
	}
	return dst
}

// appendServerFrame appends a server's frame to dst.
func appendServerFrame(dst []byte, op byte, payload []byte) []byte {
	return append(appendHead(dst, op, 0, len(payload)), payload...)
}

func appendHead(dst []byte, op, masked byte, n int) []byte {
	dst = append(dst, 0x80|op)
	switch {
	case n < 126:
		return append(dst, masked|byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, masked|126), uint16(n))
	default:
		return binary.BigEndian.AppendUint64(append(dst, masked|127), uint64(n))
	}
}

// gatewayOp returns the opcode of a message to the gateway, -1 if it has none.
func gatewayOp(payload []byte) int {
	m := struct {
		Op int `json:"op"`
	}{-1}
	if json.Unmarshal(payload, &m) != nil {
		return -1
	}
	return m.Op
}
