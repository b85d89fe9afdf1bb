package voicetest

import (
	"fmt"
	"slices"
	"time"
)

// A voiceState is that somebody is in a voice channel.
type voiceState struct {
	guild   *Guild
	channel *Channel
	person  *Person
	session string
	owner   *mainSession // of the bot: the one that asked; nil for people
	seat    *Seat        // of people, unless they have a client of their own

	selfMute, selfDeaf bool
	mute, deaf         bool
	suppress           bool
	request            *time.Time
}

// VoiceAnswer says how op 4 is answered, and what comes of a move. The zero
// VoiceAnswer is both events at once, the state first.
type VoiceAnswer struct {
	// ServerFirst sends VOICE_SERVER_UPDATE before VOICE_STATE_UPDATE. Discord
	// promises no order.
	ServerFirst bool
	// Delay is how long the first event takes, Gap how much longer the second.
	Delay, Gap time.Duration
	// NullFirst sends a VOICE_SERVER_UPDATE without an endpoint before the real
	// one, as when no server has room at once.
	NullFirst bool
	// Nothing sends no event at all, though the bot is in the channel.
	Nothing bool
	// NoState and NoServer leave one of the two out.
	NoState, NoServer bool
}

// AnswerVoice says how voice states are answered from now on.
func (d *Discord) AnswerVoice(a VoiceAnswer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.voiceAnswer = a
}

// Join brings a person into a voice channel, from wherever he was in that guild.
// He speaks and hears through the seat, which moves with him.
func (p *Person) Join(c *Channel) (*Seat, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if err := p.admissible(c); err != nil {
		return nil, err
	}
	p.d.enter(c, p, nil, false, false)
	return c.guild.voiceOf(p.ID).seat, nil
}

// Admit brings a person into a voice channel who has a voice client of his own,
// and returns what that connects with.
func (p *Person) Admit(c *Channel) (VoicePass, error) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if err := p.admissible(c); err != nil {
		return VoicePass{}, err
	}
	if v := c.guild.voiceOf(p.ID); v != nil {
		c.guild.evict(v)
	}
	pass := p.d.voice.Admit(c.guild.ID, c.ID, p.ID, p.Name)
	v := &voiceState{guild: c.guild, person: p, channel: c, session: pass.Session}
	c.guild.voice = append(c.guild.voice, v)
	p.d.sendState(v, nil, c)
	return pass, nil
}

// Leave takes a person out of the voice channel that he is in.
func (p *Person) Leave(g *Guild) { g.Kick(p) }

// admissible says whether somebody may enter a voice channel. The caller holds
// d.mu.
func (p *Person) admissible(c *Channel) error {
	if c.guild == nil || c.deleted || !c.Kind.voice() {
		return ErrNotThere
	}
	if c.guild.member(p.ID) == nil {
		return ErrNotMember
	}
	may := c.permissions(p.ID)
	if !may.Has(PermViewChannel | PermConnect) {
		return ErrForbidden
	}
	if v := c.guild.voiceOf(p.ID); v != nil && v.channel == c {
		return nil
	}
	if c.limit > 0 && !may.Has(PermMoveMembers) && c.guild.present(c) >= c.limit {
		return ErrFull
	}
	return nil
}

// present counts who is in a voice channel. The caller holds d.mu.
func (g *Guild) present(c *Channel) int {
	n := 0
	for _, v := range g.voice {
		if v.channel == c {
			n++
		}
	}
	return n
}

// InVoice returns who is in a voice channel, in the order they came into voice.
func (c *Channel) InVoice() []*Person {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var all []*Person
	for _, v := range c.guild.voice {
		if v.channel == c {
			all = append(all, v.person)
		}
	}
	return all
}

// Kick takes somebody out of voice, the bot for instance: its voice connection
// is closed with 4014, and its voice state has no channel any more.
func (g *Guild) Kick(p *Person) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if v := g.voiceOf(p.ID); v != nil {
		g.part(v)
	}
}

// Move drags somebody who is in voice to another channel, whatever he may. If he
// is not in voice nothing happens, as Discord offers no such thing.
func (g *Guild) Move(p *Person, c *Channel) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if v := g.voiceOf(p.ID); v != nil && v.channel != c {
		g.d.enter(c, p, v.owner, v.selfMute, v.selfDeaf)
	}
}

// SetMuted mutes or deafens somebody as a moderator does.
func (g *Guild) SetMuted(p *Person, mute, deaf bool) {
	g.restate(p, func(v *voiceState) { v.mute, v.deaf = mute, deaf })
}

// SetSpeaker makes somebody on a stage a speaker, or puts him among the
// audience.
func (g *Guild) SetSpeaker(p *Person, speaker bool) {
	g.restate(p, func(v *voiceState) { v.suppress, v.request = !speaker, nil })
}

func (g *Guild) restate(p *Person, do func(*voiceState)) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if v := g.voiceOf(p.ID); v != nil {
		do(v)
		g.d.sendState(v, v.channel, v.channel)
	}
}

// Seat returns where a person speaks and hears, nil if he is not in the guild's
// voice, or has a client of his own there.
func (p *Person) Seat(g *Guild) *Seat {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	if v := g.voiceOf(p.ID); v != nil {
		return v.seat
	}
	return nil
}

// Speaker reports whether somebody is in voice and not suppressed.
func (g *Guild) Speaker(p *Person) bool {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	v := g.voiceOf(p.ID)
	return v != nil && !v.suppress
}

// enter brings somebody who may into a channel. The session stays the same when
// he was in the guild's voice already. The caller holds d.mu.
func (d *Discord) enter(c *Channel, p *Person, owner *mainSession, mute, deaf bool) {
	g := c.guild
	v := g.voiceOf(p.ID)
	if v != nil && v.owner != owner {
		g.evict(v)
		v = nil
	}
	var from *Channel
	if v == nil {
		v = &voiceState{guild: g, person: p, owner: owner}
		g.voice = append(g.voice, v)
	}
	from, v.channel = v.channel, c
	v.selfMute, v.selfDeaf = mute, deaf
	v.suppress, v.request = c.Kind == StageChannel, nil
	pass := d.seat(v, from)
	if p == d.bot {
		d.answerVoice(v, from, pass)
		return
	}
	d.sendState(v, from, c)
}

// seat lets somebody into the voice server, who comes from another channel if
// that is not nil. The caller holds d.mu.
func (d *Discord) seat(v *voiceState, from *Channel) VoicePass {
	g, c, p := v.guild.ID, v.channel.ID, v.person
	switch {
	case v.seat != nil:
		v.seat.Move(c)
		return VoicePass{}
	case from != nil:
		return d.voice.Move(g, c, p.ID)
	case p == d.bot:
		pass := d.voice.Admit(g, c, p.ID, p.Name)
		v.session = pass.Session
		return pass
	}
	v.session = fmt.Sprintf("%032x", d.id())
	v.seat = d.voice.Seat(g, c, p.ID, SeatOptions{Name: p.Name, Bot: p.Bot})
	return VoicePass{}
}

// answerVoice sends the pair of events in the order and at the times that are
// set. The caller holds d.mu.
func (d *Discord) answerVoice(v *voiceState, from *Channel, pass VoicePass) {
	a := d.voiceAnswer
	if a.Nothing {
		return
	}
	c := v.channel
	state := func() {
		if !a.NoState {
			d.sendState(v, from, c)
		}
	}
	server := func() {
		if a.NullFirst {
			d.sendServer(v, nil, pass.Token)
		}
		if !a.NoServer {
			d.sendServer(v, &pass.Endpoint, pass.Token)
		}
	}
	first, second := state, server
	if a.ServerFirst {
		first, second = server, state
	}
	d.later(a.Delay, first)
	d.later(a.Delay+a.Gap, second)
}

// part takes somebody out of voice and says so. The caller holds d.mu.
func (g *Guild) part(v *voiceState) {
	from := v.channel
	g.evict(v)
	g.d.sendState(v, from, nil)
}

// evict takes somebody out of voice without a word. The caller holds d.mu.
func (g *Guild) evict(v *voiceState) {
	g.voice = slices.DeleteFunc(g.voice, func(o *voiceState) bool { return o == v })
	if v.seat != nil {
		v.seat.Leave()
	} else {
		g.d.voice.Remove(g.ID, v.person.ID)
	}
	g.d.touch()
}

// sendState sends VOICE_STATE_UPDATE to the bot, if it may see where the person
// is or was: its own state always. Who goes where it does not see has left. The
// caller holds d.mu.
func (d *Discord) sendState(v *voiceState, from, to *Channel) {
	d.touch()
	if !d.sees(v, to) {
		if !d.sees(v, from) {
			return
		}
		to = nil
	}
	d.dispatch(intentVoice, v.guild, "VOICE_STATE_UPDATE", v.wire(to))
}

// sees reports whether the bot may see somebody in a channel.
func (d *Discord) sees(v *voiceState, c *Channel) bool {
	return v.person == d.bot || c != nil && c.permissions(d.bot.ID).Has(PermViewChannel)
}

// sendServer sends VOICE_SERVER_UPDATE. The caller holds d.mu.
func (d *Discord) sendServer(v *voiceState, endpoint *string, token string) {
	d.dispatch(intentVoice, v.guild, "VOICE_SERVER_UPDATE", wireVoiceServer{token, Snowflake(v.guild.ID), endpoint})
}

// askVoice is op 4 of a session. Whoever may not enter is not answered at all.
// The caller holds d.mu.
func (d *Discord) askVoice(s *mainSession, guild, channel uint64, mute, deaf bool) {
	g := d.guild(guild)
	if g == nil || g.member(d.bot.ID) == nil {
		return
	}
	v := g.voiceOf(d.bot.ID)
	if channel == 0 {
		if v != nil {
			g.part(v)
		}
		return
	}
	c := d.channel(channel)
	if c == nil || c.guild != g || d.bot.admissible(c) != nil {
		return
	}
	if v != nil && v.channel == c && v.owner == s {
		// The state alone: he who is there gets no server again.
		v.selfMute, v.selfDeaf = mute, deaf
		d.sendState(v, c, c)
		return
	}
	d.enter(c, d.bot, s, mute, deaf)
}
