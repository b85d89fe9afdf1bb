package conversation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/transcript"
)

// orderLimit is how long after its end an utterance whose words have not come
// holds up what the same person said next, and the answer to what they said
// before.
const orderLimit = 3 * time.Second

// read takes up the words that have come. What one person says is taken up in
// the order in which they said it, since the second half of a thought answers
// to the first; different people do not wait for each other.
func (r *running) read(ctx context.Context, now time.Time) {
	var left []*utterance
	awaited := make(map[transcript.SpeakerID]bool)
	for _, u := range r.unread {
		switch {
		case u.words == nil:
			left = append(left, u)
			if u.awaited(now) {
				awaited[u.who.ID] = true
			}
		case awaited[u.who.ID]:
			left = append(left, u)
		default:
			next, wait := r.next(u, now)
			switch {
			case wait:
				left = append(left, u)
				awaited[u.who.ID] = true
			case next != nil:
				r.carry(ctx, u, next)
			default:
				r.recognised(ctx, *u.words)
			}
		}
	}
	r.unread = left
}

// awaited reports whether the words of u are still worth waiting for.
func (u *utterance) awaited(now time.Time) bool {
	return u.words == nil && (u.ended.IsZero() || now.Sub(u.ended) < orderLimit)
}

// abandon takes up, at the end, what words there are, and says whose never
// came.
func (r *running) abandon(ctx context.Context) {
	for _, u := range r.unread {
		switch {
		case u.words != nil:
			r.recognised(ctx, *u.words)
		case u.carried.pieces > 0:
			r.recognised(ctx, words{utterance: u, err: errLate, at: time.Now()})
		case ctx.Err() == nil:
			r.log.LogAttrs(ctx, slog.LevelError, "utterance not recognised before the end",
				slog.Uint64("speaker", uint64(u.who.ID)), slog.Duration("length", u.duration()))
			r.opts.Observe(Trouble{fmt.Errorf("the last words of %s are lost: %w", u.who.Label(), errLate)})
			r.opts.Observe(LineDropped{Speaker: u.who.ID, Reason: "the recogniser was too late"})
		}
	}
	r.unread = nil
}

var errLate = errors.New("the recogniser did not come to an end in time")
