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

const (
	// joinLimit bounds how long somebody waits for the bot to come to their channel.
	joinLimit = 30 * time.Second
	// leaveLimit bounds its leaving: Discord is asked for 2 s.
	leaveLimit = 3 * time.Second
	// controlLimit bounds how long the table may take to be told something. Its loop
	// waits for nothing, so what takes longer is broken.
	controlLimit = time.Second
	// postLimit bounds the sending of one text, which those behind it wait for.
	postLimit = 15 * time.Second
	// maxPosts is how many texts may wait to be sent; more are dropped and logged.
	maxPosts = 32
	// usageLimit bounds the writing of what was used beside the talk: somebody waits
	// for what they asked for.
	usageLimit = 5 * time.Second
	// sameTrouble is for how long a trouble is not told again: a GM who plays can do
	// nothing about it sooner.
	sameTrouble = time.Minute
	// maxTroubles is how many the status remembers: as many as can be read at a glance.
	maxTroubles = 10
)

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
	// kept, if not nil, is called when a session has ended and is in the store.
	kept func()

	mu     sync.Mutex
	tables map[transcript.GuildID]*liveSession
}

// Begin joins a channel and begins a session there.
func (l *live) Begin(ctx context.Context, to command.Sitting) (_ command.Session, err error) {
	file, err := l.db.Campaign(to.Campaign).File(ctx)
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
	if err := s.begin(ctx, p); err != nil {
		return nil, errors.Join(err, s.leave(context.WithoutCancel(ctx)))
	}
	go s.run(held, cleanup)
	return s, nil
}

// begin begins the session, once the bot is in the channel. Only then is it said
// what it has cost: somebody may have spent that while the bot was on its way.
func (s *liveSession) begin(ctx context.Context, p providers) error {
	l, to := s.live, s.to
	session, err := l.app.begin(ctx, l.cfg, l.log, l.db.Campaign(to.Campaign), p, sitting{
		Kind: l.kind, Guild: to.Guild, Channel: to.Channel, Scene: to.Scene, People: to.People, Loudspeakers: to.Loudspeakers,
		Table: s.table, Observe: s.noticed,
	})
	if err != nil {
		return err
	}
	s.session = session
	s.bill.Watch(s.spent)
	if len(session.notes) > 0 {
		s.notice(command.Trouble{At: time.Now(), Text: notesText(session.notes)})
	}
	return nil
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
	ctx, cancel := context.WithTimeout(ctx, leaveLimit)
	defer cancel()
	err := s.stay.Leave(ctx)
	s.live.seat(s.to.Guild, nil, s)
	return err
}
