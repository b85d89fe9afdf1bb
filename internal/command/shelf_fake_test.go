package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A shelf is a library in memory. delay is how long each of its methods takes.
type shelf struct {
	mu     sync.Mutex
	delay  time.Duration
	calls  int
	books  []*book
	active map[transcript.GuildID]map[transcript.ChannelID]place
}

type place struct {
	id    transcript.CampaignID
	scene string
}

type book struct {
	knowledge.Store // what no test calls

	shelf     *shelf
	guild     transcript.GuildID
	file      campaign.File
	said      map[transcript.SpeakerID]transcript.Consent
	loud      map[transcript.SpeakerID]transcript.Loudspeaker
	speakers  map[transcript.SpeakerID]transcript.Speaker
	proposals []knowledge.Proposal
	applied   int
	decisions []knowledge.Decision
	ended     []transcript.Session
	lines     []transcript.Line
	diary     diary
	troupe    troupe
	screen    campaign.Screen
	roll      fakeRoll
	respelt   []respelling
	respells  func() // is called when it is to correct a name; nil for nothing
}

func (s *shelf) enter() func() {
	time.Sleep(s.delay)
	s.mu.Lock()
	s.calls++
	return s.mu.Unlock
}

func (s *shelf) Guild(id transcript.GuildID) Guild { return &guildShelf{s, id} }

func (s *shelf) Campaign(id transcript.CampaignID) Book {
	for _, b := range s.books {
		if b.file.Campaign.ID == id {
			return b
		}
	}
	return &book{shelf: s}
}

func (s *shelf) in(g transcript.GuildID) (list []campaign.Campaign) {
	for _, b := range s.books {
		if b.guild == g {
			list = append(list, b.file.Campaign)
		}
	}
	return list
}

func (s *shelf) Unplaced(context.Context) ([]campaign.Campaign, error) {
	defer s.enter()()
	return s.in(0), nil
}

type guildShelf struct {
	*shelf
	id transcript.GuildID
}

func (g *guildShelf) Campaigns(context.Context) ([]campaign.Campaign, error) {
	defer g.enter()()
	return g.in(g.id), nil
}

func (g *guildShelf) Add(_ context.Context, f campaign.File) (transcript.CampaignID, error) {
	defer g.enter()()
	f.Campaign.ID = transcript.CampaignID(fmt.Sprintf("new%d", len(g.books)))
	g.books = append(g.books, &book{shelf: g.shelf, guild: g.id, file: f})
	return f.Campaign.ID, nil
}

func (g *guildShelf) Claim(_ context.Context, id transcript.CampaignID, owner transcript.SpeakerID) error {
	defer g.enter()()
	for _, b := range g.books {
		if b.file.Campaign.ID == id && b.guild == 0 {
			b.guild, b.file.Campaign.Owner = g.id, owner
			return nil
		}
	}
	return fmt.Errorf("taken")
}

func (g *guildShelf) Active(_ context.Context, c transcript.ChannelID) (transcript.CampaignID, string, bool, error) {
	defer g.enter()()
	p, ok := g.active[g.id][c]
	return p.id, p.scene, ok, nil
}

func (g *guildShelf) Activate(_ context.Context, c transcript.ChannelID, id transcript.CampaignID, scene string) error {
	defer g.enter()()
	if g.active[g.id] == nil {
		g.active[g.id] = map[transcript.ChannelID]place{}
	}
	g.active[g.id][c] = place{id, scene}
	return nil
}

func (b *book) File(context.Context) (campaign.File, error) {
	defer b.shelf.enter()()
	f := b.file
	f.Characters = slices.Clone(f.Characters)
	return f, nil
}

func (b *book) Plays(_ context.Context, c transcript.CharacterID, who transcript.SpeakerID) error {
	defer b.shelf.enter()()
	for i := range b.file.Characters {
		if b.file.Characters[i].ID == c {
			b.file.Characters[i].Player = who
		}
	}
	return nil
}

func (b *book) Consents(context.Context) (map[transcript.SpeakerID]transcript.Consent, error) {
	defer b.shelf.enter()()
	out := map[transcript.SpeakerID]transcript.Consent{}
	maps.Copy(out, b.said)
	return out, nil
}

func (b *book) SetConsent(_ context.Context, _ transcript.SessionID, who transcript.SpeakerID, c transcript.Consent, _ time.Time) error {
	defer b.shelf.enter()()
	if b.said == nil {
		b.said = map[transcript.SpeakerID]transcript.Consent{}
	}
	b.said[who] = c
	return nil
}

func (b *book) Loudspeakers(context.Context) (map[transcript.SpeakerID]transcript.Loudspeaker, error) {
	defer b.shelf.enter()()
	out := map[transcript.SpeakerID]transcript.Loudspeaker{}
	maps.Copy(out, b.loud)
	return out, nil
}

func (b *book) SetLoudspeaker(_ context.Context, who transcript.SpeakerID, l transcript.Loudspeaker) error {
	defer b.shelf.enter()()
	if b.loud == nil {
		b.loud = map[transcript.SpeakerID]transcript.Loudspeaker{}
	}
	b.loud[who] = l
	return nil
}

func (b *book) AddSpeaker(_ context.Context, _ transcript.SessionID, sp transcript.Speaker, _ time.Time) error {
	defer b.shelf.enter()()
	if b.speakers == nil {
		b.speakers = map[transcript.SpeakerID]transcript.Speaker{}
	}
	b.speakers[sp.ID] = sp
	return nil
}

func (b *book) LastEnded(_ context.Context, n int) ([]transcript.Session, error) {
	defer b.shelf.enter()()
	return b.ended[max(0, len(b.ended)-n):], nil
}

func (b *book) Transcript(context.Context, transcript.SessionID) ([]transcript.Line, error) {
	defer b.shelf.enter()()
	return b.lines, nil
}

func (b *book) Proposals(_ context.Context, s knowledge.Status) ([]knowledge.Proposal, error) {
	defer b.shelf.enter()()
	var out []knowledge.Proposal
	for _, p := range b.proposals {
		if s == "" || p.Status == s {
			out = append(out, p)
		}
	}
	return out, nil
}

func (b *book) NodeByName(_ context.Context, name string) (campaign.Node, bool, error) {
	for _, n := range b.file.Nodes {
		for _, known := range append([]string{n.Name}, n.Aliases...) {
			if campaign.Fold(known) == campaign.Fold(name) {
				return n, true, nil
			}
		}
	}
	return campaign.Node{}, false, nil
}
