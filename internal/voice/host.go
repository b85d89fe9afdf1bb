package voice

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/gateway"
)

const (
	pairWait     = 15 * time.Second // for the main gateway's two answers
	serverWait   = 10 * time.Second // for the second of them after a move
	newServer    = 30 * time.Second // for another server when one is taken away
	removedWait  = 10 * time.Second // after a close that may be a move or a kick
	leaveWait    = time.Second      // until the main gateway confirms that we left
	connectLimit = 30 * time.Second // from the pair to sound
	healthyFor   = 60 * time.Second // after which failures of the past are forgotten
	pairApart    = 5 * time.Second  // how far apart the two may be and still be a pair
	unaskedWait  = 30 * time.Second // until the main gateway is tried again
	watchEvery   = time.Second
	rebuildMost  = 3 // in a row; then it is said, and left to people
)

// rejoinAfter is how long to wait before each try to join anew. One region has
// been seen to refuse for 27 s; the sum is somewhat more.
var rejoinAfter = [...]time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}

// A host is the goroutine of a stay: everything that it decides is decided here,
// one event after the other.
type host struct {
	stay *Stay
	opts StayOptions
	log  *slog.Logger

	channel transcript.ChannelID // where we want to be
	in      transcript.ChannelID // where Discord says that we are; 0 before it has said so
	session string               // what goes with that
	server  serverUpdate         // the latest since we asked; endpoint is empty for none

	wish       int          // counts what was asked of the main gateway
	generation int64        // counts connections
	current    atomic.Int64 // the same, for what comes from connections
	conn       *Conn
	stop       context.CancelFunc // ends conn, or the making of it
	ready      time.Time          // since when sound flows; zero if it does not
	since      time.Time          // when it was asked for, or ended
	joined     bool               // it has flowed

	asked   chan struct{}      // closed when the last wish was told, or not
	unask   context.CancelFunc // ends the telling
	running sync.WaitGroup     // of what tells the inbox

	tries   int                         // to join anew, since it was healthy
	timer   *time.Timer                 // what is waited for
	due     func(context.Context) error // what is done when it has not come
	leaving bool                        // out of the channel in order to come back
	quiet   watch
	named   Stage // stuck, and said so
	rebuilt int   // times in a row that a connection was made anew for that
	quit    bool  // left on purpose

	suppressed bool
}

// run keeps the stay until its end.
func (h *host) run(ctx context.Context) error {
	h.timer = time.NewTimer(time.Hour)
	defer h.timer.Stop()
	h.opts.Table.through(nil)
	h.since = time.Now()
	h.ask(ctx)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	var err error
	for err == nil && !h.quit {
		select {
		case e := <-h.stay.inbox:
			err = h.take(ctx, e)
		case <-h.timer.C:
			err = h.due(ctx)
		case now := <-tick.C:
			err = h.watch(now)
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	}
	h.drop()
	if !errors.Is(err, ErrRemoved) && !h.quit {
		h.say(ctx, 0) // so that the bot does not sit there, deaf
	}
	over := make(chan struct{})
	go func() {
		h.running.Wait()
		close(over)
	}()
	for {
		select {
		case <-h.stay.inbox:
		case <-over:
			return err
		}
	}
}

// take takes one event.
func (h *host) take(ctx context.Context, event any) error {
	switch e := event.(type) {
	case stateUpdate:
		return h.moved(ctx, e)
	case serverUpdate:
		return h.served(ctx, e)
	case newSession:
		h.drop()
		h.ask(ctx)
	case rebuild:
		h.lost(errors.New(e.reason))
		return h.again(time.Time{})
	case leave:
		h.drop()
		h.say(ctx, 0)
		h.leaving, h.channel = true, 0
		h.await(leaveWait, func(context.Context) error { h.quit = true; return nil })
	case unasked:
		if e.wish == h.wish {
			return h.unasked(e.err)
		}
	case connected:
		return h.connected(e)
	case readied:
		if e.generation == h.generation {
			h.flows()
		}
	case connEnded:
		if e.generation == h.generation {
			return h.ended(e.err)
		}
	}
	return nil
}

// await has f done unless something comes before. A later call replaces it.
func (h *host) await(d time.Duration, f func(context.Context) error) {
	h.due = f
	h.timer.Reset(d)
}

// ask asks to be in the channel, with nothing known of where we are.
func (h *host) ask(ctx context.Context) {
	h.leaving, h.in, h.session, h.server = false, 0, "", serverUpdate{}
	h.say(ctx, h.channel)
	h.await(pairWait, func(ctx context.Context) error {
		if !h.joined {
			return ErrNoAnswer
		}
		return h.again(time.Time{})
	})
}

// say tells the main gateway our wish, after the one before. It may take a
// while, should its own connection be lost.
func (h *host) say(ctx context.Context, channel transcript.ChannelID) {
	if h.unask != nil {
		h.unask()
	}
	h.wish++
	wish, before, asked := h.wish, h.asked, make(chan struct{})
	limit := pairWait
	if channel == 0 {
		limit = leaveWait
	}
	ctx, h.unask = context.WithTimeout(context.WithoutCancel(ctx), limit)
	h.asked = asked
	h.running.Go(func() {
		if before != nil {
			<-before
		}
		err := h.opts.Gateway.Ask(ctx, h.opts.Guild, channel)
		close(asked)
		if err != nil && channel != 0 {
			h.stay.tell(unasked{wish, err})
		}
	})
}

// unasked takes that the main gateway could not be told. If we have been in the
// channel the wish stays, however long Discord is away.
func (h *host) unasked(err error) error {
	if !h.joined {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	h.await(unaskedWait, func(ctx context.Context) error {
		h.ask(ctx)
		return nil
	})
	return nil
}

// moved takes where Discord says that we are.
func (h *host) moved(ctx context.Context, e stateUpdate) error {
	switch {
	case h.leaving && e.channel == 0:
		if h.channel == 0 {
			h.quit = true
			return nil
		}
		h.ask(ctx)
		return nil
	case h.leaving:
		return nil
	case e.channel == 0 && h.in == 0:
		return nil // from before we asked
	case e.channel == 0:
		return ErrRemoved
	}
	if e.suppressed != h.suppressed {
		h.suppressed = e.suppressed
		h.opts.Observe(Suppressed{e.suppressed})
	}
	if e.channel == h.in && e.session == h.session {
		return nil // muted or deafened, which is no matter here
	}
	if e.channel != h.channel {
		h.opts.Observe(Moved{h.channel, e.channel})
		h.channel = e.channel
	}
	h.in, h.session = e.channel, e.session
	h.drop()
	if h.server.endpoint != "" && time.Since(h.server.at) < pairApart {
		h.connect(ctx)
		return nil
	}
	h.server = serverUpdate{}
	if h.joined {
		h.await(serverWait, func(ctx context.Context) error { return h.again(time.Time{}) })
	}
	return nil
}

// served takes which server we are to use. It need not be another: after a move
// it is often the same, with another token.
func (h *host) served(ctx context.Context, e serverUpdate) error {
	if h.leaving {
		return nil
	}
	h.server = e
	switch {
	case e.endpoint == "":
		h.lost(errors.New("the voice server was taken away"))
		h.await(newServer, func(ctx context.Context) error { return h.again(time.Time{}) })
	case h.in != 0:
		h.connect(ctx)
	}
	return nil
}

// connect begins a generation with what is known.
func (h *host) connect(ctx context.Context) {
	h.drop()
	ticket := Ticket{
		Guild: h.opts.Guild, Channel: h.in, User: h.opts.User,
		Session: h.session, Endpoint: h.server.endpoint, Token: h.server.token,
	}
	generation := h.generation
	ctx, h.stop = context.WithCancel(ctx)
	h.await(connectLimit, func(ctx context.Context) error {
		return h.ended(errors.New("the voice server takes too long"))
	})
	table := h.opts.Table
	h.running.Go(func() {
		conn, err := Connect(ctx, ConnOptions{
			Ticket: ticket, Dialers: h.opts.Dialers, Admit: h.opts.Admit, Log: h.log,
			Receive: func(who transcript.SpeakerID, p Packet) {
				if h.current.Load() == generation {
					table.Receive(who, p)
				}
			},
			Left: func(who transcript.SpeakerID) {
				if h.current.Load() == generation {
					table.Leave(who)
				}
			},
		})
		h.stay.tell(connected{generation, conn, err})
		if err != nil {
			return
		}
		defer conn.Close()
		select {
		case <-conn.Ready():
			h.stay.tell(readied{generation})
		case <-conn.Done():
		case <-ctx.Done():
		}
		select {
		case <-conn.Done():
			h.stay.tell(connEnded{generation, conn.Err()})
		case <-ctx.Done():
		}
	})
}

// connected takes what became of connecting.
func (h *host) connected(e connected) error {
	switch {
	case e.generation != h.generation:
	case e.err != nil:
		return h.ended(e.err)
	default:
		h.conn = e.conn
	}
	return nil
}

// flows takes that sound can flow.
func (h *host) flows() {
	h.timer.Stop()
	now := time.Now()
	h.ready = now
	h.stay.health.use(h.conn, h.in, now)
	h.quiet = watch{}
	h.opts.Table.through(h.conn.Send)
	// "The bot receives nothing until it has sent something": a report of many.
	go h.opts.Table.mouth.greet()
	h.opts.Observe(Joined{Channel: h.in, Again: h.joined, Took: now.Sub(h.since)})
	if !h.joined {
		h.joined = true
		h.stay.first <- nil
	}
}

// ended takes why the connection has, and what to do about it.
func (h *host) ended(err error) error {
	end := ended(err)
	h.lost(err)
	switch {
	case end.Verdict == gateway.Fatal:
		return err
	case end.Verdict == gateway.Await:
		h.await(removedWait, func(context.Context) error { return fmt.Errorf("%w: %w", ErrRemoved, err) })
		return nil
	case h.tries > end.Rejoins:
		return fmt.Errorf("%w: %w", ErrGaveUp, err)
	default:
		return h.again(end.At)
	}
}

// again leaves the channel and joins it again, not before a moment; if Discord
// moves us before then, that will do. In between we are out, because a wish to be
// where one is brings no server.
func (h *host) again(at time.Time) error {
	if h.tries >= len(rejoinAfter) {
		return ErrGaveUp
	}
	pause := max(rejoinAfter[h.tries], time.Until(at))
	h.tries++
	h.drop()
	h.await(pause, func(ctx context.Context) error {
		h.leaving = true
		h.say(ctx, 0)
		h.await(leaveWait, func(ctx context.Context) error {
			h.ask(ctx)
			return nil
		})
		return nil
	})
	return nil
}

// lost is drop, said to those who want to know.
func (h *host) lost(err error) {
	if !h.ready.IsZero() {
		h.log.Warn("voice connection lost", slog.Any("error", err))
		h.opts.Observe(Lost{err})
		if time.Since(h.ready) >= healthyFor {
			h.tries = 0
		}
	}
	h.drop()
}

// drop ends this generation.
func (h *host) drop() {
	h.opts.Table.through(nil)
	h.generation++
	h.current.Store(h.generation)
	if h.stop != nil {
		h.stop()
		h.stop = nil
	}
	if h.conn != nil {
		h.stay.health.drop()
		h.conn = nil
	}
	if !h.ready.IsZero() {
		h.since, h.ready = time.Now(), time.Time{}
	}
}

// watch looks whether sound is lost on its way.
func (h *host) watch(now time.Time) error {
	f, ok := h.stay.health.flowing()
	if !ok {
		return nil
	}
	stage, held := h.quiet.look(f, now)
	h.stay.health.stuck(stage, held)
	switch {
	case stage == "":
		h.named = ""
		if now.Sub(h.ready) >= healthyFor {
			h.rebuilt = 0
		}
	case stage != h.named:
		h.named = stage
		h.opts.Observe(Stuck{stage, held, false})
	case held >= rebuildAfter && h.rebuilt < rebuildMost && mendable(stage, f):
		h.opts.Observe(Stuck{stage, held, true})
		h.named = ""
		h.rebuilt++
		h.lost(fmt.Errorf("people speak, and the stage %q lets nothing through", stage))
		h.tries = 0
		return h.again(time.Time{})
	}
	return nil
}

// mendable reports whether another connection may help. Where nothing has ever
// come over UDP it would not: something is in the way.
func mendable(s Stage, f flowing) bool { return s != StageNetwork || !f.lastIn.IsZero() }
