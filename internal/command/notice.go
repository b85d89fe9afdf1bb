package command

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// maxNotices bounds the notices that watch has not taken yet.
const maxNotices = 256

// An inbox takes what the table tells. It has a lock of its own: the table's
// goroutine, which fills it, must not wait for one who holds the stay's and
// waits for the table.
type inbox struct {
	mu      sync.Mutex
	notices []TableNotice
	lost    int
}

// notice takes what happens at the table, for [Sitting.Notice].
func (s *stay) notice(n TableNotice) {
	if line, ok := n.(KeptLine); ok {
		s.captioned(line)
		return
	}
	s.inbox.mu.Lock()
	if len(s.inbox.notices) < maxNotices {
		s.inbox.notices = append(s.inbox.notices, n)
	} else {
		s.inbox.lost++
	}
	s.inbox.mu.Unlock()
	s.nudge()
}

// takeNotices puts on the GM screen what has happened. Only watch calls it.
func (s *stay) takeNotices(ctx context.Context) {
	s.inbox.mu.Lock()
	list, lost := s.inbox.notices, s.inbox.lost
	s.inbox.notices, s.inbox.lost = nil, 0
	s.inbox.mu.Unlock()
	if lost > 0 {
		s.log.LogAttrs(ctx, slog.LevelWarn, "the table told more than could be shown", slog.Int("lost", lost))
	}
	for _, n := range list {
		switch n := n.(type) {
		case HeldTurn:
			s.hold(n)
		case EndedTurn:
			s.endTurn(n.Turn)
			s.recount() // it may have had something to remember
		case AbsentCalled:
			s.missed(n)
		case ExchangeEnded:
			if t := exchangeEndedText(n); !t.Empty() {
				s.toGM(ctx, letterOf(t))
			}
		case Whispered:
			within(ctx, postLimit, func(ctx context.Context) { s.whisper(ctx, n) })
		case Trouble:
			s.toGM(ctx, letterOf(troubleText(n)))
		}
	}
}

// whisper brings an answer to the one person that it is for.
func (s *stay) whisper(ctx context.Context, n Whispered) {
	channel, err := s.desk.mailbox(ctx, n.To)
	if err == nil {
		_, err = s.desk.discord.Send(ctx, channel, discord.Message{Text: whisperText(n)})
	}
	if errors.Is(err, discord.ErrDirect) || errors.Is(err, discord.ErrDenied) {
		s.once(ctx, say("notice.unwhispered", "who", userTag(n.To)))
		return
	}
	s.failed(ctx, "whisper to somebody", err)
}

// A heldNote is an answer that waits for the GM; the stay's mu guards it.
type heldNote struct {
	note *note
	HeldTurn
	by   transcript.SpeakerID // who has decided; 0 for nobody yet
	did  string               // the verb of their button
	end  text                 // what became of it, if there is more to say of it
	gone bool                 // it has ended
}

// hold shows an answer that waits, or what is new about it.
func (s *stay) hold(t HeldTurn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.screen.held[t.Turn]
	if h == nil {
		h = &heldNote{note: &note{}}
		h.note.look = func(locale string) discord.Message { return s.heldMessage(h, locale) }
		s.screen.held[t.Turn] = h
		s.pin(h.note)
	}
	if h.did == btnRedo { // this is the other answer
		h.by, h.did = 0, ""
	}
	h.HeldTurn, h.note.stale = t, true
}

// heldMessage shows an answer that waits, or waited, with mu held.
func (s *stay) heldMessage(h *heldNote, locale string) discord.Message {
	m := discord.Message{Text: heldText(h, s.screen.set).In(locale)}
	if h.by == 0 && !h.gone && !s.ended {
		c, t := string(s.campaign.ID), string(h.Turn)
		m.Rows = []discord.Row{{
			discord.Button{ID: button(btnPlay, c, t), Label: say("notice.play-label").In(locale), Style: discord.Success},
			discord.Button{ID: button(btnRedo, c, t), Label: say("notice.redo-label").In(locale)},
			discord.Button{ID: button(btnDrop, c, t), Label: say("notice.drop-label").In(locale), Style: discord.Danger},
			discord.Button{ID: button(btnHm, c, t), Label: say("notice.hm-label").In(locale)},
		}}
	}
	return m
}

// endTurn takes the buttons off an answer that waited, and offers to say again
// one that was cut off.
func (s *stay) endTurn(t transcript.Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.screen.held[t.ID]; h != nil {
		delete(s.screen.held, t.ID)
		h.end, h.note.stale, h.note.last = endedTurnText(t.Outcome), true, true
		if h.by == 0 && h.end.Empty() {
			h.end = say("notice.passed")
		}
		h.gone = true
	}
	if t.Outcome != transcript.Cut || t.Unheard == "" {
		return
	}
	if old := s.screen.cut; old != nil {
		old.note.stale, old.note.last = true, true
	}
	c := &cutNote{note: &note{}, turn: t}
	c.note.look = func(locale string) discord.Message { return s.cutMessage(c, locale) }
	s.screen.cut = c
	s.pin(c.note)
}

// A cutNote is an answer that was cut off, whose rest can be had; the stay's mu
// guards it.
type cutNote struct {
	note *note
	turn transcript.Turn
	by   transcript.SpeakerID // who has dropped the rest; 0 for nobody
}

// cutMessage shows what was left of an answer that was cut off, with mu held.
func (s *stay) cutMessage(n *cutNote, locale string) discord.Message {
	m := discord.Message{Text: cutText(n.turn, n.by, s.screen.set).In(locale)}
	if !n.note.last {
		c, t := string(s.campaign.ID), string(n.turn.ID)
		m.Rows = []discord.Row{{
			discord.Button{ID: button(btnAgain, c, t), Label: say("notice.again-label").In(locale)},
			discord.Button{ID: button(btnRest, c, t), Label: say("notice.drop-label").In(locale)},
		}}
	}
	return m
}

// missed asks whether somebody is to come who was called and is not here.
func (s *stay) missed(c AbsentCalled) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.screen.absent[c.Agent] != nil {
		return // it is asked already
	}
	id := string(s.campaign.ID)
	asks := func(c AbsentCalled) letter {
		said := absentText(c)
		return func(locale string) discord.Message {
			return discord.Message{Text: said.In(locale), Rows: []discord.Row{{
				discord.Button{ID: button(btnBring, id, string(c.Agent)), Label: say("notice.bring-label").In(locale), Style: discord.Primary},
				discord.Button{ID: button(btnIgnore, id, string(c.Agent)), Label: say("notice.ignore-label").In(locale)},
			}}}
		}
	}
	n := &note{look: asks(c), quotes: c.Line.Speaker}
	c.Line.Text = ""
	n.bare = asks(c)
	s.screen.absent[c.Agent] = n
	s.pin(n)
}

// closeNotes has nothing ask any more, with mu held.
func (s *stay) closeNotes() {
	for id, h := range s.screen.held {
		h.end, h.gone = say("end.ended"), true
		h.note.stale, h.note.last = true, true
		delete(s.screen.held, id)
	}
	for id := range s.screen.absent {
		s.answerAbsent(id, text{})
	}
	if n := s.screen.cut; n != nil {
		n.note.stale, n.note.last = true, true
	}
}

// answerAbsent takes the buttons off a question about somebody who is not here,
// and the words that raised it: nobody needs to read them again, and whoever
// said them may have them deleted. mu is held.
func (s *stay) answerAbsent(id transcript.AgentID, answer text) {
	n := s.screen.absent[id]
	if n == nil {
		return // another GM was faster
	}
	delete(s.screen.absent, id)
	asked := n.bare
	n.look, n.stale, n.last = func(locale string) discord.Message {
		return discord.Message{Text: stacked(lit(asked(locale).Text), answer).In(locale)}
	}, true, true
}
