package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/llm"
)

// play ranges over one answer and writes it down.
func play(ctx context.Context, m llm.Model, req llm.Request) string {
	var b strings.Builder
	for ev, err := range m.Stream(ctx, req) {
		switch ev := ev.(type) {
		case nil:
			fmt.Fprintf(&b, "error(%v) ", err)
		case llm.Text:
			fmt.Fprintf(&b, "%s ", string(ev))
		case llm.ToolCall:
			fmt.Fprintf(&b, "%s%s ", ev.Name, ev.Args)
		case llm.Finish:
			fmt.Fprintf(&b, "finish(%s) ", ev.Reason)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestScript(t *testing.T) {
	boom := errors.New("boom")
	for _, tt := range []struct {
		name   string
		answer llm.Answer
		want   string
	}{
		{"nothing", nil, "finish(stop)"},
		{"words", llm.Answer{llm.Text("Well"), llm.Text("met.")}, "Well met. finish(stop)"},
		{"call", llm.Answer{llm.ToolCall{ID: "1", Name: "roll", Args: []byte(`{"dice":"2d6"}`)}}, `roll{"dice":"2d6"} finish(stop)`},
		{"own finish", llm.Answer{llm.Text("Well"), llm.Finish{Reason: llm.Length}}, "Well finish(length)"},
		{"fails midway", llm.Answer{llm.Text("Well"), llm.Fail{Err: boom}, llm.Text("never")}, "Well error(boom)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := play(t.Context(), llm.Script(tt.answer), llm.Request{}); got != tt.want {
				t.Errorf("got:  %s\nwant: %s", got, tt.want)
			}
		})
	}
}

func TestScriptRemembersRequests(t *testing.T) {
	m := llm.Script(llm.Answer{llm.Text("One.")}, nil)
	history := []llm.Message{{Role: llm.User, Text: "first"}}
	play(t.Context(), m, llm.Request{Messages: history})
	history[0].Text = "spoilt"
	play(t.Context(), m, llm.Request{System: "second"})
	got := m.Requests()
	if len(got) != 2 || got[0].Messages[0].Text != "first" || got[1].System != "second" {
		t.Errorf("Requests() = %+v", got)
	}
}

func TestScriptSaysWhenItRunsOut(t *testing.T) {
	m := llm.Script(llm.Answer{llm.Text("Once.")})
	play(t.Context(), m, llm.Request{})
	const want = "error(llm: scripted model asked 2 times, has 1 answers)"
	if got := play(t.Context(), m, llm.Request{}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestScriptWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := llm.Script(
			llm.Answer{llm.Wait(300 * time.Millisecond), llm.Text("Slow.")},
			llm.Answer{llm.Text("So"), llm.Wait(time.Hour), llm.Text("never")})
		start := time.Now()
		play(t.Context(), m, llm.Request{})
		if got := time.Since(start); got != 300*time.Millisecond {
			t.Errorf("answered after %v, want 300ms", got)
		}

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start = time.Now()
		got := play(ctx, m, llm.Request{})
		if want := "So error(context deadline exceeded)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("cancelled after %v, want 1s", d)
		}
	})
}

func TestScriptIsShared(t *testing.T) {
	m := llm.Script(make([]llm.Answer, 50)...)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { play(t.Context(), m, llm.Request{}) })
	}
	wg.Wait()
	if got := len(m.Requests()); got != 50 {
		t.Errorf("%d requests, want 50", got)
	}
}
