// Package tool lets a model do things besides talk: a [Tool] is one such
// thing, a [Registry] holds those that exist, a [GrantSet] is what one agent
// may use, and a [Loop] runs a model through its calls until it answers.
//
// What a tool may reach is decided on our side. The scope is in the grant and
// the caller is in the context; a model's arguments can widen neither. Tools
// that only read run at once; those that propose wait at the loop's commit
// gate, so that nothing speculative leaves a trace; all others are refused. A
// loop always ends: after so many rounds, or two that brought nothing, the
// model is asked for words alone.
//
// Some servers pass a model's calls on as text. The loop takes them out of the
// words before anybody hears them, and runs those that may be run.
//
// The built-in tools live here behind narrow interfaces ([Deps]) that
// knowledge, recap and store implement: the package imports none of them.
package tool

import (
	"context"
	"encoding/json"
)

// An Effect says what a tool may change.
type Effect int

// The effects. The zero Effect is Reads.
const (
	Reads    Effect = iota // changes nothing: runs at once, even speculatively
	Proposes               // leaves a proposal for the GM: waits for Loop.Commit
	Acts                   // anything else: refused
)

// A Scope is how far a grant reaches.
type Scope string

// The scopes that built-in tools know.
const (
	OwnNode  Scope = "own_node" // the caller's own entry and its neighbours
	Campaign Scope = "campaign" // the whole campaign
)

// A Tool is one thing a model can do besides talk.
type Tool struct {
	Name        string // at most 64 of a-z A-Z 0-9 _ -
	Description string // when to use it, told to the model
	Schema      json.RawMessage
	Effect      Effect
	// Scopes lists what a grant's scope may be, narrowest first: the first is
	// the default. Empty means that the tool has no scope.
	Scopes []Scope
	// Run carries out one call. args is a JSON object; scope is the grant's.
	// Calls of tools that only read may run at the same time.
	// The result is shown to the model, and so is an error, as text; only the
	// end of ctx ends the turn.
	Run func(ctx context.Context, scope Scope, args json.RawMessage) (string, error)
}

// A Caller is the agent on whose behalf tools run, and where.
type Caller struct {
	Campaign string
	Session  string
	Scene    string
	Agent    string
	Line     int64 // the line being answered
}

type callerKey struct{}

// WithCaller returns ctx with c as its caller.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

type lineKey struct{}

// WithLine returns ctx with a caller whose line is asked for whenever a tool runs:
// an answer may be begun before there is such a line.
func WithLine(ctx context.Context, line func() int64) context.Context {
	return context.WithValue(ctx, lineKey{}, line)
}

// CallerOf returns the caller that [WithCaller] put into ctx. ok is false if
// there is none; a tool with a scope then reaches nothing.
func CallerOf(ctx context.Context) (c Caller, ok bool) {
	c, ok = ctx.Value(callerKey{}).(Caller)
	if line, late := ctx.Value(lineKey{}).(func() int64); late {
		c.Line = line()
	}
	return c, ok
}
