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
	said := whyText(all[max(0, len(all)-maxWhy):], at.session.Status().Spending.Currency)
	return c.Answer.Reply(ctx, discord.Message{Text: said.In(c.Locale)})
}
