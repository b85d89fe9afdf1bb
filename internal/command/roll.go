package command

import (
	"context"

	"glyphoxa/internal/discord"
)

// A Dice rolls an expression such as "2d6+3" and returns the roll in words. An
// error says what is wrong with the expression, and is shown.
type Dice func(expr string) (string, error)

// rollCommand carries out /glyphoxa roll, which needs no session. In private
// only a GM rolls: everybody else's dice are on the table.
func (d *Desk) rollCommand(ctx context.Context, c discord.Command) error {
	if d.opts.Dice == nil {
		return refuse(say("table.no-dice"))
	}
	if c.Args.Yes(optPrivate) {
		about, _, err := d.campaignFor(ctx, c.Call)
		if err != nil {
			return err
		}
		if err := d.gmOnly(ctx, c.Call, about); err != nil {
			return err
		}
	}
	roll, err := d.opts.Dice(c.Args[optDice])
	if err != nil {
		return refuse(say("table.bad-dice", "why", badDice(err)))
	}
	return c.Answer.Reply(ctx, discord.Message{Text: rolledText(c.By.User, roll).In(c.Locale)})
}
