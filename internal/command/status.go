package command

import (
	"cmp"
	"context"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A seat is how one person in the channel is heard.
type seat struct {
	who     transcript.SpeakerID
	name    string
	plays   string
	gm      bool
	consent transcript.Consent
	heard   bool
	loud    transcript.Loudspeaker
	last    time.Time // their last packet, zero for none
}

// seats says how everybody in the channel is heard.
func (s *stay) seats() []seat {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]seat, 0, len(s.here))
	for _, p := range s.here {
		list = append(list, seat{
			who: p.User, name: p.Name, plays: s.players[p.User], gm: s.isGM(p.User),
			consent: s.said[p.User], heard: s.heard(p.User), loud: cmp.Or(s.loud[p.User], s.desk.opts.Loudspeaker), last: s.gate.last(p.User),
		})
	}
	return list
}

// statusCommand carries out /glyphoxa status. Who is no GM sees what anybody
// at the table sees.
func (d *Desk) statusCommand(ctx context.Context, c discord.Command) error {
	s := d.stay(c.Guild)
	if s == nil {
		return c.Answer.Reply(ctx, discord.Message{Text: idleText(d.discord.Ping()).In(c.Locale)})
	}
	now, ok, err := d.campaignOf(ctx, c.Guild, s.campaign.ID)
	if err != nil {
		return err
	}
	s.mu.Lock()
	session, stand, r := s.session, s.stand, s.rules
	s.mu.Unlock()
	if session == nil {
		return c.Answer.Reply(ctx, discord.Message{Text: say("status.coming", "voice", channelTag(s.where())).In(c.Locale)})
	}
	v := view{
		campaign: s.campaign.Name, channel: s.where(), status: session.Status(), seats: s.seats(),
		stand: stand, rules: r, ping: d.discord.Ping(), gm: ok && isGM(now, c.By.User), now: time.Now(),
	}
	m := discord.Message{Text: v.text().In(c.Locale)}
	switch {
	case v.gm && len(v.seats) > 0:
		m.Rows = []discord.Row{whoseRow(s.campaign.ID, v.seats, c.Locale)}
	case ok && !v.gm:
		m.Rows = []discord.Row{{loudButton(s.campaign.ID, c.Locale)}}
	}
	return c.Answer.Reply(ctx, m)
}
