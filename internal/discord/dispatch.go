package discord

import (
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"glyphoxa/internal/transcript"
)

// dispatch is discordgo's one handler. It is called for every dispatch of the
// gateway, one after the other, on the goroutine that reads.
func (c *Client) dispatch(l *link, e *discordgo.Event) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if l != c.current || c.ended || l.line().why() != nil {
		return // a connection that has been given up; Discord sends it again
	}
	kind := strings.TrimPrefix(e.Type, hidden)
	greeting := kind == "READY" || kind == "RESUMED"
	if !greeting && e.Sequence != 0 && e.Sequence <= c.last() {
		return // sent again on a resume, though it had come
	}
	events, err := c.apply(kind, e.RawData)
	if err != nil {
		// The event is lost, nothing else: what Discord will invent next is not
		// a reason to stop.
		c.log.Warn("event not understood", slog.String("type", kind), slog.Any("err", err))
	}
	for _, event := range events {
		if !c.put(event) {
			l.cut(errStalled)
			if kind == "READY" {
				c.forget() // it would not be sent again
			}
			return
		}
	}
	c.mu.Lock()
	c.session.seq = e.Sequence
	c.mu.Unlock()
	if greeting {
		l.welcome()
	}
}

// last returns the sequence number of the last event that has been handled.
func (c *Client) last() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session.seq
}

// apply takes an event into the picture and returns what it says to the reader.
func (c *Client) apply(kind string, data []byte) ([]Event, error) {
	switch kind {
	case "READY":
		return c.ready(data)
	case "RESUMED":
		return []Event{Resumed{}}, nil
	case "GUILD_CREATE":
		return c.guildCreate(data)
	case "GUILD_UPDATE":
		p, err := parse[guildPayload](data)
		c.state.change(p.ID, func(g *guild) { g.describe(p) })
		return nil, err
	case "GUILD_DELETE":
		p, err := parse[guildPayload](data)
		if err != nil || p.Unavailable { // an outage; it comes back with a GUILD_CREATE
			return nil, err
		}
		id := transcript.GuildID(p.ID)
		c.state.drop(id)
		c.forgetGuild(id)
		return []Event{GuildGone{Guild: id}}, nil
	case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE":
		p, err := parse[roleEvent](data)
		if err == nil {
			c.state.change(p.GuildID, func(g *guild) { g.roles[p.Role.ID] = p.Role.Permissions })
		}
		return nil, err
	case "GUILD_ROLE_DELETE":
		p, err := parse[roleEvent](data)
		c.state.change(p.GuildID, func(g *guild) { delete(g.roles, p.RoleID) })
		return nil, err
	case "CHANNEL_CREATE", "CHANNEL_UPDATE":
		p, err := parse[channelPayload](data)
		c.state.change(p.GuildID, func(g *guild) { g.channels[transcript.ChannelID(p.ID)] = channelOf(p) })
		return nil, err
	case "CHANNEL_DELETE":
		p, err := parse[channelPayload](data)
		if err != nil {
			return nil, err
		}
		c.state.change(p.GuildID, func(g *guild) { delete(g.channels, transcript.ChannelID(p.ID)) })
		return []Event{ChannelGone{Guild: transcript.GuildID(p.GuildID), Channel: transcript.ChannelID(p.ID)}}, nil
	case "GUILD_MEMBER_UPDATE":
		p, err := parse[memberEvent](data)
		if err == nil && p.User != nil {
			c.member(p)
		}
		return nil, err
	case "VOICE_STATE_UPDATE":
		return c.voiceState(data)
	case "VOICE_SERVER_UPDATE":
		p, err := parse[voiceServerPayload](data)
		if err != nil {
			return nil, err
		}
		return []Event{VoiceServer{Guild: transcript.GuildID(p.GuildID), Endpoint: p.Endpoint, Token: p.Token}}, nil
	case "INTERACTION_CREATE":
		return c.interaction(data, time.Now())
	}
	return nil, nil
}

func (c *Client) ready(data []byte) ([]Event, error) {
	p, err := parse[readyPayload](data)
	if err != nil {
		return nil, err
	}
	r := Ready{
		User:        transcript.SpeakerID(p.User.ID),
		Name:        (*memberPayload)(nil).person(&p.User).Name,
		Application: uint64(p.Application.ID),
	}
	for _, g := range p.Guilds {
		r.Guilds = append(r.Guilds, transcript.GuildID(g.ID))
	}
	gone := c.state.ready(r.User, r.Guilds)
	c.mu.Lock()
	r.Again, c.met = c.met, true
	c.session = session{id: p.SessionID, url: p.ResumeURL}
	c.me = r
	for _, id := range gone {
		delete(c.wished, id)
	}
	c.mu.Unlock()
	events := []Event{r}
	for _, id := range gone {
		events = append(events, GuildGone{Guild: id})
	}
	return events, nil
}

func (c *Client) guildCreate(data []byte) ([]Event, error) {
	p, err := parse[guildPayload](data)
	if err != nil || p.Unavailable {
		return nil, err
	}
	changes := c.state.create(p)
	c.mu.Lock()
	if id := transcript.GuildID(p.ID); !slices.Contains(c.me.Guilds, id) {
		c.me.Guilds = append(slices.Clip(c.me.Guilds), id)
	}
	c.mu.Unlock()
	events := make([]Event, 0, 1+len(changes))
	events = append(events, GuildHere{Guild: transcript.GuildID(p.ID), Name: p.Name})
	for _, v := range changes {
		events = append(events, v)
	}
	return events, nil
}

// member takes over the bot's own roles and the names of people in voice.
// Others than the bot come only with an intent that is not asked for.
func (c *Client) member(p memberEvent) {
	id := transcript.SpeakerID(p.User.ID)
	self := c.Me().User
	c.state.change(p.GuildID, func(g *guild) {
		if id == self {
			g.mine = p.Roles
		}
		if v, ok := g.voice[id]; ok {
			v.Person = p.person(nil)
			g.voice[id] = v
		}
	})
}

func (c *Client) voiceState(data []byte) ([]Event, error) {
	p, err := parse[voicePayload](data)
	if err != nil {
		return nil, err
	}
	if p.UserID == 0 {
		return nil, errors.New("a voice state of nobody")
	}
	v := c.state.seat(p)
	c.mu.Lock()
	if v.User == c.me.User {
		c.touch()
	}
	c.mu.Unlock()
	return []Event{v}, nil
}

// resumeMessage is op 6.
func resumeMessage(t Token, s session) []byte {
	type body struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	b, _ := json.Marshal(struct { // strings and a number: it cannot fail
		Op   int  `json:"op"`
		Body body `json:"d"`
	}{6, body{t.header(), s.id, s.seq}})
	return b
}
