package gateway

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const testInterval = 10 * time.Second

// A call is a client under test and what its owner sees. All of it lives in one
// synctest bubble.
type call struct {
	t      *testing.T
	dialed chan *peer
	refuse bool // dials fail
	dials  []time.Time
	client *Client
	cancel context.CancelFunc
	done   chan error
	logs   strings.Builder

	mu  sync.Mutex
	saw []string // ops handled, "resumed"
	got []Message
}

// newCall returns options for a client that dials in memory.
func newCall(t *testing.T) (*call, ClientOptions) {
	t.Helper()
	c := &call{t: t, dialed: make(chan *peer, 8), done: make(chan error, 1)}
	return c, ClientOptions{
		Endpoint: "voice.example:2048", Guild: 41771983423143937, User: 104694319306248192,
		Session: "my_session", Token: NewToken("t0ps3cret"),
		jitter: func() float64 { return 0.5 },
		Log:    slog.New(slog.NewTextHandler(&c.logs, nil)),
		Dial: func(_ context.Context, url string) (Socket, error) {
			c.dials = append(c.dials, time.Now())
			if url != "wss://voice.example:2048/?v=8" {
				t.Errorf("dialled %s", url)
			}
			if c.refuse {
				return nil, errors.New("connection refused")
			}
			client, server := Pipe()
			c.dialed <- &peer{t, server}
			return client, nil
		},
		Handle: func(m Message) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.got = append(c.got, m)
			c.saw = append(c.saw, m.Op.String())
		},
		Resumed: func() { c.note("resumed") },
	}
}

func (c *call) note(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.saw = append(c.saw, what)
}

// seen returns what the owner saw since the last time, once all is quiet.
func (c *call) seen() string {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	all := strings.Join(c.saw, " ")
	c.saw = nil
	return strings.ReplaceAll(all, "op ", "")
}

// begin connects and runs, up to Identify; the server says Hello.
func (c *call) begin(o ClientOptions) *peer {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	c.cancel = cancel
	connected := make(chan *Client, 1)
	go func() {
		client, err := Connect(ctx, o)
		if err == nil {
			connected <- client
			err = client.Run(ctx)
		}
		c.done <- err
	}()
	p := c.accept()
	p.hello()
	p.want(OpIdentify, nil)
	c.client = <-connected
	return p
}

// start is begin, and Ready.
func (c *call) start(o ClientOptions) *peer {
	c.t.Helper()
	p := c.begin(o)
	p.ready()
	if got := c.seen(); got != "2" {
		c.t.Fatalf("after Ready the owner saw %q", got)
	}
	return p
}

// accept waits for the next dial.
func (c *call) accept() *peer {
	c.t.Helper()
	select {
	case p := <-c.dialed:
		return p
	case <-time.After(time.Minute):
		c.t.Fatal("nobody dials")
		return nil
	}
}

// end waits for the end of Run, and returns it.
func (c *call) end() *EndError {
	c.t.Helper()
	err := <-c.done
	end, ok := errors.AsType[*EndError](err)
	if !ok {
		c.t.Fatalf("ended with %v, want an EndError", err)
	}
	return end
}

// stop cancels and waits.
func (c *call) stop() {
	c.t.Helper()
	c.cancel()
	if err := <-c.done; !errors.Is(err, context.Canceled) {
		c.t.Errorf("ended with %v", err)
	}
}

// A peer is the server's end of a websocket.
type peer struct {
	t *testing.T
	Socket
}

func (p *peer) say(op Op, seq int, body any) {
	p.t.Helper()
	m, err := NewMessage(op, seq, body)
	if err != nil {
		p.t.Fatal(err)
	}
	p.tell(m)
}

func (p *peer) tell(m Message) {
	p.t.Helper()
	binary, frame := AppendServer(nil, m)
	p.raw(binary, string(frame))
}

func (p *peer) raw(binary bool, frame string) {
	p.t.Helper()
	if err := p.Write(p.t.Context(), binary, []byte(frame)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) hello() {
	p.t.Helper()
	p.say(OpHello, Unnumbered, Hello{8, float64(testInterval.Milliseconds())})
}

func (p *peer) ready() {
	p.t.Helper()
	p.say(OpReady, Unnumbered, Ready{SSRC: 7, IP: "192.0.2.1", Port: 50000, Modes: []string{"m"}})
}

// next reads the client's next message.
func (p *peer) next() (Message, error) {
	ctx, cancel := context.WithTimeout(p.t.Context(), 2*time.Minute)
	defer cancel()
	binary, frame, err := p.Read(ctx)
	if err != nil {
		return Message{}, err
	}
	m, err := ParseClient(binary, frame)
	if err != nil {
		p.t.Errorf("the client sent %q: %v", frame, err)
	}
	return m, err
}

// want reads the next message, which is op, and its body.
func (p *peer) want(op Op, body any) Message {
	p.t.Helper()
	m, err := p.next()
	if err != nil {
		p.t.Fatalf("the client sent nothing, want %v: %v", op, err)
	}
	if m.Op != op {
		p.t.Fatalf("the client sent %v, want %v", m.Op, op)
	}
	if body != nil {
		if err := m.Decode(body); err != nil {
			p.t.Fatal(err)
		}
	}
	return m
}

// beat answers the next heartbeat and returns it.
func (p *peer) beat() Heartbeat {
	p.t.Helper()
	var h Heartbeat
	p.want(OpHeartbeat, &h)
	p.say(OpHeartbeatAck, Unnumbered, HeartbeatAck{T: h.T})
	return h
}

// live answers heartbeats until the end.
func (p *peer) live() {
	for {
		m, err := p.next()
		if err != nil {
			return
		}
		var h Heartbeat
		if m.Op == OpHeartbeat && m.Decode(&h) == nil {
			_, frame := AppendServer(nil, must(NewMessage(OpHeartbeatAck, Unnumbered, HeartbeatAck{h.T})))
			_ = p.Write(p.t.Context(), false, frame)
		}
	}
}

func must(m Message, err error) Message {
	if err != nil {
		panic(err)
	}
	return m
}

// gone reads to the end, which it returns.
func (p *peer) gone() error {
	for {
		if _, err := p.next(); err != nil {
			return err
		}
	}
}

// resume is a resumed websocket, up to op 9.
func (c *call) resume() (*peer, Resume) {
	c.t.Helper()
	p := c.accept()
	var r Resume
	p.want(OpResume, &r)
	p.hello()
	p.say(OpResumed, Unnumbered, nil)
	return p, r
}
