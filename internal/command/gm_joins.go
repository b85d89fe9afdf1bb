package command

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// letInGM has somebody who has just become a GM of a campaign read what is for the
// GMs: where the GM screen is, and in the session that runs. They are told. It
// returns what whoever made them one has to know, empty for nothing.
func (d *Desk) letInGM(ctx context.Context, g transcript.GuildID, about campaign.Campaign, who transcript.SpeakerID) text {
	if s := d.stayFor(g, about.ID); s != nil {
		s.join(who)
	}
	where, trouble := d.openScreen(ctx, g, about, who)
	news := texts.Join(" ", say("gm.joined", "campaign", plain(about.Name)), where)
	if err := d.tellDirectly(ctx, who, news.In(d.locales.of(who, about.Language))); err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "could not tell somebody that they are a GM", slog.Any("err", err))
		trouble = texts.Join(" ", trouble, say("gm.untold"))
	}
	return trouble
}

// openScreen lets somebody who has just become a GM into the GM screen's channel,
// if the bot has made it. where is for them, and trouble for whoever made them one;
// each may be empty.
func (d *Desk) openScreen(ctx context.Context, g transcript.GuildID, about campaign.Campaign, who transcript.SpeakerID) (where, trouble text) {
	set, err := d.library.Campaign(about.ID).Screen(ctx)
	switch {
	case err != nil:
		d.log.LogAttrs(ctx, slog.LevelWarn, "could not read where a GM screen is", slog.Any("err", err))
		return text{}, text{}
	case set.Channel == 0:
		return say("gm.joined.direct"), text{}
	case set.Kind != campaign.ScreenMade: // somebody's own: the bot changes nothing there
		trouble = say("gm.not-mine", "channel", channelTag(set.Channel), "who", userTag(who))
	default:
		if err := d.discord.LetIn(ctx, g, set.Channel, who); err != nil {
			d.log.LogAttrs(ctx, slog.LevelWarn, "could not let a GM into the channel of the GM screen", slog.Any("err", err))
			return text{}, say("gm.not-let-in", "channel", channelTag(set.Channel), "who", userTag(who))
		}
	}
	return say("gm.joined.channel", "channel", channelTag(set.Channel)), trouble
}

// shutOutGM takes the GM screen's channel, if the bot has made it, from somebody
// who is no GM any more. It returns what whoever took their rights away has to
// know, empty for nothing.
func (d *Desk) shutOutGM(ctx context.Context, g transcript.GuildID, about campaign.Campaign, who transcript.SpeakerID) text {
	set, err := d.library.Campaign(about.ID).Screen(ctx)
	switch {
	case err != nil:
		d.log.LogAttrs(ctx, slog.LevelWarn, "could not read where a GM screen is", slog.Any("err", err))
		return say("gm.perhaps-in", "who", userTag(who))
	case set.Channel == 0:
		return text{}
	case set.Kind != campaign.ScreenMade:
		return say("gm.not-mine-still-in", "channel", channelTag(set.Channel), "who", userTag(who))
	}
	if err := d.discord.ShutOut(ctx, g, set.Channel, who); err != nil {
		d.log.LogAttrs(ctx, slog.LevelWarn, "could not shut somebody out of the channel of the GM screen", slog.Any("err", err))
		return say("gm.still-in", "channel", channelTag(set.Channel), "who", userTag(who))
	}
	return text{}
}

// join takes that somebody has become a GM of what is played: the session waits
// for them, too, and they are shown what stands on the GM screen.
func (s *stay) join(who transcript.SpeakerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isGM(who) {
		return
	}
	s.joined = append(s.joined, who)
	s.see(time.Now())
	s.redraw()
	for _, n := range s.screen.notes {
		n.stale = true
	}
	s.nudge()
}

// isGM reports whether a person is one of the campaign's GMs by now, with mu held.
func (s *stay) isGM(who transcript.SpeakerID) bool {
	return isGM(s.campaign, who) || slices.Contains(s.joined, who)
}

// ledBy is isGM for whoever does not hold mu.
func (s *stay) ledBy(who transcript.SpeakerID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isGM(who)
}

// about is the campaign with the GMs that it has by now, with mu held.
func (s *stay) about() campaign.Campaign {
	c := s.campaign
	c.CoGMs = slices.Concat(c.CoGMs, s.joined)
	return c
}
