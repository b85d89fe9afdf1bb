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

// Discord is the part of a [discord.Client] that the desk needs.
type Discord interface {
	Me() discord.Ready
	People(guild transcript.GuildID, channel transcript.ChannelID) []discord.Person
	Where(guild transcript.GuildID, user transcript.SpeakerID) transcript.ChannelID
	VoiceCheck(guild transcript.GuildID, channel transcript.ChannelID) discord.Check
	TakeStage(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID) (discord.Stand, error)
	Send(ctx context.Context, channel transcript.ChannelID, m discord.Message) (discord.MessageID, error)
	EditMessage(ctx context.Context, channel transcript.ChannelID, id discord.MessageID, m discord.Message) error
	Ping() time.Duration
	// What follows is for the GM screen.
	Direct(ctx context.Context, user transcript.SpeakerID) (transcript.ChannelID, error)
	Secrecy(guild transcript.GuildID, channel transcript.ChannelID) discord.Secrecy
	SecretChannels(guild transcript.GuildID) []discord.Secrecy
	LetIn(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID, user transcript.SpeakerID) error
	ShutOut(ctx context.Context, guild transcript.GuildID, channel transcript.ChannelID, user transcript.SpeakerID) error
	CreatePrivateChannel(ctx context.Context, guild transcript.GuildID, name string, people []transcript.SpeakerID) (transcript.ChannelID, error)
	// Download fetches a file that came with a command.
	Download(ctx context.Context, a discord.Attachment, most int64) ([]byte, error)
}

var _ Discord = (*discord.Client)(nil)

// A Consent says how people come to be heard.
type Consent string

// The ways of consent.
const (
	Ask    Consent = "ask"    // who has not said yes is not heard
	Notice Consent = "notice" // who has not said no is heard; all are told
)

// Options configure a Desk. The zero Options is ready to use.
type Options struct {
	// Consent is how people come to be heard. Zero means Ask.
	Consent Consent
	// GMAway is how long a session waits, off the record, for a GM to come
	// back to the channel. Zero means 10 minutes.
	GMAway time.Duration
	// Empty is how long it waits in a channel without people. Zero means
	// 2 minutes.
	Empty time.Duration
	// Loudspeaker is how those listen of whom nobody has said it. Zero means
	// auto. It is for show: a session has it from elsewhere.
	Loudspeaker transcript.Loudspeaker
	// Providers are those that what is said goes to, for the card. None means
	// that it does not say so.
	Providers []Provider
	// Example is the campaign that a guild without one is offered. One without
	// a key is not offered.
	Example campaign.File
	// Files reads campaign files. Without it /glyphoxa campaign import says that
	// it cannot.
	Files Reader
	// Recaps tell stories. Without it /glyphoxa recap says that it cannot.
	Recaps Recaps
	// Voicer lets a GM hear an NPC's voice, and knows which there are. Without
	// it NPCs are made without one.
	Voicer Voicer
	// Namer thinks up NPCs. Without it they are named from a list.
	Namer Namer
	// Bills puts prices to what was used. Without it /glyphoxa cost says that it
	// cannot.
	Bills Bills
	// Doctor tries the providers. Without it /glyphoxa doctor looks at Discord
	// alone.
	Doctor Doctor
	// Dice roll. Without them /glyphoxa roll says that there are none.
	Dice Dice
}

func (o Options) withDefaults() Options {
	if o.Consent == "" {
		o.Consent = Ask
	}
	if o.Loudspeaker == "" {
		o.Loudspeaker = transcript.LoudspeakerAuto
	}
	if o.GMAway == 0 {
		o.GMAway = gmAwayLimit
	}
	if o.Empty == 0 {
		o.Empty = emptyLimit
	}
	return o
}

// A Desk carries out commands and keeps the rules of each stay. There is one
// for the program. It is safe for concurrent use, except that Handle is called
// from one goroutine, so that events stay in order.
type Desk struct {
	log      *slog.Logger
	discord  Discord
	library  Library
	sessions Sessions
	opts     Options

	work    sync.WaitGroup
	keeping turnstile  // to write a vote
	adding  turnstiles // to give a guild a campaign
	reading turnstile  // to read a campaign's file
	casting turnstiles // to add or rename an NPC or a character, and to say who plays whom
	names   *index     // what completion suggests
	shown   glances    // what GMs were shown last

	npcForms *npcDrafts // what forms of NPCs are to show

	backstage *backstage // of the GM screens
	locales   *locales
	drafts    draftsCache
	pending   pendingImports
	staleTold toldOnce // of posted recaps

	mu       sync.Mutex // guards what follows
	guilds   map[transcript.GuildID]bool
	stays    map[transcript.GuildID]*stay
	openings map[string]*opening
	votes    map[vote]int // which is the last; of each who has voted since the program began
	counted  int          // how many there have been
	closed   bool
}

// New returns a desk. It must be closed.
func New(log *slog.Logger, d Discord, l Library, s Sessions, opts Options) *Desk {
	desk := &Desk{
		log: log, discord: d, library: l, sessions: s, opts: opts.withDefaults(),
		keeping: newTurnstile(), reading: newTurnstile(), names: newIndex(),
		npcForms: newNPCDrafts(), backstage: newBackstage(), locales: newLocales(),
		guilds:   map[transcript.GuildID]bool{},
		stays:    map[transcript.GuildID]*stay{},
		openings: map[string]*opening{},
		votes:    map[vote]int{},
	}
	for _, g := range d.Me().Guilds {
		desk.guilds[g] = true
	}
	return desk
}

// Handle takes an event. It does at once what must not come late, leaves the
// rest to a goroutine, and returns. ctx is the program's: what is running when
// it ends is given up, except for sessions, which end with [Desk.Close].
func (d *Desk) Handle(ctx context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.Ready:
		d.setGuilds(e.Guilds)
	case discord.GuildHere:
		d.setGuild(e.Guild, true)
		d.look(e.Guild, 0)
	case discord.GuildGone:
		d.setGuild(e.Guild, false)
		d.names.forget(e.Guild)
		d.leave(e.Guild, 0)
	case discord.ChannelGone:
		d.leave(e.Guild, e.Channel)
	case discord.VoiceState:
		var moved transcript.ChannelID
		if e.User == d.discord.Me().User {
			moved = e.Channel
		}
		d.look(e.Guild, moved)
	case discord.Command:
		if e.Name == RollName {
			e.Name, e.Sub = Name, subRoll
		}
		if e.Name == Name {
			d.locales.note(e.Call)
			d.command(ctx, e)
		}
	case discord.Pressed:
		d.locales.note(e.Call)
		d.pressed(ctx, e)
	case discord.Submitted:
		d.locales.note(e.Call)
		d.start(func() { d.submitted(ctx, e) })
	case discord.Completing:
		if e.Name == Name {
			d.start(func() { d.completing(ctx, e) })
		}
	}
}

// start runs work in a goroutine that Close waits for.
func (d *Desk) start(work func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.work.Go(work)
	return true
}

func (d *Desk) setGuilds(all []transcript.GuildID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.guilds)
	for _, g := range all {
		d.guilds[g] = true
	}
}

func (d *Desk) setGuild(g transcript.GuildID, here bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.guilds, g)
	if here {
		d.guilds[g] = true
	}
}

// alone reports whether the bot is in one guild only.
func (d *Desk) alone() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.guilds) == 1
}

// stay returns the stay in a guild, nil if there is none.
func (d *Desk) stay(g transcript.GuildID) *stay {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stays[g]
}

// look has the stay of a guild see who is in its channel. moved is the channel
// that the bot was moved to, 0 if it was not.
func (d *Desk) look(g transcript.GuildID, moved transcript.ChannelID) {
	if s := d.stay(g); s != nil {
		s.look(moved)
	}
}

// leave ends the stay of a guild, if it is in that channel; 0 is any.
func (d *Desk) leave(g transcript.GuildID, c transcript.ChannelID) {
	s := d.stay(g)
	switch {
	case s == nil:
	case c == 0:
		s.endFor(endRemoved)
	case s.where() == c:
		s.endFor(endGone)
	}
}

// Close ends every session, as the end of the program does, and waits until
// all work is done, or until ctx is. Nothing is answered any more.
func (d *Desk) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closed = true
	for _, s := range d.stays {
		s.endFor(endProgram)
	}
	d.mu.Unlock()
	done := make(chan struct{})
	go func() {
		d.work.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
