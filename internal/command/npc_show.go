package command

import (
	"context"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The buttons under an NPC's card.
const (
	btnNPCState  = "npcstate"  // campaign, agent, state
	btnNPCTry    = "npctry"    // campaign, agent
	btnNPCReveal = "npcreveal" // campaign, agent
	btnNPCKeep   = "npckeep"   // campaign, agent
)

// maxPersonaShown is how much of a persona a card shows; the rest is a file.
const maxPersonaShown = 500

// npcShow carries out /glyphoxa npc show: one NPC, or all of them.
func (d *Desk) npcShow(ctx context.Context, c discord.Command) error {
	all, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	guests, err := all.book.Guests(ctx)
	if err != nil {
		return err
	}
	if c.Args[optName] == "" {
		return c.Answer.Reply(ctx, discord.Message{Text: castText(all.campaign, all.file.Agents, guests).In(c.Locale), AsFile: "npcs.md"})
	}
	a, err := all.find(c.Args[optName])
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, all.card(a, d.provider(), guests[a.ID], npcAlikeText(all.alike(a))))
}

// card shows an NPC to a GM, below what is to be said first. guest is the
// session with which it goes, if it does.
func (c cast) card(a campaign.Agent, provider string, guest transcript.SessionID, first ...text) discord.Message {
	m := discord.Message{Private: true, Text: stacked(append(first, agentText(a, c.file, provider, guest != ""))...).In(c.locale)}
	if len([]rune(a.Persona)) > maxPersonaShown {
		m.Files = []discord.File{{Name: "persona.txt", Data: []byte(a.Persona)}}
	}
	id, ref := string(c.campaign.ID), refOf(a.ID)
	shown := draftOf(a, provider)
	row := discord.Row{
		discord.Button{ID: button(btnNPCForm, id, ref, shown.digest()), Label: say("button.edit-label").In(c.locale), Style: discord.Primary},
	}
	if provider != "" {
		row = append(row, discord.Button{ID: button(btnNPCTry, id, ref), Label: say("npc.try-label").In(c.locale)})
	}
	if a.KnownAs != "" {
		row = append(row, discord.Button{ID: button(btnNPCReveal, id, ref), Label: say("npc.reveal-label").In(c.locale)})
	}
	if guest != "" {
		row = append(row, discord.Button{ID: button(btnNPCKeep, id, ref), Label: say("npc.keep-label").In(c.locale), Style: discord.Success})
	}
	var states discord.Row
	now := stateOf(a)
	for _, s := range []struct {
		state campaign.State
		label text
	}{{campaign.Alive, say("npc.state.alive")}, {campaign.Away, say("npc.state.away")}, {campaign.Dead, say("npc.state.dead")}} {
		b := discord.Button{ID: button(btnNPCState, id, ref, string(s.state)), Label: s.label.In(c.locale), Off: s.state == now}
		if b.Off {
			b.Style = discord.Primary
		}
		states = append(states, b)
	}
	m.Rows = []discord.Row{row, states}
	return m
}

// stateOf is an agent's state, which nobody need have written.
func stateOf(a campaign.Agent) campaign.State {
	if a.State == "" {
		return campaign.Alive
	}
	return a.State
}
