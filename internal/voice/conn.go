package voice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

const (
	readyWait       = 10 * time.Second // from Identify to op 2
	descriptionWait = 10 * time.Second // from op 1 to op 4
	keepAliveEvery  = 5 * time.Second
	earlySpeaking   = 5 * time.Second // see op 5
)

// ConnOptions say what one voice connection is for.
type ConnOptions struct {
	Ticket  Ticket
	Dialers Dialers
	// Receive takes what somebody has said, in order. The packet is valid
	// during the call, which comes from one goroutine at a time.
	Receive func(transcript.SpeakerID, Packet)
	// Found is told, just before sound can flow, who is in the call: there says it
	// of anybody, during the call. Left is told who has left since.
	Found func(there func(transcript.SpeakerID) bool)
	Left  func(transcript.SpeakerID)
	// Admit reports whether somebody may be heard. It is asked for every packet,
	// before it is decrypted, and must not wait. Nil means nobody: that hearing
	// people was forgotten to be asked for is not their fault.
	Admit func(transcript.SpeakerID) bool
	Log   *slog.Logger
}

// A Conn is one voice connection: from one Identify to its end, through any
// number of resumes. What comes after it is a [Stay]'s business.
//
// One goroutine, run, owns the gateway's side: it takes every message in order,
// keeps the encryption (dave.Session) in step, and sets up the socket. Sound
// passes it by, see media.
type Conn struct {
	opts   ConnOptions
	client *gateway.Client
	dave   *dave.Session
	media  *media
	log    *slog.Logger
	inbox  chan gateway.Message
	cancel context.CancelCauseFunc
	ready  chan struct{} // closed when sound may flow
	done   chan struct{} // closed by run
	err    error         // why it has ended; good once done is closed

	state   atomic.Pointer[dave.State]
	spoke   atomic.Int64 // unix nanoseconds of the last op 5 of somebody who may be heard
	resumes atomic.Int64

	// The rest is run's alone.

	sockets    chan socket         // what discovery has come to
	moved      chan netip.AddrPort // where the server sees us, asked again
	dialling   bool                // sockets will have one
	wait       *time.Timer         // for what the server owes us
	owed       string              // what that is
	daveTimer  *time.Timer
	reading    sync.WaitGroup // of the socket
	mode       rtp.Mode
	seen       netip.AddrPort // where the server saw us last
	keepAlives uint64
	complaints int       // about what the server sends
	flowing    time.Time // since when sound can flow; zero before
}

// An EndError is why a connection ended, and what to do about it.
type EndError struct {
	Verdict gateway.Verdict
	// Rejoins is how many joins in a row are worth a try; At is the earliest
	// time for the next, or zero.
	Rejoins int
	At      time.Time
	// Silent says that nothing was refused: the server could not be reached, or
	// did not say what it had to.
	Silent bool
	Err    error
}

func (e *EndError) Error() string { return e.Err.Error() }

func (e *EndError) Unwrap() error { return e.Err }

// ended says what to do about an error.
func ended(err error) *EndError {
	if e, ok := errors.AsType[*EndError](err); ok {
		return e
	}
	if e, ok := errors.AsType[*gateway.EndError](err); ok {
		return &EndError{Verdict: e.Verdict, Rejoins: e.Code.Rejoins(), Silent: e.Code == gateway.NoCode, Err: err}
	}
	return &EndError{Verdict: gateway.Rejoin, Rejoins: gateway.NoCode.Rejoins(), Silent: true, Err: err}
}

// Connect connects, and returns when the gateway has been told who we are. The
// connection goes on until [Conn.Close], or an end of its own; [Conn.Ready]
// says when sound flows. An error is an [*EndError].
func Connect(ctx context.Context, opts ConnOptions) (*Conn, error) {
	opts.Dialers = opts.Dialers.withDefaults()
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Receive == nil {
		opts.Receive = func(transcript.SpeakerID, Packet) {}
	}
	if opts.Found == nil {
		opts.Found = func(func(transcript.SpeakerID) bool) {}
	}
	if opts.Left == nil {
		opts.Left = func(transcript.SpeakerID) {}
	}
	if opts.Admit == nil {
		opts.Admit = func(transcript.SpeakerID) bool { return false }
	}
	t := opts.Ticket
	running, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	c := &Conn{
		opts: opts, log: opts.Log, cancel: cancel,
		dave:    dave.New(uint64(t.User), uint64(t.Channel), dave.Options{}),
		inbox:   make(chan gateway.Message), // the client has the queue
		ready:   make(chan struct{}),
		done:    make(chan struct{}),
		sockets: make(chan socket, 1),
		moved:   make(chan netip.AddrPort, 1),
	}
	c.media = newMedia(opts, c.dave, func(seen netip.AddrPort) {
		select {
		case c.moved <- seen:
		default: // one is waiting
		}
	})
	c.state.Store(&dave.State{})
	client, err := gateway.Connect(ctx, gateway.ClientOptions{
		Endpoint: t.Endpoint,
		Guild:    uint64(t.Guild),
		User:     uint64(t.User),
		Session:  t.Session,
		Token:    gateway.NewToken(t.Token),
		Dial:     opts.Dialers.Gateway,
		Resumed: func() {
			select {
			case c.inbox <- gateway.Message{Op: gateway.OpResumed}:
			case <-running.Done():
			}
		},
		Handle: func(m gateway.Message) {
			select {
			case c.inbox <- m:
			case <-running.Done():
			}
		},
		Log: opts.Log,
	})
	if err != nil {
		cancel(nil)
		return nil, ended(err)
	}
	c.client = client
	go c.run(running)
	return c, nil
}

// Ready is closed when sound may flow.
func (c *Conn) Ready() <-chan struct{} { return c.ready }

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why it has ended, an [*EndError], or nil if it was closed. It may
// be called once Done is closed.
func (c *Conn) Err() error { return c.err }

// Close ends the connection and returns when it has ended.
func (c *Conn) Close() {
	c.cancel(ErrClosed)
	<-c.done
}

// Send sends a packet and reports whether it has left. It does not keep p.Opus.
func (c *Conn) Send(p Packet) bool { return c.media.send(p) }

// run keeps the connection until its end.
func (c *Conn) run(ctx context.Context) {
	defer close(c.done)
	over := make(chan error, 1)
	go func() {
		over <- c.client.Run(ctx)
		close(over)
	}()
	c.wait, c.daveTimer = time.NewTimer(0), time.NewTimer(time.Hour)
	c.owe("its greeting", readyWait)
	err := c.loop(ctx, over)
	c.wait.Stop()
	c.daveTimer.Stop()
	c.cancel(err)
	c.media.close()
	c.reading.Wait()
	for range over { // the client ends with ctx
	}
	if c.dialling { // it ends with ctx, too
		if s := <-c.sockets; s.udp != nil {
			_ = s.udp.Close()
		}
	}
	if !errors.Is(err, ErrClosed) {
		c.err = ended(err)
	}
}

// owe says what the server has to send, and for how long we wait for it.
func (c *Conn) owe(what string, d time.Duration) {
	c.owed = what
	c.wait.Reset(d)
}

// loop takes what happens until there is an error.
func (c *Conn) loop(ctx context.Context, over <-chan error) error {
	keepAlive := time.NewTicker(keepAliveEvery)
	defer keepAlive.Stop()
	for {
		var err error
		select {
		case m := <-c.inbox:
			err = c.handle(ctx, m)
		case s := <-c.sockets:
			err = c.discovered(ctx, s)
		case seen := <-c.moved:
			err = c.relocated(ctx, seen)
		case <-c.daveTimer.C:
			err = c.say(ctx)(c.dave.Tick(time.Now()))
		case <-keepAlive.C:
			c.keepAlive()
		case <-c.wait.C:
			err = fmt.Errorf("the voice server does not send %s", c.owed)
		case err = <-over:
			if err == nil {
				err = ErrClosed
			}
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		c.publish()
	}
}

// publish shows the state of the encryption, and sets the timer for it.
func (c *Conn) publish() {
	state := c.dave.State()
	c.state.Store(&state)
	if at, ok := c.dave.Deadline(); ok {
		c.daveTimer.Reset(time.Until(at))
	} else {
		c.daveTimer.Stop()
	}
}

// complain reports whether to log one more thing that the server should not have
// sent. One that goes on and on is not to fill the log.
func (c *Conn) complain() bool {
	const enough = 50
	c.complaints++
	return c.complaints <= enough
}

// say returns a function that sends what the encryption has to say. Its errors
// are the session's own affair, which goes on, but for one: that it has given
// up.
func (c *Conn) say(ctx context.Context) func([]dave.Message, error) error {
	return func(messages []dave.Message, cause error) error {
		if errors.Is(cause, dave.ErrRejoin) {
			return &EndError{Verdict: gateway.Rejoin, Rejoins: gateway.NoCode.Rejoins(), At: c.dave.State().Rejoin, Err: cause}
		}
		if cause != nil && c.complain() {
			c.log.LogAttrs(ctx, slog.LevelWarn, "end-to-end encryption", slog.Any("error", cause))
		}
		for _, m := range messages {
			var err error
			if m.Op.Binary() {
				err = c.client.SendBinary(ctx, gateway.Op(m.Op), m.Append(nil))
			} else {
				err = c.client.Send(ctx, gateway.Op(m.Op), json.RawMessage(m.Append(nil)))
			}
			if err != nil {
				// The socket is lost, which Run knows better than we do: it
				// resumes, and the server tells us what we then have to answer.
				c.log.LogAttrs(ctx, slog.LevelDebug, "voice message unsent", slog.Int("op", int(m.Op)), slog.Any("error", err))
			}
		}
		return nil
	}
}
