package main

import (
	"context"
	"iter"

	"glyphoxa/internal/llm"
)

// A tuned model asks with the configured temperature, and for no longer an
// answer than the configured limit.
type tuned struct {
	llm.Model
	maxTokens   int // 0: no limit
	temperature *float64
}

// Ready makes the model ready, if that can be done.
func (t tuned) Ready(ctx context.Context) { makeReady(ctx, t.Model) }

func (t tuned) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	if req.Temperature == nil {
		req.Temperature = t.temperature
	}
	if t.maxTokens > 0 && (req.MaxTokens == 0 || req.MaxTokens > t.maxTokens) {
		req.MaxTokens = t.maxTokens
	}
	return t.Model.Stream(ctx, req)
}
