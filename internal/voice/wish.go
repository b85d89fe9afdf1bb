package voice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/transcript"
)

// What a stay asks of the main gateway, and what it makes of the answers.

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
	// The first that comes of a wish has a pair in whatever has come of it.
	paired := h.in == 0 || time.Since(h.server.at) < pairApart
	h.in, h.session = e.channel, e.session
	h.drop()
	if h.server.endpoint != "" && paired {
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
