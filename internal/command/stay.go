package command

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// An ending is why a stay ends.
type ending int

const (
	endAsked   ending = iota // a command
	endGMAway                // no GM for too long
	endEmpty                 // nobody for too long
	endGone                  // the channel is gone
	endRemoved               // the bot was removed from the guild
	endProgram               // the program ends
	endItself                // the session ended without being asked
)

// A stay is the bot's stay in one voice channel, from its start to its end.
//
// Who is in the channel, what they have said about being heard, and so whose
// packets pass the gate, is kept under mu and changed by whoever brings the
// news, at once. What follows from it for people and the store is done by one
// goroutine, [stay.watch], in order.
type stay struct {
	desk     *Desk
	log      *slog.Logger
	guild    transcript.GuildID
	campaign campaign.Campaign
	book     Book
	gm       transcript.SpeakerID // who began it
	gate     Gate
	wake     chan struct{} // one slot: there is something to do
	stop     chan struct{} // closed when it is to end
	done     chan struct{} // closed when it has ended
	inbox    inbox         // what the table tells
	mirror   mirror        // what is shown of what is said
	stories  missedStories // of what people have missed

	mu      sync.Mutex             // guards what follows
	session Session                // nil until it has begun
	joined  []transcript.SpeakerID // GMs since it was reserved
	scene   string                 // key of what is played, empty for the campaign's first
	channel transcript.ChannelID
	here    []discord.Person                // the people in the channel, without bots
	players map[transcript.SpeakerID]string // who plays which character
	told    map[transcript.SpeakerID]transcript.Speaker
	said    map[transcript.SpeakerID]transcript.Consent
	loud    map[transcript.SpeakerID]transcript.Loudspeaker // of whom it has been said
	greeted map[transcript.SpeakerID]bool                   // who has been shown the question
	rules   rules
	stand   standing
	todo    todo
	card    card
	screen  backdrop
	waits   waitingNote
	again   time.Time // when to try again what Discord did not take; zero for never
	remind  time.Time // when to say that it is still off the record; zero for never
	why     ending
	ended   bool // why is set
	lines   int  // kept, once it has ended
}

// where returns the channel of the stay.
func (s *stay) where() transcript.ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channel
}

// look sees who is in the channel, and does what must be done at once: the
// gate is set, and the session goes off the record or on it again. moved is
// the channel that the bot was moved to, 0 if it was not.
func (s *stay) look(moved transcript.ChannelID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if moved != 0 && moved != s.channel {
		s.channel = moved
		s.redraw() // a new card, where people are now
	}
	s.see(time.Now())
}

// see is look, with mu held.
func (s *stay) see(now time.Time) {
	s.here = s.here[:0]
	gms := 0
	for _, p := range s.desk.discord.People(s.guild, s.channel) {
		if p.Bot {
			continue // never heard, never counted
		}
		s.here = append(s.here, p)
		if s.isGM(p.User) {
			gms++
		}
	}
	before := s.stand
	s.stand = s.rules.see(now, len(s.here), gms)
	s.setGate()
	if s.session == nil {
		return
	}
	if off := s.stand != onRecord; off != (before != onRecord) {
		s.session.OffRecord(off)
	}
	if s.stand != before {
		told := standText(s.stand, s.rules)
		s.announceStand(func(ctx context.Context) { s.announce(ctx, told) })
		s.redraw()
	}
	if s.channel != s.card.channel { // the new card is for all who are there
		for _, p := range s.here {
			s.greeted[p.User] = true
		}
	}
	s.tell()
	s.nudge()
}

// setGate has the gate let in those who may be heard, with mu held.
func (s *stay) setGate() {
	people := make(map[transcript.SpeakerID]bool, len(s.here))
	for _, p := range s.here {
		people[p.User] = s.stand == onRecord && !s.ended && s.heard(p.User)
	}
	s.gate.set(people)
}

// heard reports whether a person's consent lets them be heard, with mu held.
func (s *stay) heard(who transcript.SpeakerID) bool {
	if s.desk.opts.Consent == Notice {
		return s.said[who] != transcript.ConsentNo
	}
	return s.said[who] == transcript.ConsentYes || s.said[who] == transcript.ConsentUnkept
}

// tell tells the session, the store and newcomers who is here now, with mu
// held.
func (s *stay) tell() {
	gone := make(map[transcript.SpeakerID]bool, len(s.told))
	for who := range s.told {
		gone[who] = true
	}
	for _, p := range s.here {
		delete(gone, p.User)
		now := s.speaker(p)
		if was, ok := s.told[p.User]; ok && was == now {
			continue
		}
		s.told[p.User] = now
		s.session.Came(now)
		s.card.stale = true
		session, came := s.session.ID(), time.Now()
		s.post(func(ctx context.Context) {
			s.failed(ctx, "keep who is at the table", s.book.AddSpeaker(ctx, session, now, came))
		})
		if s.said[p.User] == transcript.ConsentUnasked && !s.greeted[p.User] {
			s.greeted[p.User] = true
			s.todo.tell("the question to "+userTag(now.ID), func(ctx context.Context) { s.greet(ctx, now.ID) },
				func() { s.greeted[now.ID] = false }) // it is asked when it is next seen
		}
	}
	for who := range gone {
		delete(s.told, who)
		s.session.Left(who)
		session, went := s.session.ID(), time.Now()
		s.post(func(ctx context.Context) {
			s.failed(ctx, "keep who has gone", s.book.Left(ctx, session, who, went))
		})
		s.card.stale = true
	}
}

// speaker is a person as the session and the store see them.
func (s *stay) speaker(p discord.Person) transcript.Speaker {
	role := transcript.Player
	if s.players[p.User] == "" && s.isGM(p.User) || p.User == s.gm {
		role = transcript.GM
	}
	return transcript.Speaker{
		ID: p.User, Name: p.Name, Role: role, Character: s.players[p.User], Consent: s.said[p.User],
	}
}

// consent takes what a person says about being heard, with immediate effect.
func (s *stay) consent(who transcript.SpeakerID, c transcript.Consent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.heard(who)
	s.said[who] = c
	s.setGate()
	if s.session == nil {
		return
	}
	if was && !s.heard(who) {
		s.session.Drop(who)
	}
	s.tell()
	s.card.stale = true
	s.nudge()
}

// begun gives the stay its session, and what that was begun with.
func (s *stay) begun(session Session, with Sitting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session = session
	s.post(s.dropGuests) // of a session that a crash ended
	s.showCard()
	for _, p := range with.People {
		s.told[p.ID] = p
		s.greeted[p.ID] = true // the card is for all who were there
	}
	for who, l := range s.loud {
		if with.Loudspeakers[who] != l { // said while it began
			session.Loudspeaker(who, l)
		}
	}
	if s.stand != onRecord { // they left while it began
		session.OffRecord(true)
		told := standText(s.stand, s.rules)
		s.announceStand(func(ctx context.Context) { s.announce(ctx, told) })
	}
	s.see(time.Now())
}

// nudge wakes watch.
func (s *stay) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // it is on its way
	}
}

// ending reports whether the stay is to end, or has ended.
func (s *stay) ending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// endFor has the stay end. The first reason counts.
func (s *stay) endFor(why ending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.why = true, why
		close(s.stop)
	}
}
