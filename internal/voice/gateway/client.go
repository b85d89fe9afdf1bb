package gateway

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// How long to wait for what.
const (
	dialWait     = 10 * time.Second // for a websocket
	helloWait    = 10 * time.Second // for Hello, on each websocket
	readyWait    = 10 * time.Second // for Ready, or Resumed
	describeWait = 10 * time.Second // for a description
	writeWait    = 5 * time.Second  // for the network to take a message
)

// outDepth is how many messages may wait to be sent.
const outDepth = 64

// A Client is one voice session. Its methods may be called from anywhere, Run
// once.
type Client struct {
	o ClientOptions

	// Until Run takes them over.
	socket   Socket
	greeting Hello

	// out are the messages to send. When it is full Send waits: the network is
	// slow, or the session is about to be resumed.
	out  chan outgoing
	over chan struct{} // closed at the end, under once
	once sync.Once
	ping atomic.Int64
}

// An outgoing message is one in its wire form.
type outgoing struct {
	op     Op
	binary bool
	frame  []byte
	pulse  bool // it is a heartbeat of our own
}

// Connect dials, waits for Hello and identifies. ctx is for that only. The
// client must be Run, if only to close it.
//
// The error is an [*EndError], unless ctx was done.
func Connect(ctx context.Context, o ClientOptions) (*Client, error) {
	c := &Client{
		o:    o.withDefaults(),
		out:  make(chan outgoing, outDepth),
		over: make(chan struct{}),
	}
	if err := c.connect(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("connect to voice gateway: %w", ctx.Err())
		}
		end := &EndError{Code: codeOf(err), Verdict: codeOf(err).Verdict(), Err: err}
		if end.Verdict == Resumable {
			end.Verdict = Rejoin // there is no session yet
		}
		return nil, end
	}
	return c, nil
}

func (c *Client) connect(ctx context.Context) error {
	s, err := c.dial(ctx)
	if err != nil {
		return err
	}
	if c.greeting, err = readHello(ctx, s); err == nil {
		err = c.say(ctx, s, OpIdentify, Identify{
			Guild: ID(c.o.Guild), User: ID(c.o.User), Session: c.o.Session, Token: c.o.Token, DAVE: 1,
		})
	}
	if err != nil {
		_ = s.Close(Normal, "") // the error in hand tells more
		return err
	}
	c.socket = s
	return nil
}

func (c *Client) dial(ctx context.Context) (Socket, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	return c.o.Dial(ctx, c.o.url())
}

// readHello waits for Hello. Nothing else of interest can come before we have
// said who we are.
func readHello(ctx context.Context, s Socket) (Hello, error) {
	ctx, cancel := context.WithTimeout(ctx, helloWait)
	defer cancel()
	for {
		binary, frame, err := s.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				err = silent(OpHello)
			}
			return Hello{}, err
		}
		var h Hello
		if m, err := ParseServer(binary, frame); err == nil && m.Op == OpHello && m.Decode(&h) == nil {
			return h, nil
		}
	}
}

// say writes the message that opens a websocket.
func (c *Client) say(ctx context.Context, s Socket, op Op, body any) error {
	m, err := encode(op, body)
	if err != nil {
		return err
	}
	return m.write(ctx, s)
}

func (m outgoing) write(ctx context.Context, s Socket) error {
	ctx, cancel := context.WithTimeout(ctx, writeWait)
	defer cancel()
	if err := s.Write(ctx, m.binary, m.frame); err != nil {
		return fmt.Errorf("send %v: %w", m.op, err)
	}
	return nil
}

func silent(op Op) error {
	return fmt.Errorf("%w: no %v in time", ErrSilent, op)
}

func encode(op Op, body any) (outgoing, error) {
	m, err := NewMessage(op, Unnumbered, body)
	if err != nil {
		return outgoing{}, err
	}
	binary, frame := AppendClient(nil, m)
	return outgoing{op: op, binary: binary, frame: frame}, nil
}

// Send sends a message with a JSON body: one of the structs of this package, a
// [json.RawMessage], or whatever encoding/json takes. Messages are sent in the
// order of the calls. Send does not wait for the network, but if many messages
// wait already it waits for that; what is sent while the session is being
// resumed is kept until it has been. The error is [ErrOver] or that of ctx.
func (c *Client) Send(ctx context.Context, op Op, body any) error {
	m, err := encode(op, body)
	if err != nil {
		return err
	}
	return c.send(ctx, m)
}

// SendBinary is Send for a binary message. It keeps no hold of payload.
func (c *Client) SendBinary(ctx context.Context, op Op, payload []byte) error {
	binary, frame := AppendClient(nil, Message{Op: op, Seq: Unnumbered, Data: payload})
	return c.send(ctx, outgoing{op: op, binary: binary, frame: frame})
}

func (c *Client) send(ctx context.Context, m outgoing) error {
	select {
	case <-c.over:
		return ErrOver
	default:
	}
	select {
	case c.out <- m:
		return nil
	case <-c.over:
		return ErrOver
	case <-ctx.Done():
		return fmt.Errorf("send %v: %w", m.op, ctx.Err())
	}
}

// Ping returns how long the last answered heartbeat took, 0 before the first.
func (c *Client) Ping() time.Duration { return time.Duration(c.ping.Load()) }
