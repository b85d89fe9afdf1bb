package conversation

import (
	"context"
	"errors"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// ErrOver says that the conversation has ended.
var ErrOver = errors.New("conversation: it has ended")

// do has the loop carry out req, and waits until it has.
func (c *Conversation) do(ctx context.Context, req request) error {
	done := make(chan struct{})
	wrapped := func(r *running) {
		defer close(done)
		req(r)
	}
	select {
	case c.requests <- wrapped:
		<-done
		return nil
	case <-c.ended:
		return ErrOver
	case <-ctx.Done():
		return ctx.Err()
	}
}

// try is do for a req that may come to nothing.
func (c *Conversation) try(ctx context.Context, req func(r *running) error) error {
	var err error
	if over := c.do(ctx, func(r *running) { err = req(r) }); over != nil {
		return over
	}
	return err
}

// Type takes a line that a person typed instead of saying it. It is kept,
// addressed and answered like any other; it returns once the line is kept, though
// the referee may still be thinking about it. Off the record nobody listens: the
// error is ErrOffRecord.
func (c *Conversation) Type(ctx context.Context, who transcript.SpeakerID, text string) error {
	return c.typed(ctx, who, text, func(r *running, line transcript.Line) (Decision, error) {
		return r.address(line, speech.Hypothesis{}), nil
	})
}

// TypeTo is Type for a line that is for one agent, whatever it says. The error
// is ErrAbsent if that is not here.
func (c *Conversation) TypeTo(ctx context.Context, who transcript.SpeakerID, to transcript.AgentID, text string) error {
	return c.typed(ctx, who, text, func(r *running, line transcript.Line) (Decision, error) {
		a, ok := r.present(to)
		if !ok {
			return Decision{}, ErrAbsent
		}
		if a.Kind != campaign.Butler {
			r.memory = r.memory.addressed(to, who, line.At, a.Muted)
		}
		return Decision{Agents: []transcript.AgentID{to}, Reason: "it was written to " + a.Shown(), Muted: a.Muted}, nil
	})
}

func (c *Conversation) typed(ctx context.Context, who transcript.SpeakerID, text string, address func(*running, transcript.Line) (Decision, error)) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return c.try(ctx, func(r *running) error {
		if r.off {
			return ErrOffRecord
		}
		now, p := time.Now(), r.person(who)
		line := r.newLine(r.scene, p, text, now, now)
		d, err := address(r, line)
		if err != nil {
			return err
		}
		e := r.take(r.scene, line, r.unkept(p))
		if r.doubts(d) {
			// Whoever typed need not wait for it, and it goes on when they do not.
			r.refer(context.WithoutCancel(ctx), d, line, e, transcript.Stages{})
			return nil
		}
		r.answerBy(d, e, transcript.Stages{})
		return nil
	})
}

// Idle reports whether nobody is talking, being recognised, answered or
// waiting to be.
func (c *Conversation) Idle(ctx context.Context) (idle bool, err error) {
	err = c.do(ctx, func(r *running) {
		quiet, _ := r.quiet()
		idle = quiet && len(r.unread) == 0 && len(r.doubted) == 0 && r.floor.current == nil && len(r.floor.waiting) == 0 && r.floor.filler == nil && len(r.floor.asides) == 0
	})
	return idle, err
}
