package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/llm"
)

// tools are what the requests of these tests declare.
var tools = []llm.ToolSpec{{Name: "roll"}, {Name: "roll_dice"}, {Name: "list_npcs"}, {Name: "hp"}}

// TestStream has a server say the same thing in the ways that servers do. The
// bodies are raw, so that framing is part of the case.
// Case: L01, L02, L03, L05, L06, L08, L09, L10, L14, L15, L17, L19, X16.
func TestStream(t *testing.T) {
	const fin = `data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	for _, tt := range []struct{ name, body, want string }{
		{
			"plain",
			"data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n" +
				"data: {\"choices\":[{\"delta\":{\"content\":\"Well \"}}]}\n\n" +
				"data: {\"choices\":[{\"delta\":{\"content\":\"met.\"},\"finish_reason\":null}]}\n\n" +
				"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n" +
				"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3,\"prompt_tokens_details\":{\"cached_tokens\":4}}}\n\n" +
				"data: [DONE]\n\n",
			"Well met.{stop 9/4/3}",
		},
		{
			"L01 no index, two calls",
			`data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" + fin,
			"[a roll {}][b roll {}]{stop}",
		},
		{
			"L01 every index zero, two calls",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{\"d\":1}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"hp","arguments":"{}"}}]}}]}` + "\n\n" + fin,
			`[a roll {"d":1}][b hp {}]{stop}`,
		},
		{
			"L01 neither index nor id, two calls",
			`data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" + fin,
			"[call_1 roll {}][call_2 roll {}]{stop}",
		},
		{
			"L02 no index, one call a chunk, then a fragment without id",
			`data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"hp","arguments":"{}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"id":"c","function":{"name":"roll_dice","arguments":"{\"d\""}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":":20}"}}]}}]}` + "\n\n" + fin,
			`[a roll {}][b hp {}][c roll_dice {"d":20}]{stop}`,
		},
		{
			"L03 one index twice in a chunk",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll"}},{"index":0,"function":{"arguments":"{"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}}]}` + "\n\n" + fin,
			"[a roll {}]{stop}",
		},
		{
			"two calls, interleaved by index",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":""}},{"index":1,"id":"b","function":{"name":"hp","arguments":"{\"n\":"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"d\":20}"}},{"index":1,"function":{"arguments":"2}"}}]}}]}` + "\n\n" + fin,
			`[a roll {"d":20}][b hp {"n":2}]{stop}`,
		},
		{
			"another id in each fragment of one call",
			`data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"roll","arguments":"{"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"id":"a2","function":{"arguments":"}"}}]}}]}` + "\n\n" + fin,
			"[a roll {}]{stop}",
		},
		{
			"the same id for two calls",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{}"}},{"index":1,"id":"a","function":{"name":"hp","arguments":"{}"}}]}}]}` + "\n\n" + fin,
			"[a roll {}][call_2 hp {}]{stop}",
		},
		{
			"L05 CRLF, no space, content and usage in one chunk",
			"data:{\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\r\n\r\ndata:[DONE]\r\n\r\n",
			"x{stop 1/0/2}",
		},
		{
			"L05 data in several lines",
			"event: message\r\ndata: {\"choices\":[{\r\ndata: \"delta\":{\"content\":\"x\"}}]}\r\n\r\ndata: [DONE]\r\n\r\n",
			"x{stop}",
		},
		{
			"L06 comments, also as data",
			strings.Repeat(": OPENROUTER PROCESSING\n\n", 400) + "data: : OPENROUTER PROCESSING\n\n" +
				"data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
			"x{stop}",
		},
		{
			"L08 empty and missing choices",
			`data: {"choices":[],"prompt_filter_results":[{}]}` + "\n\n" + `data: {"choices":null}` + "\n\n" + `data: {}` + "\n\n" + `data: null` + "\n\n" +
				`data: {"choices":[{"delta":{"content":"x"}}]}` + "\n\n" + `data: {"choices":[{"delta":null,"finish_reason":"stop"}]}` + "\n\n" +
				`data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}` + "\n\ndata: [DONE]\n\n",
			"x{stop 5/0/1}",
		},
		{
			"L09 no arguments",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"list_npcs","arguments":""}},{"index":1,"id":"b","function":{"name":"list_npcs","arguments":"   "}},{"index":2,"id":"c","function":{"name":"list_npcs"}},{"index":3,"id":"d","function":{"name":"list_npcs","arguments":null}}]}}]}` + "\n\n" + fin,
			"[a list_npcs {}][b list_npcs {}][c list_npcs {}][d list_npcs {}]{stop}",
		},
		{
			"L10 arguments cut off without a word: not an object",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{\"q"}}]}}]}` + "\n\n" + fin,
			`[a roll "{\"q"]{stop}`,
		},
		{
			"L10 L15 arguments cut off by the limit: no call",
			`data: {"choices":[{"delta":{"content":"Wait. ","tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{\"npc\":\"Gre"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{},"finish_reason":"length"}]}` + "\n\ndata: [DONE]\n\n",
			"Wait. {length}",
		},
		{
			"L15 a whole call and the limit: no call",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{}"}}]},"finish_reason":"length"}]}` + "\n\ndata: [DONE]\n\n",
			"{length}",
		},
		{
			"L14 L17 calls, and the model says that it stopped",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{},"finish_reason":"end_turn"}]}` + "\n\ndata: [DONE]\n\n",
			"[a roll {}]{stop}",
		},
		{
			"L19 a name in pieces",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll_"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"dice","arguments":"{}"}}]}}]}` + "\n\n" + fin,
			"[a roll_dice {}]{stop}",
		},
		{
			"L19 a name in every fragment",
			`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{"}}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"}"}}]}}]}` + "\n\n" + fin,
			"[a roll {}]{stop}",
		},
		{
			"X16 reasoning in every field",
			`data: {"choices":[{"delta":{"reasoning_content":"plan"}}]}` + "\n\n" + `data: {"choices":[{"delta":{"reasoning":"plan"}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.text","text":"plan"}],"content":""}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"plan"}]},{"type":"text","text":"Hi"}]}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"content":"."},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
			"Hi.{stop}",
		},
		{
			"content is left as it is",
			`data: {"choices":[{"delta":{"content":"<think>hm</think> <tool_call>{\"name\":\"roll\"}</tool_call> **Hi**"},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
			`<think>hm</think> <tool_call>{"name":"roll"}</tool_call> **Hi**{stop}`,
		},
		{
			"no blank lines between events",
			"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\ndata: [DONE]\n",
			"ab{stop}",
		},
		{
			"no [DONE], but a finish reason",
			"data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n",
			"a{stop}",
		},
		{
			"no finish reason, but [DONE]",
			"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n",
			"a{stop}",
		},
		{
			"no line end after the last event",
			"data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}",
			"a{stop}",
		},
		{
			"not streamed although asked for",
			"{\n  \"choices\": [\n    {\"message\": {\"content\": \"Hi.\", \"tool_calls\": [{\"id\":\"a\",\"function\":{\"name\":\"roll\",\"arguments\":{\"d\":1}}}]},\n\n \"finish_reason\": \"stop\"}\n  ]\n}\n",
			`Hi.[a roll {"d":1}]{stop}`,
		},
		{
			"withheld",
			`data: {"choices":[{"delta":{"content":"I"},"finish_reason":"content_filter"}]}` + "\n\ndata: [DONE]\n\n",
			"I{filter}",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, reply200("text/event-stream", tt.body))
			got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{Tools: tools})
			if err != nil || got != tt.want {
				t.Errorf("got:  %s (%v)\nwant: %s", got, err, tt.want)
			}
		})
	}
}

func TestCallIDsAreNew(t *testing.T) {
	p := serve(t, Options{}, sse(`{"choices":[{"delta":{"tool_calls":[{"function":{"name":"roll"}}]},"finish_reason":"stop"}]}`))
	req := llm.Request{Tools: tools, Messages: []llm.Message{
		{Role: llm.Assistant, Calls: []llm.ToolCall{{ID: "call_1", Name: "roll"}, {ID: "call_3", Name: "roll"}}},
	}}
	got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), req)
	if want := "[call_4 roll {}]{stop}"; got != want || err != nil {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}

// An error inside a 200, in any spelling and place. What was said before it is
// kept. Case: L07.
func TestErrorInsideSuccess(t *testing.T) {
	const said = `data: {"choices":[{"delta":{"content":"Well. "}}]}` + "\n\n"
	for _, tt := range []struct {
		name, body string
		text       string
		status     int
		message    string
	}{
		{"L07 beside empty choices", said + `data: {"error":{"code":502,"message":"provider overloaded"},"choices":[]}` + "\n\n", "Well. ", 502, "overloaded or down"},
		{"L07 with a space", said + `data: { "error": {"message":"boom"}}` + "\n\ndata: [DONE]\n\n", "Well. ", 0, "fault of its own"},
		{"L07 late in the object", said + `data: {"id":"x","error":{"message":"boom","code":502},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}` + "\n\n", "Well. ", 502, "overloaded or down"},
		{"L07 only as a finish reason", said + `data: {"choices":[{"delta":{"content":""},"finish_reason":"error"}]}` + "\n\n", "Well. ", 0, "fault of its own"},
		{"L07 inside the choice", said + `data: {"choices":[{"delta":{},"error":{"code":429,"message":"slow down"}}]}` + "\n\n", "Well. ", 429, "asked too often"},
		{"L07 a string", said + `data: {"error":"rate limit reached"}` + "\n\n", "Well. ", 0, "asked too often"},
		{"L07 of object error", said + `data: {"object":"error","message":"model not found","code":404}` + "\n\n", "Well. ", 404, "does not know the model"},
		{"L07 of type error", said + "event: error\n" + `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` + "\n\n", "Well. ", 0, "overloaded or down"},
		{"L07 detail", said + `data: {"detail":"Internal Server Error"}` + "\n\n", "Well. ", 0, "fault of its own"},
		{"L07 first of all", `data: {"error":{"code":401,"message":"bad"}}` + "\n\n", "", 401, "wants a key"},
		{"L07 no stream at all", `{"error":{"message":"This model's maximum context length is 4096 tokens","code":"context_length_exceeded"}}`, "", 0, "longer than the model's context window"},
		{"L07 over several lines", "{\n \"error\": {\n  \"code\": 402,\n  \"message\": \"Insufficient credits\"\n }\n}\n", "", 402, "credit or quota is used up"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{Name: "house"}, reply200("text/event-stream", tt.body))
			got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			e, ok := errors.AsType[*llm.Error](err)
			if !ok {
				t.Fatalf("got %q and error %v, want an *llm.Error", got, err)
			}
			if got != tt.text || e.Status != tt.status || !strings.Contains(e.Message, tt.message) || e.Remedy == "" || e.Provider != "house" {
				t.Errorf("got %q, status %d: %v", got, e.Status, e)
			}
		})
	}
}

func TestNoErrorAtAll(t *testing.T) {
	for _, body := range []string{
		`{"error":null,"choices":[{"delta":{"content":"an error occurred"},"finish_reason":"stop"}]}`,
		`{"error":{},"choices":[{"delta":{"content":"an error occurred"},"finish_reason":"stop"}]}`,
		`{"error":"","type":"chunk","choices":[{"delta":{"content":"an error occurred"},"finish_reason":"stop"}]}`,
	} {
		p := serve(t, Options{}, sse(body))
		if got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); err != nil || got != "an error occurred{stop}" {
			t.Errorf("%s: got %q, %v", body, got, err)
		}
	}
}

// A stream that ends without the model's having stopped is no answer. The
// server closes properly, or not.
func TestCutStream(t *testing.T) {
	const said = "data: {\"choices\":[{\"delta\":{\"content\":\"Well. \"}}]}\n\n"
	const call = `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"roll","arguments":"{}"}}]}}]}` + "\n\n"
	broken := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, body)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	}
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want string
	}{
		{"between events", reply200("text/event-stream", said), "Well. "},
		{"in the middle of an event", reply200("text/event-stream", said+`data: {"choices":[{"del`), "Well. "},
		{"in the middle of a chunk", broken(said + `data: {"choices":[{"del`), "Well. "},
		{"before the first event", reply200("text/event-stream", ": hello\n\n"), ""},
		{"after a call", reply200("text/event-stream", call), ""},
		{"an event that is not JSON", reply200("text/event-stream", said+"data: {\"choices\":[{\"delta\n\ndata: [DONE]\n\n"), "Well. "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, tt.h)
			got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			e, ok := errors.AsType[*llm.Error](err)
			if !ok || !errors.Is(err, llm.ErrCut) || !e.Retry || got != tt.want {
				t.Errorf("got %q, %v, want %q and an llm.ErrCut that may be retried", got, err, tt.want)
			}
		})
	}
}

// A connection that breaks after the model has stopped loses nothing.
func TestCutAfterTheEnd(t *testing.T) {
	p := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"Well.\"},\"finish_reason\":\"stop\"}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); got != "Well.{stop}" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestStrangeAnswers(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want string // "" means that it is an answer after all
	}{
		{"web page", reply200("text/html; charset=utf-8", "<html>Welcome</html>"), "web page"},
		{"noise", reply200("application/octet-stream", "\x00\xff\xfe\x01\n\n\x80noise\r\n"), "not what this interface sends"},
		{"nothing", reply200("text/event-stream", ""), "not what this interface sends"},
		{"only [DONE]", reply200("text/event-stream", "data: [DONE]\n\n"), "empty"},
		{"wrong content type", reply200("text/plain", "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, tt.h)
			got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			if tt.want == "" {
				if got != "x{stop}" || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			if e, ok := errors.AsType[*llm.Error](err); !ok || !strings.Contains(e.Message, tt.want) {
				t.Errorf("got %q, %v, want an error about %q", got, err, tt.want)
			}
		})
	}
}

// Reasoning that uses up the whole allowance is told as that, so that the
// caller can ask again with more. Case: C04.
func TestC04LimitBeforeTheFirstWord(t *testing.T) {
	p := serve(t, Options{}, sse(
		`{"choices":[{"delta":{"reasoning":"plan"}}]}`,
		`{"choices":[{"delta":{"content":""},"finish_reason":"length"}]}`,
		`{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":200}}`))
	got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{MaxTokens: 200})
	if want := "{length 9/0/200}"; got != want || err != nil {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}

// A stream that goes on after its end, or has none. Case: F39.
func TestF39EndlessStream(t *testing.T) {
	endless := func(head, rest string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, head)
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, rest); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
			}
		}
	}
	word := "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n"
	t.Run("F39 after [DONE]", func(t *testing.T) {
		p := serve(t, Options{}, endless(word+"data: [DONE]\n\n", ": still here\n\n"))
		within(t, time.Second, func() {
			if got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); got != "x{stop}" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	})
	t.Run("F39 keep-alives for ever", func(t *testing.T) {
		p := serve(t, Options{Limits: Limits{Total: 100 * time.Millisecond}}, endless("", ": still here\n\n"))
		within(t, 5*time.Second, func() {
			_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			if e, ok := errors.AsType[*llm.Error](err); !ok || e.Err == nil {
				t.Errorf("got %v, want an *llm.Error", err)
			}
		})
	})
	t.Run("F39 a line without an end", func(t *testing.T) {
		p := serve(t, Options{}, endless("data: {", strings.Repeat("x", 1<<16)))
		_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Message != "the answer did not end" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("F39 keep-alives after the finish reason", func(t *testing.T) {
		p := serve(t, Options{}, endless(word, ": still here\n\n"))
		within(t, 2*time.Second, func() {
			if got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); got != "x{stop}" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	})
	t.Run("F39 held open after the finish reason", func(t *testing.T) {
		p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, word)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		within(t, 2*time.Second, func() {
			if got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); got != "x{stop}" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	})
}

// A server that ignores cancellation does not hold the turn.
func TestCancel(t *testing.T) {
	gone := make(chan struct{})
	defer close(gone)
	stubborn := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		<-gone // whatever the client does
	}
	p := serve(t, Options{}, stubborn)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var got error
	var since time.Time
	for ev, err := range p.Chat("m", ChatOptions{}).Stream(ctx, llm.Request{}) {
		if ev != nil {
			since = time.Now()
			cancel()
		}
		got = err
	}
	if !errors.Is(got, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", got)
	}
	if _, ok := errors.AsType[*llm.Error](got); ok {
		t.Error("being cancelled is told as the provider's fault")
	}
	if d := time.Since(since); d > 500*time.Millisecond {
		t.Errorf("returned %v after being cancelled", d)
	}
	within(t, 500*time.Millisecond, func() {
		for range p.Chat("m", ChatOptions{}).Stream(t.Context(), llm.Request{}) {
			break
		}
	})
}

// Two answers go over one connection: a voice at a table has no time for a
// handshake.
func TestConnectionIsKept(t *testing.T) {
	peers := make(map[string]bool)
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		peers[r.RemoteAddr] = true
		sse(`{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}`)(w, r)
	})
	for range 3 {
		if _, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(peers) != 1 {
		t.Errorf("%d connections for three answers, want 1", len(peers))
	}
}
