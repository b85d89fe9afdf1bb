package command

import (
	"context"

	"glyphoxa/internal/discord"
)

// helpCommand carries out /glyphoxa help. Who is GM of nothing here is shown
// what a player needs.
func (d *Desk) helpCommand(ctx context.Context, c discord.Command) error {
	level := playerHelp
	if list, err := d.library.Guild(c.Guild).Campaigns(ctx); err != nil {
		return err
	} else if len(theirs(list, c.By.User)) > 0 {
		level = gmHelp
	}
	if c.Args.Yes(optAll) {
		level = allHelp
	}
	return c.Answer.Reply(ctx, discord.Message{Text: helpText(subcommands(), level).In(c.Locale)})
}
