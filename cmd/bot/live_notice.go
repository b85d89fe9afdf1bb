package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// sameTrouble is for how long a trouble is not told again.
const sameTrouble = time.Minute

// noticed takes what happens in the conversation. It is called from its loop.
func (s *liveSession) noticed(n conversation.Notice) {
	if s.live.observe != nil {
		s.live.observe(n)
	}
	switch n := n.(type) {
	case conversation.LineKept:
		if n.Line.Agent == "" {
			s.understood.Add(1)
		}
		s.notice(command.KeptLine{Line: n.Line, Written: n.Written})
	case conversation.Trouble:
		if e, ok := errors.AsType[*conversation.EchoError](n.Err); ok {
			s.echoed(e)
			break
		}
		s.trouble(n.Err.Error())
	case conversation.Whispered:
		s.notice(command.Whispered{To: n.To, Agent: n.Agent, Name: s.stage.nameOf(n.Agent), Text: n.Text})
	case conversation.Written:
		s.post(post{s.chat(), fmt.Sprintf("**%s**: %s", s.stage.nameOf(n.Agent), n.Text)})
	case conversation.TurnOffered:
		s.notice(command.HeldTurn{
			Turn: n.Turn, Agent: n.Agent, Name: s.stage.nameOf(n.Agent),
			Whom: n.Whom, Text: n.Text, Whole: n.Whole, Asked: n.Asks,
		})
	case conversation.AbsentCalled:
		s.notice(command.AbsentCalled{Line: n.Line, Agent: n.Agent, Name: s.stage.nameOf(n.Agent)})
	case conversation.TurnEnded:
		s.notice(command.EndedTurn{Turn: n.Turn})
		if n.Turn.Outcome == transcript.Failed {
			s.trouble(fmt.Sprintf("%s could not answer: %s", n.Turn.Name, n.Turn.Why))
		}
	}
}

// stayed takes what happens to the voice connection.
func (s *liveSession) stayed(n voice.StayNotice) {
	switch n := n.(type) {
	case voice.Stuck:
		text := fmt.Sprintf("People speak, but nothing has come through the %s for %.0f s.", stageWords[n.Stage], n.For.Seconds())
		if n.Rebuilt {
			text += " I am joining the channel anew."
		}
		s.trouble(text)
	case voice.Lost:
		s.remember("The voice connection was lost: " + n.Err.Error())
	case voice.Joined:
		if n.Again {
			s.remember(fmt.Sprintf("The voice connection is back, after %.1f s.", n.Took.Seconds()))
		}
	case voice.Suppressed:
		if n.Yes {
			s.trouble("I am in the audience of this stage, where nobody hears me: invite me to speak.")
		}
	}
}

// stageWords name the stages for people.
var stageWords = map[voice.Stage]string{
	voice.StageNetwork:    "network",
	voice.StageTransport:  "voice server's encryption",
	voice.StageSpeaker:    "step that tells who speaks",
	voice.StageEncryption: "end-to-end encryption",
	voice.StageOpus:       "decoder",
	voice.StageSending:    "way out",
}

// spent takes that the session's cost has passed a limit.
func (s *liveSession) spent(b meter.Bill) {
	s.notice(command.Trouble{At: time.Now(), Text: b.Notice()})
	if b.Level != meter.Capped {
		return
	}
	s.post(post{s.chat(), "From now on the NPCs answer in writing: the session has reached its spending limit."})
	go s.tell("answer in writing", func(ctx context.Context) error { return s.talk.SetTextOnly(ctx, true) }) // the meter is not to wait
}

// trouble tells the GM what went wrong, unless it was told a moment ago, and
// remembers it.
func (s *liveSession) trouble(text string) {
	if s.remember(text) {
		s.notice(command.Trouble{At: time.Now(), Text: text})
	}
}

// notice tells the desk what happens at the table.
func (s *liveSession) notice(n command.TableNotice) {
	if s.to.Notice != nil {
		s.to.Notice(n)
	}
}

// remember keeps a trouble for the status and reports whether it is new.
func (s *liveSession) remember(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	known := false
	for i := range s.troubles {
		if t := &s.troubles[i]; t.Text == text {
			known = now.Sub(t.At) < sameTrouble
			if known {
				t.At = now
				return false
			}
		}
	}
	s.troubles = append(s.troubles, command.Trouble{At: now, Text: text})
	if len(s.troubles) > maxTroubles {
		s.troubles = s.troubles[len(s.troubles)-maxTroubles:]
	}
	return true
}
