package conversation

import (
	"context"
	"time"
)

// What somebody says without a stop is one line, though the recogniser is asked
// in pieces: nobody waits for the end of a monologue to have its beginning
// understood. The words of a piece are kept with the piece after it. So are the
// words of somebody who stopped in mid-sentence and went on when the recogniser
// had not yet said that this is where they stopped.

const (
	// piecesMost is how many pieces a line has at most: two minutes. What comes
	// after is another line.
	piecesMost = 4
	// seamLimit is how long the piece after one is waited for, which begins at
	// once.
	seamLimit = time.Second
)

// A carried is what was said in the pieces before this one of the same line.
type carried struct {
	text   string
	from   time.Time // when the first began
	pieces int
}

// next returns the piece after u, or nil if u is the last of its line. wait says
// that it is not known yet.
func (r *running) next(u *utterance, now time.Time) (next *utterance, wait bool) {
	if u.carried.pieces+1 >= piecesMost {
		return nil, false
	}
	for _, o := range r.unread {
		switch {
		case o == u || o.who.ID != u.who.ID || o.began.Before(u.began) || o.scene.ID != u.scene.ID || o.carried.pieces > 0:
		case o.follows == u:
			return o, false
		case u.more || u.ended.IsZero():
		case r.opts.goesOnAfter(u, o.began) && finished(r.opts.Campaign.Language, u.words.text, nil) == unfinished:
			return o, false
		}
	}
	return nil, u.more && now.Sub(u.ended) < seamLimit
}

// carry keeps the words of u, and those before, with the piece after it.
func (r *running) carry(ctx context.Context, u, next *utterance) {
	r.discard(u)
	u.foresight.end()
	next.carried = u.carried
	if r.worthy(ctx, u.words) {
		next.carried = carried{join(u.carried.text, u.words.text), u.from(), u.carried.pieces + 1}
	}
}

// from returns when the line of u began.
func (u *utterance) from() time.Time {
	if u.carried.pieces > 0 {
		return u.carried.from
	}
	return u.began
}
