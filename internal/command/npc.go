package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The subcommands of `npc`, and their options.
const (
	groupNPC  = "npc"
	subCreate = "create"
	subEdit   = "edit"
	subShow   = "show"
	subTry    = "try"
	subQuick  = "quick"
	subState  = "state"
	subReveal = "reveal"

	optState = "state"
)

// Casting is the agents of a campaign, for a GM to change one by one. A
// store.Campaign is one.
type Casting interface {
	// AddAgent adds an agent and returns it with its key. With a session it is
	// a guest: it goes when the session has ended.
	AddAgent(ctx context.Context, a campaign.Agent, session transcript.SessionID) (campaign.Agent, error)
	// ChangeAgent changes an agent as change does with what it is at that
	// moment. An error of change's comes back, and changes nothing. It is
	// campaign.ErrNoAgent if there is no such agent any more.
	ChangeAgent(ctx context.Context, id transcript.AgentID, change func(*campaign.Agent) error) (campaign.Agent, error)
	// Guests returns who is there for one session only.
	Guests(ctx context.Context) (map[transcript.AgentID]transcript.SessionID, error)
	// KeepGuest has a guest stay. kept is false if it is none.
	KeepGuest(ctx context.Context, id transcript.AgentID) (kept bool, err error)
	// DropGuests removes those whose session has ended.
	DropGuests(ctx context.Context) error
}

// npcCommands are those about NPCs, and about campaigns as a whole.
func npcCommands() []subcommand {
	return append([]subcommand{{
		spec: discord.Spec{Name: groupNPC, Description: "about.npc"},
		help: gmHelp,
		subs: []subcommand{
			{
				spec:    discord.Spec{Name: subCreate, Description: "about.npc.create"},
				private: true, gm: true, opens: true, do: (*Desk).npcCreate,
			},
			npcSubcommand(subEdit, "about.npc.edit", true, (*Desk).npcEdit),
			npcSubcommand(subShow, "about.npc.show", false, (*Desk).npcShow),
			npcSubcommand(subTry, "about.npc.try", false, (*Desk).npcTry,
				discord.Option{Name: optText, Description: "about.npc.try.text", Max: new(float64(maxTry))}),
			{
				spec: discord.Spec{
					Name: subQuick, Description: "about.npc.quick",
					Options: []discord.Option{{Name: optWords, Description: "about.npc.quick.words", Required: true, Max: new(float64(maxQuick))}},
				},
				private: true, gm: true, do: (*Desk).npcQuick,
			},
			npcSubcommand(subState, "about.npc.state", false, (*Desk).npcState, discord.Option{
				Name: optState, Description: "about.npc.state.state", Required: true, Choices: []discord.Choice{
					{Name: "npc.state.alive", Value: string(campaign.Alive)},
					{Name: "npc.state.away", Value: string(campaign.Away)},
					{Name: "npc.state.dead", Value: string(campaign.Dead)},
				},
			}),
			npcSubcommand(subReveal, "about.npc.reveal", false, (*Desk).npcReveal),
			npcAskCommand(),
		},
	}}, campaignCommands()...)
}

// npcSubcommand is one about an NPC that is there. show can do without.
func npcSubcommand(name, description string, opens bool, do func(*Desk, context.Context, discord.Command) error, more ...discord.Option) subcommand {
	who := discord.Option{Name: optName, Description: "about.npc.name", Required: name != subShow, Complete: true}
	return subcommand{
		spec:    discord.Spec{Name: name, Description: description, Options: append([]discord.Option{who}, more...)},
		private: true, gm: true, opens: opens, do: do, complete: completeNPC,
	}
}

// completeNPC suggests the campaign's NPCs by their true names.
func completeNPC(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok {
		return nil
	}
	return agentChoices(names.agents, true)
}

// A cast is a campaign whose GM asks, and what is in it.
type cast struct {
	campaign campaign.Campaign
	book     Book
	file     campaign.File
	locale   string // the GM's
}

// castFor returns the cast of the campaign that a GM's call is about, and
// complains to everybody else.
func (d *Desk) castFor(ctx context.Context, call discord.Call) (cast, error) {
	about, _, err := d.campaignFor(ctx, call)
	if err != nil {
		return cast{}, err
	}
	return d.castOf(ctx, call, about.ID)
}

// castOf returns the cast of a campaign of the guild whose GM asks.
func (d *Desk) castOf(ctx context.Context, call discord.Call, id transcript.CampaignID) (cast, error) {
	about, err := d.mine(ctx, call, id)
	if err != nil {
		return cast{}, err
	}
	book := d.library.Campaign(about.ID)
	file, err := book.File(ctx)
	return cast{about, book, file, call.Locale}, err
}

// find returns the agent that somebody means: by its key, which is what
// completion sends, or by any of its names.
func (c cast) find(what string) (campaign.Agent, error) {
	for _, a := range c.file.Agents {
		if string(a.ID) == what {
			return a, nil
		}
	}
	folded := campaign.Fold(what)
	for _, a := range c.file.Agents {
		if folded != "" && slices.ContainsFunc(namesOf(a), func(n string) bool { return campaign.Fold(n) == folded }) {
			return a, nil
		}
	}
	return campaign.Agent{}, refuse(noNPCText(what, c.file.Agents))
}

// namesOf lists the names that an agent answers to.
func namesOf(a campaign.Agent) []string {
	names := []string{a.Name}
	if a.KnownAs != "" {
		names = append(names, a.KnownAs)
	}
	return append(names, a.Aliases...)
}

// refOf stands for an agent's key in the ID of a button, where a long key has
// no room.
func refOf(id transcript.AgentID) string { return mark(string(id)) }

// byRef returns the agent that a button is about.
func (c cast) byRef(ref string) (campaign.Agent, error) {
	for _, a := range c.file.Agents {
		if refOf(a.ID) == ref {
			return a, nil
		}
	}
	return campaign.Agent{}, refuse(say("npc.gone"))
}
