package voicetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// DiscordOptions configure a [Discord]. The zero DiscordOptions are a bot that
// has not been granted any privileged intent.
type DiscordOptions struct {
	// Token is the bot's. Empty means one that is made up.
	Token string
	// Bot is the name of the bot. Empty means Glyphoxa.
	Bot string
	// Privileged are the privileged intents that the developer portal grants. To
	// ask for another closes the gateway with 4014.
	Privileged Intents
	// Voice is the voice server, which the caller closes. Nil means one of d's
	// own, on a port of this machine.
	Voice *VoiceServer
	// Heartbeat is the interval that Hello asks for. Zero means 41.25 s.
	Heartbeat time.Duration
	// Resume is how long a session whose socket is lost is kept. Zero means 60 s.
	Resume time.Duration
	// Acknowledge is how long an interaction waits for its acknowledgement. Zero
	// means 3 s.
	Acknowledge time.Duration
	// Ahead is how far its clock is ahead of this machine's: that by which IDs are
	// made, messages are dated, and answers have their Date. Of a bot, it is how
	// far the bot's is behind.
	Ahead time.Duration
	// Follow is how long an acknowledged interaction may be followed up. Zero
	// means 15 min.
	Follow time.Duration
}

// A Discord is Discord, except for sound: users, guilds, channels and messages,
// the REST API and the main gateway, on a port of this machine. Its methods may
// be called by any goroutine.
type Discord struct {
	options     DiscordOptions
	voice       *VoiceServer
	bot         *Person
	application uint64

	host      string // and port, once it listens
	server    *http.Server
	mux       *http.ServeMux
	transport *http.Transport
	done      chan struct{}
	wg        sync.WaitGroup

	// mu guards everything below, and what guilds, channels, people, messages and
	// interactions say that it guards.
	mu       sync.Mutex
	shut     bool
	changed  chan struct{} // closed and replaced by touch
	ids      uint64
	token    string // "" when it has been taken away
	intents  Intents
	guilds   []*Guild
	people   []*Person
	commands []*guildCommand // of all guilds

	sessions     []*mainSession
	sockets      map[*mainSocket]bool
	sent         []Sent
	interactions []*Interaction
	voiceAnswer  VoiceAnswer
	faults       mainFaults
	requests     []Request
	uploads      []upload
	troubles     []*Trouble
	unguarded    []string // see Unguarded
}

// NewDiscord starts a Discord on a free port of 127.0.0.1. The caller closes it;
// ctx is for the start alone.
func NewDiscord(ctx context.Context, o DiscordOptions) (*Discord, error) {
	d := newDiscord(o)
	if err := d.listen(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// newDiscord makes one that no network leads to.
func newDiscord(o DiscordOptions) *Discord {
	o.Token = cmp.Or(o.Token, "MTQwMDAwMDAwMDAwMDAwMDAwMQ.voicetest.not-a-secret")
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Resume = cmp.Or(o.Resume, time.Minute)
	o.Acknowledge = cmp.Or(o.Acknowledge, 3*time.Second)
	o.Follow = cmp.Or(o.Follow, 15*time.Minute)
	d := &Discord{
		options:   o,
		voice:     o.Voice,
		token:     o.Token,
		intents:   o.Privileged,
		transport: &http.Transport{},
		done:      make(chan struct{}),
		changed:   make(chan struct{}),
		sockets:   make(map[*mainSocket]bool),
	}
	if d.voice == nil {
		d.voice = NewVoiceServer(VoiceOptions{})
	}
	d.application = d.id()
	d.bot = d.addUser(cmp.Or(o.Bot, "Glyphoxa"), true)
	d.mux = d.routes()
	d.server = &http.Server{
		Handler:           http.HandlerFunc(d.serve),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          silentLog,
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, rawConn{}, c) },
	}
	return d
}

func (d *Discord) listen(ctx context.Context) error {
	if d.options.Voice == nil {
		if err := d.voice.ListenLocal(ctx); err != nil {
			return fmt.Errorf("voicetest: voice server: %w", err)
		}
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("voicetest: %w", err)
	}
	d.host = l.Addr().String()
	d.wg.Go(func() { _ = d.server.Serve(l) })
	return nil
}

// Close ends every connection and returns when nothing of d runs any more, its
// own voice server included.
func (d *Discord) Close() error {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return nil
	}
	d.shut = true
	close(d.done)
	for s := range d.sockets {
		s.drop()
	}
	d.mu.Unlock()
	err := d.server.Close()
	d.wg.Wait()
	d.transport.CloseIdleConnections()
	if d.options.Voice == nil {
		err = errors.Join(err, d.voice.Close())
	}
	return err
}

// Token returns the bot's token, without the word Bot in front.
func (d *Discord) Token() string { return d.options.Token }

// Bot returns the bot.
func (d *Discord) Bot() *Person { return d.bot }

// Application returns the ID of the bot's application.
func (d *Discord) Application() uint64 { return d.application }

// Await waits until a condition holds. It looks whenever something has changed
// here, and calls ok without a lock held.
func (d *Discord) Await(ctx context.Context, ok func() bool) error {
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		if ok() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("voicetest: await: %w", context.Cause(ctx))
		case <-d.done:
			return fmt.Errorf("voicetest: await: %w", net.ErrClosed)
		}
	}
}

// touch wakes those who wait for a change. The caller holds d.mu.
func (d *Discord) touch() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// later does something after a while, or at once if that is none, with d.mu
// held, unless d is closed before. The caller holds d.mu.
func (d *Discord) later(after time.Duration, do func()) {
	if after <= 0 {
		do()
		return
	}
	if d.shut {
		return
	}
	d.wg.Go(func() {
		t := time.NewTimer(after)
		defer t.Stop()
		select {
		case <-t.C:
		case <-d.done:
			return
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		if !d.shut {
			do()
		}
	})
}

// now is in milliseconds, as Discord's times are.
func (d *Discord) now() time.Time {
	return time.Now().Add(d.options.Ahead).UTC().Truncate(time.Millisecond)
}
