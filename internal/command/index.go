package command

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

const (
	// suggestWithin is how long a suggestion waits for names that are not in
	// memory yet: people type on after a third of a second.
	suggestWithin = 250 * time.Millisecond
	// indexLife is after how long names are read again although nobody has
	// changed them here: another program may have.
	indexLife = 30 * time.Second
	// indexLimit bounds the reading of names.
	indexLimit = 30 * time.Second
)

// A catalogue is what completion knows of one campaign: names, no texts.
type catalogue struct {
	campaign   campaign.Campaign
	agents     []campaign.Agent // without personas
	characters []campaign.Character
	scenes     []campaign.Scene
	nodes      []entry
	relations  []string // their types, each once
}

// An entry is a node of a campaign's knowledge by its names.
type entry struct {
	id      transcript.NodeID
	name    string
	aliases []string
	kind    campaign.NodeType
	labels  []string // of what is said of it
}

// A shelfmark is what completion knows of one guild. It is replaced, not
// changed.
type shelfmark struct {
	read     time.Time
	stale    bool // something has changed since
	all      []catalogue
	channels map[transcript.ChannelID]transcript.CampaignID // empty: asked for, plays nothing
}

// An index holds the names of the guilds in which somebody has been typing. It
// is read in the background, one reader for each guild.
type index struct {
	mu      sync.Mutex
	guilds  map[transcript.GuildID]shelfmark
	reading map[transcript.GuildID]chan struct{} // closed when it is read
}

func newIndex() *index {
	return &index{guilds: map[transcript.GuildID]shelfmark{}, reading: map[transcript.GuildID]chan struct{}{}}
}

// changed says that a guild's names may be others now.
func (x *index) changed(g transcript.GuildID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m, ok := x.guilds[g]; ok {
		m.stale = true
		x.guilds[g] = m
	}
}

// forget drops what is known of a guild.
func (x *index) forget(g transcript.GuildID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.guilds, g)
}

// get returns what is known of a guild, which lacks nothing that places need
// if ok, and is fresh if fresh.
func (x *index) get(g transcript.GuildID, places []transcript.ChannelID) (m shelfmark, ok, fresh bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	m, ok = x.guilds[g]
	for _, c := range places {
		_, known := m.channels[c]
		ok = ok && known
	}
	return m, ok, ok && !m.stale && time.Since(m.read) < indexLife
}

// read returns a channel that is closed when the guild has been read, and
// whether it is the caller's to read it.
func (x *index) read(g transcript.GuildID) (done chan struct{}, mine bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if done, ok := x.reading[g]; ok {
		return done, false
	}
	done = make(chan struct{})
	x.reading[g] = done
	m := x.guilds[g]
	m.stale = false // what changes from here on makes it stale again
	if m.all != nil {
		x.guilds[g] = m
	}
	return done, true
}

// put keeps what was read, nil for nothing, and ends the reading.
func (x *index) put(g transcript.GuildID, m *shelfmark) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m != nil {
		m.stale = x.guilds[g].stale
		x.guilds[g] = *m
	}
	close(x.reading[g])
	delete(x.reading, g)
}

// namesFor returns the names of the campaign that a call is about, from memory.
// They are read in the background if they are old, and waited for only briefly
// if there are none. ok is false if nothing can be suggested.
func (d *Desk) namesFor(ctx context.Context, call discord.Call) (c catalogue, ok bool) {
	places := d.places(call)
	m, known, fresh := d.names.get(call.Guild, places)
	if !fresh {
		done, mine := d.names.read(call.Guild)
		if mine && !d.start(func() { d.readNames(ctx, call.Guild, places) }) {
			d.names.put(call.Guild, nil)
		}
		if !known {
			timer := time.NewTimer(suggestWithin)
			defer timer.Stop()
			select {
			case <-done:
			case <-timer.C:
			case <-ctx.Done():
			}
			if m, known, _ = d.names.get(call.Guild, places); !known {
				return catalogue{}, false
			}
		}
	}
	return m.of(d, call.Guild, places)
}

// of picks the campaign that the places mean, as campaignFor does.
func (m shelfmark) of(d *Desk, g transcript.GuildID, places []transcript.ChannelID) (catalogue, bool) {
	var id transcript.CampaignID
	for _, channel := range places {
		if id = d.playing(g, channel); id == "" {
			id = m.channels[channel]
		}
		if id != "" {
			break
		}
	}
	for _, c := range m.all {
		if c.campaign.ID == id || id == "" && len(m.all) == 1 {
			return c, true
		}
	}
	return catalogue{}, false
}

// readNames reads the names of a guild, and what the places play.
func (d *Desk) readNames(ctx context.Context, g transcript.GuildID, places []transcript.ChannelID) {
	ctx, cancel := context.WithTimeout(ctx, indexLimit)
	defer cancel()
	before, _, _ := d.names.get(g, nil)
	m, err := d.catalogues(ctx, g, before.channels, places)
	if err != nil {
		if ctx.Err() == nil {
			d.log.LogAttrs(ctx, slog.LevelWarn, "no names to suggest", slog.Uint64("guild", uint64(g)), slog.Any("err", err))
		}
		d.names.put(g, nil)
		return
	}
	d.names.put(g, &m)
}

func (d *Desk) catalogues(ctx context.Context, g transcript.GuildID, before map[transcript.ChannelID]transcript.CampaignID, places []transcript.ChannelID) (shelfmark, error) {
	m := shelfmark{read: time.Now(), all: []catalogue{}, channels: map[transcript.ChannelID]transcript.CampaignID{}}
	shelf := d.library.Guild(g)
	list, err := shelf.Campaigns(ctx)
	if err != nil {
		return m, err
	}
	for _, c := range list {
		f, err := d.library.Campaign(c.ID).File(ctx)
		if err != nil {
			return m, err
		}
		m.all = append(m.all, catalogueOf(c, f))
	}
	maps.Copy(m.channels, before)
	for _, channel := range places {
		m.channels[channel] = ""
	}
	for channel := range m.channels {
		id, _, _, err := shelf.Active(ctx, channel)
		if err != nil {
			return m, err
		}
		m.channels[channel] = id
	}
	return m, nil
}

func catalogueOf(c campaign.Campaign, f campaign.File) catalogue {
	out := catalogue{campaign: c, characters: f.Characters, scenes: f.Scenes}
	out.campaign.Setting = ""
	for _, a := range f.Agents {
		a.Persona = ""
		out.agents = append(out.agents, a)
	}
	for _, n := range f.Nodes {
		out.nodes = append(out.nodes, entry{n.ID, n.Name, n.Aliases, n.Type, knowledge.Labels(n)})
	}
	for _, e := range f.Edges {
		if !slices.Contains(out.relations, e.Type) {
			out.relations = append(out.relations, e.Type)
		}
	}
	return out
}
