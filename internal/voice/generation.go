package voice

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/gateway"
)

// The connections of a stay: one generation after the other.

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
			Found: func(there func(transcript.SpeakerID) bool) {
				if h.current.Load() == generation {
					table.keep(there)
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
	case h.tries < end.Rejoins, end.Silent && h.patient():
		return h.again(end.At)
	default:
		return fmt.Errorf("%w: %w", ErrGaveUp, err)
	}
}

// patient reports whether to go on, though it was tried often enough for somebody
// who waits for it: we have been in the channel, and our place is there until we
// are told otherwise.
func (h *host) patient() bool { return h.joined && time.Since(h.trying) < patience }

// again leaves the channel and joins it again, not before a moment; if Discord
// moves us before then, that will do. In between we are out, because a wish to be
// where one is brings no server.
func (h *host) again(at time.Time) error {
	pause := rejoinLater
	switch {
	case h.tries < len(rejoinAfter):
		pause = max(rejoinAfter[h.tries], time.Until(at))
	case !h.patient():
		return ErrGaveUp
	}
	if h.tries == 0 {
		h.trying = time.Now()
	}
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
		if time.Since(h.ready) >= healthyFor {
			h.tries = 0
		}
		h.since, h.ready = time.Now(), time.Time{}
	}
}
