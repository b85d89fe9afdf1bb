package command

import (
	"context"
	"strconv"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The buttons of the session's card on the GM screen. Those of the table's
// safety (see safety.go) stand there, too.
const (
	btnMode   = "mode"   // campaign, mode
	btnStrike = "strike" // campaign, minutes
)

// strikes are the minutes that can be struck.
var strikes = []int{2, 5, 10}

// gmCard is the session's card on the GM screen, with mu held.
func (s *stay) gmCard(locale string) discord.Message {
	m := discord.Message{Text: s.gmCardText().In(locale)}
	if s.ended {
		return m
	}
	c := string(s.campaign.ID)
	var modes, rest discord.Row
	for _, mode := range []Mode{ModeLive, ModeAskFirst, ModeListenOnly} {
		modes = append(modes, discord.Button{
			ID: button(btnMode, c, string(mode)), Label: modeLabel(mode).In(locale), Style: chosenStyle(!s.rules.off && s.screen.mode == mode),
		})
	}
	modes = append(modes, discord.Button{ID: button(btnOff, c), Label: say("safety.off-label").In(locale), Style: chosenStyle(s.rules.off)})
	rest = append(rest, discord.Button{ID: button(btnStop, c), Label: say("safety.stop-label").In(locale), Style: discord.Danger})
	for _, n := range strikes {
		rest = append(rest, discord.Button{ID: button(btnStrike, c, strconv.Itoa(n)), Label: say("strike.label", "minutes", n).In(locale)})
	}
	m.Rows = []discord.Row{modes, rest}
	return m
}

// chosenStyle shows which of several buttons holds.
func chosenStyle(chosen bool) discord.Style {
	if chosen {
		return discord.Primary
	}
	return discord.Secondary
}

// running returns the session that runs of a campaign, for a button that a GM
// has pressed, perhaps in a direct message, where there is no guild. It fills in
// the guild of the call.
func (d *Desk) running(ctx context.Context, c *discord.Call, id transcript.CampaignID) (*stay, error) {
	if err := d.comeHome(ctx, c, id); err != nil {
		return nil, err
	}
	if _, err := d.mine(ctx, *c, id); err != nil {
		return nil, err
	}
	s := d.stayOf(c.Guild, id)
	if s == nil {
		return nil, refuse(say("session.not-running"))
	}
	return s, nil
}

// stayOf returns the running session of a campaign in a guild, nil if there is
// none.
func (d *Desk) stayOf(g transcript.GuildID, id transcript.CampaignID) *stay {
	s := d.stayFor(g, id)
	if s == nil || s.sessionID() == "" {
		return nil
	}
	return s
}

// comeHome fills in the guild of what was pressed in a direct message: that in
// which the button's campaign is played. In a direct message nobody but a GM of
// it has anything to press.
func (d *Desk) comeHome(ctx context.Context, c *discord.Call, id transcript.CampaignID) error {
	if c.Guild != 0 {
		return nil
	}
	d.mu.Lock()
	var all []transcript.GuildID
	for g := range d.guilds {
		all = append(all, g)
	}
	for g, s := range d.stays {
		if s.campaign.ID == id {
			all = []transcript.GuildID{g}
		}
	}
	d.mu.Unlock()
	for _, g := range all {
		about, ok, err := d.campaignOf(ctx, g, id)
		if err != nil {
			return err
		}
		if ok && !isGM(about, c.By.User) {
			// Perhaps they are not in that server any more, or never were: they
			// are told nothing of the campaign, not even its name.
			return refuse(notYoursText())
		}
		if ok {
			c.Guild = g
			return nil
		}
	}
	return refuse(say("session.not-running"))
}

// modePressed changes how agents take part, and goes on the record again.
func (d *Desk) modePressed(ctx context.Context, p discord.Pressed, args []string) error {
	mode := Mode(args[1])
	if modeLabel(mode).Empty() {
		return refuse(say("button.unknown"))
	}
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	return s.setMode(mode)
}

// setMode changes how agents take part, and goes on the record again.
func (s *stay) setMode(mode Mode) error {
	if err := s.session.Mode(mode); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.mode = mode
	s.resume()
	s.redraw()
	s.nudge()
	return nil
}

// strikePressed takes the last minutes out of memory.
func (d *Desk) strikePressed(ctx context.Context, p discord.Pressed, args []string) error {
	n, err := strconv.Atoi(args[1])
	if err != nil || n <= 0 || n > 60 {
		return refuse(say("button.unknown"))
	}
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	since := p.At.Add(-time.Duration(n) * time.Minute)
	lines, err := s.session.Strike(ctx, since)
	s.mirror.strike(since) // the table has told of all that it struck
	s.stories.forget()
	s.mu.Lock()
	s.screen.unquote(0)
	s.mu.Unlock()
	s.nudge()
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, discord.Message{Text: struckText(n, lines).In(p.Locale), Private: true})
	return err
}
