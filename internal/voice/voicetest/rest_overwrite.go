package voicetest

import (
	"slices"
	"strconv"
)

// restSetOverwrite says what a person may in a channel. Whoever says so needs
// Manage Roles there, and can give and take what they have got themselves.
// https://discord.com/developers/docs/resources/channel#edit-channel-permissions
func restSetOverwrite(c *restCall) (any, error) {
	ch, err := c.overwritable()
	if err != nil {
		return nil, err
	}
	var body struct {
		Type  int    `json:"type"`
		Allow string `json:"allow"`
		Deny  string `json:"deny"`
	}
	if err := c.decode(&body); err != nil {
		return nil, err
	}
	var bad checker
	bits := func(name, s string) Permission {
		if s == "" {
			return 0
		}
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			bad.fault(name, "NUMBER_TYPE_COERCE", "Value %q is not a number.", s)
		}
		return Permission(n)
	}
	o := overwrite{c.id("person"), body.Type == 1, bits("allow", body.Allow), bits("deny", body.Deny)}
	if err := bad.err(); err != nil {
		return nil, err
	}
	if !ch.permissions(c.d.bot.ID).Has(o.allow | o.deny) {
		return nil, restMissingPermissions
	}
	c.overwrote(ch, &o)
	return nil, nil
}

// restDeleteOverwrite has a person be in a channel as everybody is.
// https://discord.com/developers/docs/resources/channel#delete-channel-permission
func restDeleteOverwrite(c *restCall) (any, error) {
	ch, err := c.overwritable()
	if err != nil {
		return nil, err
	}
	c.overwrote(ch, nil)
	return nil, nil
}

// overwritable returns a channel in which the bot may say who may what.
func (c *restCall) overwritable() (*Channel, error) {
	ch, err := c.channel()
	switch {
	case err != nil:
		return nil, err
	case ch.guild == nil:
		return nil, restWrongChannelType
	case !ch.permissions(c.d.bot.ID).Has(PermManageRoles):
		return nil, restMissingPermissions
	}
	return ch, nil
}

// overwrote has o, or nothing if that is nil, hold for the person of the path.
func (c *restCall) overwrote(ch *Channel, o *overwrite) {
	who := c.id("person")
	ch.overwrites = slices.DeleteFunc(ch.overwrites, func(p overwrite) bool { return p.id == who })
	if o != nil {
		ch.overwrites = append(ch.overwrites, *o)
	}
	c.d.dispatch(intentGuilds, ch.guild, "CHANNEL_UPDATE", ch.wire())
}

// Reads reports whether somebody may see the channel.
func (c *Channel) Reads(p *Person) bool {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.permissions(p.ID).Has(PermViewChannel)
}
