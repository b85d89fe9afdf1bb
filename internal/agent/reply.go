package agent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
)

// ErrOutOfCharacter is an agent whose model twice spoke as an AI or for
// somebody else. Nothing of it was yielded.
var ErrOutOfCharacter = errors.New("agent: the model does not stay in character")

// Reply yields the words of the agent's answer as they come. Pieces are cut
// anywhere, a space or a line's end included.
//
// An error is terminal and comes last, with an empty string: ctx's, the
// provider's ([llm.Error]), Commit's, [tool.ErrMaxRounds], [tool.ErrNoAnswer] or
// [ErrOutOfCharacter]. Words yielded before it stay good. The sequence may be
// ranged over once; breaking out of it abandons the answer.
func (m *Mind) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := m.reply(ctx, q, func(words string) bool { return yield(words, nil) })
		if err != nil && !errors.Is(err, errStopped) {
			yield("", err)
		}
	}
}

// errStopped ends an answer whose reader has broken out. It is never yielded.
var errStopped = errors.New("the reader stopped")

func (m *Mind) reply(ctx context.Context, q Question, yield func(string) bool) error {
	ctx = tool.WithCaller(ctx, caller(q))
	if n := len(q.History); n > 0 {
		ctx = tool.WithLine(ctx, func() int64 { return q.History[n-1].N })
	}
	grants := m.grants(q)
	facts, err := m.know(ctx, q, grants)
	if err != nil {
		return err
	}
	a := attempt{mind: m, q: q, grants: grants, names: namesIn(q), yield: yield}
	budgets := m.Budgets.filled()
	for trimmed := false; ; {
		prompt, fits := compose(q, grants, facts, budgets)
		if !fits {
			m.logger().LogAttrs(ctx, slog.LevelWarn, "persona and rules fill the model's window",
				slog.String("agent", string(q.Agent.ID)), slog.Int("runes", prompt.fixed),
				slog.Int("window_tokens", budgets.Window))
		}
		err := a.twice(ctx, prompt.request)
		// Some servers refuse a prompt that is too long, where others drop its
		// beginning without a word. Once more with half of what may be trimmed.
		if !errors.Is(err, llm.ErrTooLong) || a.said || trimmed {
			return err
		}
		trimmed = true
		budgets = prompt.budgets.halved()
	}
}

// An attempt is a question on its way through the model.
type attempt struct {
	mind   *Mind
	q      Question
	grants *tool.GrantSet
	names  names
	yield  func(string) bool

	said  bool // words other than thoughts were yielded
	first bool // OnFirst was called
}

// twice asks, and asks once more if the model falls out of character before
// anything was said.
func (a *attempt) twice(ctx context.Context, req llm.Request) error {
	err := a.once(ctx, req)
	if !errors.Is(err, ErrOutOfCharacter) || a.said {
		return err
	}
	a.mind.logger().LogAttrs(ctx, slog.LevelInfo, "answer out of character, asking again",
		slog.String("agent", string(a.q.Agent.ID)))
	req.Messages = withNote(req.Messages, render("redo.tmpl", a.q.Agent))
	return a.once(ctx, req)
}

// once asks the model and passes its words on: thoughts as they are, the rest
// without labels and past the guard.
func (a *attempt) once(ctx context.Context, req llm.Request) error {
	loop := tool.Loop{
		Model:       a.mind.Model,
		Grants:      a.grants,
		ResultRunes: a.mind.Budgets.filled().Result,
		Commit:      a.q.Commit,
	}
	m := mouth{attempt: a, labels: labels{names: a.names}, thoughts: thoughts{headless: a.mind.headless.Load()}}
	loop.OnCall = func(_ llm.ToolCall, r llm.ToolResult) {
		m.thoughts.again()
		if a.q.OnTool != nil {
			a.q.OnTool(r.Name, r.Content, r.IsError)
		}
	}
	whole := false
	defer func() { a.mind.headless.Store(m.thoughts.learn(whole)) }()
	for words, err := range loop.Run(ctx, req) {
		if err != nil {
			if stopped := m.flush(); errors.Is(stopped, errStopped) {
				return stopped
			}
			return fmt.Errorf("answer of %s: %w", a.q.Agent.ID, err)
		}
		if !a.first && a.q.OnFirst != nil {
			a.q.OnFirst()
		}
		a.first = true
		if err := m.thoughts.split(words, m.take); err != nil {
			return err
		}
		if m.labels.foreign { // what follows is another's words
			break
		}
	}
	whole = true
	return m.close()
}

// A mouth is the way of one answer's words to the reader.
type mouth struct {
	*attempt
	thoughts thoughts
	labels   labels
	guard    guard
}

func (m *mouth) take(words string, thought bool) error {
	if thought {
		m.labels.restart()
		if err := m.flush(); err != nil {
			return err
		}
		return m.pass(words)
	}
	return m.guarded(m.labels.write(words))
}

func (m *mouth) close() error {
	if err := m.thoughts.close(m.take); err != nil {
		return err
	}
	if err := m.guarded(m.labels.close()); err != nil {
		return err
	}
	if err := m.flush(); err != nil {
		return err
	}
	if m.labels.foreign && !m.labels.spoken {
		return ErrOutOfCharacter
	}
	if !m.labels.spoken { // a label and nothing behind it
		return fmt.Errorf("answer of %s: %w", m.q.Agent.ID, tool.ErrNoAnswer)
	}
	m.said = true
	return nil
}

// guarded passes on what the guard lets through.
func (m *mouth) guarded(words string) error { return m.judged(m.guard.write(words)) }

// flush has the guard judge what it holds back, because what comes next is not of
// the same words.
func (m *mouth) flush() error { return m.judged(m.guard.close()) }

func (m *mouth) judged(words string) error {
	if m.guard.broken {
		return ErrOutOfCharacter
	}
	m.said = m.said || words != ""
	return m.pass(words)
}

func (m *mouth) pass(words string) error {
	if words != "" && !m.yield(words) {
		return errStopped
	}
	return nil
}

// caller is who tools run for.
func caller(q Question) tool.Caller {
	return tool.Caller{
		Campaign: string(q.Campaign.ID),
		Session:  string(q.Session),
		Scene:    string(q.Scene),
		Agent:    string(q.Agent.ID),
	}
}

func (m *Mind) grants(q Question) *tool.GrantSet {
	registry := m.Registry
	if registry == nil {
		registry = new(tool.Registry)
	}
	grants := make([]tool.Grant, len(q.Agent.Grants))
	for i, g := range q.Agent.Grants {
		grants[i] = tool.Grant{Tool: g.Tool, Scope: tool.Scope(g.Scope)}
	}
	return tool.NewGrantSet(registry, grants...)
}

// logger returns the log, or one that drops everything.
func (m *Mind) logger() *slog.Logger {
	if m.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return m.Log
}
