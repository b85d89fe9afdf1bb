package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

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
		s.trouble(faultWords(s.live.cfg, n.Err))
	case conversation.Whispered:
		s.notice(command.Whispered{To: n.To, Agent: n.Agent, Name: s.stage.nameOf(n.Agent), Text: n.Text})
	case conversation.Written:
		s.post(post{s.chat(), fmt.Sprintf("**%s**: %s", command.Plain(s.stage.nameOf(n.Agent)), n.Text)})
	case conversation.Posted:
		s.post(post{s.chat(), fmt.Sprintf("**%s**\n%s", command.Plain(s.stage.nameOf(n.Agent)), n.Text)})
	case conversation.TurnOffered:
		s.notice(command.HeldTurn{
			Turn: n.Turn, Agent: n.Agent, Name: s.stage.nameOf(n.Agent),
			Whom: n.Whom, Text: n.Text, Whole: n.Whole, Asked: n.Asks,
		})
	case conversation.AbsentCalled:
		s.notice(command.AbsentCalled{Line: n.Line, Agent: n.Agent, Name: s.stage.nameOf(n.Agent)})
	case conversation.ExchangeEnded:
		s.notice(s.exchangeEnded(n))
	case conversation.TurnEnded:
		n.Turn = s.discreetTurn(n.Turn)
		s.notice(command.EndedTurn{Turn: n.Turn})
		if n.Turn.Outcome == transcript.Failed {
			s.trouble(texts.Say("live.could-not-answer", "npc", n.Turn.Name, "why", n.Turn.Why))
		}
	}
}

// stayed takes what happens to the voice connection.
func (s *liveSession) stayed(n voice.StayNotice) {
	switch n := n.(type) {
	case voice.Stuck:
		told := texts.Say("live.stuck", "stage", stageWords(n.Stage), "seconds", math.Round(n.For.Seconds()))
		if n.Rebuilt {
			told = texts.Join(" ", told, texts.Say("live.rejoins"))
		}
		s.trouble(told)
	case voice.Lost:
		s.remember(texts.Say("live.lost", "why", discreet(s.live.cfg, n.Err.Error())))
	case voice.Joined:
		if n.Again {
			s.remember(texts.Say("live.back", "seconds", texts.Number(fmt.Sprintf("%.1f", n.Took.Seconds()))))
		}
	case voice.Suppressed:
		if n.Yes {
			s.trouble(texts.Say("live.audience"))
		}
	}
}

// stageWords name a stage for people.
func stageWords(s voice.Stage) texts.Text {
	switch s {
	case voice.StageNetwork:
		return texts.Say("live.stage.network")
	case voice.StageTransport:
		return texts.Say("live.stage.transport")
	case voice.StageSpeaker:
		return texts.Say("live.stage.speaker")
	case voice.StageEncryption:
		return texts.Say("live.stage.encryption")
	case voice.StageOpus:
		return texts.Say("live.stage.opus")
	case voice.StageSending:
		return texts.Say("live.stage.sending")
	}
	return texts.Text{}
}

// spent takes that the session's cost has passed a limit.
func (s *liveSession) spent(b meter.Bill) {
	s.notice(command.Trouble{At: time.Now(), Text: spentText(b)})
	if b.Level != meter.Capped {
		return
	}
	s.post(post{s.chat(), texts.Say("live.in-writing").In(s.stage.language)})
	s.tell("answer in writing", func(ctx context.Context) error { return s.talk.SetTextOnly(ctx, true) })
}

// trouble tells the GM what went wrong, unless it was told a moment ago, and
// remembers it.
func (s *liveSession) trouble(text texts.Text) {
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

// A trouble is what went wrong, At the last time.
type trouble struct {
	command.Trouble
	told time.Time // when the GM was told last
}

// remember keeps a trouble for the status, behind the others, and reports whether
// the GM is to be told.
func (s *liveSession) remember(text texts.Text) (tell bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := trouble{Trouble: command.Trouble{At: time.Now(), Text: text}}
	if i := slices.IndexFunc(s.troubles, func(t trouble) bool { return t.Text.String() == text.String() }); i >= 0 {
		now.told = s.troubles[i].told
		s.troubles = slices.Delete(s.troubles, i, i+1)
	}
	if tell = now.At.Sub(now.told) >= sameTrouble; tell {
		now.told = now.At
	}
	s.troubles = append(s.troubles, now)
	s.troubles = s.troubles[max(0, len(s.troubles)-maxTroubles):]
	return tell
}

// notes reads what is said of voices in English.
var notes = sync.OnceValue(func() *texts.Reader { return texts.NewReader("note.") })

// notesText is what there is to say of who was given which voice.
func notesText(list []string) texts.Text {
	said := make([]texts.Text, len(list))
	for i, n := range list {
		said[i] = notes().Read(n)
	}
	return texts.Join(" ", said...)
}
