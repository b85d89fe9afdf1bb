package voicetest

import (
	"cmp"
	"time"
)

// The objects of Discord's API, as far as anybody reads them here.
// https://discord.com/developers/docs/reference
type (
	wireUser struct {
		ID            Snowflake `json:"id"`
		Username      string    `json:"username"`
		Discriminator string    `json:"discriminator"`
		GlobalName    *string   `json:"global_name"`
		Avatar        *string   `json:"avatar"`
		Bot           bool      `json:"bot,omitempty"`
	}
	wireMember struct {
		GuildID     Snowflake   `json:"guild_id,omitempty"`
		User        *wireUser   `json:"user,omitempty"`
		Nick        *string     `json:"nick"`
		Roles       []Snowflake `json:"roles"`
		JoinedAt    time.Time   `json:"joined_at"`
		Deaf        bool        `json:"deaf"`
		Mute        bool        `json:"mute"`
		Flags       int         `json:"flags"`
		Permissions *Permission `json:"permissions,omitempty"`
	}
	wireRole struct {
		ID          Snowflake  `json:"id"`
		Name        string     `json:"name"`
		Color       int        `json:"color"`
		Hoist       bool       `json:"hoist"`
		Position    int        `json:"position"`
		Permissions Permission `json:"permissions"`
		Managed     bool       `json:"managed"`
		Mentionable bool       `json:"mentionable"`
	}
	wireRoleEvent struct {
		GuildID Snowflake `json:"guild_id"`
		Role    wireRole  `json:"role"`
	}
	wireOverwrite struct {
		ID    Snowflake  `json:"id"`
		Type  int        `json:"type"`
		Allow Permission `json:"allow"`
		Deny  Permission `json:"deny"`
	}
	wireChannel struct {
		ID         Snowflake       `json:"id"`
		Type       ChannelKind     `json:"type"`
		GuildID    Snowflake       `json:"guild_id,omitempty"`
		Name       string          `json:"name,omitempty"`
		Position   int             `json:"position"`
		Overwrites []wireOverwrite `json:"permission_overwrites,omitempty"`
		UserLimit  int             `json:"user_limit,omitempty"`
		Bitrate    int             `json:"bitrate,omitempty"`
		Recipients []wireUser      `json:"recipients,omitempty"`
	}
	wireVoiceState struct {
		GuildID   Snowflake   `json:"guild_id,omitempty"`
		ChannelID *Snowflake  `json:"channel_id"`
		UserID    Snowflake   `json:"user_id"`
		Member    *wireMember `json:"member,omitempty"`
		SessionID string      `json:"session_id"`
		Deaf      bool        `json:"deaf"`
		Mute      bool        `json:"mute"`
		SelfDeaf  bool        `json:"self_deaf"`
		SelfMute  bool        `json:"self_mute"`
		SelfVideo bool        `json:"self_video"`
		Suppress  bool        `json:"suppress"`
		Request   *time.Time  `json:"request_to_speak_timestamp"`
	}
	wireVoiceServer struct {
		Token    string    `json:"token"`
		GuildID  Snowflake `json:"guild_id"`
		Endpoint *string   `json:"endpoint"`
	}
	wireGuild struct {
		ID          Snowflake        `json:"id"`
		Name        string           `json:"name"`
		OwnerID     Snowflake        `json:"owner_id"`
		Locale      string           `json:"preferred_locale"`
		Features    []string         `json:"features"`
		Roles       []wireRole       `json:"roles"`
		Emojis      []struct{}       `json:"emojis"`
		JoinedAt    *time.Time       `json:"joined_at,omitempty"`
		MemberCount int              `json:"member_count,omitempty"`
		Members     []wireMember     `json:"members,omitempty"`
		Channels    []wireChannel    `json:"channels,omitempty"`
		Threads     []struct{}       `json:"threads,omitempty"`
		Presences   []struct{}       `json:"presences,omitempty"`
		VoiceStates []wireVoiceState `json:"voice_states,omitempty"`
	}
	// wireGone is a guild that is not there, for now or for good.
	wireGone struct {
		ID          Snowflake `json:"id"`
		Unavailable bool      `json:"unavailable,omitempty"`
	}
)

func (p *Person) wire() wireUser {
	u := wireUser{ID: Snowflake(p.ID), Username: p.Name, Discriminator: "0", Bot: p.Bot}
	if !p.Bot {
		u.GlobalName = new(p.Name)
	}
	return u
}

func (r *Role) wire() wireRole {
	return wireRole{ID: Snowflake(r.ID), Name: r.Name, Permissions: r.permissions, Managed: r.managed}
}

func (m *guildMember) wire() wireMember {
	w := wireMember{User: new(m.person.wire()), Roles: []Snowflake{}, JoinedAt: m.joined}
	if m.nick != "" {
		w.Nick = new(m.nick)
	}
	for _, r := range m.roles {
		w.Roles = append(w.Roles, Snowflake(r.ID))
	}
	return w
}

// wireIn is wire for an event, which says of which guild it speaks.
func (m *guildMember) wireIn(g *Guild) wireMember {
	w := m.wire()
	w.GuildID = Snowflake(g.ID)
	return w
}

func (c *Channel) wire() wireChannel {
	w := wireChannel{ID: Snowflake(c.ID), Type: c.Kind, Name: c.Name}
	if c.guild == nil {
		w.Recipients = []wireUser{c.with.wire()}
		return w
	}
	w.GuildID = Snowflake(c.guild.ID)
	w.UserLimit = c.limit
	if c.Kind.voice() {
		w.Bitrate = 64_000
	}
	for _, o := range c.overwrites {
		kind := 0
		if o.person {
			kind = 1
		}
		w.Overwrites = append(w.Overwrites, wireOverwrite{Snowflake(o.id), kind, o.allow, o.deny})
	}
	return w
}

// wire returns the state in channel c, which is nil when the person has left, or
// when the reader must not know where he is.
func (v *voiceState) wire(c *Channel) wireVoiceState {
	w := wireVoiceState{
		GuildID:   Snowflake(v.guild.ID),
		UserID:    Snowflake(v.person.ID),
		SessionID: v.session,
		Deaf:      v.deaf,
		Mute:      v.mute,
		SelfDeaf:  v.selfDeaf,
		SelfMute:  v.selfMute,
		Suppress:  v.suppress,
		Request:   v.request,
	}
	if c != nil {
		w.ChannelID = new(Snowflake(c.ID))
	}
	if m := v.guild.member(v.person.ID); m != nil {
		w.Member = new(m.wire())
	}
	return w
}

// rest is the guild as REST returns it.
func (g *Guild) rest() wireGuild {
	w := wireGuild{
		ID: Snowflake(g.ID), Name: g.Name, OwnerID: Snowflake(g.owner.ID), Locale: cmp.Or(g.locale, english),
		Features: []string{}, Emojis: []struct{}{},
	}
	for _, r := range g.roles {
		w.Roles = append(w.Roles, r.wire())
	}
	return w
}

// wire is the guild as GUILD_CREATE has it. Without the privileged intent the
// members are the bot and those in voice. All channels are named, those too that
// the bot may not view, but not who is in these.
func (g *Guild) wire(i Intents) wireGuild {
	w := g.rest()
	w.MemberCount = len(g.members)
	for _, m := range g.members {
		if m.person == g.d.bot {
			w.JoinedAt = new(m.joined)
		} else if !i.has(intentMembers) && (!i.has(intentVoice) || g.voiceOf(m.person.ID) == nil) {
			continue
		}
		w.Members = append(w.Members, m.wire())
	}
	for n, c := range g.channels {
		cw := c.wire()
		cw.Position = n
		w.Channels = append(w.Channels, cw)
	}
	for _, v := range g.voice {
		if i.has(intentVoice) && g.d.sees(v, v.channel) {
			vw := v.wire(v.channel)
			vw.GuildID, vw.Member = 0, nil
			w.VoiceStates = append(w.VoiceStates, vw)
		}
	}
	return w
}
