package command

import "glyphoxa/internal/discord"

// Name is the bot's one slash command.
const Name = "glyphoxa"

// The subcommands.
const (
	subStart     = "start"
	subEnd       = "end"
	subRecap     = "recap"
	subProposals = "proposals"
	subStatus    = "status"
)

// optAsk is start's option to be asked again.
const optAsk = "ask"

// Specs are the commands to register. They are what [Desk.Handle] answers.
func Specs() []discord.Spec {
	return []discord.Spec{{
		Name:        Name,
		Description: "Voiced NPCs for your table.",
		Subs: []discord.Spec{
			{
				Name:        subStart,
				Description: "Bring the bot to your voice channel and begin the session.",
				Options: []discord.Option{{
					Name: optAsk, Kind: discord.YesNoOption,
					Description: "Ask again which scene it is and who plays whom.",
				}},
			},
			{Name: subEnd, Description: "End the session. What was said stays in the transcript."},
			{Name: subRecap, Description: "Tell what happened in the last session of this channel's campaign."},
			{Name: subProposals, Description: "GM: decide what your NPCs may remember."},
			{Name: subStatus, Description: "Show what is alive: who is heard, what stands still, what it costs."},
		},
	}}
}
