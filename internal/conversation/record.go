package conversation

import (
	"context"
	"slices"

	"glyphoxa/internal/transcript"
)

// What is said off the record is neither recognised nor kept nor answered, and
// whoever takes back their consent takes with it what is not yet a line.

const offRecord = "off the record"

// OffRecord goes off the record, or on it again. Off it nobody is listened to:
// what is being said is thrown away, unread; agents fall silent, and what they
// were about to say is given up.
func (c *Conversation) OffRecord(ctx context.Context, off bool) error {
	return c.do(ctx, func(r *running) {
		if r.off = off; !off {
			return
		}
		for _, u := range r.unread {
			r.strike(u)
		}
		r.silence(transcript.Cut, offRecord)
		r.floor.drop(r, offRecord)
	})
}

// Drop throws away what a person has said and is not yet a line.
func (c *Conversation) Drop(ctx context.Context, who transcript.SpeakerID) error {
	return c.do(ctx, func(r *running) {
		for _, u := range r.unread {
			if u.who.ID == who {
				r.strike(u)
			}
		}
	})
}

// Meet says who somebody at the table is: of whom something is different, or
// who has come.
func (c *Conversation) Meet(ctx context.Context, who transcript.Speaker) error {
	return c.do(ctx, func(r *running) {
		// Turns that think go on with the list they were given.
		people := slices.DeleteFunc(slices.Clone(r.opts.People), func(p transcript.Speaker) bool { return p.ID == who.ID })
		r.opts.People = append(people, who)
		delete(r.away, who.ID)
		if l := r.lanes[who.ID]; l != nil {
			l.who = who
		}
	})
}

// strike throws an utterance away: its recogniser is stopped, and nothing that
// comes of it counts.
func (r *running) strike(u *utterance) {
	if u.struck {
		return
	}
	u.struck = true
	r.letGo(u)
	r.discard(u)
	u.foresight.end()
	u.unpeek()
	u.stop()
	if l := r.lanes[u.who.ID]; l != nil && l.open == u {
		l.before = u // should it go on as another
		r.end(l, u.lastVoiced, u.lastVoiced)
	}
}

// people returns who is at the table.
func (r *running) people() []transcript.Speaker {
	if len(r.away) == 0 {
		return r.opts.People
	}
	return slices.DeleteFunc(slices.Clone(r.opts.People), func(p transcript.Speaker) bool { return r.away[p.ID] })
}
