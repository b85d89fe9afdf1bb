package discord

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const upgraded = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// serverFrame returns a frame as a server sends it.
func serverFrame(op byte, payload string) string {
	return string(appendServerFrame(nil, op, []byte(payload)))
}

func text(payload string) string { return serverFrame(opText, payload) }

// closing returns a close frame's payload.
func closing(code uint16, reason string) string {
	return string(binary.BigEndian.AppendUint16(nil, code)) + reason
}

// through returns what discordgo gets of what a server sends, and the error.
func through(t *testing.T, server string) (string, error) {
	t.Helper()
	w := newWire(&stream{Reader: strings.NewReader(server)}, nil)
	got, err := io.ReadAll(w)
	return string(got), err
}

// A stream is a connection from which the other end's words are read.
type stream struct {
	io.Reader
	written bytes.Buffer
	net.Conn
}

func (s *stream) Read(p []byte) (int, error)       { return s.Reader.Read(p) }
func (s *stream) Write(p []byte) (int, error)      { return s.written.Write(p) }
func (s *stream) Close() error                     { return nil }
func (s *stream) SetWriteDeadline(time.Time) error { return nil }

const (
	hello    = `{"op":10,"d":{"heartbeat_interval":41250}}`
	ack      = `{"op":11}`
	someone  = `{"op":0,"s":2,"t":"VOICE_STATE_UPDATE","d":{"user_id":"1"}}`
	veiled   = `{"op":0,"s":2,"t":"~VOICE_STATE_UPDATE","d":{"user_id":"1"}}`
	greeting = `{"op":0,"s":1,"t":"READY","d":{"session_id":"s"}}`
)

// TestWire keeps from discordgo what it does wrong. The rows are its bugs 1 to 3.
func TestWire(t *testing.T) {
	big := `{"op":0,"s":3,"t":"GUILD_CREATE","d":{"name":"` + strings.Repeat("x", 70_000) + `"}}`
	tests := []struct {
		name   string
		frames []string // what a server sends
		want   []string // what of it arrives
		err    error
	}{
		{"all that is good", []string{text(hello), text(greeting), text(ack), text(someone), text(big)}, []string{text(hello), text(greeting), text(ack), text(veiled), text(big)}, io.EOF},
		{"op 11 before READY", []string{text(hello), text(ack), text(greeting)}, []string{text(hello), text(greeting)}, io.EOF},
		{"op 7 before READY", []string{text(hello), text(`{"op":7,"d":null}`), text(greeting)}, []string{text(hello)}, errReconnect},
		{"op 7 later", []string{text(hello), text(greeting), text(`{"op":7}`)}, []string{text(hello), text(greeting)}, errReconnect},
		{"op 9", []string{text(hello), text(`{"op":9,"d":false}`)}, []string{text(hello)}, &invalidSession{false}},
		{"op 9, resumable", []string{text(hello), text(`{"d":true,"op":9}`)}, []string{text(hello)}, &invalidSession{true}},
		{"closed", []string{text(hello), serverFrame(opClose, closing(4014, "Disallowed intent(s)."))}, []string{text(hello)}, &closeFrame{4014, "Disallowed intent(s)."}},
		{"closed without a code", []string{text(hello), serverFrame(opClose, "")}, []string{text(hello)}, &closeFrame{1005, ""}},
		{"nulls", []string{text("null"), text("[1]"), text("{"), text(`{"op":0,"t":"VOICE_STATE_UPDATE","d":null}`), text(hello)}, []string{text(hello)}, io.EOF},
		{"RESUMED may be null", []string{text(`{"op":0,"s":4,"t":"RESUMED","d":null}`)}, []string{text(`{"op":0,"s":4,"t":"RESUMED","d":null}`)}, io.EOF},
		{"no interval", []string{text(`{"op":10,"d":{"heartbeat_interval":0}}`)}, nil, errHello},
		{"ping", []string{serverFrame(9, "p"), text(hello)}, []string{serverFrame(9, "p"), text(hello)}, io.EOF},
		{"ping of nothing", []string{serverFrame(9, ""), text(hello)}, []string{serverFrame(9, ""), text(hello)}, io.EOF},
		{"cut short", []string{text(hello), text(someone)[:20]}, []string{text(hello)}, io.ErrUnexpectedEOF},
		{"masked", []string{"\x81\x81aaaab"}, nil, errMasked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWire(&stream{Reader: strings.NewReader(upgraded + strings.Join(tt.frames, ""))}, nil)
			got, _ := io.ReadAll(w)
			if want := upgraded + strings.Join(tt.want, ""); string(got) != want {
				t.Errorf("read %.400q\nwant %.400q", got, want)
			}
			if err := w.why(); !sameError(err, tt.err) {
				t.Errorf("cut because %v, want %v", err, tt.err)
			}
		})
	}
}

func sameError(got, want error) bool {
	return errors.Is(got, want) || (got != nil && want != nil && got.Error() == want.Error() && sameSession(got, want))
}

func sameSession(got, want error) bool {
	g, _ := errors.AsType[*invalidSession](got)
	w, _ := errors.AsType[*invalidSession](want)
	return (g == nil) == (w == nil) && (g == nil || *g == *w)
}

func TestWireRefusedUpgrade(t *testing.T) {
	const answer = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n\x88\x00"
	got, _ := through(t, answer)
	if got != answer {
		t.Errorf("read %q, want the answer as it is", got)
	}
}

// sends returns what the network gets of what discordgo sends, in a wire that is
// up, and the error.
func sends(w *wire, messages ...[]byte) error {
	w.upgraded.Store(true)
	for _, m := range messages {
		if _, err := w.Write(m); err != nil {
			return err
		}
	}
	return nil
}

func client(payload string) []byte { return appendClientFrame(nil, opText, []byte(payload)) }

func TestWireResumes(t *testing.T) {
	s := &stream{}
	w := newWire(s, []byte(`{"op":6,"d":{"seq":3}}`))
	if err := sends(w, client(`{"op":1,"d":0}`), client(`{"op":2,"d":{"token":"t"}}`)); err != nil {
		t.Fatal(err)
	}
	first := len(client(`{"op":1,"d":0}`))
	_, got, ok := clientFrame(s.written.Bytes()[first:])
	if !ok || string(got) != `{"op":6,"d":{"seq":3}}` {
		t.Errorf("sent %q, want the resume in place of the identify", got)
	}
}

func TestWireGoodbye(t *testing.T) {
	bye := appendClientFrame(nil, opClose, []byte(closing(1000, "")))
	s := &stream{}
	w := newWire(s, nil)
	if err := sends(w, bye); !errors.Is(err, errDropped) || s.written.Len() > 0 {
		t.Errorf("a goodbye that is not meant: %v and %d bytes sent, want none", err, s.written.Len())
	}
	w = newWire(s, nil)
	w.leaving.Store(true)
	if err := sends(w, bye); err != nil || !bytes.Equal(s.written.Bytes(), bye) {
		t.Errorf("a goodbye that is meant: %v and %q sent", err, s.written.Bytes())
	}
}

// TestWireSilent is a connection on which heartbeats are no longer answered:
// discordgo would wait for five of them.
func TestWireSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		beat := client(`{"op":1,"d":1}`)
		w := newWire(&stream{Reader: strings.NewReader(upgraded + text(hello) + text(greeting))}, nil)
		if _, err := io.ReadFull(w, make([]byte, len(upgraded+text(hello)))); err != nil {
			t.Fatal(err)
		}
		if err := sends(w, beat); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := sends(w, beat); err != nil { // Discord had asked for one
			t.Errorf("a second heartbeat within a second: %v, want it sent", err)
		}
		time.Sleep(40*time.Second + 250*time.Millisecond)
		if err := sends(w, beat); !errors.Is(err, errSilent) {
			t.Errorf("a heartbeat after one unanswered: %v, want %v", err, errSilent)
		}
	})
}

func TestPing(t *testing.T) {
	var b beats
	at := time.Unix(1000, 0)
	b.begin(time.Minute)
	b.sent(at)
	b.answered(at.Add(80 * time.Millisecond))
	b.answered(at.Add(time.Hour)) // of nothing
	if got := b.last(); got != 80*time.Millisecond {
		t.Errorf("ping %v, want 80ms", got)
	}
}

// FuzzWire: whatever a server sends, discordgo never reads one of the frames that
// are kept from it.
func FuzzWire(f *testing.F) {
	f.Add([]byte(text(hello) + text(ack) + text(greeting) + text(`{"op":7}`)))
	f.Add([]byte(text(hello) + serverFrame(opClose, closing(4004, "x"))))
	f.Add([]byte("\x01\x02ab\x80\x00"))
	f.Add([]byte("\x81\x7e\xff\xff"))
	f.Add([]byte("\xfa\x00"))
	f.Fuzz(func(t *testing.T, server []byte) {
		got, _ := through(t, upgraded+string(server))
		r := bufio.NewReader(strings.NewReader(strings.TrimPrefix(got, upgraded)))
		settled := false
		for {
			_, h, err := readHead(r)
			if err != nil {
				return
			}
			payload := make([]byte, min(h.length, 1<<20))
			n, _ := io.ReadFull(r, payload)
			if !h.whole() || h.length > inspected || n < len(payload) {
				settled = true
				continue
			}
			switch op := gatewayOp(payload); {
			case h.op == opClose:
				t.Fatal("a close frame came through")
			case h.op == opText && (op == 7 || op == 9):
				t.Fatalf("op %d came through: %q", op, payload)
			case h.op == opText && op == 11 && !settled:
				t.Fatal("op 11 came through before a dispatch")
			case op == 0:
				settled = true
			}
		}
	})
}

func FuzzClientFrame(f *testing.F) {
	f.Add(client(`{"op":2}`))
	f.Add([]byte{0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5})
	f.Fuzz(func(t *testing.T, b []byte) {
		op, payload, ok := clientFrame(b)
		if !ok {
			if payload != nil || op != 0 {
				t.Fatal("a refused frame left something behind")
			}
			return
		}
		op2, again, ok := clientFrame(appendClientFrame(nil, op, payload))
		if !ok || op2 != op || !bytes.Equal(again, payload) {
			t.Fatalf("%d %q is read back as %d %q", op, payload, op2, again)
		}
	})
}
