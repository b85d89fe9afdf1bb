package command

import (
	"context"

	"glyphoxa/internal/command/texts"
)

// tellGone tells the GMs why the session has ended, each in a direct message:
// there is no channel any more in which it could be said.
func (s *stay) tellGone(ctx context.Context) {
	why := say("gone.channel", "campaign", plain(s.campaign.Name))
	if s.why == endRemoved {
		why = say("gone.guild", "campaign", plain(s.campaign.Name))
	}
	s.mu.Lock()
	readers := s.readers()
	s.mu.Unlock()
	news := texts.Join(" ", why, s.endText())
	for _, who := range readers {
		err := s.desk.tellDirectly(ctx, who, news.In(s.desk.locales.of(who, s.campaign.Language)))
		s.failed(ctx, "tell a GM that the session has ended", err)
	}
}
