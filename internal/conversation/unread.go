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

// wordsLimit is how long after its end an utterance is waited for at all.
// Recognisers have limits of their own, of a minute at most, and better words for
// it; this keeps one that has none from being waited for until the session ends.
const wordsLimit = 2 * time.Minute

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

// tendWords sees to it that the words of u, which has ended, come at some time. A
// recognition at the pause that hangs is given up for one of the whole, and that
// for none: then it reports true.
func (r *running) tendWords(u *utterance, now time.Time, due func(time.Time) bool) (late bool) {
	if u.words != nil || u.ended.IsZero() {
		return false
	}
	if due(u.ended.Add(orderLimit)) && u.peeking && !u.closed {
		u.unask()
		u.close()
	}
	if !due(u.ended.Add(wordsLimit)) {
		return false
	}
	u.stop()
	r.finish(&words{utterance: u, err: errLate, at: now})
	return true
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
