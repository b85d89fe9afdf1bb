package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/tool"
)

// Case: C03, C07, F29.
func TestReply(t *testing.T) {
	tooLong := llm.Fail{Err: &llm.Error{Provider: "p", Status: 400, Err: llm.ErrTooLong}}
	roll := llm.ToolCall{ID: "1", Name: "dice", Args: []byte(`{"dice":"1d1+6"}`)}
	tests := []struct {
		name  string
		model []llm.Answer
		want  string
		err   error
		asked int
	}{
		{"words", []llm.Answer{says("Good ", "evening.")}, "Good evening.", nil, 1},
		{"F29 its label", []llm.Answer{says("Mire", "la: Good evening.")}, "Good evening.", nil, 1},
		{"thoughts pass, its label behind them goes", []llm.Answer{says("<th", "ink>Mirela: plan</think>", "\nMirela: Hm.")}, "<think>Mirela: plan</think>Hm.", nil, 1},
		{"a tool", []llm.Answer{{roll}, says("Mirela: Seven.")}, "Seven.", nil, 2},
		{"its label in each round", []llm.Answer{{llm.Text("Mirela: Wait."), roll}, says("Mirela: Seven.")}, "Wait.\nSeven.", nil, 2},
		{"C07 another's words end it", []llm.Answer{says("Evening.\nBart: Evening!", "\nMirela: Ha.")}, "Evening.\n", nil, 1},
		{"C07 another's words alone", []llm.Answer{says("Bart: Evening!"), says("Evening.")}, "Evening.", nil, 2},
		{"out of character once", []llm.Answer{says("As an AI, ", "I cannot drink. Hm."), says("Evening.")}, "Evening.", nil, 2},
		{"out of character twice", []llm.Answer{says("As an AI, I cannot drink. Hm."), says("I'm just an AI.")}, "", ErrOutOfCharacter, 2},
		{"out of character behind a word", []llm.Answer{says("Evening. As an AI, I cannot drink."), says("Aye.")}, "Aye.", nil, 2},
		{"out of character too late to redo", []llm.Answer{says("Good evening to you, love. As an AI, I cannot drink.")}, "Good evening to you, love. As an AI, I cannot drink.", nil, 1},
		{"a thought behind a word", []llm.Answer{says("Hm. ", "<think>plan</think>", "Ale?")}, "Hm. <think>plan</think>Ale?", nil, 1},
		{"out of character and cut off", []llm.Answer{{llm.Text("As an AI lang"), llm.Fail{Err: llm.ErrCut}}}, "", llm.ErrCut, 1},
		{"a label and nothing else", []llm.Answer{says("Mirela:")}, "", tool.ErrNoAnswer, 1},
		{"C03 too long once", []llm.Answer{{tooLong}, says("Evening.")}, "Evening.", nil, 2},
		{"C03 too long twice", []llm.Answer{{tooLong}, {tooLong}}, "", llm.ErrTooLong, 2},
		{"empty", []llm.Answer{says(""), says("")}, "", tool.ErrNoAnswer, 2},
		{"cut off", []llm.Answer{{llm.Text("Good ev"), llm.Fail{Err: llm.ErrCut}}}, "Good ev", llm.ErrCut, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			model := llm.Script(tt.model...)
			got, err := answer(t, &Mind{Model: model, Registry: registry(t), Facts: knowledge()}, scene())
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("got %q, %v\nwant %q, %v", got, err, tt.want, tt.err)
			}
			if n := len(model.Requests()); n != tt.asked {
				t.Errorf("asked %d times, want %d", n, tt.asked)
			}
		})
	}
}

// The second attempt has less history and knowledge, and the same persona.
// Case: C03.
func TestTooLongIsTrimmed(t *testing.T) {
	q := scene()
	for range 8 {
		q.History = append(slices.Clip(q.History), q.History...)
	}
	model := llm.Script(llm.Answer{llm.Fail{Err: llm.ErrTooLong}}, says("Aye."))
	if _, err := answer(t, &Mind{Model: model, Facts: knowledge()}, q); err != nil {
		t.Fatal(err)
	}
	first, second := model.Requests()[0], model.Requests()[1]
	size := func(r llm.Request) (n int) {
		for _, m := range r.Messages {
			n += len(m.Text)
		}
		return n
	}
	if size(second) > size(first)*6/10 || !strings.Contains(second.System, "a harbour tavern") {
		t.Errorf("history of %d, then %d bytes; want half", size(first), size(second))
	}
}

func TestRedoIsAsked(t *testing.T) {
	model := llm.Script(says("As an AI, I do not know."), says("Aye."))
	if _, err := answer(t, &Mind{Model: model}, scene()); err != nil {
		t.Fatal(err)
	}
	first, second := model.Requests()[0], model.Requests()[1]
	last := func(r llm.Request) string { return r.Messages[len(r.Messages)-1].Text }
	if second.System != first.System || !strings.HasPrefix(last(second), last(first)+"\n(Answer again, as Mirela Voss") {
		t.Errorf("the second request ends with %q", last(second))
	}
}

// The parrot says all that it is given.
type parrot struct{}

func (parrot) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		_ = yield(llm.Text(strings.ReplaceAll(fmt.Sprint("Well: ", req.System, req.Messages), "\n", " ")), nil) &&
			yield(llm.Finish{Reason: llm.Stop}, nil)
	}
}

// Even a model that says all that it is given tells nothing of what others are.
func TestParrotTellsNoSecrets(t *testing.T) {
	got, err := answer(t, &Mind{Model: parrot{}, Facts: knowledge()}, scene())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got, "A storm sank it.") {
		t.Error("the parrot does not say what it is given")
	}
	for _, secret := range []string{"Vexillia", "spy", "smith"} {
		if strings.Contains(got, secret) {
			t.Errorf("it says %q", secret)
		}
	}
}

func TestReplyHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := scene()
		began := time.Now()
		var first []time.Duration
		q.OnFirst = func() { first = append(first, time.Since(began)) }
		var tools []string
		q.OnTool = func(name, result string, isErr bool) {
			tools = append(tools, fmt.Sprint(name, " ", result, " ", isErr))
		}
		model := llm.Script(
			llm.Answer{llm.ToolCall{ID: "1", Name: "dice", Args: []byte(`{"dice":"1d1"}`)}, llm.ToolCall{ID: "2", Name: "recap"}},
			llm.Answer{llm.Wait(time.Second), llm.Text("Mirela"), llm.Text(": One.")})
		if _, err := answer(t, &Mind{Model: model, Registry: registry(t)}, q); err != nil {
			t.Fatal(err)
		}
		if len(first) != 1 || first[0] != time.Second {
			t.Errorf("told of the first word at %v, want once at 1s", first)
		}
		want := `dice 1d1: 1 = 1 false|recap There is no tool "recap". There is: dice, kg_query, remember_knowledge. true`
		if got := strings.Join(tools, "|"); got != want {
			t.Errorf("told of tools: %s\nwant %s", got, want)
		}
	})
}

// Nothing speculative has an effect: the gate is the loop's.
func TestReplyCommit(t *testing.T) {
	thrown := errors.New("thrown away")
	q := scene()
	q.Commit = func(context.Context) error { return thrown }
	model := llm.Script(llm.Answer{llm.ToolCall{ID: "1", Name: "remember_knowledge", Args: []byte(`{"kind":"fact","fact":"x"}`)}})
	if got, err := answer(t, &Mind{Model: model, Registry: registry(t)}, q); got != "" || !errors.Is(err, thrown) {
		t.Errorf("got %q, %v; want %v", got, err, thrown)
	}
}

func TestReplyBreak(t *testing.T) {
	model := llm.Script(says("One. ", "Two. ", "Three."))
	for range (&Mind{Model: model}).Reply(t.Context(), scene()) {
		break
	}
}

func TestReplyWithoutKnowledge(t *testing.T) {
	broken := errors.New("disk full")
	_, err := answer(t, &Mind{Model: llm.Script(), Facts: &library{err: broken}}, scene())
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// What the log says of an answer holds no words and no names.
func TestLogIsSilent(t *testing.T) {
	var logs bytes.Buffer
	model := llm.Script(says("As an AI, I do not know."), says("Evening, Kara."))
	m := &Mind{Model: model, Facts: knowledge(), Log: slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	if _, err := answer(t, m, scene()); err != nil {
		t.Fatal(err)
	}
	if logs.Len() == 0 {
		t.Error("nothing was logged of a second attempt")
	}
	for _, word := range []string{"Voss", "Kara", "Evening", "AI", "Heron"} {
		if strings.Contains(logs.String(), word) {
			t.Errorf("the log says %q: %s", word, logs.String())
		}
	}
}

// Package tool knows the types of an entry by itself; they must be the
// campaign's.
func TestNodeTypesAgree(t *testing.T) {
	reg := new(tool.Registry)
	if err := tool.RegisterBuiltins(reg, tool.Deps{Proposals: noted{}}, nil); err != nil {
		t.Fatal(err)
	}
	remember, _ := reg.Get("remember_knowledge")
	for _, kind := range campaign.NodeTypes {
		args := fmt.Sprintf(`{"kind":"node","name":"x","type":%q}`, kind)
		if _, err := remember.Run(t.Context(), tool.Campaign, []byte(args)); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// noted takes every proposal.
type noted struct{}

func (noted) OwnNode(context.Context) (id, name string, ok bool, err error) {
	return "", "", false, nil
}

func (noted) Propose(context.Context, tool.Write) (tool.Known, bool, error) {
	return tool.Known{}, true, nil
}

// TestHeadlessThoughts: a model that leaves the opening tag of its thoughts out is
// found out at its first answer, and not heard thinking after it. Case: X15.
func TestHeadlessThoughts(t *testing.T) {
	roll := llm.ToolCall{ID: "1", Name: "dice", Args: []byte(`{"dice":"1d1+6"}`)}
	for _, tt := range []struct {
		name  string
		model []llm.Answer
		want  []string
	}{
		{"it goes on like that", []llm.Answer{
			says("I greet them. </think>", "Good evening."),
			says("They want a room, ", "I think. </th", "ink>Two silver."),
			says("Hm.</think>Three."),
		}, []string{
			"I greet them. </think>Good evening.",
			"<think>They want a room, I think. </think>Two silver.",
			"<think>Hm.</think>Three.",
		}},
		{"with a tool in between", []llm.Answer{
			says("Hm.</think>Good evening."),
			{llm.Text("They gamble.</think>Let us see. "), roll},
			says("A seven.</think>Seven."),
		}, []string{
			"Hm.</think>Good evening.",
			"<think>They gamble.</think>Let us see. <think>\nA seven.</think>Seven.",
		}},
		{"it does not", []llm.Answer{
			says("Hm.</think>Good evening."), says("Two ", "silver."), says("Three ", "silver."), says("A.</think>B."), says("C."),
		}, []string{"Hm.</think>Good evening.", "Two silver.", "Three silver.", "A.</think>B.", "C."}},
		{"it writes the opening tag by now", []llm.Answer{
			says("Hm.</think>Good evening."), says("<think>Hm.</think>Two."), says("Oh. <think>Hm.</think>Three."), says("Hm.</think>Four."),
		}, []string{"Hm.</think>Good evening.", "<think>Hm.</think>Two.", "Oh. <think>Hm.</think>Three.", "<think>Hm.</think>Four."}},
		{"a thought that does not end", []llm.Answer{
			says("Hm.</think>Good evening."), says("Two silver. Or <thi"),
		}, []string{"Hm.</think>Good evening.", "Two silver. Or <thi"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &Mind{Model: llm.Script(tt.model...), Registry: registry(t)}
			for i, want := range tt.want {
				got, err := answer(t, mind, scene())
				if err != nil || got != want {
					t.Errorf("answer %d: got %q, %v; want %q", i, got, err, want)
				}
			}
		})
	}
}
