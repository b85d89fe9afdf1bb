package conversation

import (
	"context"
	"maps"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Enter changes the scene: from now on others hear and answer. What is being
// said is finished, and heard by those who were there when it began; answers
// that nobody has heard yet are given up if their agent is not present any
// more, or muted.
func (c *Conversation) Enter(ctx context.Context, s Scene) error {
	return c.do(ctx, func(r *running) {
		r.memory = memory{}
		r.enter(s)
	})
}

// Recast is Enter for a scene that goes on while somebody comes, leaves or
// changes: who talked to whom is not forgotten. What agents heard depends on
// s.ID, so it is another than before if somebody else is present.
func (c *Conversation) Recast(ctx context.Context, s Scene) error {
	return c.do(ctx, func(r *running) { r.enter(s) })
}

func (r *running) enter(s Scene) {
	r.plain = s
	if s.Names != nil {
		r.opts.Names = s.Names
	}
	r.applyMutes()
	r.floor.enter(r, r.scene)
}

// SetVoice gives an agent another voice, or a new one its own. What is being
// said goes on in the old one.
func (c *Conversation) SetVoice(ctx context.Context, id transcript.AgentID, v speech.Voice) error {
	return c.do(ctx, func(r *running) {
		r.opts.Voices = maps.Clone(r.opts.Voices)
		if r.opts.Voices == nil {
			r.opts.Voices = make(map[transcript.AgentID]speech.Voice)
		}
		r.opts.Voices[id] = v
		delete(r.levels, id)
	})
}

// A mutes is what the GM has said about who may answer. It outlives scenes.
type mutes struct {
	all *bool // what was last said of all; nil: nothing
	of  map[transcript.AgentID]bool
}

func (m mutes) apply(a campaign.Agent) campaign.Agent {
	if m.all != nil && a.Kind != campaign.Butler {
		a.Muted = *m.all
	}
	if yes, ok := m.of[a.ID]; ok {
		a.Muted = yes
	}
	return a
}

// Mute keeps an agent from answering, or lets it again; an empty ID means all of
// them, also those who come later, but for the Butler, whom nobody hears. What
// it says is cut, and what it was about to say given up.
func (c *Conversation) Mute(ctx context.Context, id transcript.AgentID, yes bool) error {
	return c.do(ctx, func(r *running) {
		if id == "" {
			r.mutes = mutes{all: &yes}
		} else {
			r.mutes.of = maps.Clone(r.mutes.of)
			if r.mutes.of == nil {
				r.mutes.of = make(map[transcript.AgentID]bool)
			}
			r.mutes.of[id] = yes
		}
		r.applyMutes()
		if yes {
			r.floor.mute(r, id)
		}
	})
}

// applyMutes makes the scene that is played of the one that was given.
func (r *running) applyMutes() {
	r.scene = r.plain
	for _, list := range []*[]campaign.Agent{&r.scene.Agents, &r.scene.Absent} {
		*list = slices.Clone(*list) // the old ones are with turns and utterances
		for i, a := range *list {
			(*list)[i] = r.mutes.apply(a)
		}
	}
}

const whyMuted = "muted"

// mute silences an agent, or all of them.
func (f *floor) mute(r *running, id transcript.AgentID) {
	is := func(t *turn) bool { return id == "" && !t.aside || t.agent.ID == id }
	f.giveUp(func(t *turn) bool {
		if is(t) {
			r.stop(t, transcript.Declined, whyMuted)
		}
		return is(t)
	})
	if t := f.filler; t != nil && is(t) {
		f.hush()
	}
	if t := f.heard(); t != nil && is(t) {
		r.stop(t, transcript.Cut, whyMuted)
	}
}
