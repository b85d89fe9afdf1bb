package command

import (
	"context"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A waitingNote is the one message of a session on the GM screen that says how
// many proposals wait. It is edited, so that nobody is called each time; the
// stay's mu guards it.
type waitingNote struct {
	note      *note // nil while there has been none
	mine, all int
	asked     bool // a count is on its way
}

// recount has the number of proposals that wait counted, and shown if it has
// changed. It returns at once.
func (s *stay) recount() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waits.asked || s.ended || s.session == nil {
		return
	}
	s.waits.asked = true
	s.post(s.countWaiting)
	s.nudge()
}

func (s *stay) countWaiting(ctx context.Context) {
	s.mu.Lock()
	s.waits.asked = false // what comes from now on is counted again
	id := s.session.ID()
	s.mu.Unlock()
	k := docket{about: s.campaign, book: s.book}
	if err := k.read(ctx); err != nil {
		s.failed(ctx, "count the proposals that wait", err)
		return
	}
	all := k.All()
	mine := 0
	for _, w := range all {
		if w.Session == id {
			mine++
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.showWaiting(mine, len(all))
}

// countLast counts once more at the end, if it can have changed: what the last
// answers brought.
func (s *stay) countLast(ctx context.Context) {
	s.mu.Lock()
	due := s.waits.asked || s.waits.note != nil
	s.mu.Unlock()
	if due {
		s.countWaiting(ctx)
	}
}

// showWaiting shows how many wait, with mu held. Without one from this session
// nothing is said.
func (s *stay) showWaiting(mine, all int) {
	w := &s.waits
	if w.mine == mine && w.all == all || w.note == nil && mine == 0 {
		return
	}
	w.mine, w.all = mine, all
	if w.note == nil {
		w.note = &note{look: s.waitingMessage}
		s.pin(w.note)
		return
	}
	w.note.stale = true
}

// waitingMessage is the message as it is to be, with mu held.
func (s *stay) waitingMessage(locale string) discord.Message {
	m := discord.Message{Text: waitText(s.campaign, s.waits.mine, s.waits.all).In(locale)}
	if s.waits.all > 0 {
		m.Rows = []discord.Row{reviewRow(s.campaign.ID, locale)}
	}
	return m
}

// reviewRow begins a review.
func reviewRow(about transcript.CampaignID, locale string) discord.Row {
	return discord.Row{discord.Button{ID: button(btnReview, string(about)), Label: say("review.label").In(locale), Style: discord.Primary}}
}

// recount has a running session of the campaign show how many wait now.
func (d *Desk) recount(k docket) {
	if s := d.stayOf(k.guild, k.about.ID); s != nil {
		s.recount()
	}
}
