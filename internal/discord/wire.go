package discord

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Why a wire was cut by ourselves.
var (
	errReconnect = errors.New("discord asks for a new connection")
	errSilent    = errors.New("discord does not answer heartbeats")
	errDropped   = errors.New("the connection was given up")
	errStalled   = errors.New("events are not being read")
	errHello     = errors.New("discord's greeting has no heartbeat interval")
)

// An invalidSession is op 9.
type invalidSession struct{ resumable bool }

func (e *invalidSession) Error() string { return "discord has invalidated the session" }

// A closeFrame is how Discord closed the gateway.
type closeFrame struct {
	code   int
	reason string
}

func (e *closeFrame) Error() string {
	return fmt.Sprintf("discord closed the gateway: %d %s", e.code, e.reason)
}

// writeWithin bounds a write, which discordgo does under locks that everything
// else waits for.
const writeWithin = 5 * time.Second

// inspected is the longest frame that is looked into. All but dispatches are
// shorter than 100 bytes, and of dispatches a guild's contents are longer.
const inspected = 16 << 10

// hidden stands before the type of an event that discordgo does not know then.
const hidden = "~"

// A wire lies between discordgo's websocket and the network. discordgo reads
// and writes through it and is kept from what it does wrong:
//
//   - Op 7, or op 11 before READY, hangs its Open for good: it waits for a lock
//     that it holds. (bwmarrin/discordgo#513, #1694)
//   - Op 9 makes it identify at once, whatever Discord wants, and as often as
//     Discord says no; after a thousand of those Discord resets the token.
//   - The code of a close frame never reaches its user.
//   - It says goodbye with code 1000 even when it means to come back, and
//     Discord then forgets the session: "If you close with 1000 or 1001 the
//     session is invalidated".
//     https://discord.com/developers/docs/events/gateway#initiating-a-disconnect
//   - It notices a dead connection after five lost heartbeats, minutes later.
//   - An event without the fields that it expects makes it dereference nil.
//
// So op 7, op 9 and a close frame cut the wire, with the cause kept; stray
// heartbeat answers are swallowed; the types of events are hidden, so that
// discordgo hands them on and does nothing else with them; and a session of
// discordgo's that is to resume sends a resume where it meant to identify.
// Messages are not compressed (see link.go), or none of it could be seen.
//
// Read is called by one goroutine, Write under discordgo's lock.
type wire struct {
	net.Conn
	resume []byte // sent instead of an identify; nil: identify

	// Of the reading goroutine.
	in      *bufio.Reader
	ready   []byte // to be read next
	passing uint64 // bytes of a long frame to be read after that
	opaque  bool   // not a websocket: nothing is looked into
	settled bool   // a dispatch has passed

	upgraded atomic.Bool
	leaving  atomic.Bool // a goodbye is meant

	dead  chan struct{} // closed when the wire is cut
	beats beats

	mu    sync.Mutex
	cause error
}

func newWire(c net.Conn, resume []byte) *wire {
	return &wire{Conn: c, in: bufio.NewReaderSize(c, inspected+16), resume: resume, dead: make(chan struct{})}
}

// cut ends the connection, the first time for the reason given, and returns the
// reason.
func (w *wire) cut(err error) error {
	w.mu.Lock()
	if w.cause == nil {
		w.cause = err
		close(w.dead)
	}
	err = w.cause
	w.mu.Unlock()
	_ = w.Conn.Close()
	return err
}

// why returns the reason for which the wire was cut, nil if it was not.
func (w *wire) why() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cause
}

// Close cuts the wire.
func (w *wire) Close() error {
	_ = w.cut(errDropped)
	return nil
}

// Read reads what discordgo is to see.
func (w *wire) Read(p []byte) (int, error) {
	for {
		switch {
		case len(w.ready) > 0:
			n := copy(p, w.ready)
			w.ready = w.ready[n:]
			return n, nil
		case w.passing > 0 || w.opaque:
			if !w.opaque && uint64(len(p)) > w.passing {
				p = p[:w.passing]
			}
			n, err := w.in.Read(p)
			w.passing -= min(w.passing, uint64(n))
			if err != nil {
				err = w.cut(err)
			}
			return n, err
		}
		if err := w.next(); err != nil {
			return 0, w.cut(err)
		}
	}
}

// next takes the next frame off the network, or the answer to the upgrade.
func (w *wire) next() error {
	if !w.upgraded.Load() {
		return w.upgrade()
	}
	head, f, err := readHead(w.in)
	if err != nil {
		return err
	}
	if !f.whole() || f.length > inspected {
		w.ready, w.passing = head, f.length
		w.settled = w.settled || f.op != opClose
		return nil
	}
	frame := append(head, make([]byte, f.length)...)
	payload := frame[len(head):]
	if _, err := io.ReadFull(w.in, payload); err != nil {
		return err
	}
	seen, err := w.inspect(f.op, payload)
	switch {
	case seen == nil:
	case bytes.Equal(seen, payload):
		w.ready = frame
	default:
		w.ready = appendServerFrame(nil, f.op, seen)
	}
	return err
}

// upgrade passes the answer to the websocket handshake.
func (w *wire) upgrade() error {
	var head []byte
	for !bytes.HasSuffix(head, []byte("\r\n\r\n")) {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if head = append(head, line...); len(head) > 64<<10 {
			return errors.New("the answer to the upgrade has no end")
		}
	}
	w.ready = head
	if bytes.HasPrefix(head, []byte("HTTP/1.1 101 ")) {
		w.upgraded.Store(true)
	} else {
		w.opaque = true // an answer with a body, which discordgo refuses
	}
	return nil
}
