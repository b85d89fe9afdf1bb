package command

import (
	"context"
	"log/slog"
	"time"

	"glyphoxa/internal/discord"
)

const (
	// postLimit bounds one message.
	postLimit = 10 * time.Second
	// endLimit bounds the end of a session: a sentence, open utterances, writing.
	endLimit = 15 * time.Second
)

// watch does what the stay has to do until it ends, and ends it. It runs on
// when the program's context is done: the program ends it by [Desk.Close].
func (s *stay) watch(ctx context.Context) {
	defer close(s.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		s.catchUp(ctx)
		timer.Stop()
		if at := s.next(); !at.IsZero() {
			timer.Reset(time.Until(at))
		}
		select {
		case <-s.wake:
		case <-timer.C:
			s.checkRules()
			s.checkHush(time.Now())
		case <-s.session.Done():
			s.endFor(endItself)
			s.finish(ctx)
			return
		case <-s.stop:
			s.finish(ctx)
			return
		}
	}
}

func (s *stay) next() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.rules.next()
	for _, t := range []time.Time{s.again, s.remind} {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// checkRules ends the stay if its time is over.
func (s *stay) checkRules() {
	s.mu.Lock()
	var person, gm time.Time
	for who, last := range s.gate.heard() {
		if last.After(person) {
			person = last
		}
		if s.isGM(who) && last.After(gm) {
			gm = last
		}
	}
	s.rules.spoke(person, gm)
	why, over := s.rules.over(time.Now())
	s.mu.Unlock()
	switch {
	case over && why == empty:
		s.endFor(endEmpty)
	case over:
		s.endFor(endGMAway)
	}
}

// catchUp does what waits to be done.
func (s *stay) catchUp(ctx context.Context) {
	s.mu.Lock()
	s.again = time.Time{}
	s.mu.Unlock()
	s.takeNotices(ctx)
	s.work(ctx)
	s.showCaptions(ctx)
	within(ctx, postLimit, func(ctx context.Context) { s.failed(ctx, "show the card", s.drawCard(ctx)) })
	within(ctx, postLimit, s.drawScreen)
}

// finish ends the session and says so.
func (s *stay) finish(ctx context.Context) {
	within(ctx, endLimit, func(ctx context.Context) {
		s.failed(ctx, "end the session", s.session.End(ctx))
	})
	s.mu.Lock()
	s.todo.dropNews() // of a table that is no more
	s.gate.shut()
	s.mu.Unlock()
	// The guild is free for another session before anybody is told that it is.
	s.desk.mu.Lock()
	delete(s.desk.stays, s.guild)
	s.desk.mu.Unlock()
	within(ctx, endLimit, s.work)
	within(ctx, postLimit, s.count)
	s.showCaptions(ctx)
	within(ctx, endLimit, s.expire)
	within(ctx, postLimit, s.dropGuests)
	if s.why == endRemoved {
		within(ctx, postLimit, s.tellGone)
		return
	}
	if s.why != endGone { // with its chat
		within(ctx, postLimit, s.closeCard)
	}
	within(ctx, postLimit, s.countLast)
	within(ctx, postLimit, s.closeScreen)
	if s.why == endGone {
		within(ctx, postLimit, s.tellGone)
		return
	}
	within(ctx, postLimit, func(ctx context.Context) { s.announce(ctx, s.endText()) })
}

// count counts the lines that were kept.
func (s *stay) count(ctx context.Context) {
	lines, err := s.book.Transcript(ctx, s.session.ID())
	s.failed(ctx, "count the lines of the session", err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = len(lines)
}

// announce says something in the channel's chat.
func (s *stay) announce(ctx context.Context, t text) {
	_, err := s.desk.discord.Send(ctx, s.where(), discord.Message{Text: t.In(s.campaign.Language)})
	s.failed(ctx, "say something in the channel", err)
}

func (s *stay) failed(ctx context.Context, what string, err error) {
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "a stay could not do something", slog.String("what", what), slog.Any("err", err))
	}
}

// within runs do with a limit of its own.
func within(ctx context.Context, limit time.Duration, do func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	do(ctx)
}
