package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/llm"
)

// calls makes an answer that calls tools, each "name" or "name args".
func calls(names ...string) llm.Answer {
	var a llm.Answer
	for i, n := range names {
		name, args, _ := strings.Cut(n, " ")
		a = append(a, llm.ToolCall{ID: fmt.Sprint("c", i), Name: name, Args: json.RawMessage(args)})
	}
	return a
}

func says(text string) llm.Answer { return llm.Answer{llm.Text(text)} }

// then returns a with more steps behind it.
func then(a llm.Answer, more ...llm.Step) llm.Answer { return append(slices.Clip(a), more...) }

// bench is a set of tools to try a loop with, and the calls that reached them.
type bench struct {
	set *GrantSet

	mu  sync.Mutex // calls of one round run side by side
	ran []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := new(bench)
	one := func(name string, effect Effect) Tool {
		return Tool{Name: name, Effect: effect, Run: func(_ context.Context, _ Scope, args json.RawMessage) (string, error) {
			b.mu.Lock()
			b.ran = append(b.ran, name)
			b.mu.Unlock()
			if name == "broken" {
				return "", errors.New("it is broken")
			}
			return name + " done", nil
		}}
	}
	reg := registryOf(t, one("look", Reads), one("broken", Reads), one("note", Proposes), one("burn", Acts), one("secret", Reads))
	b.set = NewGrantSet(reg, Grant{Tool: "look"}, Grant{Tool: "broken"}, Grant{Tool: "note"}, Grant{Tool: "burn"})
	return b
}

// words ranges over a run and returns what it yields.
func words(t *testing.T, l *Loop, req llm.Request) (string, error) {
	t.Helper()
	var b strings.Builder
	for w, err := range l.Run(t.Context(), req) {
		if err != nil {
			return b.String(), err
		}
		b.WriteString(w)
	}
	return b.String(), nil
}

// results returns the results in the last request that the model was sent.
func results(m *llm.Scripted) []llm.ToolResult {
	requests := m.Requests()
	var all []llm.ToolResult
	for _, msg := range requests[len(requests)-1].Messages {
		all = append(all, msg.Results...)
	}
	return all
}

// Case: C03, C04, L07, L10, L11, L13, L14, L15, L16, L17, F33, F34, F35.
func TestLoop(t *testing.T) {
	refused := llm.Fail{Err: &llm.Error{Provider: "p", Status: 400}}
	bad := llm.Fail{Err: &llm.Error{Provider: "p", Status: 502}}
	long := llm.Fail{Err: &llm.Error{Provider: "p", Status: 400, Err: llm.ErrTooLong}}
	eight := func() (a []llm.Answer) {
		for i := range 8 {
			a = append(a, calls(fmt.Sprintf(`look {"n":%d}`, i)))
		}
		return a
	}
	tests := []struct {
		name    string
		model   []llm.Answer
		want    string
		err     error
		ran     string
		asked   int
		noTools bool // the last request asks for words alone
	}{
		{name: "words alone", model: []llm.Answer{says("Hello.")}, want: "Hello.", asked: 1},
		{name: "L14 a call, whatever the reason", model: []llm.Answer{then(calls("look"), llm.Finish{Reason: llm.Stop}), says("Seven.")}, want: "Seven.", ran: "look", asked: 2},
		{name: "L17 words, then a call", model: []llm.Answer{then(says("Let me see."), calls("look")...), says("Seven.")}, want: "Let me see.\nSeven.", ran: "look", asked: 2},
		{name: "L15 a call that the limit cut", model: []llm.Answer{then(calls("look"), llm.Finish{Reason: llm.Length}), says("Hm.")}, want: "Hm.", asked: 2},
		{name: "L10 arguments not whole", model: []llm.Answer{calls(`look {"npc":"Gre`), says("Hm.")}, want: "Hm.", asked: 2},
		{name: "L11 a call in the words", model: []llm.Answer{says("Well. <tool_call><function=look></function></tool_call>"), says("Seven.")}, want: "Well. \nSeven.", ran: "look", asked: 2},
		{name: "L13 a call in thoughts", model: []llm.Answer{says("<think>I look <function=look></function>"), says("Seven.")}, want: "<think>I look </think>Seven.", ran: "look", asked: 2},
		{name: "L16 bare JSON", model: []llm.Answer{says(`{"name": "look", "parameters": {}}`), says("Seven.")}, want: "Seven.", ran: "look", asked: 2},
		{name: "L16 bare JSON of a tool not granted", model: []llm.Answer{says(`{"name": "secret", "parameters": {}}`), says("Hm.")}, want: "Hm.", asked: 2, noTools: true},
		{name: "F33 the same call both ways", model: []llm.Answer{then(says("<function=look></function>"), calls("look {}")...), says("Seven.")}, want: "Seven.", ran: "look", asked: 2},
		{name: "ungranted", model: []llm.Answer{calls("secret"), says("Hm.")}, want: "Hm.", asked: 2},
		{name: "unknown", model: []llm.Answer{calls("teleport"), says("Hm.")}, want: "Hm.", asked: 2},
		{name: "an effect that is not allowed", model: []llm.Answer{calls("burn"), says("Hm.")}, want: "Hm.", asked: 2},
		{name: "a tool's error is not the end", model: []llm.Answer{calls("broken"), says("Hm.")}, want: "Hm.", ran: "broken", asked: 2},
		{name: "nothing but errors twice", model: []llm.Answer{calls("broken"), calls("secret"), says("Hm.")}, want: "Hm.", ran: "broken", asked: 3, noTools: true},
		{name: "nothing but errors, then silence", model: []llm.Answer{calls("broken"), calls("broken"), says(" ")}, want: " ", err: ErrMaxRounds, ran: "broken broken", asked: 3, noTools: true},
		{name: "the same call again and again", model: []llm.Answer{calls(`look {"a":1, "b":2}`), calls(`look {"b":2,"a":1}`), calls(`look {"a":1,"b":2}`), says("Hm.")}, want: "Hm.", ran: "look look look", asked: 4, noTools: true},
		{name: "an error between is progress", model: []llm.Answer{calls("broken"), calls("look"), calls("broken"), says("Hm.")}, want: "Hm.", ran: "broken look broken", asked: 4},
		{name: "F35 eight rounds, then words", model: append(eight(), says("Enough.")), want: "Enough.", ran: strings.TrimSpace(strings.Repeat("look ", 8)), asked: 9, noTools: true},
		{name: "F35 eight rounds, then another call", model: append(eight(), calls("look")), err: ErrMaxRounds, ran: strings.TrimSpace(strings.Repeat("look ", 8)), asked: 9, noTools: true},
		{name: "empty, then words", model: []llm.Answer{says(""), says("Hello.")}, want: "Hello.", asked: 2, noTools: true},
		{name: "empty twice", model: []llm.Answer{says(""), says("")}, err: ErrNoAnswer, asked: 2, noTools: true},
		{name: "words, a call, and no more to say", model: []llm.Answer{then(says("Noted."), calls("look")...), says("")}, want: "Noted.", ran: "look", asked: 2},
		{name: "C04 thoughts used the limit up", model: []llm.Answer{{llm.Text("<think>long"), llm.Finish{Reason: llm.Length}}, says("Hello.")}, want: "<think>long</think>Hello.", asked: 2},
		{name: "C04 only one more attempt", model: []llm.Answer{{llm.Finish{Reason: llm.Length}}, {llm.Finish{Reason: llm.Length}}, {llm.Finish{Reason: llm.Length}}}, err: ErrNoAnswer, asked: 3, noTools: true},
		{name: "F34 tools refused", model: []llm.Answer{{refused}, says("Hello.")}, want: "Hello.", asked: 2},
		{name: "F34 tools refused later", model: []llm.Answer{calls("look"), {refused}, says("Hello.")}, want: "Hello.", ran: "look", asked: 3, noTools: true},
		{name: "F34 all refused", model: []llm.Answer{{refused}, {refused}}, err: refused.Err, asked: 2},
		{name: "C03 too long is not about tools", model: []llm.Answer{{long}}, err: llm.ErrTooLong, asked: 1},
		{name: "L07 another error is the end", model: []llm.Answer{then(says("One. "), bad)}, want: "One. ", err: bad.Err, asked: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			model := llm.Script(tt.model...)
			got, err := words(t, &Loop{Model: model, Grants: b.set}, llm.Request{MaxTokens: 100})
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("got %q, %v\nwant %q, %v", got, err, tt.want, tt.err)
			}
			if ran := strings.Join(b.ran, " "); ran != tt.ran {
				t.Errorf("ran %q, want %q", ran, tt.ran)
			}
			requests := model.Requests()
			if len(requests) != tt.asked {
				t.Fatalf("asked %d times, want %d", len(requests), tt.asked)
			}
			last := requests[len(requests)-1]
			if last.NoTools != tt.noTools {
				t.Errorf("last request: NoTools %v, want %v", last.NoTools, tt.noTools)
			}
			if tt.noTools && len(last.Tools) != 4 {
				t.Errorf("%d tools stay declared, want 4", len(last.Tools))
			}
		})
	}
}

func TestLoopMessages(t *testing.T) {
	b := newBench(t)
	model := llm.Script(then(says("<think>Hm.</think>Wait. "), calls("look {}", "secret {}", "broken")...), says("Done."))
	req := llm.Request{System: "s", Messages: []llm.Message{{Role: llm.User, Text: "Kara: Hello."}}}
	if _, err := words(t, &Loop{Model: model, Grants: b.set}, req); err != nil {
		t.Fatal(err)
	}
	want := []llm.Message{
		{Role: llm.User, Text: "Kara: Hello."},
		{Role: llm.Assistant, Text: "Wait.", Calls: []llm.ToolCall{
			{ID: "c0", Name: "look", Args: []byte("{}")}, {ID: "c1", Name: "secret", Args: []byte("{}")}, {ID: "c2", Name: "broken", Args: []byte{}},
		}},
		{Role: llm.Tool, Results: []llm.ToolResult{
			{ID: "c0", Name: "look", Content: "look done"},
			{ID: "c1", Name: "secret", Content: `There is no tool "secret". There is: broken, burn, look, note.`, IsError: true},
			{ID: "c2", Name: "broken", Content: "it is broken", IsError: true},
		}},
	}
	if diff := cmp.Diff(want, model.Requests()[1].Messages); diff != "" {
		t.Errorf("second request (-want +got):\n%s", diff)
	}
	if len(req.Messages) != 1 {
		t.Errorf("the caller's messages grew to %d", len(req.Messages))
	}
}

// The second attempt may write four times as much. Case: C04.
func TestLoopRaisesLimit(t *testing.T) {
	for _, tt := range []struct{ limit, want int }{{0, raisedTokens}, {200, 800}} {
		model := llm.Script(llm.Answer{llm.Finish{Reason: llm.Length}}, says("Hello."))
		if _, err := words(t, &Loop{Model: model}, llm.Request{MaxTokens: tt.limit}); err != nil {
			t.Fatal(err)
		}
		if got := model.Requests()[1].MaxTokens; got != tt.want {
			t.Errorf("limit %d was raised to %d, want %d", tt.limit, got, tt.want)
		}
	}
}

func TestLoopErrorNamesTrigger(t *testing.T) {
	b := newBench(t)
	_, err := words(t, &Loop{Model: llm.Script(calls("look"), says("")), Grants: b.set, MaxRounds: 1}, llm.Request{})
	if err == nil || !strings.HasSuffix(err.Error(), "(1 rounds)") {
		t.Errorf("got %v, want the number of rounds", err)
	}
	_, err = words(t, &Loop{Model: llm.Script(calls("broken"), calls("broken"), says("")), Grants: b.set}, llm.Request{})
	if err == nil || !strings.HasSuffix(err.Error(), "(no progress in 2 rounds)") {
		t.Errorf("got %v, want that there was no progress", err)
	}
}

func TestLoopResultBudget(t *testing.T) {
	reg := registryOf(t, Tool{Name: "tale", Run: func(context.Context, Scope, json.RawMessage) (string, error) {
		return strings.Repeat("ä", 50), nil
	}})
	model := llm.Script(calls("tale"), says("Hm."))
	l := &Loop{Model: model, Grants: NewGrantSet(reg, Grant{Tool: "tale"}), ResultRunes: 10}
	if _, err := words(t, l, llm.Request{}); err != nil {
		t.Fatal(err)
	}
	if got, want := results(model)[0].Content, strings.Repeat("ä", 9)+"…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLoopTooManyCalls(t *testing.T) {
	b := newBench(t)
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprintf(`note {"n":%d}`, i))
	}
	model := llm.Script(calls(many...), says("Hm."))
	if _, err := words(t, &Loop{Model: model, Grants: b.set}, llm.Request{}); err != nil {
		t.Fatal(err)
	}
	if len(b.ran) != maxCalls || len(results(model)) != 20 {
		t.Errorf("ran %d calls and answered %d, want %d and 20", len(b.ran), len(results(model)), maxCalls)
	}
}

func TestLoopHooks(t *testing.T) {
	b := newBench(t)
	var called, found []string
	l := &Loop{
		Model: llm.Script(
			then(says("<function=secret></function>"), calls("look", "broken")...),
			then(says("Done. <tool_call>junk</tool_call>"))),
		Grants:   b.set,
		OnCall:   func(c llm.ToolCall, r llm.ToolResult) { called = append(called, fmt.Sprint(c.Name, r.IsError)) },
		OnMarkup: func(name string, run bool) { found = append(found, fmt.Sprint(name, run)) },
	}
	if _, err := words(t, l, llm.Request{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(called, " "); got != "lookfalse brokentrue" {
		t.Errorf("told of calls: %s", got)
	}
	if got := strings.Join(found, " "); got != "secretfalse false" {
		t.Errorf("told of markup: %s", got)
	}
}

func TestLoopCommit(t *testing.T) {
	thrown := errors.New("thrown away")
	tests := []struct {
		name  string
		err   error
		model []llm.Answer
		want  string
		ran   string
		asked int // times the gate was asked
	}{
		{"let go", nil, []llm.Answer{calls("look", "note"), calls("note"), says("Done.")}, "Done.", "look note note", 1},
		{"thrown away", thrown, []llm.Answer{calls("note", "look")}, "", "look", 1},
		{"reading does not ask", thrown, []llm.Answer{calls("look"), says("Done.")}, "Done.", "look", 0},
		{"refused calls do not ask", thrown, []llm.Answer{calls("burn", "secret"), says("Done.")}, "Done.", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			asked := 0
			l := &Loop{Model: llm.Script(tt.model...), Grants: b.set, Commit: func(context.Context) error { asked++; return tt.err }}
			got, err := words(t, l, llm.Request{})
			if got != tt.want || asked != tt.asked || strings.Join(b.ran, " ") != tt.ran {
				t.Errorf("got %q, gate asked %d times, ran %q\nwant %q, %d, %q", got, asked, b.ran, tt.want, tt.asked, tt.ran)
			}
			if thrownAway := tt.err != nil && tt.asked > 0; errors.Is(err, thrown) != thrownAway {
				t.Errorf("got error %v", err)
			}
		})
	}
}

// Nothing speculative has an effect: while the gate is shut the proposal waits,
// and a cancelled turn leaves none.
func TestLoopWaitsAtGate(t *testing.T) {
	for _, letGo := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			gate := make(chan struct{})
			l := &Loop{Model: llm.Script(calls("note"), says("Done.")), Grants: b.set, Commit: func(ctx context.Context) error {
				select {
				case <-gate:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}}
			done := make(chan error)
			go func() {
				var last error
				for _, err := range l.Run(ctx, llm.Request{}) {
					last = err
				}
				done <- last
			}()
			synctest.Wait()
			time.Sleep(time.Minute)
			if len(b.ran) != 0 {
				t.Errorf("%v ran before the gate opened", b.ran)
			}
			if letGo {
				close(gate)
			} else {
				cancel()
			}
			err := <-done
			if letGo && (err != nil || len(b.ran) != 1) || !letGo && (!errors.Is(err, context.Canceled) || len(b.ran) != 0) {
				t.Errorf("let go %v: ran %v, %v", letGo, b.ran, err)
			}
		})
	}
}

// Calls of a round that only read run side by side; their results keep the
// order of the calls.
func TestLoopReadsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(name string, d time.Duration) Tool {
			return Tool{Name: name, Run: func(context.Context, Scope, json.RawMessage) (string, error) {
				time.Sleep(d)
				return name, nil
			}}
		}
		reg := registryOf(t, slow("a", 3*time.Second), slow("b", time.Second))
		model := llm.Script(calls("a", "b"), says("Done."))
		began := time.Now()
		if _, err := words(t, &Loop{Model: model, Grants: NewGrantSet(reg, Grant{Tool: "a"}, Grant{Tool: "b"})}, llm.Request{}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("took %v, want 3s", took)
		}
		if r := results(model); r[0].Content != "a" || r[1].Content != "b" {
			t.Errorf("results: %v", r)
		}
	})
}

func TestLoopStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var at []time.Duration
		l := &Loop{Model: llm.Script(llm.Answer{llm.Text("One. "), llm.Wait(time.Second), llm.Text("Two.")})}
		for range l.Run(t.Context(), llm.Request{}) {
			at = append(at, time.Since(began))
		}
		if diff := cmp.Diff([]time.Duration{0, time.Second}, at); diff != "" {
			t.Errorf("words came at (-want +got):\n%s", diff)
		}
	})
}

func TestLoopBreakAndCancel(t *testing.T) {
	b := newBench(t)
	model := llm.Script(then(says("One. "), calls("look")...))
	for range (&Loop{Model: model, Grants: b.set}).Run(t.Context(), llm.Request{}) {
		break
	}
	if len(b.ran) != 0 {
		t.Errorf("%v ran although the reader had left", b.ran)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range (&Loop{Model: llm.Script(llm.Answer{llm.Text("One."), llm.Text("Two.")})}).Run(ctx, llm.Request{}) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", last)
	}
}

// cutModel is a model whose stream stops without a Finish.
type cutModel struct{}

func (cutModel) Stream(context.Context, llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) { yield(llm.Text("Half an"), nil) }
}

func TestLoopCutStream(t *testing.T) {
	got, err := words(t, &Loop{Model: cutModel{}}, llm.Request{})
	if got != "Half an" || !errors.Is(err, llm.ErrCut) {
		t.Errorf("got %q, %v; want %q, %v", got, err, "Half an", llm.ErrCut)
	}
}
