package voicetest

import "strconv"

// Permission is a set of Discord's permission bits.
type Permission uint64

// The permissions that a bot in a voice channel has to do with.
// https://discord.com/developers/docs/topics/permissions
const (
	PermAdministrator      Permission = 1 << 3
	PermManageChannels     Permission = 1 << 4
	PermManageGuild        Permission = 1 << 5
	PermViewChannel        Permission = 1 << 10
	PermSendMessages       Permission = 1 << 11
	PermManageMessages     Permission = 1 << 13
	PermEmbedLinks         Permission = 1 << 14
	PermAttachFiles        Permission = 1 << 15
	PermReadMessageHistory Permission = 1 << 16
	PermMentionEveryone    Permission = 1 << 17
	PermConnect            Permission = 1 << 20
	PermSpeak              Permission = 1 << 21
	PermMuteMembers        Permission = 1 << 22
	PermMoveMembers        Permission = 1 << 24
	PermUseVoiceActivity   Permission = 1 << 25
	PermManageRoles        Permission = 1 << 28
	PermUseCommands        Permission = 1 << 31
	PermRequestToSpeak     Permission = 1 << 32
)

// PermEveryone is what the role @everyone of a new guild may.
const PermEveryone = PermViewChannel | PermSendMessages | PermEmbedLinks | PermAttachFiles | PermReadMessageHistory |
	PermConnect | PermSpeak | PermUseVoiceActivity | PermUseCommands | PermRequestToSpeak

// everything is what an owner or an administrator may.
const everything Permission = 1<<53 - 1

// Has reports whether all bits of q are in p.
func (p Permission) Has(q Permission) bool { return p&q == q }

// MarshalText writes the bits in decimal, as Discord does.
func (p Permission) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

// An overwrite changes what a role or a person may in one channel.
type overwrite struct {
	id          uint64
	person      bool // a person, not a role
	allow, deny Permission
}

// permissions returns what somebody may in the whole guild, nothing if he is no
// member. The caller holds d.mu.
func (g *Guild) permissions(user uint64) Permission {
	m := g.member(user)
	if m == nil {
		return 0
	}
	if g.owner != nil && g.owner.ID == user {
		return everything
	}
	p := g.roles[0].permissions
	for _, r := range m.roles {
		p |= r.permissions
	}
	if p.Has(PermAdministrator) {
		return everything
	}
	return p
}

// permissions returns what somebody may in the channel: the guild's
// permissions, then the overwrites of @everyone, of the roles together, and of
// the person, each denying before it allows. The caller holds d.mu.
func (c *Channel) permissions(user uint64) Permission {
	if c.guild == nil {
		if c.with != nil && (c.with.ID == user || c.d.bot.ID == user) {
			return PermEveryone
		}
		return 0
	}
	p := c.guild.permissions(user)
	if p == 0 || p == everything {
		return p
	}
	m := c.guild.member(user)
	var roles, own overwrite
	for _, o := range c.overwrites {
		switch {
		case o.person && o.id == user:
			own = o
		case !o.person && o.id == c.guild.ID:
			p = p&^o.deny | o.allow
		case !o.person && m.has(o.id):
			roles.deny |= o.deny
			roles.allow |= o.allow
		}
	}
	p = p&^roles.deny | roles.allow
	p = p&^own.deny | own.allow
	// Who may not see a channel may nothing in it; who may not connect may
	// nothing in a voice channel but see it.
	switch {
	case !p.Has(PermViewChannel):
		return 0
	case c.Kind.voice() && !p.Has(PermConnect):
		return PermViewChannel
	}
	return p
}
