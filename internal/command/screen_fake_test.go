package command

import (
	"cmp"
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The private places of the tests.
const (
	backroom transcript.ChannelID = 21 // a private channel of the guild
	made     transcript.ChannelID = 22 // the one that the bot makes
)

// mailOf is the channel of direct messages with somebody.
func mailOf(who transcript.SpeakerID) transcript.ChannelID {
	return transcript.ChannelID(1000 + who%1000)
}

// curtains are which channels of a [room] are private, and what stands in the
// way of private messages.
type curtains struct {
	secret    map[transcript.ChannelID]discord.Secrecy
	sendErr   map[transcript.ChannelID]error
	editErr   map[discord.MessageID]error
	directErr map[transcript.SpeakerID]error
	createErr error
	guests    []string // who was let into a channel, or out
	created   []string // name and people of the channels made
}

func (r *room) Direct(ctx context.Context, who transcript.SpeakerID) (transcript.ChannelID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.curtains.directErr[who]; err != nil {
		return 0, err
	}
	return mailOf(who), ctx.Err()
}

func (r *room) Secrecy(g transcript.GuildID, c transcript.ChannelID) discord.Secrecy {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.curtains.secret[c]; ok && s.Guild == g {
		return s
	}
	return discord.Secrecy{Guild: g, Channel: c, Unknown: true}
}

func (r *room) SecretChannels(g transcript.GuildID) (list []discord.Secrecy) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.curtains.secret {
		if s.Guild == g && s.OK() {
			list = append(list, s)
		}
	}
	return list
}

func (r *room) CreatePrivateChannel(_ context.Context, g transcript.GuildID, name string, people []transcript.SpeakerID) (transcript.ChannelID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.curtains.createErr != nil {
		return 0, r.curtains.createErr
	}
	r.curtains.created = append(r.curtains.created, fmt.Sprintf("%s for %v", name, people))
	r.secrete(discord.Secrecy{Guild: g, Channel: made, Name: name})
	return made, nil
}

func (r *room) LetIn(_ context.Context, _ transcript.GuildID, c transcript.ChannelID, who transcript.SpeakerID) error {
	return r.guest("let %d into %d", c, who)
}

func (r *room) ShutOut(_ context.Context, _ transcript.GuildID, c transcript.ChannelID, who transcript.SpeakerID) error {
	return r.guest("shut %d out of %d", c, who)
}

func (r *room) guest(what string, c transcript.ChannelID, who transcript.SpeakerID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.curtains.createErr != nil {
		return r.curtains.createErr
	}
	r.curtains.guests = append(r.curtains.guests, fmt.Sprintf(what, who, c))
	return nil
}

// secrete sets what is known of a private channel, with mu held.
func (r *room) secrete(s discord.Secrecy) {
	if r.curtains.secret == nil {
		r.curtains.secret = map[transcript.ChannelID]discord.Secrecy{}
	}
	s.Guild = cmp.Or(s.Guild, guild)
	r.curtains.secret[s.Channel] = s
}

func (b *book) Screen(context.Context) (campaign.Screen, error) {
	defer b.shelf.enter()()
	return b.screen, nil
}

func (b *book) SetScreen(_ context.Context, s campaign.Screen) error {
	defer b.shelf.enter()()
	b.screen = s
	return nil
}
