package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
)

// A Referee asks a model whom a line is for, when the line itself leaves it
// open.
type Referee struct {
	Model llm.Model
}

// refereeTokens bound the model's answer: a name.
const refereeTokens = 16

// Whom returns the one of candidates, names of agents, that line is for in the
// model's opinion, or "" for none. Whatever else the model says counts as none.
func (r Referee) Whom(ctx context.Context, line string, candidates []string) (string, error) {
	req := llm.Request{
		System:      render("referee.tmpl", struct{ Candidates []string }{candidates}),
		Messages:    []llm.Message{{Role: llm.User, Text: line}},
		MaxTokens:   refereeTokens,
		Temperature: new(0.0),
	}
	var said strings.Builder
	for ev, err := range r.Model.Stream(ctx, req) {
		if err != nil {
			return "", fmt.Errorf("ask whom a line is for: %w", err)
		}
		if text, ok := ev.(llm.Text); ok {
			said.WriteString(string(text))
		}
	}
	name := strings.Trim(said.String(), " \t\r\n.!\"'*")
	if i := slices.IndexFunc(candidates, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
		return candidates[i], nil
	}
	return "", nil
}
