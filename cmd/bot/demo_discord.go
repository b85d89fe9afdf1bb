package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/voicetest"
)

// stepLimit bounds each step of the demo that waits for the bot.
const stepLimit = 30 * time.Second

// A stageSet is a Discord inside this program, with a guild, a voice channel and
// the scene's people in it. What the bot does there it does as at the real one:
// it logs in, is given commands, joins by an encrypted voice connection.
type stageSet struct {
	*voicetest.Discord
	guild   *voicetest.Guild
	channel *voicetest.Channel
	gm      *voicetest.Person
	people  map[transcript.SpeakerID]*voicetest.Person
	seats   map[transcript.SpeakerID]*voicetest.Seat
}

// newStageSet makes one. The scene's players get the IDs of its people. It must
// be closed.
func newStageSet(ctx context.Context, scene *demo.Scene) (_ *stageSet, err error) {
	d, err := voicetest.NewDiscord(ctx, voicetest.DiscordOptions{})
	if err != nil {
		return nil, fmt.Errorf("set up a Discord inside the program: %w", err)
	}
	set := &stageSet{
		Discord: d,
		people:  map[transcript.SpeakerID]*voicetest.Person{},
		seats:   map[transcript.SpeakerID]*voicetest.Seat{},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.Close())
		}
	}()
	for i := range scene.Players {
		p := &scene.Players[i]
		person := d.AddPerson(p.Name)
		p.ID = transcript.SpeakerID(person.ID)
		set.people[p.ID] = person
		if p.Role == transcript.GM {
			set.gm = person
		}
	}
	if set.gm == nil { // somebody has to bring the bot
		set.gm = d.AddPerson("GM")
		set.people[transcript.SpeakerID(set.gm.ID)] = set.gm
	}
	set.guild = d.AddGuild("Demo", set.gm, 0)
	set.channel = set.guild.AddChannel(voicetest.VoiceChannel, "table")
	for id, person := range set.people {
		set.guild.Admit(person)
		if set.seats[id], err = person.Join(set.channel); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// cast puts the campaign into the guild, owned by its GM, with the scene's
// characters and its first scene chosen.
func (set *stageSet) cast(ctx context.Context, db *store.DB, file campaign.File, scene *demo.Scene) (transcript.CampaignID, error) {
	file.Campaign.Owner = transcript.SpeakerID(set.gm.ID)
	guild := db.Guild(transcript.GuildID(set.guild.ID))
	id, err := guild.Add(ctx, file)
	if err != nil {
		return "", err
	}
	for _, p := range scene.Players {
		i := slices.IndexFunc(file.Characters, func(c campaign.Character) bool { return c.Name == p.Character })
		if i < 0 {
			continue
		}
		if err := db.Campaign(id).Plays(ctx, file.Characters[i].ID, p.ID); err != nil {
			return "", err
		}
	}
	return id, guild.Activate(ctx, transcript.ChannelID(set.channel.ID), id, scene.Cast)
}

// Receive has somebody send a packet. It implements [demo.Table].
func (set *stageSet) Receive(who transcript.SpeakerID, p voice.Packet) {
	set.seats[who].Utter(p.Opus)
}

// listen records what somebody at the table hears the bot say, until ctx is
// done.
func (set *stageSet) listen(ctx context.Context, tape *demo.Tape) {
	bot := set.Bot().ID
	seat := set.seats[transcript.SpeakerID(set.gm.ID)]
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		for _, f := range seat.Heard() {
			if f.From == bot {
				tape.Agent(voice.Packet{Seq: f.Seq, Timestamp: f.Timestamp, Opus: f.Packet}, f.At)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// use has the GM give a command, and returns what they are told.
func (set *stageSet) use(ctx context.Context, sub string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	i, err := set.gm.Use(ctx, set.channel, command.Name+" "+sub)
	if err != nil {
		return "", fmt.Errorf("/%s %s: %w", command.Name, sub, err)
	}
	m, err := i.AwaitAnswer(ctx)
	if err != nil {
		return "", fmt.Errorf("/%s %s: %w", command.Name, sub, err)
	}
	return m.Text(), nil
}

// consent has everybody press "I'm in" on the card that the bot shows.
func (set *stageSet) consent(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	const yes = "I'm in"
	card, err := set.channel.AwaitMessage(ctx, func(m voicetest.ChatMessage) bool {
		_, ok := m.Component(yes)
		return ok
	})
	if err != nil {
		return fmt.Errorf("no card asks for consent: %w", err)
	}
	for _, p := range set.people {
		if _, err := p.Press(ctx, card, yes); err != nil {
			return fmt.Errorf("press %q: %w", yes, err)
		}
	}
	return nil
}

// onStage runs the whole bot at the set, has the GM begin, plays, and has them
// end.
func (a *app) onStage(ctx context.Context, cfg *config.Config, db *store.DB, set *stageSet, observe func(conversation.Notice), play func() error) error {
	return a.backstage(ctx, cfg, db, set, observe, func() error {
		told, err := set.use(ctx, "start")
		if err != nil {
			return err
		}
		if !slices.Contains(set.channel.InVoice(), set.Bot()) {
			return fmt.Errorf("the bot did not come: %s", told)
		}
		if err := set.consent(ctx); err != nil {
			return err
		}
		if err := play(); err != nil {
			return err
		}
		_, err = set.use(ctx, "end")
		return err
	})
}

// backstage runs the whole bot at the set while do does something.
func (a *app) backstage(ctx context.Context, cfg *config.Config, db *store.DB, set *stageSet, observe func(conversation.Notice), do func() error) error {
	own := *a
	own.discordHTTP, own.dialers = set.Client(), set.Voice().Dialers()
	log := a.shown(ctx, a.logger(cfg))
	client, err := discord.Open(ctx, discord.Options{Token: discord.NewToken(set.Token()), HTTP: own.discordHTTP, Log: log})
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	ready, over := make(chan struct{}), make(chan error, 1)
	go func() {
		over <- (&desk{
			app: &own, cfg: cfg, log: log, db: db, client: client,
			kind: transcript.Demo, observe: observe, begun: func() { close(ready) },
		}).serve(working)
	}()
	select {
	case <-ready:
	case err := <-over:
		return err
	}
	err = do()
	stop()
	return errors.Join(err, <-over)
}
