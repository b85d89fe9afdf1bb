package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// control has the conversation told something, and says in the words of
// [command.Controls] what came of it.
func (s *liveSession) control(do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), controlLimit)
	defer cancel()
	return controlError(do(ctx))
}

// controlError translates an error of a conversation.
func controlError(err error) error {
	for _, e := range []struct{ is, shown error }{
		{conversation.ErrOver, command.ErrEnded},
		{conversation.ErrPassed, command.ErrPassed},
		{conversation.ErrAbsent, command.ErrNobody},
		{conversation.ErrOffRecord, command.ErrSilent},
		{conversation.ErrSpeaking, command.ErrSpeaking},
		{conversation.ErrAgain, command.ErrAgain},
	} {
		if errors.Is(err, e.is) {
			return e.shown
		}
	}
	return err
}

// modeNames are the conversation's names of the modes.
var modeNames = map[command.Mode]conversation.Mode{
	command.ModeLive:       conversation.Live,
	command.ModeAskFirst:   conversation.AskFirst,
	command.ModeListenOnly: conversation.ListenOnly,
}

// Mode implements [command.Controls], as do the methods below.
func (s *liveSession) Mode(m command.Mode) error {
	mode, ok := modeNames[m]
	if !ok {
		return errors.New("no such mode")
	}
	return s.control(func(ctx context.Context) error { return s.talk.SetMode(ctx, mode) })
}

// AskFirst has an agent's answers wait for the GM.
func (s *liveSession) AskFirst(agent transcript.AgentID, yes bool) error {
	return s.control(func(ctx context.Context) error { return s.talk.SetAskFirst(ctx, agent, yes) })
}

// Play lets go an answer that waits.
func (s *liveSession) Play(turn transcript.TurnID) error {
	return s.control(func(ctx context.Context) error { return s.talk.Play(ctx, turn) })
}

// Redo has another found.
func (s *liveSession) Redo(turn transcript.TurnID, note string) error {
	return s.control(func(ctx context.Context) error { return s.talk.Redo(ctx, turn, note) })
}

// Dismiss throws one away.
func (s *liveSession) Dismiss(turn transcript.TurnID) error {
	return s.control(func(ctx context.Context) error { return s.talk.Dismiss(ctx, turn) })
}

// Stop has the table fall silent.
func (s *liveSession) Stop() error { return s.control(s.talk.Stop) }

// SayAgain has an answer, or the rest of it, said again.
func (s *liveSession) SayAgain(turn transcript.TurnID) error {
	err := s.control(func(ctx context.Context) error { return s.talk.SayAgain(ctx, turn) })
	if errors.Is(err, command.ErrPassed) {
		return command.ErrForgotten
	}
	return err
}

// DropRest throws away what was not heard of an answer.
func (s *liveSession) DropRest(turn transcript.TurnID) error {
	err := s.control(func(ctx context.Context) error { return s.talk.DropRest(ctx, turn) })
	if errors.Is(err, command.ErrPassed) {
		return command.ErrForgotten
	}
	return err
}

// Hm has an agent make a sound of thinking.
func (s *liveSession) Hm(agent transcript.AgentID) error {
	return s.control(func(ctx context.Context) error { return s.talk.Hm(ctx, agent) })
}

// Say has an agent say something.
func (s *liveSession) Say(agent transcript.AgentID, text string) error {
	return s.control(func(ctx context.Context) error { return s.talk.Say(ctx, agent, text) })
}

// Direct gives an agent a note.
func (s *liveSession) Direct(agent transcript.AgentID, note string, n int) error {
	return s.control(func(ctx context.Context) error { return s.talk.Direct(ctx, agent, note, n) })
}

// Mute keeps an agent, or all, from answering.
func (s *liveSession) Mute(agent transcript.AgentID, yes bool) error {
	return s.control(func(ctx context.Context) error { return s.talk.Mute(ctx, agent, yes) })
}

// Tell takes a typed line.
func (s *liveSession) Tell(who transcript.SpeakerID, agent transcript.AgentID, text string) error {
	return s.control(func(ctx context.Context) error {
		if agent == "" {
			return s.talk.Type(ctx, who, text)
		}
		return s.talk.TypeTo(ctx, who, agent, text)
	})
}

// Strike takes back what was said since a moment. The store follows in its turn.
func (s *liveSession) Strike(ctx context.Context, since time.Time) (lines int, err error) {
	lines, err = s.talk.Strike(ctx, since)
	return lines, controlError(err)
}

// Unsay takes a line out of memory, or gives it back.
func (s *liveSession) Unsay(ctx context.Context, session transcript.SessionID, line int64, yes bool) error {
	return controlError(s.talk.Unsay(ctx, session, line, yes))
}

// Why returns the latest decisions.
func (s *liveSession) Why() (all []command.Decision) {
	var rulings []conversation.Ruling
	err := s.control(func(ctx context.Context) (err error) {
		rulings, err = s.talk.Why(ctx)
		return err
	})
	if err != nil {
		return nil
	}
	for _, r := range rulings {
		d := command.Decision{At: r.Line.At, Who: r.Line.Name, Said: r.Line.Text, Reason: r.Reason, Answers: slices.Clone(r.Turns)}
		for i, t := range d.Answers {
			d.Answers[i] = s.discreetTurn(t)
		}
		for _, id := range r.Agents {
			d.Agents = append(d.Agents, s.stage.nameOf(id))
		}
		if len(r.Turns) > 0 && d.At.IsZero() {
			d.At = r.Turns[0].Started
		}
		all = append(all, d)
	}
	return all
}

// Agent takes in an agent that is new or different.
func (s *liveSession) Agent(ctx context.Context, a campaign.Agent) error { return s.stage.take(ctx, a) }

// Bring has an agent come.
func (s *liveSession) Bring(ctx context.Context, agent transcript.AgentID) error {
	return s.stage.bring(ctx, agent)
}

// Send has an agent leave.
func (s *liveSession) Send(ctx context.Context, agent transcript.AgentID) error {
	return s.stage.send(ctx, agent)
}

// Scene changes to another scene.
func (s *liveSession) Scene(ctx context.Context, key string) error { return s.stage.scene(ctx, key) }
