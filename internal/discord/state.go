package discord

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"glyphoxa/internal/transcript"
)

// A state is the picture of the guilds, made from events. discordgo keeps one of
// its own, which cannot be read while events come in.
type state struct {
	mu     sync.RWMutex
	self   transcript.SpeakerID
	guilds map[transcript.GuildID]*guild
}

// The kinds of channels that matter.
const (
	voiceKind = 2
	stageKind = 13
)

type guild struct {
	name     string
	owner    transcript.SpeakerID
	mine     []snowflake // the bot's roles
	roles    map[snowflake]bits
	channels map[transcript.ChannelID]channel
	voice    map[transcript.SpeakerID]VoiceState
}

type channel struct {
	name       string
	kind       int
	limit      int
	overwrites []overwritePayload
}

func channelOf(p channelPayload) channel {
	return channel{name: p.Name, kind: p.Type, limit: p.UserLimit, overwrites: p.Overwrites}
}

func guildOf(p guildPayload, self transcript.SpeakerID) *guild {
	g := &guild{
		roles:    make(map[snowflake]bits, len(p.Roles)),
		channels: make(map[transcript.ChannelID]channel, len(p.Channels)),
		voice:    make(map[transcript.SpeakerID]VoiceState, len(p.VoiceStates)),
	}
	g.describe(p)
	for _, c := range p.Channels {
		g.channels[transcript.ChannelID(c.ID)] = channelOf(c)
	}
	people := make(map[snowflake]*memberPayload, len(p.Members))
	for i, m := range p.Members {
		if m.User == nil {
			continue
		}
		people[m.User.ID] = &p.Members[i]
		if transcript.SpeakerID(m.User.ID) == self {
			g.mine = m.Roles
		}
	}
	for _, v := range p.VoiceStates {
		v.GuildID = p.ID
		if v.Member == nil {
			v.Member = people[v.UserID]
		}
		if v.ChannelID != 0 {
			g.voice[transcript.SpeakerID(v.UserID)] = voiceStateOf(v)
		}
	}
	return g
}

// describe takes over what an update of a guild says: all but its channels,
// members and voice.
func (g *guild) describe(p guildPayload) {
	g.name, g.owner = p.Name, transcript.SpeakerID(p.OwnerID)
	clear(g.roles)
	for _, r := range p.Roles {
		g.roles[r.ID] = r.Permissions
	}
}

func voiceStateOf(v voicePayload) VoiceState {
	s := VoiceState{
		Guild:      transcript.GuildID(v.GuildID),
		Channel:    transcript.ChannelID(v.ChannelID),
		Person:     v.Member.person(nil),
		Session:    v.SessionID,
		Suppress:   v.Suppress,
		ServerMute: v.Mute,
		ServerDeaf: v.Deaf,
	}
	s.User = transcript.SpeakerID(v.UserID)
	return s
}

// ready begins a new picture: what was known of guilds stays until Discord tells
// it anew, except of those that the bot is no longer in, which are returned.
func (s *state) ready(self transcript.SpeakerID, in []transcript.GuildID) (gone []transcript.GuildID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.self = self
	if s.guilds == nil {
		s.guilds = make(map[transcript.GuildID]*guild)
	}
	for id := range s.guilds {
		if !slices.Contains(in, id) {
			delete(s.guilds, id)
			gone = append(gone, id)
		}
	}
	slices.Sort(gone)
	return gone
}

// create takes a guild in and returns what has changed in voice meanwhile, so
// that nobody's leaving goes unheard. The bot's own state is not among it: it is
// of a session that may be dead.
func (s *state) create(p guildPayload) []VoiceState {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := transcript.GuildID(p.ID)
	g := guildOf(p, s.self)
	old := s.guilds[id]
	s.guilds[id] = g
	if old == nil {
		return nil
	}
	var changes []VoiceState
	for user, was := range old.voice {
		now, there := g.voice[user]
		switch {
		case user == s.self || (there && now.Channel == was.Channel):
		case there:
			now.Was = was.Channel
			changes = append(changes, now)
		default:
			was.Was, was.Channel = was.Channel, 0
			changes = append(changes, was)
		}
	}
	for user, now := range g.voice {
		if _, knew := old.voice[user]; !knew && user != s.self {
			changes = append(changes, now)
		}
	}
	slices.SortFunc(changes, func(a, b VoiceState) int { return cmp.Compare(a.User, b.User) })
	return changes
}

// change calls f with a guild that is known.
func (s *state) change(id snowflake, f func(*guild)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guilds[transcript.GuildID(id)]; g != nil {
		f(g)
	}
}

// drop forgets a guild and says whether it was known.
func (s *state) drop(id transcript.GuildID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, knew := s.guilds[id]
	delete(s.guilds, id)
	return knew
}

// seat takes a voice state in and returns it with what was known before.
func (s *state) seat(v voicePayload) VoiceState {
	now := voiceStateOf(v)
	s.change(v.GuildID, func(g *guild) {
		was, knew := g.voice[now.User]
		if knew {
			now.Was = was.Channel
		}
		if now.Name == "" { // Discord sent no member
			now.Name, now.Bot = was.Name, was.Bot
		}
		if now.Channel == 0 {
			delete(g.voice, now.User)
		} else {
			g.voice[now.User] = now
		}
	})
	return now
}

// look calls f with a guild, nil if it is not known, which f must not change.
func (s *state) look(id transcript.GuildID, f func(g *guild, self transcript.SpeakerID)) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	f(s.guilds[id], s.self)
}

// People returns who is in a voice channel, the bot included, in the order of
// their IDs.
func (c *Client) People(id transcript.GuildID, channel transcript.ChannelID) []Person {
	var people []Person
	c.state.look(id, func(g *guild, _ transcript.SpeakerID) {
		if g == nil || channel == 0 {
			return
		}
		for _, user := range slices.Sorted(maps.Keys(g.voice)) {
			if v := g.voice[user]; v.Channel == channel {
				people = append(people, v.Person)
			}
		}
	})
	return people
}

// Where returns the voice channel that somebody is in, 0 if in none.
func (c *Client) Where(id transcript.GuildID, user transcript.SpeakerID) (channel transcript.ChannelID) {
	c.state.look(id, func(g *guild, _ transcript.SpeakerID) {
		if g != nil {
			channel = g.voice[user].Channel
		}
	})
	return channel
}

// ChannelName returns the name of a channel without #, "" if it is unknown.
func (c *Client) ChannelName(id transcript.GuildID, channel transcript.ChannelID) (name string) {
	c.state.look(id, func(g *guild, _ transcript.SpeakerID) {
		if g != nil {
			name = g.channels[channel].name
		}
	})
	return name
}

// GuildName returns the name of a guild, "" if it is unknown.
func (c *Client) GuildName(id transcript.GuildID) (name string) {
	c.state.look(id, func(g *guild, _ transcript.SpeakerID) {
		if g != nil {
			name = g.name
		}
	})
	return name
}
