package command

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// consented takes a press of a consent button. What it means for the running
// session holds when it returns, before anything is sent or written: from that
// packet on (H10). The work it returns keeps it and says so.
func (d *Desk) consented(p discord.Pressed, c transcript.Consent, id transcript.CampaignID) func(context.Context) error {
	if !slices.Contains(levelsOfPrivacy, c) {
		return func(context.Context) error { return refuse(say("button.unknown")) }
	}
	s := d.stayFor(p.Guild, id)
	if s != nil {
		s.consent(p.By.User, c)
	}
	v := vote{btnConsent, id, p.By.User, p.By.User}
	number := d.cast(v)

	return func(ctx context.Context) error {
		var session transcript.SessionID
		var about campaign.Campaign
		if s != nil {
			session, about = s.sessionID(), s.campaign
		} else {
			found, ok, err := d.campaignOf(ctx, p.Guild, id)
			if err != nil {
				return err
			}
			if !ok {
				return refuse(say("card.elsewhere"))
			}
			about = found
		}
		if _, err := d.keepVote(ctx, v, number, func(ctx context.Context) error {
			return d.library.Campaign(id).SetConsent(ctx, session, p.By.User, c, time.Now())
		}); err != nil {
			if _, ok, unread := d.campaignOf(ctx, p.Guild, id); unread == nil && !ok {
				return refuse(say("tree.no-such-campaign")) // taken away in mid-session
			}
			return err
		}
		_, err := p.Answer.FollowUp(ctx, discord.Message{Text: consentText(c, about.Language).In(p.Locale), Private: true})
		return err
	}
}

// sessionID returns the id of the stay's session, empty before it has begun.
func (s *stay) sessionID() transcript.SessionID {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return ""
	}
	return s.session.ID()
}
