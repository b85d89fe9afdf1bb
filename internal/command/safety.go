package command

import (
	"context"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The buttons of the table's safety: anybody may press them.
const (
	btnStop = "stop" // campaign
	btnOff  = "off"  // campaign
	btnX    = "x"    // campaign
	btnOn   = "on"   // campaign; a GM
)

// remindAfter is how long the table is off the record before its GM is asked
// whether it still should be.
const remindAfter = 15 * time.Minute

// safetyRow is what anybody may press, with mu held.
func (s *stay) safetyRow(locale string) discord.Row {
	c := string(s.campaign.ID)
	row := discord.Row{discord.Button{ID: button(btnStop, c), Label: say("safety.stop-label").In(locale), Style: discord.Danger}}
	if s.rules.off {
		row = append(row, discord.Button{ID: button(btnOn, c), Label: say("safety.on-label").In(locale)})
	} else {
		row = append(row, discord.Button{ID: button(btnOff, c), Label: say("safety.off-label").In(locale)})
	}
	return append(row, discord.Button{ID: button(btnX, c), Label: say("safety.x-label").In(locale), Style: discord.Danger})
}

// hush goes off the record, at once: nobody is heard from the next packet on,
// and who speaks falls silent. It returns whether that is new. Only a GM goes on
// the record again.
func (s *stay) hush(xcard bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh, first, before, now := !s.rules.off, xcard && !s.rules.xcard, s.stand, time.Now()
	s.rules.off, s.rules.xcard = true, s.rules.xcard || xcard
	if fresh {
		s.remind = now.Add(remindAfter)
	}
	s.see(now)
	if first && s.stand == before { // it was off the record: nothing else says so
		s.post(func(ctx context.Context) { s.announce(ctx, say("stand.xcard")) })
	}
	s.redraw()
	s.nudge()
	return fresh
}

// resume goes on the record again, with mu held.
func (s *stay) resume() {
	s.rules.off, s.rules.xcard, s.remind = false, false, time.Time{}
	s.see(time.Now())
}

// anybodys finds the session that a button of everybody's is for. In a direct
// message only a GM can have one.
func (d *Desk) anybodys(p discord.Pressed, id transcript.CampaignID) *stay {
	if p.Guild != 0 {
		return d.stayOf(p.Guild, id)
	}
	d.mu.Lock()
	var found *stay
	for _, s := range d.stays {
		if s.campaign.ID == id {
			found = s
		}
	}
	d.mu.Unlock()
	if found == nil || !found.ledBy(p.By.User) {
		return nil
	}
	return d.stayOf(found.guild, id)
}

// stopPressed has the table fall silent. It does not wait for Discord.
func (d *Desk) stopPressed(p discord.Pressed, args []string) func(context.Context) error {
	s := d.anybodys(p, transcript.CampaignID(args[0]))
	if s == nil {
		return func(context.Context) error { return refuse(say("session.not-running")) }
	}
	stopped := make(chan error, 1)
	if !d.start(func() { stopped <- s.session.Stop() }) {
		return func(context.Context) error { return refuse(say("error.shutdown")) }
	}
	return func(ctx context.Context) error {
		select {
		case err := <-stopped:
			return err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// offPressed goes off the record.
func (d *Desk) offPressed(p discord.Pressed, args []string) func(context.Context) error {
	return d.hushPressed(p, args, false, say("safety.off-already"))
}

// xPressed is the X-card: silence and off the record, and nobody learns, in
// words or by the log, who it was.
func (d *Desk) xPressed(p discord.Pressed, args []string) func(context.Context) error {
	return d.hushPressed(p, args, true, say("safety.x-done"))
}

func (d *Desk) hushPressed(p discord.Pressed, args []string, xcard bool, answer text) func(context.Context) error {
	s := d.anybodys(p, transcript.CampaignID(args[0]))
	fresh := s != nil && s.hush(xcard)
	return func(ctx context.Context) error {
		if s == nil {
			return refuse(say("session.not-running"))
		}
		if fresh && !xcard {
			return nil // the channel is told
		}
		_, err := p.Answer.FollowUp(ctx, discord.Message{Text: answer.In(p.Locale), Private: true})
		return err
	}
}

// onPressed goes on the record again, for a GM, as it was before.
func (d *Desk) onPressed(ctx context.Context, p discord.Pressed, id transcript.CampaignID) error {
	s, err := d.running(ctx, &p.Call, id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.rules.off && !s.rules.xcard {
		return refuse(say("safety.on-already"))
	}
	s.resume()
	s.redraw()
	s.nudge()
	return nil
}

// checkHush reminds the GM of a table that has been off the record for long.
func (s *stay) checkHush(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.remind.IsZero() || now.Before(s.remind) {
		return
	}
	s.remind = time.Time{}
	c := string(s.campaign.ID)
	told := say("stand.still-off", "campaign", plain(s.campaign.Name), "for", duration(remindAfter))
	s.pin(&note{last: true, look: func(locale string) discord.Message {
		on := discord.Button{ID: button(btnOn, c), Label: say("safety.on-label").In(locale)}
		return discord.Message{Text: told.In(locale), Rows: []discord.Row{{on}}}
	}})
}
