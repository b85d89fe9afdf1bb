package main

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/store"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A mind answers a conversation's questions with an agent's mind. The two
// packages do not know one another.
type mind struct {
	agent    agent.Mind
	campaign campaign.Campaign
	session  transcript.SessionID
}

// newMind returns the mind for a session of the campaign, whose tools reach
// that campaign and nothing else.
func newMind(cfg *config.Config, log *slog.Logger, c *store.Campaign, game campaign.Campaign, model llm.Model, recaps *recap.Recapper, kind transcript.Kind) (*mind, error) {
	known := &knowledge.Tools{Campaign: c.ID(), Store: c, Kinds: []transcript.Kind{transcript.Live}}
	if recaps != nil {
		known.Recaps = recaps
	}
	if kind != transcript.Live {
		known.Kinds = append(known.Kinds, kind) // a rehearsal remembers itself
	}
	registry := new(tool.Registry)
	err := tool.RegisterBuiltins(registry, tool.Deps{
		Knowledge: known, Lines: known, Proposals: known, Recap: known,
	}, tool.NewDice(nil))
	if err != nil {
		return nil, fmt.Errorf("register tools: %w", err)
	}
	return &mind{
		agent: agent.Mind{
			Model: model, Registry: registry, Facts: known, Log: log,
			Budgets: agent.Budgets{
				History:   cfg.Budgets.History.Value,
				Knowledge: cfg.Budgets.Knowledge.Value,
				Result:    cfg.Budgets.ToolResult.Value,
			},
		},
		campaign: game,
	}, nil
}

// Reply implements [conversation.Mind].
func (m *mind) Reply(ctx context.Context, q conversation.Question) iter.Seq2[string, error] {
	return m.agent.Reply(ctx, m.question(q))
}

var _ conversation.Foreseer = (*mind)(nil)

// Foresee implements [conversation.Foreseer].
func (m *mind) Foresee(ctx context.Context, q conversation.Question) {
	m.agent.Foresee(ctx, m.question(q))
}

func (m *mind) question(q conversation.Question) agent.Question {
	if q.Unkept {
		q.Agent.Grants = m.readOnly(q.Agent.Grants)
	}
	return agent.Question{
		Campaign: m.campaign,
		Agent:    q.Agent,
		Present:  q.Present,
		People:   q.People,
		History:  q.History,
		Answers:  q.Answers,
		Unsaid:   q.Unsaid,
		Amiss:    agent.Amiss(q.Amiss),
		Said:     q.Said,
		Direct:   q.Direct,
		Session:  m.session,
		Scene:    q.Scene,
		Commit:   q.Commit,
		OnTool:   q.Ran,
	}
}

// readOnly returns those of grants whose tools leave nothing behind.
func (m *mind) readOnly(grants []campaign.Grant) []campaign.Grant {
	return slices.DeleteFunc(slices.Clone(grants), func(g campaign.Grant) bool {
		t, ok := m.agent.Registry.Get(g.Tool)
		return !ok || t.Effect != tool.Reads
	})
}
