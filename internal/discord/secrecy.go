package discord

import (
	"cmp"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// textKind is a plain text channel. Only such a one can be secret: an
// announcement channel is followed from other servers, a thread is as open as
// what it hangs from, and a voice channel's chat is read by whoever drops in.
const textKind = 0

// A Secrecy is who may read a text channel, as the picture of the guild has it
// at one moment.
type Secrecy struct {
	Guild   transcript.GuildID
	Channel transcript.ChannelID
	Name    string // of the channel, without #
	// Unknown: the bot does not see such a channel, or it is not a plain text
	// channel.
	Unknown bool
	// Public: @everyone may read it.
	Public bool
	// Missing are the permissions that the bot lacks to write there, by
	// Discord's names.
	Missing []string
	// Roles are those whose holders may read it, without administrators' and the
	// bot's own. Who holds them is not known here.
	Roles []RoleID
	// People are those who may read it as themselves, whatever their roles,
	// without the bot and the guild's owner.
	People []transcript.SpeakerID
}

// A RoleID is a role of a guild.
type RoleID uint64

// Secrecy says who may read a channel. It is asked before each message that is
// not for everybody: permissions change.
func (c *Client) Secrecy(id transcript.GuildID, channel transcript.ChannelID) (s Secrecy) {
	c.state.look(id, func(g *guild, self transcript.SpeakerID) { s = g.secrecy(id, channel, self) })
	return s
}

func (g *guild) secrecy(id transcript.GuildID, at transcript.ChannelID, self transcript.SpeakerID) Secrecy {
	s := Secrecy{Guild: id, Channel: at, Unknown: true}
	if g == nil {
		return s
	}
	c, ok := g.channels[at]
	s.Name = c.name
	if !ok || c.kind != textKind {
		return s
	}
	s.Unknown = false
	// Nobody with no role: what @everyone may, whoever it is.
	s.Public = g.permissions(id, c, 0, nil)&viewChannel != 0
	s.Missing = ((viewChannel | sendMessages | attachFiles) &^ g.permissions(id, c, self, g.mine)).names()
	s.Roles, s.People = g.readers(id, c, self)
	return s
}

// readers are those who may read a channel, beyond what @everyone may. Nothing
// keeps it from administrators and the owner.
func (g *guild) readers(id transcript.GuildID, c channel, self transcript.SpeakerID) (roles []RoleID, people []transcript.SpeakerID) {
	for r, may := range g.roles {
		if r == snowflake(id) || may&administrator != 0 || slices.Contains(g.mine, r) {
			continue
		}
		if g.permissions(id, c, 0, []snowflake{r})&viewChannel != 0 {
			roles = append(roles, RoleID(r))
		}
	}
	for _, o := range c.overwrites {
		if who := transcript.SpeakerID(o.ID); o.Type == 1 && o.Allow&viewChannel != 0 && who != self && who != g.owner {
			people = append(people, who)
		}
	}
	slices.Sort(roles)
	slices.Sort(people)
	return roles, people
}

// OK says whether the bot can write there what is not for everybody. Whether it is
// for all of its Roles and People is for whoever writes to judge.
func (s Secrecy) OK() bool { return !s.Unknown && !s.Public && len(s.Missing) == 0 }

// SecretChannels returns the channels of a guild where the bot can write what
// is not for everybody, in the order of their names.
func (c *Client) SecretChannels(id transcript.GuildID) (list []Secrecy) {
	c.state.look(id, func(g *guild, self transcript.SpeakerID) {
		if g == nil {
			return
		}
		for at := range g.channels {
			if s := g.secrecy(id, at, self); s.OK() {
				list = append(list, s)
			}
		}
	})
	slices.SortFunc(list, func(a, b Secrecy) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.Channel, b.Channel))
	})
	return list
}
