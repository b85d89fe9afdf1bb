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
	v := consentVote(id, p.By.User)
	number := d.nextVote()
	d.cast(v, number)
	d.heed(p.Guild, v, number, c)
	s := d.stayFor(p.Guild, id)

	return func(ctx context.Context) error {
		var about campaign.Campaign
		if s != nil {
			about = s.campaign
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
		if err := d.keepConsent(ctx, p.Guild, v, number, c); err != nil {
			if _, ok, unread := d.campaignOf(ctx, p.Guild, id); unread == nil && !ok {
				return refuse(say("tree.no-such-campaign")) // taken away in mid-session
			}
			return err
		}
		_, err := p.Answer.FollowUp(ctx, discord.Message{Text: consentText(c, about.Language).In(p.Locale), Private: true})
		return err
	}
}

func consentVote(c transcript.CampaignID, who transcript.SpeakerID) vote {
	return vote{btnConsent, c, who, who}
}

// heed has the stay that plays the campaign of a vote go by it, unless a later
// one has been cast: that one has had its effect.
func (d *Desk) heed(g transcript.GuildID, v vote, number int, c transcript.Consent) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.stays[g]; s != nil && s.campaign.ID == v.campaign && d.isLast(v, number) {
		s.consent(v.who, c)
	}
}

// keepConsent keeps what somebody says about being heard, unless they have said
// something else since.
func (d *Desk) keepConsent(ctx context.Context, g transcript.GuildID, v vote, number int, c transcript.Consent) error {
	_, err := d.keepVote(ctx, v, number, func(ctx context.Context) error {
		var session transcript.SessionID
		if s := d.stayFor(g, v.campaign); s != nil {
			session = s.sessionID()
		}
		err := d.library.Campaign(v.campaign).SetConsent(ctx, session, v.who, c, time.Now())
		// A stay that has begun meanwhile may have read what was kept before.
		d.heed(g, v, number, c)
		return err
	})
	return err
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
