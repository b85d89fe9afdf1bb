package command

import (
	"context"
	"time"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A Bill is what was used, and what it costs, in words for the GM.
type Bill struct {
	Lines []texts.Text // one for each provider and unit; what has no price says so
	Total texts.Text
}

// Bills puts prices to what was used.
type Bills func([]transcript.Usage) Bill

// A bill is a Bill and what it is for.
type bill struct {
	what text
	Bill
}

// costCommand carries out /glyphoxa cost: this session or the last one, and the
// month.
func (d *Desk) costCommand(ctx context.Context, c discord.Command) error {
	about, book, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	if d.opts.Bills == nil {
		return refuse(say("cost.no-prices"))
	}
	var sections []bill
	session, what, err := d.costly(ctx, c.Guild, about.ID, book)
	if err != nil {
		return err
	}
	if session != "" {
		used, err := book.Usage(ctx, session)
		if err != nil {
			return err
		}
		sections = append(sections, bill{what, d.opts.Bills(used)})
	}
	now := time.Now().UTC()
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	used, err := book.UsageSince(ctx, month)
	if err != nil {
		return err
	}
	sections = append(sections, bill{say("cost.month", "day", day(month)), d.opts.Bills(used)})
	return c.Answer.Reply(ctx, discord.Message{Text: costText(about, sections).In(c.Locale), Private: true})
}

// costly returns the session whose cost is asked for, empty if there was none.
func (d *Desk) costly(ctx context.Context, g transcript.GuildID, id transcript.CampaignID, book Book) (session transcript.SessionID, what text, err error) {
	if s := d.stayFor(g, id); s != nil {
		s.mu.Lock()
		running := s.session
		s.mu.Unlock()
		if running != nil {
			return running.ID(), say("cost.running"), nil
		}
	}
	last, err := book.LastEnded(ctx, 1)
	if err != nil || len(last) == 0 {
		return "", text{}, err
	}
	return last[0].ID, say("cost.last-session", "day", day(last[0].Started)), nil
}
