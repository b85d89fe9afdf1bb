package meter

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/llm"
)

// question is 40 runes long, so that it is taken for ten tokens.
var question = llm.Request{
	System: "Sei höflich.",                                                                     // 12 runes
	Tools:  []llm.ToolSpec{{Name: "roll", Description: "dice", Schema: json.RawMessage(`{}`)}}, // 10
	Messages: []llm.Message{
		{Role: llm.User, Text: "Hallo"}, // 5
		{Role: llm.Assistant, Calls: []llm.ToolCall{{ID: "1", Name: "roll", Args: json.RawMessage(`{"d":2}`)}}}, // 11
		{Role: llm.Tool, Results: []llm.ToolResult{{ID: "1", Name: "roll", Content: "17"}}},                     // 2
	},
}

// TestModel asks for one answer, leaves it or cancels it a second later, and
// looks at what was counted.
func TestModel(t *testing.T) {
	const second = llm.Wait(time.Second)
	type counts = map[string]float64
	estimated := func(in, out float64) counts {
		c := counts{"openai input_tokens about": in}
		if out > 0 {
			c["openai output_tokens about"] = out
		}
		return c
	}
	said := llm.Finish{Reason: llm.Stop, Usage: llm.Usage{Input: 30, Cached: 20, Output: 7}}
	for _, tt := range []struct {
		name   string
		answer llm.Answer
		leave  bool          // at the first event
		cancel time.Duration // after so long
		want   counts
	}{
		{
			"the provider counts",
			llm.Answer{llm.Text("Well met."), said},
			false, 0,
			counts{"openai input_tokens": 30, "openai output_tokens": 7},
		},
		{"the provider does not", llm.Answer{llm.Text("Well "), llm.Text("mét.")}, false, 0, estimated(10, 3)},
		{
			"the provider counts one side",
			llm.Answer{llm.Text("Well met."), llm.Finish{Usage: llm.Usage{Input: 30}}},
			false, 0,
			counts{"openai input_tokens": 30, "openai output_tokens about": 3},
		},
		{"only a call", llm.Answer{llm.ToolCall{ID: "2", Name: "roll", Args: json.RawMessage(`{}`)}}, false, 0, estimated(10, 2)},
		{"nothing said", llm.Answer{}, false, 0, estimated(10, 0)},
		{"left at the first word", llm.Answer{llm.Text("Well "), second, said}, true, 0, estimated(10, 2)},
		{
			"left at the end",
			llm.Answer{said},
			true, 0,
			counts{"openai input_tokens": 30, "openai output_tokens": 7},
		},
		{"cancelled in the middle", llm.Answer{llm.Text("Well met, all."), 5 * second, said}, false, time.Second, estimated(10, 4)},
		{"cancelled before the first word", llm.Answer{5 * second, said}, false, time.Second, estimated(10, 0)},
		{"cancelled before it was asked", llm.Answer{said}, false, -1, counts{}},
		{"refused", llm.Answer{llm.Fail{Err: &llm.Error{Status: 401}}}, false, 0, counts{}},
		{"broken off", llm.Answer{llm.Text("Well"), llm.Fail{Err: &llm.Error{Err: llm.ErrCut}}}, false, 0, estimated(10, 1)},
		{"broken off before the first word", llm.Answer{llm.Fail{Err: &llm.Error{Err: llm.ErrCut}}}, false, 0, estimated(10, 0)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				switch {
				case tt.cancel < 0:
					cancel()
				case tt.cancel > 0:
					time.AfterFunc(tt.cancel, cancel)
				}
				m := New(Options{})
				var got, want llm.Answer
				for ev, err := range m.Model(llm.Script(tt.answer), "openai").Stream(ctx, question) {
					got = append(got, step(ev, err))
					if tt.leave {
						break
					}
				}
				for ev, err := range llm.Script(tt.answer).Stream(context.WithoutCancel(ctx), question) {
					want = append(want, step(ev, err))
					if tt.leave {
						break
					}
				}
				if diff := cmp.Diff(tt.want, uses(m)); diff != "" {
					t.Errorf("counted (-want +got):\n%s", diff)
				}
				// What is counted comes through as it is.
				if ctx.Err() == nil && !cmp.Equal(got, want, cmp.Comparer(sameError)) {
					t.Errorf("yielded %v, want %v", got, want)
				}
			})
		})
	}
}

func sameError(a, b error) bool { return errors.Is(a, b) || a.Error() == b.Error() }

func step(ev llm.Event, err error) llm.Step {
	if err != nil {
		return llm.Fail{Err: err}
	}
	return ev.(llm.Step)
}
