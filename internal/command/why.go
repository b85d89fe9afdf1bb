package command

import (
	"context"

	"glyphoxa/internal/discord"
)

// maxWhy is how many lines why explains.
const maxWhy = 5

// whyCommand carries out /glyphoxa why.
func (d *Desk) whyCommand(ctx context.Context, c discord.Command) error {
	at, err := d.seatedGM(ctx, c.Call)
	if err != nil {
		return err
	}
	all := at.session.Why()
	return c.Answer.Reply(ctx, discord.Message{Text: whyText(all[max(0, len(all)-maxWhy):]).In(c.Locale)})
}
