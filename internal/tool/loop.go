package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
)

// The limits of a [Loop] that says nothing else.
const (
	DefaultMaxRounds   = 8    // a round is one answer with calls, and their results
	DefaultResultRunes = 4000 // one result; the longest built-in one is a recap
)

// maxCalls bounds the calls of one round. No question at a table needs more,
// and each is a query.
const maxCalls = 8

// maxIdle is how many rounds in a row may bring nothing new.
const maxIdle = 2

var (
	// ErrMaxRounds is a model that used up its rounds, or got nowhere in them,
	// and then said nothing although it was asked for words alone.
	ErrMaxRounds = errors.New("tool: the model called tools and never answered")

	// ErrNoAnswer is a model that twice neither spoke nor called a tool.
	ErrNoAnswer = errors.New("tool: the model gave an empty answer")
)

// A Loop asks a model, runs the tools it calls, and asks again, until it
// answers in words. Its fields do not change while it runs; it may run several
// times at once if the functions in it allow that.
type Loop struct {
	Model  llm.Model
	Grants *GrantSet // nil grants nothing

	// MaxRounds bounds the rounds. Zero means DefaultMaxRounds.
	MaxRounds int

	// ResultRunes bounds one result as the model is shown it. Zero means
	// DefaultResultRunes.
	ResultRunes int

	// Commit is called before the first tool that proposes. It blocks until the
	// turn is let go, and returns an error if it is thrown away; that ends the
	// run. Nil means that the turn is committed.
	Commit func(ctx context.Context) error

	// OnCall, if set, is told of each call and its result, in the order in
	// which the model made them, on the goroutine that ranges.
	OnCall func(call llm.ToolCall, result llm.ToolResult)

	// OnMarkup, if set, is told of each call that the model wrote into its
	// prose, and whether it was run. The name is empty if it was unreadable.
	OnMarkup func(name string, run bool)
}

// Run asks the model req and yields its words as they come, those before tool
// calls too, a new round's on a new line. Calls that the model wrote into its
// prose are taken out; thoughts in <think> tags are not. Of req, Tools is set
// from the grants and Messages is left as it is.
//
// A tool's error is told to the model. The run ends with an error if ctx ends,
// if the model's provider fails, if Commit does, or with [ErrMaxRounds] or
// [ErrNoAnswer]. An error comes last, with an empty string. The sequence may be
// ranged over once; breaking out of it abandons the answer.
func (l *Loop) Run(ctx context.Context, req llm.Request) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		r := &run{Loop: l, grants: l.Grants, req: req, yield: yield}
		if r.grants == nil {
			r.grants = NewGrantSet(new(Registry))
		}
		r.req.Messages = slices.Clone(req.Messages)
		r.req.Tools = r.grants.Declarations()
		if err := r.rounds(ctx); err != nil && !r.stopped {
			yield("", err)
		}
	}
}

// A run is one run of a loop.
type run struct {
	*Loop
	grants *GrantSet
	req    llm.Request // grows by a round's messages
	yield  func(string, error) bool

	stopped   bool // the reader has broken out
	said      bool // the reader was given words that are not thoughts
	thinking  bool // what the reader was given ends inside a thought
	newLine   bool // the next words begin a line
	raised    bool // the output limit was raised
	committed bool
	written   int // calls found in prose, for their IDs
}

// errStopped ends a run whose reader has broken out. It is never yielded.
var errStopped = errors.New("the reader stopped")

func (r *run) rounds(ctx context.Context) error {
	limit := cmp.Or(r.MaxRounds, DefaultMaxRounds)
	var before []string
	idle := 0
	for round := range limit {
		a, err := r.ask(ctx)
		switch {
		case refused(err) && a.silent() && round == 0 && len(r.req.Tools) > 0:
			// Servers that cannot do tools, or choke on a schema or on their own
			// model's call, refuse the whole request: do without.
			return r.plain(ctx)
		case refused(err) && a.silent() && round > 0:
			return r.last(ctx, err)
		case err != nil:
			return err
		case len(a.calls) == 0 && (a.spoken || r.said && !a.cut()):
			return nil
		case len(a.calls) == 0:
			return r.last(ctx, ErrNoAnswer)
		}
		results, err := r.execute(ctx, a)
		if err != nil {
			return err
		}
		r.req.Messages = append(r.req.Messages,
			llm.Message{Role: llm.Assistant, Text: strings.TrimSpace(a.text), Calls: a.calls},
			llm.Message{Role: llm.Tool, Results: results})

		keys := callKeys(a.calls)
		if progressed(results, keys, before) {
			idle = 0
		} else if idle++; idle == maxIdle {
			return r.last(ctx, fmt.Errorf("%w (no progress in %d rounds)", ErrMaxRounds, idle))
		}
		before = keys
	}
	return r.last(ctx, fmt.Errorf("%w (%d rounds)", ErrMaxRounds, limit))
}

// plain asks without any tools.
func (r *run) plain(ctx context.Context) error {
	r.grants = NewGrantSet(new(Registry))
	r.req.Tools = nil
	return r.last(ctx, ErrNoAnswer)
}

// last asks for words alone. If there are none the run ends with cause.
func (r *run) last(ctx context.Context, cause error) error {
	r.req.NoTools = len(r.req.Tools) > 0
	a, err := r.ask(ctx)
	if err != nil {
		return err
	}
	if !a.spoken {
		return cause
	}
	return nil
}

// refused reports whether the provider did not take the request for its form.
// Asking the same again is no use then, asking without tools may be.
func refused(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Status == 400 && !errors.Is(err, llm.ErrTooLong)
}

// callKeys returns a text for each call that is the same for the same call.
func callKeys(calls []llm.ToolCall) []string {
	keys := make([]string, len(calls))
	for i, c := range calls {
		keys[i] = c.Name + " " + canonical(c.Args)
	}
	return keys
}

// progressed reports whether a round brought anything: a result that is not an
// error, of a call that was not made in the round before.
func progressed(results []llm.ToolResult, keys, before []string) bool {
	for i, result := range results {
		if !result.IsError && !slices.Contains(before, keys[i]) {
			return true
		}
	}
	return false
}
