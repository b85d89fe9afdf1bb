package command

import (
	"context"
	"strings"

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
		return c.Answer.Reply(ctx, discord.Message{Text: castText(all.campaign, all.file.Agents, guests), AsFile: "npcs.md"})
	}
	a, err := all.find(c.Args[optName])
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, all.card(a, d.provider(), guests[a.ID], npcAlikeText(all.alike(a))))
}

// card shows an NPC to a GM, below what is to be said first. guest is the
// session with which it goes, if it does.
func (c cast) card(a campaign.Agent, provider string, guest transcript.SessionID, first ...string) discord.Message {
	m := discord.Message{Private: true, Text: join(append(first, agentText(a, c.file, provider, guest != ""))...)}
	if len([]rune(a.Persona)) > maxPersonaShown {
		m.Files = []discord.File{{Name: "persona.txt", Data: []byte(a.Persona)}}
	}
	id, ref := string(c.campaign.ID), refOf(a.ID)
	shown := draftOf(a, provider)
	row := discord.Row{
		discord.Button{ID: button(btnNPCForm, id, ref, shown.digest()), Label: npcEditLabel, Style: discord.Primary},
	}
	if provider != "" {
		row = append(row, discord.Button{ID: button(btnNPCTry, id, ref), Label: npcTryLabel})
	}
	if a.KnownAs != "" {
		row = append(row, discord.Button{ID: button(btnNPCReveal, id, ref), Label: npcRevealLabel})
	}
	if guest != "" {
		row = append(row, discord.Button{ID: button(btnNPCKeep, id, ref), Label: npcKeepLabel, Style: discord.Success})
	}
	var states discord.Row
	now := stateOf(a)
	for _, s := range []struct {
		state campaign.State
		label string
	}{{campaign.Alive, npcAliveText}, {campaign.Away, npcAwayText}, {campaign.Dead, npcDeadText}} {
		b := discord.Button{ID: button(btnNPCState, id, ref, string(s.state)), Label: s.label, Off: s.state == now}
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

// join puts sentences under one another, without those that say nothing.
func join(lines ...string) string {
	var b strings.Builder
	for _, l := range lines {
		if l == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l)
	}
	return b.String()
}
