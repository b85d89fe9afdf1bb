package discord

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// intents are what the bot is told of: guilds, channels and roles, and who is in
// voice. None of them is privileged.
const intents = discordgo.IntentsGuilds | discordgo.IntentsGuildVoiceStates

// A link is one connection to the gateway and the discordgo session that lives
// on it. A session of discordgo's is never used for a second connection: its
// Close can hit a connection that was opened since.
type link struct {
	session *discordgo.Session
	greeted chan struct{} // closed when READY or RESUMED has been handled
	closed  chan struct{} // closed when discordgo has let go

	greet, let sync.Once
	mu         sync.Mutex
	wire       *wire // nil until it is dialled
	doomed     error // cut before that
}

// A dialing is how to reach a gateway.
type dialing struct {
	token  Token
	url    string
	resume []byte // the message to resume with; nil: identify
	tls    *tls.Config
	// net dials; nil means the network. Tests give one in memory.
	net    func(ctx context.Context, network, addr string) (net.Conn, error)
	handle func(*link, *discordgo.Event)
}

// newLink prepares a link. ctx bounds the dialling.
func newLink(ctx context.Context, d dialing) *link {
	s, _ := discordgo.New(d.token.header()) // never fails
	l := &link{session: s, greeted: make(chan struct{}), closed: make(chan struct{})}

	s.LogLevel = -1 // its log is the standard one and may hold anything
	s.StateEnabled = false
	s.SyncEvents = true // one event after the other, on the reading goroutine
	s.Compress = false  // the wire looks into messages
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.Identify.Intents = intents
	s.Client = &http.Client{Transport: answerGateway(d.url)}
	s.Dialer = &websocket.Dialer{HandshakeTimeout: 15 * time.Second}

	dial := d.net
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	take := func(c net.Conn) (net.Conn, error) {
		w := newWire(c, d.resume)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.doomed != nil {
			_ = c.Close()
			return nil, l.doomed
		}
		l.wire = w
		return w, nil
	}
	s.Dialer.NetDialContext = func(_ context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return take(c)
	}
	s.Dialer.NetDialTLSContext = func(_ context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		secure := tls.Client(c, tlsFor(d.tls, addr))
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = c.Close()
			return nil, err
		}
		return take(secure)
	}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { d.handle(l, e) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { l.release() })
	return l
}

func tlsFor(base *tls.Config, addr string) *tls.Config {
	c := base.Clone()
	if c == nil {
		c = new(tls.Config)
	}
	c.NextProtos = []string{"http/1.1"}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(addr)
	}
	return c
}

// answerGateway answers discordgo's question for the gateway with the one that
// we chose: it asks without a context, and never for that of a resume.
type answerGateway string

func (a answerGateway) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/gateway") {
		return nil, errors.New("only the gateway can be asked for here")
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Request: r, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(fmt.Sprintf("{%q:%q}", "url", string(a)))),
	}, nil
}

// open connects and waits until Discord has greeted. When it returns an error
// the link is dead and its goroutines are gone or going.
func (l *link) open(ctx context.Context) error {
	result := make(chan error, 1)
	go func() {
		err := l.session.Open()
		if err != nil {
			l.release()
		}
		result <- err
	}()
	// The wire keeps Open from hanging. Should it hang all the same, it is left
	// to itself: nothing else uses this session.
	select {
	case err := <-result:
		if err != nil {
			return l.failure(err)
		}
	case <-ctx.Done():
		l.cut(ctx.Err())
		return ctx.Err()
	}
	w := l.line()
	select {
	case <-l.greeted:
		return nil
	case <-w.dead:
	case <-ctx.Done():
		_ = w.cut(ctx.Err())
	}
	select {
	case <-l.greeted: // and lost since, which is told as such
		return nil
	default:
		return w.why()
	}
}

// failure returns why Open failed, in the wire's words if it has any: a close
// code rather than the error that discordgo made of it.
func (l *link) failure(err error) error {
	if w := l.line(); w != nil {
		if cause := w.why(); cause != nil && !errors.Is(cause, errDropped) {
			return cause
		}
	}
	return err
}

func (l *link) line() *wire {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wire
}

// cut ends the connection without a goodbye, so that the session can go on.
func (l *link) cut(err error) {
	l.mu.Lock()
	w := l.wire
	if w == nil {
		l.doomed = err
	}
	l.mu.Unlock()
	if w != nil {
		_ = w.cut(err)
	}
}

// dead is closed when the connection is gone.
func (l *link) dead() <-chan struct{} { return l.line().dead }

// write sends a message to the gateway.
func (l *link) write(message any) error {
	if err := l.session.GatewayWriteStruct(message); err != nil {
		return fmt.Errorf("write to the gateway: %w", err)
	}
	return nil
}

// leave says goodbye, which ends the session, and waits until discordgo has let
// go, at most as long as ctx.
func (l *link) leave(ctx context.Context) {
	w := l.line()
	w.leaving.Store(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = l.session.Close() // sleeps for a second
	}()
	select {
	case <-done:
	case <-ctx.Done():
		_ = w.cut(errDropped)
	}
}

func (l *link) release() { l.let.Do(func() { close(l.closed) }) }
func (l *link) welcome() { l.greet.Do(func() { close(l.greeted) }) }
