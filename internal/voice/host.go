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
	patience     = 10 * time.Minute // with a server that is silent, once it was not
	rejoinLater  = time.Minute      // between tries, when rejoinAfter has run out
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

	channel transcript.ChannelID // where we want to be; 0 once we were told to leave
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
	trying  time.Time                   // when the first of them was
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
		if h.channel != 0 {
			h.drop()
			h.ask(ctx)
		}
	case rebuild:
		if h.channel != 0 {
			h.lost(errors.New(e.reason))
			return h.again(time.Time{})
		}
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
