package command

import (
	"context"
	"errors"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The buttons under what the table tells the GM.
const (
	btnPlay   = "play"   // campaign, turn
	btnRedo   = "redo"   // campaign, turn; opens a form
	btnDrop   = "drop"   // campaign, turn
	btnHm     = "hm"     // campaign, turn
	btnAgain  = "again"  // campaign, turn
	btnRest   = "rest"   // campaign, turn; drops the rest of it
	btnBring  = "bring"  // campaign, agent
	btnIgnore = "ignore" // campaign, agent

	formRedo  = "redone" // campaign, turn
	fieldNote = "note"

	maxNoteText = 500
)

func (d *Desk) playPressed(ctx context.Context, p discord.Pressed, args []string) error {
	return d.decideHeld(ctx, p.Call, btnPlay, args, func(s *stay, t transcript.TurnID) error { return s.session.Play(t) })
}

func (d *Desk) dropPressed(ctx context.Context, p discord.Pressed, args []string) error {
	return d.decideHeld(ctx, p.Call, btnDrop, args, func(s *stay, t transcript.TurnID) error { return s.session.Dismiss(t) })
}

// redoPressed asks for a note. It is not known yet whether the caller may:
// Discord takes a form as the first answer only, and the store may be slow.
func (d *Desk) redoPressed(ctx context.Context, p discord.Pressed, args []string) error {
	return p.Answer.Open(ctx, discord.Form{
		ID: button(formRedo, args...), Title: say("notice.redo-title").In(p.Locale),
		Fields: []discord.Field{{
			ID: fieldNote, Label: say("notice.redo-field").In(p.Locale), Hint: say("notice.redo-hint").In(p.Locale),
			Long: true, Optional: true, Max: maxNoteText,
		}},
	})
}

func (d *Desk) redone(ctx context.Context, f discord.Submitted, args []string) error {
	err := d.decideHeld(ctx, f.Call, btnRedo, args, func(s *stay, t transcript.TurnID) error {
		return s.session.Redo(t, clip(f.Fields[fieldNote], maxNoteText))
	})
	if err != nil {
		return err
	}
	return f.Answer.Reply(ctx, discord.Message{Text: say("notice.redo-begun").In(f.Locale), Private: true})
}

// decideHeld has a GM decide about an answer that waits, once: whoever presses
// after them is told who it was.
func (d *Desk) decideHeld(ctx context.Context, c discord.Call, verb string, args []string, do func(*stay, transcript.TurnID) error) error {
	s, err := d.running(ctx, &c, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	turn := transcript.TurnID(args[1])
	if err := s.claim(turn, c.By.User, verb); err != nil {
		return err
	}
	if err := do(s, turn); err != nil {
		s.unclaim(turn, errors.Is(err, ErrPassed))
		return err
	}
	return nil
}

// claim takes it that somebody decides about an answer that waits.
func (s *stay) claim(t transcript.TurnID, by transcript.SpeakerID, verb string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.screen.held[t]
	switch {
	case h == nil:
		return ErrPassed
	case h.by != 0:
		return refuse(decidedHeldText(h))
	}
	h.by, h.did, h.note.stale = by, verb, true
	s.nudge()
	return nil
}

// unclaim takes a claim back. passed says that the answer does not wait any
// more.
func (s *stay) unclaim(t transcript.TurnID, passed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.screen.held[t]; h != nil {
		h.by, h.did, h.note.stale = 0, "", true
		if passed {
			h.end, h.gone, h.note.last = say("notice.passed"), true, true
			delete(s.screen.held, t)
		}
		s.nudge()
	}
}

// hmPressed has the agent make a sound of thinking while the GM reads.
func (d *Desk) hmPressed(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	s.mu.Lock()
	h := s.screen.held[transcript.TurnID(args[1])]
	var agent transcript.AgentID
	if h != nil {
		agent = h.Agent
	}
	s.mu.Unlock()
	if agent == "" {
		return ErrPassed
	}
	return s.session.Hm(agent)
}

// againPressed has an agent say the rest of what was cut off.
func (d *Desk) againPressed(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	turn := transcript.TurnID(args[1])
	if err := s.restThere(turn); err != nil {
		return err
	}
	if err := s.session.SayAgain(turn); err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, discord.Message{Text: say("notice.again-begun").In(p.Locale), Private: true})
	return err
}

// restPressed has the rest of what was cut off forgotten.
func (d *Desk) restPressed(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	turn := transcript.TurnID(args[1])
	if err := s.restThere(turn); err != nil {
		return err
	}
	if err := s.session.DropRest(turn); err != nil {
		return err
	}
	s.dropRest(turn, p.By.User)
	return nil
}

// restThere complains if another GM was faster and has dropped the rest of what was
// cut off.
func (s *stay) restThere(turn transcript.TurnID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.screen.cut; c != nil && c.turn.ID == turn && c.by != 0 {
		return refuse(cutText(c.turn, c.by, s.screen.set))
	}
	return nil
}

// dropRest takes the rest of what was cut off from the screen.
func (s *stay) dropRest(turn transcript.TurnID, by transcript.SpeakerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.screen.cut
	if c == nil || c.turn.ID != turn {
		return
	}
	c.turn.Unheard, c.by = "", by
	c.note.stale, c.note.last = true, true
	s.redraw()
	s.nudge()
}

// bringPressed has somebody come who was called and is not here.
func (d *Desk) bringPressed(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	agent := transcript.AgentID(args[1])
	if err := s.session.Bring(ctx, agent); err != nil {
		return err
	}
	s.settleAbsent(agent, say("notice.brought", "who", userTag(p.By.User)))
	return nil
}

func (d *Desk) ignorePressed(ctx context.Context, p discord.Pressed, args []string) error {
	s, err := d.running(ctx, &p.Call, transcript.CampaignID(args[0]))
	if err != nil {
		return err
	}
	s.settleAbsent(transcript.AgentID(args[1]), say("notice.ignored"))
	return nil
}

// settleAbsent takes it that the GM has decided about somebody who was called.
func (s *stay) settleAbsent(id transcript.AgentID, answer text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answerAbsent(id, answer)
	s.redraw()
	s.nudge()
}
