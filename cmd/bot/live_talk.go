package main

import (
	"context"
	"errors"
	"slices"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// Exchange has two agents talk to each other.
func (s *liveSession) Exchange(first, second transcript.AgentID, topic string, turns int) error {
	return s.control(func(ctx context.Context) error { return s.talk.Exchange(ctx, first, second, topic, turns) })
}

// Respell takes in the name list, and corrects a name in what is remembered.
func (s *liveSession) Respell(ctx context.Context, list []campaign.Name, heard, right string) error {
	err := s.stage.spell(ctx, list)
	if err == nil && heard != "" {
		err = controlError(s.talk.Respell(ctx, heard, right))
	}
	if errors.Is(err, command.ErrEnded) {
		return nil // the store has it, and nobody remembers anything
	}
	return err
}

// spell takes in the campaign's name list: it holds for what is said from now on,
// and is what the recogniser expects.
func (s *ensemble) spell(ctx context.Context, list []campaign.Name) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	on, file := s.now()
	file.Names = list
	if err := s.talk.SetNames(ctx, list); err != nil {
		return controlError(err)
	}
	return s.change(ctx, file, on, s.talk.Recast)
}

// exchangeEnded is what the GM is told of an exchange that is over.
func (s *liveSession) exchangeEnded(n conversation.ExchangeEnded) command.ExchangeEnded {
	return command.ExchangeEnded{
		First: s.stage.nameOf(n.First), Second: s.stage.nameOf(n.Second),
		Heard: n.Heard, Of: n.Of, End: n.End, Who: n.Who, Why: discreet(s.live.cfg, n.Why),
	}
}

// A referee asks the model whom a line is for. The two packages do not know one
// another.
type referee struct{ agent.Referee }

// refereeOf returns who is asked whom an unclear line is for; nil for nobody.
func refereeOf(cfg *config.Config, p providers) conversation.Referee {
	if cfg.Table.Referee.Value != "on" {
		return nil
	}
	return referee{agent.Referee{Model: p.model}}
}

// Whom implements [conversation.Referee].
func (r referee) Whom(ctx context.Context, d conversation.Doubt) (string, error) {
	var names []string
	for _, c := range d.Candidates {
		if name := c.Shown(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return r.Referee.Whom(ctx, append(slices.Clone(d.Before), d.Line), names)
}
