// Package llm is the vocabulary shared by the packages that ask a language
// model something and the packages that reach one.
package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"
)

// A Role says who wrote a message.
type Role string

// The roles. The system prompt is not a message: see [Request].
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool" // carries Results
)

// A Message is one entry of the conversation that a model sees.
type Message struct {
	Role    Role
	Text    string
	Calls   []ToolCall   // Assistant only
	Results []ToolResult // Tool only, one for each call of the message before
}

// A ToolCall is the model's request to run a tool. It arrives whole.
type ToolCall struct {
	ID   string // the model's handle; never empty
	Name string
	Args json.RawMessage // a JSON object; "{}" when the model sent nothing
}

// A ToolResult answers one call.
type ToolResult struct {
	ID      string
	Name    string
	Content string
	IsError bool
}

// A ToolSpec declares a tool to a model.
type ToolSpec struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of the arguments: an object
}

// A Request is one question to a model.
type Request struct {
	// System is the system prompt. Stable text comes first, so that a
	// provider's prefix cache can reuse it.
	System   string
	Messages []Message
	Tools    []ToolSpec
	// NoTools asks for prose although Tools are declared. Tools stay declared
	// because Messages refer to earlier calls.
	NoTools bool
	// MaxTokens bounds the answer. Zero means the provider's default.
	MaxTokens int
	// Temperature is the provider's default when nil.
	Temperature *float64
}

// An Event is a piece of a model's streamed answer: [Text], [ToolCall] or
// [Finish].
type Event interface{ isEvent() }

// Text is the next run of the answer's words, as the model sent it. Reasoning
// that a provider marks as such is never Text.
type Text string

// A Finish ends a complete answer. It comes exactly once, last, unless there
// was an error: a stream that stops without one was cut off.
type Finish struct {
	Reason FinishReason
	Usage  Usage
}

// A FinishReason says why the model stopped.
type FinishReason string

// The reasons. Whether tools were called is told by the calls, not by this.
const (
	Stop   FinishReason = "stop"
	Length FinishReason = "length" // the output limit was reached
	Filter FinishReason = "filter" // the provider withheld the rest
)

// Usage counts tokens. Zero means unknown.
type Usage struct {
	Input, Cached, Output int
}

func (Text) isEvent()     {}
func (ToolCall) isEvent() {}
func (Finish) isEvent()   {}

// A Model answers requests.
type Model interface {
	// Stream asks the model req. It yields events in order. An error is
	// terminal and comes with a nil event. The sequence may be ranged over
	// once; breaking out of it, or cancelling ctx, abandons the request.
	Stream(ctx context.Context, req Request) iter.Seq2[Event, error]
}

// An Error is a fault of a model's provider, in words that the GM can act on.
type Error struct {
	Provider string // its name in the configuration
	Status   int    // HTTP status; 0 if there was none
	Message  string // what is wrong; never the provider's raw body
	Remedy   string // what to do about it
	// Retry says that the same request may succeed after After.
	Retry bool
	After time.Duration
	Err   error // the cause, if it may be acted on
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s", e.Provider, e.Message)
	if e.Remedy != "" {
		s += " (" + e.Remedy + ")"
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }
