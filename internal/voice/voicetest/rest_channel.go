package voicetest

import (
	"slices"
	"strconv"
)

// restCreateChannel makes a text channel of a guild. Whoever makes it can allow
// and deny what they may themselves, and nothing else.
// https://discord.com/developers/docs/resources/guild#create-guild-channel
func restCreateChannel(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	var body struct {
		Name       string      `json:"name"`
		Type       ChannelKind `json:"type"`
		Overwrites []struct {
			ID    Snowflake `json:"id"`
			Type  int       `json:"type"`
			Allow string    `json:"allow"`
			Deny  string    `json:"deny"`
		} `json:"permission_overwrites"`
	}
	if err := c.decode(&body); err != nil {
		return nil, err
	}
	var bad checker
	bad.text("name", body.Name, 1, 100)
	if body.Type != TextChannel {
		bad.fault("type", "BASE_TYPE_CHOICES", "Value must be one of (0,).")
	}
	ch := &Channel{Kind: body.Type, Name: body.Name, d: c.d, guild: g}
	may := g.permissions(c.d.bot.ID)
	wanted := PermManageChannels
	for _, o := range body.Overwrites {
		allow, err := strconv.ParseUint(o.Allow, 10, 64)
		deny, err2 := strconv.ParseUint(o.Deny, 10, 64)
		if err != nil || err2 != nil {
			bad.fault("permission_overwrites", "NUMBER_TYPE_COERCE", "Value %q is not a number.", o.Allow+o.Deny)
		}
		wanted |= Permission(allow | deny)
		ch.overwrites = append(ch.overwrites, overwrite{uint64(o.ID), o.Type == 1, Permission(allow), Permission(deny)})
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	if !may.Has(wanted) {
		return nil, restMissingPermissions
	}
	ch.ID = c.d.id()
	g.channels = append(g.channels, ch)
	c.d.dispatch(intentGuilds, g, "CHANNEL_CREATE", ch.wire())
	return ch.wire(), nil
}

// Channels returns the channels of the guild, those that a bot has made
// included.
func (g *Guild) Channels() []*Channel {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	return slices.Clone(g.channels)
}
