package knowledge

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// The number of results: what is looked for when nobody says, and the most.
const (
	usualLimit = 10
	maxLimit   = 50
)

// ErrNoCaller says that a tool ran for nobody, or for an agent of another
// campaign. It is a mistake in the program.
var ErrNoCaller = errors.New("knowledge: no caller of this campaign")

// Tools are the sources behind the built-in tools for one campaign: its
// knowledge, its lines, its proposals. The caller comes from the context; a
// call without one, or for another campaign, reaches nothing. Tools is safe
// for concurrent use.
type Tools struct {
	Campaign transcript.CampaignID
	Store    Store
	// Kinds are the kinds of session whose lines may be searched. Empty means
	// live ones only.
	Kinds []transcript.Kind
	// Recaps tell of whole sessions; see [Tools.RecapLast]. nil means that there
	// are none.
	Recaps tool.Recapper
}

var (
	_ tool.KnowledgeReader = (*Tools)(nil)
	_ tool.LineSearcher    = (*Tools)(nil)
	_ tool.Proposer        = (*Tools)(nil)
)

// caller returns the agent for which ctx runs. An agent without an ID is
// nobody: as a [Reader] it would be the GM.
func (t *Tools) caller(ctx context.Context) (c tool.Caller, agent transcript.AgentID, ok bool) {
	c, ok = tool.CallerOf(ctx)
	ok = ok && c.Agent != "" && c.Campaign == string(t.Campaign)
	return c, transcript.AgentID(c.Agent), ok
}

// Facts returns what the caller may know within scope. An unknown scope is an
// error: a grant must not reach further because it was misspelt.
func (t *Tools) Facts(ctx context.Context, scope tool.Scope, query string, limit int) ([]tool.Fact, error) {
	_, agent, ok := t.caller(ctx)
	if !ok {
		return nil, nil
	}
	switch scope {
	case "":
		scope = tool.OwnNode
	case tool.OwnNode, tool.Campaign:
	default:
		return nil, fmt.Errorf("knowledge: unknown scope %q", scope)
	}
	found, err := t.Store.Facts(ctx, Query{
		Reader: Reader{Agent: agent, Scope: scope},
		Text:   query, Limit: clamp(limit),
	})
	if err != nil {
		return nil, fmt.Errorf("look up facts: %w", err)
	}
	facts := make([]tool.Fact, len(found))
	for i, f := range found {
		facts[i] = tool.Fact{
			Name: f.Name, Type: string(f.Type), Key: f.Key, Text: f.Text,
			Belief: f.Stance == campaign.Believes,
		}
	}
	return facts, nil
}

// SearchLines returns lines that the caller heard, the best first.
func (t *Tools) SearchLines(ctx context.Context, query string, limit int) ([]tool.LineHit, error) {
	_, agent, ok := t.caller(ctx)
	if !ok {
		return nil, nil
	}
	found, err := t.Store.Lines(ctx, Query{
		// What was heard is the widest that there is for lines.
		Reader: Reader{Agent: agent, Scope: tool.Campaign},
		Text:   query, Limit: clamp(limit), Kinds: t.Kinds,
	})
	if err != nil {
		return nil, fmt.Errorf("search lines: %w", err)
	}
	hits := make([]tool.LineHit, len(found))
	for i, l := range found {
		hits[i] = tool.LineHit{Who: l.Name, Text: l.Text, At: l.At}
	}
	return hits, nil
}

func clamp(limit int) int {
	if limit <= 0 {
		return usualLimit
	}
	return min(limit, maxLimit)
}
