package command

import (
	"context"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A vote is one person's word on being heard in one campaign.
type vote struct {
	campaign transcript.CampaignID
	who      transcript.SpeakerID
}

// consented takes a press of a consent button. What it means for the running
// session holds when it returns, before anything is sent or written: from that
// packet on (H10). The work it returns keeps it and says so.
func (d *Desk) consented(p discord.Pressed, c transcript.Consent, id transcript.CampaignID) func(context.Context) error {
	if c != transcript.ConsentYes && c != transcript.ConsentNo {
		return func(context.Context) error { return complain("I do not know this button any more.") }
	}
	s := d.stay(p.Guild)
	if s != nil && s.campaign.ID == id {
		s.consent(p.By.User, c)
	} else {
		s = nil
	}
	// The goroutines of two presses may overtake each other. The last one is
	// the one that is written.
	key := vote{id, p.By.User}
	d.mu.Lock()
	d.cast++
	mine := d.cast
	d.votes[key] = mine
	d.mu.Unlock()

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
		leave, err := d.keeping.enter(ctx)
		if err != nil {
			return err
		}
		err = d.keepVote(ctx, key, mine, session, c)
		leave()
		if err != nil {
			return err
		}
		_, err = p.Answer.FollowUp(ctx, discord.Message{Text: consentText(c), Private: true})
		return err
	}
}

// keepVote writes a vote unless a later one of the same person has been cast,
// having passed d.keeping.
func (d *Desk) keepVote(ctx context.Context, key vote, mine int, session transcript.SessionID, c transcript.Consent) error {
	d.mu.Lock()
	last := d.votes[key] == mine
	if last {
		delete(d.votes, key)
	}
	d.mu.Unlock()
	if !last {
		return nil
	}
	return d.library.Campaign(key.campaign).SetConsent(ctx, session, key.who, c, time.Now())
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
