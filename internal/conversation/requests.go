package conversation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

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

// Type takes a line that a person typed instead of saying it. It is kept,
// addressed and answered like any other.
func (c *Conversation) Type(ctx context.Context, who transcript.SpeakerID, text string) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return c.do(ctx, func(r *running) {
		now := time.Now()
		r.hear(r.scene, r.newLine(r.scene, r.person(who), text, now, now), transcript.Stages{})
	})
}

// Enter changes the scene: from now on others hear and answer. What is being
// said is finished, and heard by those who were there when it began; answers
// that nobody has heard yet are given up if their agent is not present any
// more, or muted.
func (c *Conversation) Enter(ctx context.Context, s Scene) error {
	return c.do(ctx, func(r *running) {
		r.scene = s
		r.memory = memory{}
		r.floor.enter(r, s)
	})
}

// Play lets go an answer that was offered to the GM. It does nothing if the
// offer has passed.
func (c *Conversation) Play(ctx context.Context, id transcript.TurnID) error {
	return c.do(ctx, func(r *running) {
		i := slices.IndexFunc(r.floor.offers, func(t *turn) bool { return t.rec.ID == id })
		if i < 0 {
			return
		}
		t := r.floor.offers[i]
		r.floor.offers = slices.Delete(r.floor.offers, i, i+1)
		r.floor.waiting = slices.Insert(r.floor.waiting, 0, t)
	})
}

// Idle reports whether nobody is talking, being recognised, answered or
// waiting to be.
func (c *Conversation) Idle(ctx context.Context) (idle bool, err error) {
	err = c.do(ctx, func(r *running) {
		quiet, _ := r.quiet()
		idle = quiet && len(r.unread) == 0 && r.floor.current == nil && len(r.floor.waiting) == 0 && len(r.floor.asides) == 0
	})
	return idle, err
}
