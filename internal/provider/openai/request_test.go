package openai

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"glyphoxa/internal/llm"
)

// sent returns the body of the request that req becomes.
func sent(t *testing.T, model string, o ChatOptions, req llm.Request) (body string, err error) {
	t.Helper()
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if r.URL.Path != "/v1/chat/completions" {
			t.Errorf("path %s", r.URL.Path)
		}
		body = string(b)
		sse(`{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}`)(w, r)
	})
	_, err = ask(t.Context(), p.Chat(model, o), req)
	return body, err
}

func TestRequest(t *testing.T) {
	history := llm.Request{
		System: "You are Bart.",
		Messages: []llm.Message{
			{Role: llm.User, Text: "Mirela: roll"},
			{Role: llm.Assistant, Calls: []llm.ToolCall{
				{ID: "a", Name: "roll", Args: json.RawMessage(`{"dice":"2d6"}`)},
				{ID: "b", Name: "roll", Args: json.RawMessage(`"{\"di"`)},
			}},
			{Role: llm.Tool, Results: []llm.ToolResult{
				{ID: "a", Name: "roll"},
				{ID: "b", Name: "roll", Content: "no such dice", IsError: true},
			}},
		},
		Tools:   []llm.ToolSpec{{Name: "roll", Description: "Roll.", Schema: json.RawMessage(`{"type":"object"}`)}, {Name: "hp"}},
		NoTools: true,
	}
	const want = `{"model":"m","messages":[` +
		`{"role":"system","content":"You are Bart."},` +
		`{"role":"user","content":"Mirela: roll"},` +
		`{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"roll","arguments":"{\"dice\":\"2d6\"}"}},{"id":"b","type":"function","function":{"name":"roll","arguments":"{}"}}]},` +
		`{"role":"tool","content":"(nothing)","tool_call_id":"a"},` +
		`{"role":"tool","content":"Error: no such dice","tool_call_id":"b"}],` +
		`"stream":true,` +
		`"tools":[{"function":{"name":"roll","description":"Roll.","parameters":{"type":"object"}},"type":"function"},{"function":{"name":"hp","parameters":{"type":"object","properties":{}}},"type":"function"}],` +
		`"tool_choice":"none","stream_options":{"include_usage":true}}`
	got, err := sent(t, "m", ChatOptions{}, history)
	if err != nil || got != want {
		t.Errorf("got %v\n%s\nwant:\n%s", err, got, want)
	}
}

// The library leaves a temperature of zero out, and refuses by a model's name
// what OpenAI would refuse.
func TestRequestTraps(t *testing.T) {
	roll := []llm.ToolSpec{{Name: "roll"}}
	for _, tt := range []struct {
		name, model string
		o           ChatOptions
		req         llm.Request
		has, hasNot []string
	}{
		{"temperature zero", "m", ChatOptions{}, llm.Request{Temperature: new(0.0)}, []string{`"temperature":1e-45`}, nil},
		{"no temperature", "m", ChatOptions{}, llm.Request{}, nil, []string{"temperature", "max_tokens"}},
		{"limit", "m", ChatOptions{}, llm.Request{MaxTokens: 50, Temperature: new(0.7)}, []string{`"max_tokens":50`, `"temperature":0.7`}, nil},
		{"a name like OpenAI's", "gpt-5-local", ChatOptions{}, llm.Request{MaxTokens: 50, Temperature: new(0.7), Tools: roll}, []string{`"max_completion_tokens":50`}, []string{`"max_tokens"`, "temperature", "reasoning_effort"}},
		{"o1", "o1-mini-local", ChatOptions{Effort: "low"}, llm.Request{MaxTokens: 50, Temperature: new(0.7)}, []string{`"max_completion_tokens":50`, `"reasoning_effort":"low"`}, []string{"temperature"}},
		{"tools only without thought", openai.GPT6Sol, ChatOptions{}, llm.Request{MaxTokens: 50, Tools: roll}, []string{`"reasoning_effort":"none"`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := sent(t, tt.model, tt.o, tt.req)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range tt.has {
				if !strings.Contains(got, s) {
					t.Errorf("no %s in %s", s, got)
				}
			}
			for _, s := range tt.hasNot {
				if strings.Contains(got, s) {
					t.Errorf("%s in %s", s, got)
				}
			}
		})
	}
	_, err := sent(t, openai.GPT6Astra, ChatOptions{}, llm.Request{Tools: roll})
	if e, ok := errors.AsType[*llm.Error](err); !ok || !strings.Contains(e.Message, "cannot be used this way") {
		t.Errorf("tools for a model that takes none here: %v", err)
	}
}
