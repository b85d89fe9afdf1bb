package voicetest

import (
	"slices"
	"time"
)

// A Guild is a server of Discord: who is in it, what they may, its channels.
type Guild struct {
	ID   uint64
	Name string

	// What follows is guarded by d.mu.
	d        *Discord
	owner    *Person
	roles    []*Role // the first is @everyone, whose ID is the guild's
	channels []*Channel
	members  []*guildMember // in the order they came
	voice    []*voiceState  // in the order they came
	commands []*guildCommand
	down     bool
	locale   string // "" means en-US
}

// A Role gives permissions to those who have it.
type Role struct {
	ID   uint64
	Name string

	permissions Permission
	managed     bool
}

// A guildMember is a person in a guild.
type guildMember struct {
	person *Person
	roles  []*Role // beside @everyone
	nick   string
	joined time.Time
}

func (m *guildMember) has(role uint64) bool {
	return slices.ContainsFunc(m.roles, func(r *Role) bool { return r.ID == role })
}

// AddGuild makes a guild with its owner in it, and the bot, whose own role
// carries the permissions that were asked for when it was invited.
func (d *Discord) AddGuild(name string, owner *Person, bot Permission) *Guild {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := &Guild{ID: d.id(), Name: name, d: d, owner: owner}
	g.roles = []*Role{{ID: g.ID, Name: "@everyone", permissions: PermEveryone}}
	d.guilds = append(d.guilds, g)
	g.members = append(g.members, &guildMember{person: owner, joined: d.now()})
	g.admitBot(bot)
	return g
}

// AdmitBot lets the bot into a guild, as an invite link with these permissions
// does. If it is there already its role gets them.
func (g *Guild) AdmitBot(p Permission) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.admitBot(p)
}

func (g *Guild) admitBot(p Permission) {
	if m := g.member(g.d.bot.ID); m != nil {
		m.roles[0].permissions = p
		g.d.dispatch(intentGuilds, g, "GUILD_ROLE_UPDATE", wireRoleEvent{Snowflake(g.ID), m.roles[0].wire()})
		return
	}
	r := &Role{ID: g.d.id(), Name: g.d.bot.Name, permissions: p, managed: true}
	g.roles = append(g.roles, r)
	g.members = append(g.members, &guildMember{person: g.d.bot, roles: []*Role{r}, joined: g.d.now()})
	g.d.dispatchEach(intentGuilds, g, "GUILD_CREATE", func(s *mainSession) any { return g.wire(s.intents) })
	g.d.touch()
}

// RemoveBot takes the bot out of the guild, as kicking it from the server does:
// its voice connection ends, its commands go, and all it is told is that the
// guild is gone.
func (g *Guild) RemoveBot() {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	m := g.member(g.d.bot.ID)
	if m == nil {
		return
	}
	if vs := g.voiceOf(m.person.ID); vs != nil {
		g.evict(vs)
	}
	// While it is still a member, for the event goes to those who are.
	g.d.dispatch(intentGuilds, g, "GUILD_DELETE", wireGone{ID: Snowflake(g.ID)})
	g.members = slices.DeleteFunc(g.members, func(o *guildMember) bool { return o == m })
	g.roles = slices.DeleteFunc(g.roles, func(r *Role) bool { return m.has(r.ID) && r.managed })
	g.commands = nil
	g.d.touch()
}

// SetDown has an outage take the guild away (GUILD_DELETE with unavailable), or
// bring it back.
func (g *Guild) SetDown(down bool) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if g.down == down {
		return
	}
	if g.down = down; down {
		g.d.dispatch(intentGuilds, g, "GUILD_DELETE", wireGone{Snowflake(g.ID), true})
		return
	}
	g.d.dispatchEach(intentGuilds, g, "GUILD_CREATE", func(s *mainSession) any { return g.wire(s.intents) })
}

// SetLocale has the guild prefer a language, as Discord writes it. It is en-US
// before.
func (g *Guild) SetLocale(locale string) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.locale = locale
}

// AddRole makes a role.
func (g *Guild) AddRole(name string, p Permission) *Role {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	r := &Role{ID: g.d.id(), Name: name, permissions: p}
	g.roles = append(g.roles, r)
	g.d.dispatch(intentGuilds, g, "GUILD_ROLE_CREATE", wireRoleEvent{Snowflake(g.ID), r.wire()})
	return r
}

// SetRole changes what a role may. A nil role is @everyone.
func (g *Guild) SetRole(r *Role, p Permission) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if r == nil {
		r = g.roles[0]
	}
	r.permissions = p
	g.d.dispatch(intentGuilds, g, "GUILD_ROLE_UPDATE", wireRoleEvent{Snowflake(g.ID), r.wire()})
}

// Admit lets a person into the guild with roles beside @everyone. One who is
// there already gets these roles instead of his.
func (g *Guild) Admit(p *Person, roles ...*Role) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	event := "GUILD_MEMBER_UPDATE"
	m := g.member(p.ID)
	if m == nil {
		event = "GUILD_MEMBER_ADD"
		m = &guildMember{person: p, joined: g.d.now()}
		g.members = append(g.members, m)
	}
	m.roles = slices.Clone(roles)
	intent := intentMembers
	if p == g.d.bot {
		intent = intentGuilds // one's own update comes without the privileged intent
	}
	g.d.dispatch(intent, g, event, m.wireIn(g))
}

// Dismiss takes a person out of the guild, as leaving the server does: he is not
// in voice any more, and what he can still press stands in direct messages.
func (g *Guild) Dismiss(p *Person) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	m := g.member(p.ID)
	if m == nil {
		return
	}
	if v := g.voiceOf(p.ID); v != nil {
		g.part(v)
	}
	g.d.dispatch(intentMembers, g, "GUILD_MEMBER_REMOVE", map[string]any{"guild_id": Snowflake(g.ID), "user": p.wire()})
	g.members = slices.DeleteFunc(g.members, func(o *guildMember) bool { return o == m })
	g.d.touch()
}

// Nick calls a person something else in this guild. Empty means his own name.
func (g *Guild) Nick(p *Person, nick string) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if m := g.member(p.ID); m != nil {
		m.nick = nick
		g.d.dispatch(intentMembers, g, "GUILD_MEMBER_UPDATE", m.wireIn(g))
	}
}

// member returns somebody who is in the guild, or nil. The caller holds d.mu.
func (g *Guild) member(user uint64) *guildMember {
	for _, m := range g.members {
		if m.person.ID == user {
			return m
		}
	}
	return nil
}

// voiceOf returns where somebody is in voice, or nil. The caller holds d.mu.
func (g *Guild) voiceOf(user uint64) *voiceState {
	for _, v := range g.voice {
		if v.person.ID == user {
			return v
		}
	}
	return nil
}

// guild returns a guild by its ID, or nil. The caller holds d.mu.
func (d *Discord) guild(id uint64) *Guild {
	for _, g := range d.guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}
