package voicetest

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// outbox is how many messages may wait to be written. A client that reads so
// slowly is one whose connection is broken.
const outbox = 1024

// writeTime is how long one message may take to be written.
const writeTime = 5 * time.Second

// An outgoing is a message, or the end of the connection.
type outgoing struct {
	binary bool
	frame  []byte
	end    bool
	code   gateway.CloseCode // NoFrame: without a close frame
	reason string
}

// A voiceConn is one websocket. What is in it is the server's, behind its mutex.
type voiceConn struct {
	v       *VoiceServer
	sock    gateway.Socket
	out     chan outgoing // never waited for
	session *voiceSession // who it is; nil before Identify
	beat    *alarm        // when it has been silent for too long
	dead    bool          // what comes and goes is lost
	ending  bool          // nothing more is to be sent
}

// serve is one connection, from the handshake to its end.
func (v *VoiceServer) serve(ctx context.Context, sock gateway.Socket) {
	c := &voiceConn{v: v, sock: sock, out: make(chan outgoing, outbox)}
	v.mu.Lock()
	if v.closed || v.outage {
		v.mu.Unlock()
		hangUp(sock)
		return
	}
	v.running.Add(1)
	defer v.running.Done()
	v.conns[c] = struct{}{}
	c.hello()
	v.mu.Unlock()

	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx)
	}()
	err := c.read(ctx)
	cancel()
	<-written
	hangUp(sock) // most often it is closed already

	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.conns, c)
	v.cancel(c.beat)
	if s := c.session; s != nil && s.conn == c {
		s.hungUp(err)
	}
}

// read takes what the client sends, until the connection ends.
func (c *voiceConn) read(ctx context.Context) error {
	for {
		binary, frame, err := c.sock.Read(ctx)
		if err != nil {
			return err
		}
		c.v.mu.Lock()
		if !c.dead && !c.ending {
			if m, err := gateway.ParseClient(binary, frame); err == nil {
				c.receive(m)
			} else {
				c.end(4002, "Error while decoding payload.")
			}
		}
		c.v.mu.Unlock()
	}
}

// write sends what is in the outbox.
func (c *voiceConn) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case o := <-c.out:
			if o.end && o.code == NoFrame {
				hangUp(c.sock)
				return
			}
			if o.end {
				// The client's reader has the code once this is written; that it
				// answers is not needed.
				_ = c.sock.Close(o.code, o.reason)
				hangUp(c.sock)
				return
			}
			ctx, cancel := context.WithTimeout(ctx, writeTime)
			err := c.sock.Write(ctx, o.binary, o.frame)
			cancel()
			if err != nil {
				hangUp(c.sock)
				return
			}
		}
	}
}

// push puts something into the outbox.
func (c *voiceConn) push(o outgoing) {
	if c.dead || c.ending {
		return
	}
	select {
	case c.out <- o:
		c.ending = o.end
	default:
		c.ending = true
		hangUp(c.sock)
	}
}

// end ends the connection, once what was said before has been sent.
func (c *voiceConn) end(code gateway.CloseCode, reason string) {
	if code == NotAtAll {
		c.dead = true
		return
	}
	c.push(outgoing{end: true, code: code, reason: reason})
}

// send writes a message that has no number.
func (c *voiceConn) send(m gateway.Message) {
	binary, frame := gateway.AppendServer(nil, m)
	c.push(outgoing{binary: binary, frame: frame})
}

// hello says how often the client is to be heard. Nobody has said who it is, so
// that only everybody's faults apply.
func (c *voiceConn) hello() {
	interval := c.v.options.Heartbeat
	m := voiceJSON(gateway.OpHello, helloBody{8, float64(interval) / float64(time.Millisecond)})
	for _, p := range c.v.faultsOf(0).apply(m) {
		c.v.trace(0, false, p.Message)
		if p.late == 0 {
			c.send(p.Message)
		} else {
			c.v.after(p.late, func() { c.send(p.Message) })
		}
	}
	c.watch()
}

// silences is how many intervals may pass without a heartbeat.
const silences = 3

// watch ends the connection when nothing has been heard for too long.
func (c *voiceConn) watch() {
	c.v.cancel(c.beat)
	c.beat = c.v.after(silences*c.v.options.Heartbeat, func() {
		if c.dead {
			hangUp(c.sock)
			return
		}
		c.end(4009, "Session timed out.")
		if s := c.session; s != nil && s.conn == c {
			s.kill()
		}
	})
}

// receive takes a message of the client.
func (c *voiceConn) receive(m gateway.Message) {
	v, s := c.v, c.session
	if s != nil && (s.over || s.conn != c) {
		return
	}
	var who User
	if s != nil {
		who = s.user
	}
	v.trace(who, true, m)
	switch {
	case m.Op == gateway.OpIdentify:
		c.identify(m)
	case m.Op == gateway.OpResume:
		c.resume(m)
	case m.Op == gateway.OpHeartbeat:
		c.heartbeat(m)
	case s == nil:
		c.end(4003, "Not authenticated.")
	default:
		s.receive(m)
	}
	if s = c.session; s != nil {
		s.cutAfter(m.Op)
	}
}

// heartbeat takes op 3. One of another shape is what 4020 is for.
func (c *voiceConn) heartbeat(m gateway.Message) {
	var d struct {
		T   *json.Number `json:"t"`
		Ack *int         `json:"seq_ack"`
	}
	if json.Unmarshal(m.Data, &d) != nil || d.T == nil {
		c.end(4020, "Bad request data.")
		return
	}
	c.watch()
	ack := voiceJSON(gateway.OpHeartbeatAck, ackBody{*d.T})
	s := c.session
	if s == nil {
		c.send(ack)
		return
	}
	s.stats.Heartbeats++
	if d.Ack != nil {
		s.stats.SeqAck = *d.Ack
	}
	s.tell(ack)
}

// hangUp ends a websocket without a close frame, if it has not ended.
func hangUp(s gateway.Socket) { _ = s.Close(gateway.Abnormal, "") }

// left reports whether a client that ended its connection so does not come back
// to it.
func left(err error) bool {
	closed, ok := errors.AsType[*gateway.ClosedError](err)
	return ok && (closed.Code == 1000 || closed.Code == 1001)
}
