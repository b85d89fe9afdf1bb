package voicetest

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// The ops of the main gateway.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
const (
	mainDispatch       = 0
	mainHeartbeat      = 1
	mainIdentify       = 2
	mainPresence       = 3
	mainVoiceState     = 4
	mainResume         = 6
	mainReconnect      = 7
	mainRequestMembers = 8
	mainInvalidSession = 9
	mainHello          = 10
	mainHeartbeatAck   = 11
)

// The close codes of the main gateway.
const (
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeUnidentified   = 4003
	closeToken          = 4004
	closeIdentified     = 4005
	closeSequence       = 4007
	closeTooFast        = 4008
	closeTimeout        = 4009
	closeInvalidIntents = 4013
	closeDisallowed     = 4014
)

const (
	// maxMainMessage is the longest message that Discord takes.
	maxMainMessage = 4096
	// maxSends is how many a connection may send in a minute.
	maxSends = 120
	// maxPending is how much may wait to be sent. A client that reads no more is
	// dropped.
	maxPending = 2 * maxReplay
	// writeTimeout ends the connection of a client that reads no more.
	writeTimeout = 5 * time.Second
)

// mainFrame is what is sent: a message, or the end.
type mainFrame struct {
	message []byte
	code    websocket.StatusCode
	reason  string
}

// A mainSocket is one connection of the main gateway. Two goroutines serve it:
// the HTTP handler reads, another writes.
type mainSocket struct {
	d    *Discord
	ws   *websocket.Conn
	raw  net.Conn // below ws, to break it off
	out  chan mainFrame
	gone chan struct{} // closed when the reader has ended
	beat atomic.Int64  // the time of the last heartbeat, in ns

	// Guarded by d.mu.
	session *mainSession
	closing bool

	sends []time.Time // of the last minute; the reader's
}

// rawConn is the key of a request's connection in its context.
type rawConn struct{}

// gateway serves one connection until it ends.
func (d *Discord) gateway(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(maxMainMessage)
	raw, _ := r.Context().Value(rawConn{}).(net.Conn)
	k := &mainSocket{d: d, ws: ws, raw: raw, out: make(chan mainFrame, maxPending), gone: make(chan struct{})}
	k.beat.Store(time.Now().UnixNano())
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return
	}
	d.sockets[k] = true
	ctx := r.Context()
	d.wg.Go(func() { k.write(ctx) })
	k.sendOp(mainHello, map[string]any{"heartbeat_interval": d.options.Heartbeat.Milliseconds()})
	d.mu.Unlock()

	code := k.read(ctx)

	d.mu.Lock()
	defer d.mu.Unlock()
	close(k.gone)
	delete(d.sockets, k)
	s := k.session
	if s == nil {
		return
	}
	k.session = nil
	// Who closes with 1000 or 1001 does not come back, unless that is the answer to
	// a close of ours.
	if !k.closing && (code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway) {
		s.socket = nil
		d.end(s)
		return
	}
	d.lose(s)
}

// read handles what the client sends, and returns the code that it closed with,
// -1 if it did not.
func (k *mainSocket) read(ctx context.Context) websocket.StatusCode {
	for {
		_, b, err := k.ws.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		k.d.mu.Lock()
		k.handle(b)
		k.d.mu.Unlock()
	}
}

// write sends what there is to send, and ends a connection whose heart stands
// still.
func (k *mainSocket) write(ctx context.Context) {
	tick := time.NewTicker(k.d.options.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case f := <-k.out:
			if !k.put(ctx, f) {
				return
			}
		case <-tick.C:
			if quiet := time.Since(time.Unix(0, k.beat.Load())); quiet > 2*k.d.options.Heartbeat {
				_ = k.ws.Close(closeTimeout, "Session timed out.")
				return
			}
		case <-k.gone:
			return
		}
	}
}

func (k *mainSocket) put(ctx context.Context, f mainFrame) bool {
	if f.code != 0 {
		_ = k.ws.Close(f.code, f.reason)
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return k.ws.Write(ctx, websocket.MessageText, f.message) == nil
}

// send puts a message in the queue. The caller holds d.mu.
func (k *mainSocket) send(b []byte) { k.queue(mainFrame{message: b}) }

func (k *mainSocket) sendOp(op int, data any) {
	k.send(encode(mainMessage{Op: op, Data: encode(data)}))
}

// close closes the socket when everything has been sent. The caller holds d.mu.
func (k *mainSocket) close(code int, reason string) {
	k.queue(mainFrame{code: websocket.StatusCode(code), reason: reason})
	k.closing = true
}

func (k *mainSocket) queue(f mainFrame) {
	if k.closing {
		return
	}
	select {
	case k.out <- f:
	default:
		k.drop()
	}
}

// drop breaks the connection off, without a close frame. The caller holds d.mu.
func (k *mainSocket) drop() {
	k.closing = true
	_ = k.raw.Close()
}
