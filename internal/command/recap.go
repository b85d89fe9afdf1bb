package command

import (
	"context"
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// recapCommand carries out /glyphoxa recap. Everybody may see what it says: a
// story is made of what the table heard, and made once.
func (d *Desk) recapCommand(ctx context.Context, c discord.Command) error {
	about, err := d.about(ctx, c.Call)
	if err != nil {
		return err
	}
	if d.opts.Recaps == nil {
		return complain("I have no language model to tell stories with. Whoever runs me can set one up: `bot doctor` says how.")
	}
	last, err := d.library.Campaign(about.ID).LastEnded(ctx, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return complain("No session of **%s** has ended yet, so there is nothing to tell.", plain(about.Name))
	}
	told, err := d.opts.Recaps(about).Tell(ctx, last[0].ID)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: recapText(about, last[0], told)})
}

func recapText(c campaign.Campaign, s transcript.Session, told transcript.Recap) string {
	return fmt.Sprintf("**%s**, %s\n\n%s", plain(c.Name), day(s.Started), strings.TrimSpace(told.Text))
}
