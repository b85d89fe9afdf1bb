package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// joinLimit bounds how long somebody waits for the bot to come to their channel.
const joinLimit = 30 * time.Second

// A live holds the sessions at Discord's tables: one in a guild, as a bot has
// one voice connection there. It is the [command.Sessions] of the program.
type live struct {
	app     *app
	cfg     *config.Config
	log     *slog.Logger
	db      *store.DB
	discord *discord.Client
	kind    transcript.Kind
	// observe, if not nil, is told what happens at the tables.
	observe func(conversation.Notice)

	mu     sync.Mutex
	tables map[transcript.GuildID]*liveSession
}

// Begin joins a channel and begins a session there.
func (l *live) Begin(ctx context.Context, to command.Sitting) (_ command.Session, err error) {
	at := l.db.Campaign(to.Campaign)
	file, err := at.File(ctx)
	if err != nil {
		return nil, err
	}
	p, cleanup, err := newProviders(ctx, l.cfg, file)
	if err != nil {
		return nil, &command.Complaint{Text: texts.Say("live.cannot-begin", "why", command.Plain(discreet(l.cfg, err.Error())))}
	}
	table, err := newTable(l.cfg, nil)
	if err != nil {
		cleanup()
		return nil, err
	}
	s := &liveSession{
		live: l, to: to, table: table, bill: p.meter,
		posts: make(chan post, maxPosts), done: make(chan struct{}),
		model: p.modelName,
	}
	// It lives on when the command that began it is done.
	held, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	defer func() {
		if err != nil {
			s.stop()
			table.Close()
			cleanup()
		}
	}()
	if err := s.join(ctx); err != nil {
		return nil, err
	}
	s.session, err = l.app.begin(ctx, l.cfg, l.log, at, p, sitting{
		Kind: l.kind, Guild: to.Guild, Channel: to.Channel, Scene: to.Scene, People: to.People, Loudspeakers: to.Loudspeakers,
		Table: table, Observe: s.noticed, Spending: s.spent,
	})
	if err != nil {
		return nil, errors.Join(err, s.leave(ctx))
	}
	go s.run(held, cleanup)
	return s, nil
}

// seat notes who is at the table of a guild; nil clears it for whoever it was.
func (l *live) seat(guild transcript.GuildID, s, was *liveSession) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case s != nil:
		l.tables[guild] = s
	case l.tables[guild] == was:
		delete(l.tables, guild)
	}
}

func (l *live) at(guild transcript.GuildID) *liveSession {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tables[guild]
}

// handle takes what the main gateway says about the bot's own voice.
func (l *live) handle(e discord.Event) {
	switch e := e.(type) {
	case discord.VoiceState:
		if e.User == l.discord.Me().User {
			if s := l.at(e.Guild); s != nil {
				s.stay.VoiceState(e.Channel, e.Session, e.Suppress)
			}
		}
	case discord.VoiceServer:
		if s := l.at(e.Guild); s != nil {
			s.stay.VoiceServer(e.Endpoint, e.Token)
		}
	case discord.Ready:
		if e.Again {
			l.mu.Lock()
			defer l.mu.Unlock()
			for _, s := range l.tables {
				s.stay.NewSession()
			}
		}
	}
}

// join brings the bot into the channel.
func (s *liveSession) join(ctx context.Context) error {
	s.stay = voice.NewStay(voice.StayOptions{
		Guild: s.to.Guild, Channel: s.to.Channel, User: s.live.discord.Me().User,
		Gateway: s.live.discord, Table: s.table, Dialers: s.live.app.dialers,
		Admit: s.to.Admit, Observe: s.stayed, Log: s.live.log,
	})
	s.live.seat(s.to.Guild, s, nil)
	ctx, cancel := context.WithTimeoutCause(ctx, joinLimit, errors.New("it takes too long"))
	defer cancel()
	err := s.stay.Join(ctx)
	if err == nil {
		return nil
	}
	s.live.seat(s.to.Guild, nil, s)
	return &command.Complaint{Text: texts.Say("live.cannot-come", "why", command.Plain(discreet(s.live.cfg, err.Error())))}
}

// leave takes the bot out of the channel.
func (s *liveSession) leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	err := s.stay.Leave(ctx)
	s.live.seat(s.to.Guild, nil, s)
	return err
}
