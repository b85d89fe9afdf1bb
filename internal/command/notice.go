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
		case Whispered:
			within(ctx, postLimit, func(ctx context.Context) { s.whisper(ctx, n) })
		case Trouble:
			s.toGM(ctx, discord.Message{Text: troubleText(n)})
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
		s.once(ctx, unwhisperedText(n.To))
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
	end  string               // what became of it, if there is more to say of it
	gone bool                 // it has ended
}

// hold shows an answer that waits, or what is new about it.
func (s *stay) hold(t HeldTurn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.screen.held[t.Turn]
	if h == nil {
		h = &heldNote{note: &note{}}
		h.note.look = func() discord.Message { return s.heldMessage(h) }
		s.screen.held[t.Turn] = h
		s.pin(h.note)
	}
	if h.did == btnRedo { // this is the other answer
		h.by, h.did = 0, ""
	}
	h.HeldTurn, h.note.stale = t, true
}

// heldMessage shows an answer that waits, or waited, with mu held.
func (s *stay) heldMessage(h *heldNote) discord.Message {
	m := discord.Message{Text: heldText(h, s.screen.set)}
	if h.by == 0 && !h.gone && !s.ended {
		c, t := string(s.campaign.ID), string(h.Turn)
		m.Rows = []discord.Row{{
			discord.Button{ID: button(btnPlay, c, t), Label: playLabel, Style: discord.Success},
			discord.Button{ID: button(btnRedo, c, t), Label: redoLabel},
			discord.Button{ID: button(btnDrop, c, t), Label: dropLabel, Style: discord.Danger},
			discord.Button{ID: button(btnHm, c, t), Label: hmLabel},
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
		if h.by == 0 && h.end == "" {
			h.end = passedHeldText
		}
		h.gone = true
	}
	if t.Outcome != transcript.Cut || t.Unheard == "" {
		return
	}
	if old := s.screen.cut; old != nil {
		old.stale, old.last = true, true
	}
	n := &note{}
	n.look = func() discord.Message {
		m := discord.Message{Text: cutText(t, s.screen.set)}
		if !n.last {
			m.Rows = []discord.Row{{discord.Button{ID: button(btnAgain, string(s.campaign.ID), string(t.ID)), Label: againLabel}}}
		}
		return m
	}
	s.screen.cut = n
	s.pin(n)
}

// missed asks whether somebody is to come who was called and is not here.
func (s *stay) missed(c AbsentCalled) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.screen.absent[c.Agent] != nil {
		return // it is asked already
	}
	id := string(s.campaign.ID)
	asks := func(c AbsentCalled) func() discord.Message {
		m := discord.Message{Text: absentText(c), Rows: []discord.Row{{
			discord.Button{ID: button(btnBring, id, string(c.Agent)), Label: bringLabel, Style: discord.Primary},
			discord.Button{ID: button(btnIgnore, id, string(c.Agent)), Label: ignoreLabel},
		}}}
		return func() discord.Message { return m }
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
		h.end, h.gone = sessionOverText, true
		h.note.stale, h.note.last = true, true
		delete(s.screen.held, id)
	}
	for id := range s.screen.absent {
		s.answerAbsent(id, "")
	}
	if n := s.screen.cut; n != nil {
		n.stale, n.last = true, true
	}
}

// answerAbsent takes the buttons off a question about somebody who is not here,
// and the words that raised it: nobody needs to read them again, and whoever
// said them may have them deleted. mu is held.
func (s *stay) answerAbsent(id transcript.AgentID, answer string) {
	n := s.screen.absent[id]
	if n == nil {
		return // another GM was faster
	}
	delete(s.screen.absent, id)
	m := n.bare()
	m.Rows = nil
	if answer != "" {
		m.Text += "\n" + answer
	}
	n.look, n.stale, n.last = func() discord.Message { return m }, true, true
}
