package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/transcript"
)

// A Referee asks a model whom a line is for, when the line itself leaves it
// open.
type Referee struct {
	Model llm.Model
}

const (
	// refereeTokens bound the model's answer: a name.
	refereeTokens = 16
	// refereeRunes bound each line that it reads.
	refereeRunes = 400
)

// Whom returns the one of candidates, names of agents, that the last of lines is for
// in the model's opinion, or "" for none. Whatever else the model says counts as none.
// The lines before that one are what was said shortly before it, oldest first.
func (r Referee) Whom(ctx context.Context, lines []transcript.Line, candidates []string) (string, error) {
	var said []string
	for _, l := range lines {
		said = append(said, label(l.Name)+": "+clip(oneLine(l.Text), refereeRunes))
	}
	req := llm.Request{
		System:      render("referee.tmpl", struct{ Candidates []string }{candidates}),
		Messages:    []llm.Message{{Role: llm.User, Text: strings.Join(said, "\n")}},
		MaxTokens:   refereeTokens,
		Temperature: new(0.0),
	}
	var answer strings.Builder
	for ev, err := range r.Model.Stream(ctx, req) {
		if err != nil {
			return "", fmt.Errorf("ask whom a line is for: %w", err)
		}
		if text, ok := ev.(llm.Text); ok {
			answer.WriteString(string(text))
		}
	}
	name := strings.Trim(answer.String(), " \t\r\n.!\"'*")
	if i := slices.IndexFunc(candidates, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
		return candidates[i], nil
	}
	return "", nil
}
