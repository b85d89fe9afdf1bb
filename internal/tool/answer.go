package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"glyphoxa/internal/llm"
)

// An answer is what the model gave when it was asked once.
type answer struct {
	text   string // its words, less thoughts and markup
	spoken bool   // there are such words
	calls  []llm.ToolCall
	finish llm.FinishReason
}

// silent reports whether nothing has come of the answer.
func (a answer) silent() bool { return a.text == "" && len(a.calls) == 0 }

// cut reports whether the model was not let finish. Its calls, though they
// look whole, may then lack what it still meant to say.
func (a answer) cut() bool { return a.finish == llm.Length || a.finish == llm.Filter }

// raisedTokens is the output limit of a second attempt where the first had the
// provider's default. Thoughts count as output: models that think spend
// hundreds of tokens before the first word.
const raisedTokens = 4096

// ask asks the model and passes its words on. An answer whose output limit was
// used up before the first word is asked for once more, with a higher limit.
func (r *run) ask(ctx context.Context) (answer, error) {
	a, err := r.generate(ctx)
	if err != nil || a.finish != llm.Length || a.spoken || len(a.calls) > 0 || r.raised {
		return a, err
	}
	r.raised = true
	if r.req.MaxTokens == 0 {
		r.req.MaxTokens = raisedTokens
	} else {
		r.req.MaxTokens *= 4
	}
	return r.generate(ctx)
}

func (r *run) generate(ctx context.Context) (a answer, err error) {
	if r.thinking { // the thought of the answer before was never closed
		if err := r.pass("</think>"); err != nil {
			return a, err
		}
		r.thinking = false
	}
	r.newLine = r.said

	var s scanner
	defer func() {
		a.text, a.spoken = s.visible.String(), s.spoken
		r.said = r.said || s.spoken
		r.thinking = s.thinking
	}()
	finished := false
	for event, err := range r.Model.Stream(ctx, r.req) {
		if err != nil {
			return a, err
		}
		switch event := event.(type) {
		case llm.Text:
			if err := r.pass(s.write(string(event))); err != nil {
				return a, err
			}
		case llm.ToolCall:
			a.calls = append(a.calls, event)
		case llm.Finish:
			a.finish = event.Reason
			finished = true
		}
	}
	switch {
	case !finished && ctx.Err() != nil:
		return a, ctx.Err()
	case !finished:
		return a, llm.ErrCut
	}
	if err := r.pass(s.close()); err != nil {
		return a, err
	}
	if r.req.NoTools || len(r.req.Tools) == 0 {
		a.calls = nil
	}
	r.adopt(&a, s.calls)
	return a, nil
}

// pass hands words to the reader.
func (r *run) pass(words string) error {
	if words == "" {
		return nil
	}
	if r.newLine {
		words = "\n" + words
		r.newLine = false
	}
	if !r.yield(words, nil) {
		r.stopped = true
		return errStopped
	}
	return nil
}

// adopt adds to a the calls that were found in its prose and may be run.
func (r *run) adopt(a *answer, found []textCall) {
	native := callKeys(a.calls)
	for _, c := range found {
		_, _, err := r.grants.lookup(c.name)
		ok := err == nil && c.args != nil && !a.cut() && !r.req.NoTools
		if ok {
			r.written++
			call := llm.ToolCall{
				// Mistral takes exactly nine letters and digits.
				ID:   fmt.Sprintf("text%05d", r.written%100000),
				Name: c.name,
				Args: c.args,
			}
			// Some servers pass a call on both ways.
			if !slices.Contains(native, callKeys([]llm.ToolCall{call})[0]) {
				a.calls = append(a.calls, call)
			}
		}
		if r.OnMarkup != nil {
			r.OnMarkup(c.name, ok)
		}
	}
}

// canonical returns args in a form that does not depend on how it was written.
func canonical(args json.RawMessage) string {
	var v any
	if json.Unmarshal(orEmpty(args), &v) != nil {
		return string(args)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return string(args)
	}
	return string(text)
}
