package command

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// beginLimit bounds the joining of a channel and the beginning of a session.
const beginLimit = 40 * time.Second

// A caller is somebody who wants a session, and where their answer goes.
type caller struct {
	discord.Call
	voice transcript.ChannelID // the voice channel that they are in
	// show gives the answer, or replaces what it was.
	show func(context.Context, discord.Message) error
}

// caller returns who asks and the channel that they are in, which is where the
// bot is to come. A session that is just ending is waited for.
func (d *Desk) caller(ctx context.Context, c discord.Call, show func(context.Context, discord.Message) error) (caller, error) {
	voice := d.discord.Where(c.Guild, c.By.User)
	if voice == 0 {
		return caller{}, refuse(say("start.where"))
	}
	if s := d.stay(c.Guild); s != nil && s.ending() {
		select {
		case <-s.done:
		case <-ctx.Done():
			return caller{}, context.Cause(ctx)
		}
	}
	return caller{c, voice, show}, d.free(c.Guild, voice)
}

// free complains if a session is running in the guild.
func (d *Desk) free(g transcript.GuildID, voice transcript.ChannelID) error {
	if s := d.stay(g); s != nil {
		return s.inTheWay(voice)
	}
	return nil
}

// inTheWay complains that a stay is where, or instead of where, another is wanted.
func (s *stay) inTheWay(voice transcript.ChannelID) error {
	if at := s.where(); at != voice {
		return refuse(say("start.elsewhere", "voice", channelTag(at)))
	}
	return refuse(say("start.here-already", "campaign", plain(s.campaign.Name)))
}

// startCommand carries out /glyphoxa start.
func (d *Desk) startCommand(ctx context.Context, c discord.Command) error {
	who, err := d.caller(ctx, c.Call, c.Answer.Edit)
	if err != nil {
		return err
	}
	// At once, and not when all has been chosen.
	if check := d.discord.VoiceCheck(who.Guild, who.voice); !check.OK() {
		return refuse(checkText(check))
	}
	return d.choose(ctx, who, c.Args.Yes(optAsk))
}

// A plan is what is to be begun.
type plan struct {
	campaign campaign.Campaign
	file     campaign.File
	scene    string
	plays    map[transcript.SpeakerID]transcript.CharacterID // tonight, of several
}

// begin begins a session in the caller's channel.
func (d *Desk) begin(ctx context.Context, who caller, p plan) error {
	check := d.discord.VoiceCheck(who.Guild, who.voice)
	if !check.OK() {
		return refuse(checkText(check))
	}
	s := d.newStay(who, p)
	if err := d.reserve(s); err != nil {
		return err
	}
	if err := d.beginStay(ctx, s, who, p, check); err != nil {
		d.unreserve(s)
		return err
	}
	return nil
}

// newStay makes a stay that has not begun.
func (d *Desk) newStay(who caller, p plan) *stay {
	s := &stay{
		desk:     d,
		log:      d.log.With(slog.Uint64("guild", uint64(who.Guild)), slog.String("campaign", string(p.campaign.ID))),
		guild:    who.Guild,
		campaign: p.campaign,
		book:     d.library.Campaign(p.campaign.ID),
		players:  map[transcript.SpeakerID]string{},
		gm:       who.By.User,
		channel:  who.voice,
		scene:    p.scene,
		wake:     make(chan struct{}, 1),
		stop:     make(chan struct{}),
		done:     make(chan struct{}),
		told:     map[transcript.SpeakerID]transcript.Speaker{},
		said:     map[transcript.SpeakerID]transcript.Consent{},
		loud:     map[transcript.SpeakerID]transcript.Loudspeaker{},
		greeted:  map[transcript.SpeakerID]bool{},
		screen:   newBackdrop(),
		rules:    rules{gmLimit: d.opts.GMAway, emptyLimit: d.opts.Empty},
	}
	for _, ch := range p.file.Characters {
		if ch.Player != 0 && !ch.Retired && (s.players[ch.Player] == "" || p.plays[ch.Player] == ch.ID) {
			s.players[ch.Player] = ch.Name
		}
	}
	return s
}

// reserve makes s the stay of its guild. Of two starts at once one is told
// about the other.
func (d *Desk) reserve(s *stay) error {
	d.mu.Lock()
	other := d.stays[s.guild]
	closed := d.closed
	if other == nil && !closed {
		d.stays[s.guild] = s
	}
	d.mu.Unlock()
	switch {
	case closed:
		return refuse(say("error.shutdown"))
	case other != nil:
		return other.inTheWay(s.channel) // though it may have ended by now
	}
	return nil
}

// unreserve takes back a stay that has not begun after all.
func (d *Desk) unreserve(s *stay) {
	s.mu.Lock()
	s.gate.shut()
	s.mu.Unlock()
	close(s.done)
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.stays, s.guild)
}

// beginStay takes s from nothing to a running session. The card is shown first:
// where nobody could press its buttons nobody could ever be heard, or say no.
func (d *Desk) beginStay(ctx context.Context, s *stay, who caller, p plan, check discord.Check) error {
	said, err := s.book.Consents(ctx)
	if err != nil {
		return err
	}
	loud, err := s.book.Loudspeakers(ctx)
	if err != nil {
		return err
	}
	screen, err := s.book.Screen(ctx)
	if err != nil {
		return err
	}
	if err := s.readPeople(ctx, p); err != nil {
		return err
	}
	s.mu.Lock()
	s.screen.set = screen
	maps.Copy(said, s.said) // since the stay is known buttons have been pressed
	maps.Copy(loud, s.loud)
	s.said, s.loud = said, loud
	s.see(time.Now())
	sit := Sitting{
		Guild: s.guild, Channel: who.voice, Campaign: s.campaign.ID, Scene: p.scene,
		People: s.people(), Loudspeakers: maps.Clone(loud), Admit: s.gate.Admit, Notice: s.notice,
	}
	s.mu.Unlock()
	if err := s.firstCard(ctx); err != nil {
		return err
	}

	joining, cancel := context.WithTimeout(ctx, beginLimit)
	defer cancel()
	session, err := d.sessions.Begin(joining, sit)
	stand := discord.OnStage
	if err == nil && check.Stage {
		if stand, err = d.takeStage(joining, s, check); err != nil {
			err = errors.Join(err, session.End(joining))
		}
	}
	if err != nil {
		within(context.WithoutCancel(ctx), postLimit, s.withdrawCard)
		return err
	}
	s.begun(session, sit)
	s.log.LogAttrs(ctx, slog.LevelInfo, "session begun", slog.String("session", string(session.ID())), slog.Int("people", len(sit.People)))
	// The session lives on when whoever began it, or the program, does not wait
	// any longer: it is ended, not cut off.
	if !d.start(func() { s.watch(context.WithoutCancel(ctx)) }) {
		err := session.End(joining)
		return errors.Join(refuse(say("error.shutdown")), err)
	}
	// It runs: what fails from here on is no reason to give it up.
	s.failed(ctx, "keep what the channel plays", d.library.Guild(s.guild).Activate(ctx, who.voice, s.campaign.ID, p.scene))
	s.failed(ctx, "answer whoever began", who.show(ctx, s.welcome(who, session.Status(), stand)))
	return nil
}

// takeStage gets the bot onto the stage of a stage channel, or asks for it
// (V20).
func (d *Desk) takeStage(ctx context.Context, s *stay, check discord.Check) (discord.Stand, error) {
	stand, err := d.discord.TakeStage(ctx, s.guild, s.channel)
	if err == nil && stand == discord.Audience {
		err = refuse(say("start.audience", "voice", channelTag(check.Channel)))
	}
	return stand, err
}

// people lists those in the channel, the GM who began first, with mu held.
func (s *stay) people() []transcript.Speaker {
	var list []transcript.Speaker
	for _, p := range s.here {
		sp := s.speaker(p)
		if p.User == s.gm {
			list = append([]transcript.Speaker{sp}, list...)
			continue
		}
		list = append(list, sp)
	}
	return list
}
