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
		r.strikeSpeech(everybody)
		r.silence(transcript.Cut, offRecord)
		r.floor.drop(r, offRecord)
	})
}

// Drop throws away what a person has said and is not yet a line.
func (c *Conversation) Drop(ctx context.Context, who transcript.SpeakerID) error {
	return c.do(ctx, func(r *running) { r.strikeSpeech(only(who)) })
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

// strikeSpeech throws away what people are saying, and have said, that is not yet a
// line. Of what an agent's voice has kept from being listened to so far, the rest is
// not listened to either.
func (r *running) strikeSpeech(whose func(transcript.SpeakerID) bool) {
	for _, u := range r.unread {
		if whose(u.who.ID) {
			r.strike(u)
		}
	}
	for id, l := range r.lanes {
		if whose(id) && l.unheard {
			l.unheard, l.voice = false, false
			l.before = &utterance{who: l.who, struck: true} // should it go on as another
		}
	}
}

func everybody(transcript.SpeakerID) bool { return true }

func only(who transcript.SpeakerID) func(transcript.SpeakerID) bool {
	return func(id transcript.SpeakerID) bool { return id == who }
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
