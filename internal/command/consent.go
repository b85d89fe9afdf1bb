package command

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// consented takes a press of a consent button. What it means for the running
// session holds when it returns, before anything is sent or written: from that
// packet on (H10). The work it returns keeps it and says so.
func (d *Desk) consented(p discord.Pressed, c transcript.Consent, id transcript.CampaignID) func(context.Context) error {
	if !slices.Contains(levelsOfPrivacy, c) {
		return func(context.Context) error { return complain("I do not know this button any more.") }
	}
	s := d.stay(p.Guild)
	if s != nil && s.campaign.ID == id {
		s.consent(p.By.User, c)
	} else {
		s = nil
	}
	v := vote{btnConsent, id, p.By.User, p.By.User}
	number := d.cast(v)

	return func(ctx context.Context) error {
		var session transcript.SessionID
		if s != nil {
			session = s.sessionID()
		} else if _, ok, err := d.campaignOf(ctx, p.Guild, id); err != nil || !ok {
			if err == nil {
				err = complain("The campaign of this card is not played in this server any more.")
			}
			return err
		}
		if _, err := d.keepVote(ctx, v, number, func(ctx context.Context) error {
			return d.library.Campaign(id).SetConsent(ctx, session, p.By.User, c, time.Now())
		}); err != nil {
			return err
		}
		_, err := p.Answer.FollowUp(ctx, discord.Message{Text: consentText(c), Private: true})
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
