package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A liveSession is one session at a table of Discord's: a session, and the stay
// in the voice channel. It ends when either does.
type liveSession struct {
	live  *live
	to    command.Sitting
	table *voice.Table
	stay  *voice.Stay
	bill  *meter.Meter
	model string
	*session
	errands errands // what the conversation is to be told

	understood atomic.Int64 // lines of people

	stop  context.CancelFunc
	posts chan post
	done  chan struct{}
	err   error // why it ended; good once done is closed

	mu       sync.Mutex
	asked    bool // somebody asked for the end
	troubles []trouble
	echoing  []transcript.SpeakerID // whose microphones pick up what NPCs say
}

// A post is a text on its way to people.
type post struct {
	to   transcript.ChannelID
	text string
}

// run holds the session until its end, which comes with that of ctx, [endLimit]
// later at the most.
func (s *liveSession) run(ctx context.Context, cleanup func()) {
	defer close(s.done)
	defer cleanup()
	ending, cancel := outlast(ctx, endLimit)
	defer cancel()
	over := make(chan struct{})
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		s.deliver(ending, over)
	}()
	go func() {
		select {
		case <-s.stay.Done(): // nobody is heard any more: what was said is kept
			s.table.EndHearing()
		case <-over:
		}
	}()
	err := s.hold(ctx)
	s.stop() // it may have ended by itself
	close(over)
	err = errors.Join(err, s.leave(ending), s.stay.Err())
	s.errands.close() // nobody listens any more
	<-sent
	if s.live.kept != nil {
		s.live.kept()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.live.log.LogAttrs(ctx, slog.LevelWarn, "session ended", slog.Any("error", err))
	}
	if !s.asked || err != nil && s.stay.Err() == nil {
		s.err = s.complaint(err)
	}
}

// complaint says why the session ended, in words for everybody in the channel:
// what an error says of files, hosts and names is for the log alone.
func (s *liveSession) complaint(err error) error {
	unsaved, lost := errors.AsType[*conversation.UnsavedError](err)
	switch {
	case lost:
		return &command.Complaint{Text: texts.Say("live.unsaved", "n", len(unsaved.Lines))}
	case errors.Is(err, voice.ErrRemoved):
		return &command.Complaint{Text: texts.Say("live.disconnected")}
	case err != nil:
		return &command.Complaint{Text: texts.Say("live.broke")}
	default:
		return nil
	}
}

// ID implements [command.Session], as do the methods below.
func (s *liveSession) ID() transcript.SessionID { return s.row.ID }

// Done is closed when the session has ended and is in the store.
func (s *liveSession) Done() <-chan struct{} { return s.done }

// Err returns why it ended, if nobody asked for it.
func (s *liveSession) Err() error {
	select {
	case <-s.done:
		return s.err
	default:
		return nil
	}
}

// OffRecord goes off the record, or on it again.
func (s *liveSession) OffRecord(off bool) {
	s.tell("go off the record", func(ctx context.Context) error { return s.talk.OffRecord(ctx, off) })
}

// Drop throws away what a person is saying just now.
func (s *liveSession) Drop(who transcript.SpeakerID) {
	s.tell("drop what somebody says", func(ctx context.Context) error { return s.talk.Drop(ctx, who) })
}

// Came tells of a person who has come.
func (s *liveSession) Came(who transcript.Speaker) {
	s.tell("take in who has come", func(ctx context.Context) error { return s.talk.Meet(ctx, who) })
}

// Left tells that a person has gone.
func (s *liveSession) Left(who transcript.SpeakerID) { s.table.Leave(who) }

// tell has the conversation told something, behind what it was told before. It
// does not wait: the one who calls holds up everybody's news.
func (s *liveSession) tell(what string, do func(context.Context) error) {
	s.errands.add(func() {
		ctx := context.Background() // it ends with the conversation
		if err := do(ctx); err != nil && !errors.Is(err, conversation.ErrOver) {
			s.live.log.LogAttrs(ctx, slog.LevelWarn, "a session could not do something", slog.String("what", what), slog.Any("error", err))
		}
	})
}

// End ends the session: the sentence is finished, what was said is written down,
// and the channel is left.
func (s *liveSession) End(ctx context.Context) error {
	s.mu.Lock()
	s.asked = true
	s.mu.Unlock()
	s.stop()
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// post has a text sent. It does not wait.
func (s *liveSession) post(p post) {
	select {
	case s.posts <- p:
	default:
		s.live.log.Warn("a message was dropped: Discord takes none")
	}
}

// deliver sends what is posted until over is closed, and then what is left, as far
// as ctx leaves time.
func (s *liveSession) deliver(ctx context.Context, over <-chan struct{}) {
	for {
		select {
		case p := <-s.posts:
			s.send(ctx, p)
		case <-over:
			for {
				select {
				case p := <-s.posts:
					s.send(ctx, p)
				default:
					return
				}
			}
		}
	}
}

func (s *liveSession) send(ctx context.Context, p post) {
	ctx, cancel := context.WithTimeout(ctx, postLimit)
	defer cancel()
	if _, err := s.live.discord.Send(ctx, p.to, discord.Message{Text: p.text}); err != nil {
		s.live.log.LogAttrs(ctx, slog.LevelWarn, "could not send a message", slog.Any("error", err))
	}
}

// chat is the text channel of the voice channel that the bot is in.
func (s *liveSession) chat() transcript.ChannelID {
	if h := s.stay.Health(); h.Channel != 0 {
		return h.Channel
	}
	return s.to.Channel
}
