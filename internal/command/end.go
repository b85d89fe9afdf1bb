package command

import (
	"context"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// endCommand carries out /glyphoxa end.
func (d *Desk) endCommand(ctx context.Context, c discord.Command) error {
	s := d.stay(c.Guild)
	if s == nil {
		return refuse(say("status.idle"))
	}
	now, ok, err := d.campaignOf(ctx, c.Guild, s.campaign.ID)
	if err != nil {
		return err
	}
	if !ok {
		now = s.campaign // taken away in mid-session: whose it was may end it
	}
	if !isGM(now, c.By.User) && !c.ManageServer {
		return refuse(texts.Join(" ", notYoursText(now), say("end.manager")))
	}
	s.endFor(endAsked)
	select {
	case <-s.done:
	case <-ctx.Done():
		return refuse(say("end.slow"))
	}
	return c.Answer.Reply(ctx, discord.Message{Text: s.endText().In(c.Locale)})
}
