package command

import (
	"context"
	"errors"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A card is the message in the voice channel's chat that says what is heard,
// kept and sent, and asks.
type card struct {
	channel transcript.ChannelID
	message discord.MessageID
	stale   bool // it does not show how things are
}

// consentRow holds the three buttons.
func consentRow(id transcript.CampaignID, locale string) discord.Row {
	return discord.Row{
		discord.Button{ID: button(btnConsent, string(transcript.ConsentYes), string(id)), Label: say("card.yes-label").In(locale), Style: discord.Success},
		discord.Button{ID: button(btnConsent, string(transcript.ConsentUnkept), string(id)), Label: say("card.unkept-label").In(locale)},
		discord.Button{ID: button(btnConsent, string(transcript.ConsentNo), string(id)), Label: say("card.no-label").In(locale)},
	}
}

// drawCard brings the card up to date, or makes a new one where the bot now is.
func (s *stay) drawCard(ctx context.Context) error {
	s.mu.Lock()
	at := s.card
	if !at.stale {
		s.mu.Unlock()
		return nil
	}
	s.card.stale = false
	channel := s.channel
	locale := s.campaign.Language
	row := append(consentRow(s.campaign.ID, locale), loudButton(s.campaign.ID, locale))
	m := discord.Message{Text: s.cardText().In(locale), Rows: []discord.Row{row, s.safetyRow(locale)}}
	s.mu.Unlock()

	if at.message != 0 && at.channel == channel {
		err := s.desk.discord.EditMessage(ctx, channel, at.message, m)
		if !errors.Is(err, discord.ErrUnknown) {
			return s.undrawn(err)
		}
		// Somebody has deleted it: people must be able to say no.
	}
	message, err := s.desk.discord.Send(ctx, channel, m)
	if err != nil {
		return s.undrawn(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.card.channel, s.card.message = channel, message
	return nil
}

// undrawn has the card be tried again, if Discord did not take it, and returns
// err.
func (s *stay) undrawn(err error) error {
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.card.stale = true
		s.tryAgain()
	}
	return err
}

// closeCard takes the buttons off.
func (s *stay) closeCard(ctx context.Context) {
	s.mu.Lock()
	at := s.card
	m := discord.Message{Text: s.closedText().In(s.campaign.Language)}
	s.mu.Unlock()
	if at.message != 0 {
		s.failed(ctx, "close the card", s.desk.discord.EditMessage(ctx, at.channel, at.message, m))
	}
}

// greet asks somebody who has come later.
func (s *stay) greet(ctx context.Context, who transcript.SpeakerID) {
	locale := s.desk.locales.of(who, s.campaign.Language)
	_, err := s.desk.discord.Send(ctx, s.where(), discord.Message{
		Text: s.greetText(who).In(locale), Rows: []discord.Row{consentRow(s.campaign.ID, locale)},
	})
	s.failed(ctx, "ask somebody who came later", err)
}

// firstCard shows the card before the bot comes. Without it nobody could be
// heard, so that it fails is an error for whoever began.
func (s *stay) firstCard(ctx context.Context) error {
	s.mu.Lock()
	s.card.stale = true
	s.mu.Unlock()
	err := s.drawCard(ctx)
	if errors.Is(err, discord.ErrDenied) {
		return refuse(say("card.denied", "voice", channelTag(s.where())))
	}
	return err
}

// withdrawCard says that nothing came of the card.
func (s *stay) withdrawCard(ctx context.Context) {
	s.mu.Lock()
	at := s.card
	s.mu.Unlock()
	s.failed(ctx, "withdraw the card", s.desk.discord.EditMessage(ctx, at.channel, at.message, discord.Message{Text: say("card.withdrawn").In(s.campaign.Language)}))
}
