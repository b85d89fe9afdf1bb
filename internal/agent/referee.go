package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
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
	// refereeThinks bound it where those were used up by thinking.
	refereeThinks = 1024
	// refereeRunes bound each line that it reads.
	refereeRunes = 400
)

// Whom returns the one of candidates, names of agents, that the last of lines is for
// in the model's opinion, or "" for none. Whatever else the model says counts as none;
// that it says nothing but thoughts is an error.
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
	answer, used, err := r.ask(ctx, req)
	if used {
		req.MaxTokens = refereeThinks
		if answer, used, err = r.ask(ctx, req); used {
			err = tool.ErrNoAnswer
		}
	}
	if err != nil {
		return "", fmt.Errorf("ask whom a line is for: %w", err)
	}
	name := strings.Trim(answer, " \t\r\n.!\"'*")
	if i := slices.IndexFunc(candidates, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
		return candidates[i], nil
	}
	return "", nil
}

// ask returns what the model says, without its thoughts. used says that it came to
// say nothing before its limit was used up.
func (r Referee) ask(ctx context.Context, req llm.Request) (answer string, used bool, err error) {
	var b strings.Builder
	for ev, err := range r.Model.Stream(ctx, req) {
		switch ev := ev.(type) {
		case nil:
			return "", false, err
		case llm.Text:
			b.WriteString(string(ev))
		case llm.Finish:
			used = ev.Reason == llm.Length
		}
	}
	answer = strings.TrimSpace(behindThoughts(b.String()))
	return answer, used && answer == "", nil
}
