package voice

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"glyphoxa/internal/transcript"
)

// Why a stay ends, or does not begin. What the voice server said last is joined
// to them.
var (
	// ErrNoAnswer: Discord did not answer the wish to join. That is its way to
	// say that the bot may not connect, that the channel is full, or that there
	// is none.
	ErrNoAnswer = errors.New("no answer from Discord: the bot may not connect there, or the channel is full")
	// ErrRemoved: somebody disconnected the bot, or the channel is gone.
	ErrRemoved = errors.New("the bot was disconnected from the channel")
	// ErrGaveUp: it was tried as often as makes sense.
	ErrGaveUp = errors.New("the voice connection cannot be kept")
	// ErrLeft: it was told to leave before it had joined.
	ErrLeft = errors.New("the bot was told to leave")
)

// A Gateway is the main gateway's part in joining.
type Gateway interface {
	// Ask asks Discord to put the bot into a voice channel of the guild, or
	// out of all when channel is 0. What comes of it arrives later, by
	// [Stay.VoiceState] and [Stay.VoiceServer], or never.
	Ask(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID) error
}

// StayOptions say where to stay, and for whom.
type StayOptions struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID
	User    transcript.SpeakerID // the bot
	Gateway Gateway
	Table   *Table
	Dialers Dialers
	// Admit reports whether somebody may be heard: see [ConnOptions].
	Admit func(transcript.SpeakerID) bool
	// Observe, if not nil, is told what happens, in order, from one goroutine.
	// It must not wait.
	Observe func(StayNotice)
	Log     *slog.Logger
}

// A Stay is the bot's wish to be in a channel. It holds on to it, through moves,
// lost connections, other servers and new sessions of the main gateway, until
// [Stay.Leave] or until somebody throws the bot out; it follows where it is
// moved. The table hears and speaks through whatever connection there is.
//
// Every connection is a generation: when it ends nothing of it is used again,
// and what arrives late from an older one is not listened to.
//
//	asked ──state and server──▶ connecting ──op 4──▶ in the channel
//	  ▲                             │                   │
//	  └───── leave, wait, ask ◀─────┴── lost for good ──┘
type Stay struct {
	inbox  chan any
	cancel context.CancelCauseFunc
	done   chan struct{}
	first  chan error // what came of joining; has room for it
	err    error      // why it has ended; good once done is closed
	begun  atomic.Bool
	health health
	host   *host
}

// NewStay returns a stay that has not begun: events of the main gateway can be
// handed to it from now on, and are without effect until [Stay.Join].
func NewStay(opts StayOptions) *Stay {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Observe == nil {
		opts.Observe = func(StayNotice) {}
	}
	s := &Stay{
		inbox: make(chan any, 64),
		done:  make(chan struct{}),
		first: make(chan error, 1),
	}
	s.health.table = opts.Table
	s.host = &host{stay: s, opts: opts, log: opts.Log, channel: opts.Channel}
	return s
}

// Join asks Discord to put the bot into the channel. It returns when sound can
// flow, or with the reason why it cannot; when ctx is done it gives up. It may
// be called once. The stay goes on until it ends or is left.
func (s *Stay) Join(ctx context.Context) error {
	running, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.begun.Store(true)
	go func() {
		defer close(s.done)
		s.err = s.host.run(running)
		cancel(nil)
		why := s.err
		if why == nil {
			why = ErrLeft
		}
		select {
		case s.first <- why:
		default: // it had been in the channel
		}
	}()
	select {
	case err := <-s.first:
		return err
	case <-ctx.Done():
		cancel(context.Cause(ctx))
		<-s.done
		return context.Cause(ctx)
	}
}

// VoiceState takes what the main gateway says about the bot's own whereabouts
// in the guild: VOICE_STATE_UPDATE. The channel is 0 when it is nowhere.
func (s *Stay) VoiceState(channel transcript.ChannelID, session string, suppressed bool) {
	s.tell(stateUpdate{channel, session, suppressed})
}

// VoiceServer takes the guild's VOICE_SERVER_UPDATE. An empty endpoint says that
// the server is taken away, and that another will be named.
func (s *Stay) VoiceServer(endpoint, token string) {
	s.tell(serverUpdate{endpoint, token, time.Now()})
}

// NewSession takes that the main gateway has begun a new session (READY): those
// of the voice servers have ended with the old one.
func (s *Stay) NewSession() { s.tell(newSession{}) }

// Rebuild leaves the channel and joins it again. The reason is for the notice.
func (s *Stay) Rebuild(reason string) { s.tell(rebuild{reason}) }

// Leave takes the bot out of the channel and ends the stay. It returns when
// Discord knows; that takes no longer than two seconds.
func (s *Stay) Leave(ctx context.Context) error {
	if !s.begun.Load() {
		return nil
	}
	s.tell(leave{})
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		s.cancel(context.Cause(ctx))
		<-s.done
		return context.Cause(ctx)
	}
}

// Done is closed when the stay has ended.
func (s *Stay) Done() <-chan struct{} { return s.done }

// Err returns why it has ended, or nil if it was left. It may be called once
// Done is closed.
func (s *Stay) Err() error { return s.err }

// tell hands an event to the goroutine, which never waits long.
func (s *Stay) tell(event any) {
	if !s.begun.Load() {
		return
	}
	select {
	case s.inbox <- event:
	case <-s.done:
	}
}

// What the goroutine is told.
type (
	stateUpdate struct {
		channel    transcript.ChannelID
		session    string
		suppressed bool
	}
	serverUpdate struct {
		endpoint, token string
		at              time.Time
	}
	newSession struct{}
	rebuild    struct{ reason string }
	leave      struct{}
	unasked    struct { // the main gateway did not take our wish
		wish int
		err  error
	}
	connected struct { // or not
		generation int64
		conn       *Conn
		err        error
	}
	readied   struct{ generation int64 }
	connEnded struct {
		generation int64
		err        error
	}
)
