package tool

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"

	"glyphoxa/internal/llm"
)

// execute runs the calls of a and returns their results in the same order.
// Those that only read run at once, side by side; then those that propose, one
// after the other, behind the commit gate.
func (r *run) execute(ctx context.Context, a answer) ([]llm.ToolResult, error) {
	results := make([]llm.ToolResult, len(a.calls))
	var proposals []func() error
	var wg sync.WaitGroup
	for i, call := range a.calls {
		t, scope, refusal := r.permit(a, i)
		results[i] = llm.ToolResult{ID: call.ID, Name: call.Name, Content: refusal, IsError: true}
		switch {
		case refusal != "":
		case t.Effect == Reads:
			wg.Go(func() { results[i] = r.call(ctx, t, scope, call) })
		case t.Effect == Proposes:
			proposals = append(proposals, func() error {
				if err := r.commit(ctx); err != nil {
					return fmt.Errorf("before %s: %w", t.Name, err)
				}
				results[i] = r.call(ctx, t, scope, call)
				return nil
			})
		}
	}
	wg.Wait()
	for _, propose := range proposals {
		if err := propose(); err != nil {
			return nil, err
		}
	}
	if r.OnCall != nil {
		for i, call := range a.calls {
			r.OnCall(call, results[i])
		}
	}
	return results, ctx.Err()
}

// permit returns the tool that the i-th call of a may run, or a refusal in
// words for the model.
func (r *run) permit(a answer, i int) (t Tool, scope Scope, refusal string) {
	call := a.calls[i]
	t, scope, err := r.grants.lookup(call.Name)
	switch {
	case a.cut():
		refusal = "The answer was cut off, so this call was not run. Call again, with shorter arguments."
	case i >= maxCalls:
		refusal = fmt.Sprintf("At most %d calls at a time. Call again if it is still needed.", maxCalls)
	case err != nil:
		refusal = fmt.Sprintf("There is no tool %q.", clip(oneLine(call.Name), 64))
		if names := r.grants.names(); len(names) > 0 {
			refusal += " There is: " + strings.Join(names, ", ") + "."
		}
	case !isObject(orEmpty(call.Args)):
		refusal = "The arguments are not a JSON object. Call again with one."
	case t.Effect != Reads && t.Effect != Proposes:
		refusal = fmt.Sprintf("The tool %s changes things and may not be run here.", t.Name)
	}
	return t, scope, refusal
}

// commit waits until the turn is let go.
func (r *run) commit(ctx context.Context) error {
	if r.committed || r.Commit == nil {
		return nil
	}
	if err := r.Commit(ctx); err != nil {
		return err
	}
	r.committed = true
	return nil
}

// call runs one call.
func (r *run) call(ctx context.Context, t Tool, scope Scope, call llm.ToolCall) llm.ToolResult {
	result := llm.ToolResult{ID: call.ID, Name: call.Name}
	text, err := t.Run(ctx, scope, orEmpty(call.Args))
	if err != nil {
		text = err.Error()
		result.IsError = true
	}
	result.Content = clip(text, cmp.Or(r.ResultRunes, DefaultResultRunes))
	return result
}
