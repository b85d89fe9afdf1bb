package discord

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"glyphoxa/internal/transcript"
)

// Options configures a Client. Only Token is needed.
type Options struct {
	Token Token
	// HTTP sends the requests. Its transport may lead elsewhere, as in tests; if
	// it is an *http.Transport, the gateway is reached with its TLS
	// configuration. nil means a client of its own with a limit of 15 s. The
	// gateway knows no proxy: neither does sound.
	HTTP *http.Client
	// Log takes ids, durations and codes, never words or names. nil: nothing is
	// logged.
	Log *slog.Logger
	// Within bounds Open. Zero means 30 s.
	Within time.Duration

	// dial reaches the gateway; nil means the network. pace is how long to wait
	// for what; zero is Discord's.
	dial func(ctx context.Context, network, addr string) (net.Conn, error)
	pace pace
}

// queue is how many events wait to be read. When it is full the reading of the
// gateway waits too, up to stall, and then the connection is given up with the
// event unacknowledged: Discord keeps it, and sends it again on the resume. So
// neither a voice state nor an interaction is lost, and memory has a bound.
const (
	queue = 1024
	stall = 2 * time.Second
)

// A Client is the bot's connection to Discord.
type Client struct {
	log    *slog.Logger
	rest   *rest
	token  Token
	dial   func(ctx context.Context, network, addr string) (net.Conn, error)
	tls    *tls.Config
	pace   pace
	state  state
	events chan Event

	// keep's goroutine owns these; Open's before it.
	retries retries
	home    string // the gateway of the last login

	stop context.CancelFunc // ends keep
	kept chan struct{}      // closed when keep has returned
	old  sync.WaitGroup     // links that discordgo has not let go of

	// turn orders events. It is held while an event waits for room.
	turn    sync.Mutex
	current *link // the one whose events count
	ended   bool  // events is closed

	// mu guards what follows. It is held for moments only.
	mu      sync.Mutex
	up      *link         // greeted and alive, or nil
	changed chan struct{} // closed and replaced when up or the bot's own seat changes
	session session
	me      Ready
	met     bool // there has been a Ready
	wished  map[transcript.GuildID]transcript.ChannelID
	rival   time.Time // when a Rival was last reported
}

// A session is what it takes to resume.
type session struct {
	id, url string
	seq     int64
}

// Open logs in and waits until Discord has greeted the bot. An error is a
// [*Refusal] with a remedy, or ctx's. The Client outlives ctx; it lives until
// [Client.Close] or a [Closed].
func Open(ctx context.Context, o Options) (*Client, error) {
	if o.Token.reveal() == "" {
		return nil, &Refusal{Reason: ErrToken, Err: errors.New("it is empty")}
	}
	c := &Client{
		log: o.Log, token: o.Token, dial: o.dial, pace: o.pace.orDiscords(),
		events:  make(chan Event, queue),
		kept:    make(chan struct{}),
		changed: make(chan struct{}),
		wished:  make(map[transcript.GuildID]transcript.ChannelID),
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if o.HTTP == nil {
		o.HTTP = &http.Client{Timeout: 15 * time.Second}
	}
	if t, ok := o.HTTP.Transport.(*http.Transport); ok {
		c.tls = t.TLSClientConfig
	}
	c.rest = newRest(o.Token, o.HTTP)

	within := cmp.Or(o.Within, 30*time.Second)
	first, cancel := context.WithTimeoutCause(ctx, within, &Refusal{Reason: ErrNetwork, Err: fmt.Errorf("no greeting within %v", within)})
	defer cancel()
	if err := c.login(first); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	go c.keep(life)
	return c, nil
}

// Me returns who the bot is, as the last Ready said.
func (c *Client) Me() Ready {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.me
}

// Events returns the one stream of events, in the order in which they happened.
// It has one reader, who should not be slow: what waits for I/O belongs
// elsewhere. The channel is closed after [Closed].
func (c *Client) Events() <-chan Event { return c.events }

// Ping returns how long Discord took to answer the last heartbeat; 0 until it
// has answered one, and while there is no connection.
func (c *Client) Ping() time.Duration {
	if l, _ := c.alive(); l != nil {
		return l.line().beats.last()
	}
	return 0
}

// alive returns the connection, nil if there is none, and what is closed when
// that changes.
func (c *Client) alive() (*link, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.up, c.changed
}

// touch wakes those who wait for a change. The caller holds c.mu.
func (c *Client) touch() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// put gives an event to the reader, and returns false if it does not read.
func (c *Client) put(e Event) bool {
	select {
	case c.events <- e:
		return true
	default:
	}
	t := time.NewTimer(stall)
	defer t.Stop()
	select {
	case c.events <- e:
		return true
	case <-t.C:
		return false
	}
}

// tell gives the reader an event of our own.
func (c *Client) tell(e Event) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if !c.ended {
		c.put(e)
	}
}

// finish ends the events.
func (c *Client) finish(err error) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if !c.ended {
		c.ended, c.current = true, nil
		c.put(Closed{Err: err})
		close(c.events)
	}
}

// Close leaves every voice channel, then Discord. It returns when that is done,
// after about 3 s at most, and earlier if ctx is done.
func (c *Client) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	c.leaveVoice(ctx)
	c.stop()
	<-c.kept
	c.mu.Lock()
	l := c.up
	c.up = nil
	c.touch()
	c.mu.Unlock()
	if l != nil {
		l.leave(ctx)
	}
	gone := make(chan struct{})
	go func() {
		c.old.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
	}
	c.finish(nil)
	return nil
}
