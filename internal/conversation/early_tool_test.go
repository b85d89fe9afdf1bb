package conversation

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A deedbook is a registry with a tool that reads and one that proposes, and what
// they did: which tool, when, and for which line.
type deedbook struct {
	registry tool.Registry

	mu   sync.Mutex
	runs []string
}

// bubble is when time begins in a synctest bubble.
var bubble = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func newDeedbook(t *testing.T) *deedbook {
	t.Helper()
	d := &deedbook{}
	for name, effect := range map[string]tool.Effect{"look": tool.Reads, "note": tool.Proposes} {
		err := d.registry.Register(tool.Tool{
			Name: name, Description: name, Effect: effect,
			Schema: json.RawMessage(`{"type":"object","properties":{}}`),
			Run: func(ctx context.Context, _ tool.Scope, _ json.RawMessage) (string, error) {
				c, _ := tool.CallerOf(ctx)
				d.mu.Lock()
				defer d.mu.Unlock()
				d.runs = append(d.runs, fmt.Sprintf("%s at %v for line %d", name, time.Since(bubble), c.Line))
				return "done", nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// mind answers by a loop with d's tools, as agents do: it looks, notes, and
// speaks.
func (d *deedbook) mind() Mind {
	return brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		loop := tool.Loop{
			Model: llm.Script(
				llm.Answer{llm.ToolCall{ID: "1", Name: "look", Args: []byte(`{}`)}},
				llm.Answer{llm.ToolCall{ID: "2", Name: "note", Args: []byte(`{}`)}},
				llm.Answer{llm.Text("It is done.")},
			),
			Grants: tool.NewGrantSet(&d.registry, tool.Grant{Tool: "look"}, tool.Grant{Tool: "note"}),
			Commit: q.Commit,
			OnCall: func(call llm.ToolCall, r llm.ToolResult) { q.Ran(call.Name, r.Content, r.IsError) },
		}
		ctx = tool.WithCaller(ctx, tool.Caller{Agent: string(q.Agent.ID)})
		ctx = tool.WithLine(ctx, func() int64 { return q.History[len(q.History)-1].N })
		return loop.Run(ctx, llm.Request{})
	})
}

// TestEarlyTools: before an answer is let go its tools may read and nothing else;
// what they leave behind afterwards names the line that it answers. Of one that is
// thrown away nothing is left.
func TestEarlyTools(t *testing.T) {
	for _, tt := range []struct {
		name   string
		people []speaking
		want   []string
		tools  int
	}{
		{"let go", ask, []string{"look at 1.146s for line 0", "note at 1.3s for line 1"}, 2},
		{
			"thrown away", goesOn(250 * ms),
			[]string{"look at 1.146s for line 0", "look at 2.55s for line 0", "note at 2.55s for line 1"},
			2,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDeedbook(t)
			v := visit{parlour: parlour{people: tt.people}, ears: ears{delay: 50 * ms}}
			v.tb = table{mind: d.mind()}
			v.hold(t)
			if !slices.Equal(d.runs, tt.want) {
				t.Errorf("ran %q, want %q", d.runs, tt.want)
			}
			if got := noticed[ToolRan](&v.tb); len(got) != tt.tools {
				t.Errorf("noticed %v", got)
			}
			turn := v.tb.book.turns[0]
			if turn.Outcome != transcript.Spoken || strings.Join(turn.Tools, " ") != "look note" {
				t.Errorf("turn %+v", turn)
			}
		})
	}
}
