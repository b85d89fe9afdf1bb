package command

import (
	"context"
	"log/slog"
	"sync"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// postedCommand shows the recap that was posted last. Of one that quotes words
// which have been deleted or struck since, players are told that much and no
// more; its GMs are told once that it wants doing again.
func (d *Desk) postedCommand(ctx context.Context, c discord.Command, about campaign.Campaign, book Book) error {
	posted, ok, err := book.LastPosted(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return refuse(noPostedText(about))
	}
	s, err := book.Session(ctx, posted.Session)
	if err != nil {
		return err
	}
	told := recapText(about, s, posted.Text)
	switch gm := isGM(about, c.By.User); {
	case posted.Stale && gm:
		told = stacked(say("posted.stale", "channel", channelTag(posted.Channel)), text{}, lit(told)).In(c.Locale)
	case posted.Stale:
		d.tellStale(ctx, c.Guild, about, posted)
		return c.Answer.Reply(ctx, private(say("posted.withheld", "campaign", plain(about.Name)).In(c.Locale)))
	}
	return c.Answer.Reply(ctx, discord.Message{Text: told, AsFile: recapFile, Private: true})
}

// tellStale tells a campaign's GMs that a posted recap is not shown any more,
// once while the program runs.
func (d *Desk) tellStale(ctx context.Context, g transcript.GuildID, about campaign.Campaign, posted transcript.Draft) {
	if !d.staleTold.first(about.ID, posted.N) {
		return
	}
	err := d.toGMs(ctx, g, about, func(locale string) discord.Message {
		return discord.Message{Text: say("posted.stale", "channel", channelTag(posted.Channel)).In(locale)}
	})
	if err != nil {
		d.staleTold.not(about.ID, posted.N)
		d.log.LogAttrs(ctx, slog.LevelWarn, "could not tell a GM of a stale recap", slog.String("campaign", string(about.ID)), slog.Any("err", err))
	}
}

// toldOnce remembers of which drafts something has been said.
type toldOnce struct {
	mu  sync.Mutex
	all map[transcript.CampaignID]map[int64]bool
}

func (t *toldOnce) first(id transcript.CampaignID, n int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[id][n] {
		return false
	}
	if t.all == nil {
		t.all = map[transcript.CampaignID]map[int64]bool{}
	}
	if t.all[id] == nil {
		t.all[id] = map[int64]bool{}
	}
	t.all[id][n] = true
	return true
}

// not takes that back.
func (t *toldOnce) not(id transcript.CampaignID, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all[id], n)
}
