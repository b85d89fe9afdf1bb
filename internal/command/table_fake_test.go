package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

func (b *book) AddScene(_ context.Context, name string) (campaign.Scene, bool, error) {
	defer b.shelf.enter()()
	for _, s := range b.file.Scenes {
		if campaign.Fold(s.Name) == campaign.Fold(name) {
			return s, false, nil
		}
	}
	s := campaign.Scene{Key: campaign.KeyOf(name, "scene"), Name: name}
	b.file.Scenes = append(b.file.Scenes, s)
	return s, true, nil
}

func (b *book) Cast(_ context.Context, scene string, agent transcript.AgentID, in bool) (bool, error) {
	defer b.shelf.enter()()
	for i := range b.file.Scenes {
		s := &b.file.Scenes[i]
		if s.Key != scene || !slices.ContainsFunc(b.file.Agents, func(a campaign.Agent) bool { return a.ID == agent }) {
			continue
		}
		s.Present = slices.DeleteFunc(slices.Clone(s.Present), func(id transcript.AgentID) bool { return id == agent })
		if in {
			s.Present = append(s.Present, agent)
		}
		return true, nil
	}
	return false, nil
}

// order gives a command with options, in a channel's chat of a guild, and waits
// for the answer.
func (w *world) order(who transcript.SpeakerID, group, sub string, args discord.Args) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: group, Sub: sub, Args: args})
	settle()
	return a
}

// typing has somebody type text into an option of a command, and waits for the
// suggestions, without time going by.
func (w *world) typing(who transcript.SpeakerID, group, sub, option, text string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Completing{Call: c, Name: Name, Group: group, Sub: sub, Focus: option, Text: text})
	settle()
	return a
}

// submit sends off a form that a button of a message opened, 0 for a command.
func (w *world) submit(who transcript.SpeakerID, id string, message discord.MessageID, fields map[string]string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Submitted{Call: c, Form: id, Fields: fields, Message: message})
	settle()
	return a
}

// suggested are the names that were suggested.
func (a *answer) suggested() (names []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.choices {
		names = append(names, c.Name)
	}
	return names
}
