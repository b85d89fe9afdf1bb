package command

import (
	"context"
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
)

// endCommand carries out /glyphoxa end.
func (d *Desk) endCommand(ctx context.Context, c discord.Command) error {
	s := d.stay(c.Guild)
	if s == nil {
		return complain("No session is running in this server. `/glyphoxa start` begins one.")
	}
	now, ok, err := d.campaignOf(ctx, c.Guild, s.campaign.ID)
	if err != nil {
		return err
	}
	if !ok {
		now = s.campaign // taken away in mid-session: whose it was may end it
	}
	if !isGM(now, c.By.User) && !c.ManageServer {
		return complain("%s Anybody who may manage the server can end the session, too.", notYoursText([]campaign.Campaign{now}))
	}
	s.endFor(endAsked)
	select {
	case <-s.done:
	case <-ctx.Done():
		return complain("The session is ending, but it takes its time. `/glyphoxa status` says how it stands.")
	}
	return c.Answer.Reply(ctx, discord.Message{Text: s.endText()})
}

// fewLines is below which number of lines no story is told, whatever they say:
// package recap's rule.
const (
	fewLines = 4
	tooFew   = " too few for a recap, which needs four and twenty different words."
)

// endText says how the stay has ended. The stay is done.
func (s *stay) endText() string {
	var b strings.Builder
	switch s.why {
	case endGMAway:
		fmt.Fprintf(&b, "No GM has come back for %s: the session has ended.", minutes(s.rules.gmLimit))
	case endEmpty:
		fmt.Fprintf(&b, "Nobody has been here for %s: the session has ended.", minutes(s.rules.emptyLimit))
	case endProgram:
		b.WriteString("I am being shut down: the session has ended.")
	case endItself:
		b.WriteString("The session has ended.")
		if err := s.session.Err(); err != nil {
			text, _ := words(err)
			b.WriteString(" " + text)
		}
	case endAsked, endGone:
		b.WriteString("The session has ended.")
	}
	switch {
	case s.lines == 0:
		b.WriteString(" No line was kept.")
	case s.lines == 1:
		b.WriteString(" One line was kept:" + tooFew)
	case s.lines < fewLines:
		fmt.Fprintf(&b, " %d lines were kept:%s", s.lines, tooFew)
	default:
		fmt.Fprintf(&b, " %d lines were kept: `/glyphoxa recap` tells what happened.", s.lines)
	}
	return b.String()
}
