package voicetest

import "slices"

// A ChannelKind is Discord's type of a channel.
type ChannelKind int

// The kinds that there are here.
const (
	TextChannel   ChannelKind = 0
	DirectChannel ChannelKind = 1
	VoiceChannel  ChannelKind = 2
	StageChannel  ChannelKind = 13
)

func (k ChannelKind) voice() bool { return k == VoiceChannel || k == StageChannel }

// A Channel is a channel of a guild, or a person's direct messages with the bot.
type Channel struct {
	ID   uint64
	Kind ChannelKind
	Name string

	// What follows is guarded by d.mu.
	d          *Discord
	guild      *Guild  // nil for direct messages
	with       *Person // of direct messages
	overwrites []overwrite
	limit      int // of users; 0 is none
	deleted    bool
	messages   []*guildMessage // the newest maxMessages
}

// Guild returns the guild of a channel, nil for direct messages.
func (c *Channel) Guild() *Guild { return c.guild }

// maxMessages is how many messages of a channel are kept.
const maxMessages = 1000

// AddChannel makes a channel.
func (g *Guild) AddChannel(kind ChannelKind, name string) *Channel {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	c := &Channel{ID: g.d.id(), Kind: kind, Name: name, d: g.d, guild: g}
	g.channels = append(g.channels, c)
	g.d.dispatch(intentGuilds, g, "CHANNEL_CREATE", c.wire())
	return c
}

// SetLimit says how many users may be in a voice channel; 0 is any number.
func (c *Channel) SetLimit(n int) {
	c.change(func() { c.limit = n })
}

// SetRole allows and denies permissions to a role in this channel. A nil role is
// @everyone.
func (c *Channel) SetRole(r *Role, allow, deny Permission) {
	id := c.guild.ID
	if r != nil {
		id = r.ID
	}
	c.overwrite(overwrite{id, false, allow, deny})
}

// SetPerson allows and denies permissions to a person in this channel.
func (c *Channel) SetPerson(p *Person, allow, deny Permission) {
	c.overwrite(overwrite{p.ID, true, allow, deny})
}

func (c *Channel) overwrite(o overwrite) {
	c.change(func() {
		c.overwrites = slices.DeleteFunc(c.overwrites, func(p overwrite) bool { return p.id == o.id })
		c.overwrites = append(c.overwrites, o)
	})
}

func (c *Channel) change(do func()) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	do()
	c.d.dispatch(intentGuilds, c.guild, "CHANNEL_UPDATE", c.wire())
}

// Delete deletes the channel. Who is in its voice is out.
func (c *Channel) Delete() {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	if c.guild == nil || c.deleted {
		return
	}
	c.deleted = true
	for _, v := range slices.Clone(c.guild.voice) {
		if v.channel == c {
			c.guild.part(v)
		}
	}
	c.d.dispatch(intentGuilds, c.guild, "CHANNEL_DELETE", c.wire())
	c.guild.channels = slices.DeleteFunc(c.guild.channels, func(o *Channel) bool { return o == c })
	c.d.touch()
}

// channel returns a channel by its ID, or nil. The caller holds d.mu.
func (d *Discord) channel(id uint64) *Channel {
	for _, g := range d.guilds {
		for _, c := range g.channels {
			if c.ID == id {
				return c
			}
		}
	}
	for _, p := range d.people {
		if p.direct != nil && p.direct.ID == id {
			return p.direct
		}
	}
	return nil
}
