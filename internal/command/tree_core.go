package command

import "glyphoxa/internal/discord"

// The subcommands that were there first.
const (
	subStart  = "start"
	subEnd    = "end"
	subStatus = "status"
	subHelp   = "help"
)

// The options of the core commands.
const (
	optAsk = "ask" // of start: be asked again
	optAll = "all" // of help: every command
)

// coreCommands are those that begin and end a session, and say how things are.
func coreCommands() []subcommand {
	return []subcommand{
		{
			spec: discord.Spec{
				Name: subStart, Description: "about.start",
				Options: []discord.Option{{Name: optAsk, Kind: discord.YesNoOption, Description: "about.start.ask"}},
			},
			private: true, help: gmHelp, do: (*Desk).startCommand,
		},
		{
			spec:    discord.Spec{Name: subEnd, Description: "about.end"},
			private: true, help: gmHelp, do: (*Desk).endCommand,
		},
		{
			spec:    discord.Spec{Name: subStatus, Description: "about.status"},
			private: true, help: gmHelp, do: (*Desk).statusCommand,
		},
		{
			spec: discord.Spec{
				Name: subHelp, Description: "about.help",
				Options: []discord.Option{{Name: optAll, Kind: discord.YesNoOption, Description: "about.help.all"}},
			},
			private: true, do: (*Desk).helpCommand,
		},
	}
}
