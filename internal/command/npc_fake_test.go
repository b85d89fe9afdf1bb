package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A troupe is what a [book] keeps of its agents besides the file.
type troupe struct {
	guests map[transcript.AgentID]transcript.SessionID
	over   map[transcript.SessionID]bool // sessions that have ended
	// between is called before a change is made, as if somebody was faster.
	between func(f *campaign.File)
}

func (b *book) AddAgent(_ context.Context, a campaign.Agent, session transcript.SessionID) (campaign.Agent, error) {
	defer b.shelf.enter()()
	key := campaign.KeyOf(a.Name, "npc")
	a.ID = transcript.AgentID(key)
	for n := 2; slices.ContainsFunc(b.file.Agents, func(o campaign.Agent) bool { return o.ID == a.ID }); n++ {
		a.ID = transcript.AgentID(fmt.Sprintf("%s-%d", key, n))
	}
	b.file.Agents = append(slices.Clip(b.file.Agents), a)
	if session != "" {
		if b.troupe.guests == nil {
			b.troupe.guests = map[transcript.AgentID]transcript.SessionID{}
		}
		b.troupe.guests[a.ID] = session
	}
	return a, nil
}

func (b *book) ChangeAgent(_ context.Context, id transcript.AgentID, change func(*campaign.Agent) error) (campaign.Agent, error) {
	defer b.shelf.enter()()
	if b.troupe.between != nil {
		b.file.Agents = slices.Clone(b.file.Agents)
		b.troupe.between(&b.file)
	}
	i := slices.IndexFunc(b.file.Agents, func(a campaign.Agent) bool { return a.ID == id })
	if i < 0 {
		return campaign.Agent{}, fmt.Errorf("change agent: %w", campaign.ErrNoAgent)
	}
	a := b.file.Agents[i]
	if err := change(&a); err != nil {
		return campaign.Agent{}, fmt.Errorf("change agent: %w", err)
	}
	b.file.Agents = slices.Clone(b.file.Agents)
	b.file.Agents[i] = a
	return a, nil
}

func (b *book) Guests(context.Context) (map[transcript.AgentID]transcript.SessionID, error) {
	defer b.shelf.enter()()
	return maps.Clone(b.troupe.guests), nil
}

func (b *book) KeepGuest(_ context.Context, id transcript.AgentID) (bool, error) {
	defer b.shelf.enter()()
	_, was := b.troupe.guests[id]
	delete(b.troupe.guests, id)
	return was, nil
}

// DropGuests takes every session but the one that the test plays for ended.
func (b *book) DropGuests(context.Context) error {
	defer b.shelf.enter()()
	b.file.Agents = slices.DeleteFunc(slices.Clone(b.file.Agents), func(a campaign.Agent) bool {
		s, guest := b.troupe.guests[a.ID]
		return guest && b.troupe.over[s]
	})
	return nil
}

func (b *book) AddGM(_ context.Context, who transcript.SpeakerID) (bool, error) {
	defer b.shelf.enter()()
	c := &b.file.Campaign
	if isGM(*c, who) {
		return false, nil
	}
	c.CoGMs = append(slices.Clip(c.CoGMs), who)
	return true, nil
}

func (b *book) RemoveGM(_ context.Context, who transcript.SpeakerID) (bool, error) {
	defer b.shelf.enter()()
	c := &b.file.Campaign
	n := len(c.CoGMs)
	c.CoGMs = slices.DeleteFunc(slices.Clone(c.CoGMs), func(id transcript.SpeakerID) bool { return id == who })
	return len(c.CoGMs) < n, nil
}

func (b *book) HandOver(_ context.Context, from, to transcript.SpeakerID) error {
	defer b.shelf.enter()()
	c := &b.file.Campaign
	if b.troupe.between != nil {
		b.troupe.between(&b.file)
	}
	if c.Owner != from {
		return fmt.Errorf("hand over: %w", campaign.ErrTaken)
	}
	c.Owner = to
	return nil
}

// agent returns one of the book's agents by name.
func (b *book) agent(name string) campaign.Agent {
	defer b.shelf.enter()()
	for _, a := range b.file.Agents {
		if a.Name == name {
			return a
		}
	}
	return campaign.Agent{}
}

// A choir is a Voicer with a voice for each of its words.
type choir struct {
	voices string
	err    error
	said   []string
}

func (c *choir) Provider() string { return "choir" }

func (c *choir) Voices(context.Context) ([]string, error) { return strings.Fields(c.voices), c.err }

func (c *choir) Clip(_ context.Context, _ transcript.CampaignID, v campaign.Voice, text string) (discord.File, error) {
	if v.Name == "broken" {
		return discord.File{}, refuse(lit("I could not make the clip."))
	}
	c.said = append(c.said, v.Name+": "+text)
	return discord.File{Name: "voice.wav", Data: []byte("RIFF")}, nil
}

// A muse is a Namer that takes its time.
type muse struct {
	name, persona string
	takes         time.Duration
	asked         []string
}

func (m *muse) Invent(ctx context.Context, c campaign.Campaign, words string, taken []string) (string, string, error) {
	m.asked = append(m.asked, c.Key+" "+words+" not "+strings.Join(taken, " "))
	select {
	case <-time.After(m.takes):
	case <-ctx.Done():
		return "", "", ctx.Err()
	}
	if m.name == "" {
		return "", "", errors.New("no idea")
	}
	return m.name, m.persona, nil
}

// npc gives a subcommand of a group, with its options.
func (w *world) group(who transcript.SpeakerID, group, sub string, args discord.Args, people ...discord.Person) *answer {
	w.t.Helper()
	c, a := w.call(who)
	named := map[transcript.SpeakerID]discord.Person{}
	for _, p := range people {
		named[p.User] = p
	}
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: group, Sub: sub, Args: args, People: named})
	settle()
	return a
}

// send sends a form off, as it was opened, with some fields different.
func (w *world) sendForm(who transcript.SpeakerID, f discord.Form, fields map[string]string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	all := map[string]string{}
	for _, field := range f.Fields {
		all[field.ID] = field.Text
	}
	maps.Copy(all, fields)
	w.desk.Handle(w.t.Context(), discord.Submitted{Call: c, Form: f.ID, Fields: all})
	settle()
	return a
}

// form is the last form that was opened.
func (a *answer) form() discord.Form {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.forms) == 0 {
		return discord.Form{}
	}
	return a.forms[len(a.forms)-1]
}
