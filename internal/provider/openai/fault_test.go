package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
)

// Each fault of a provider is told as what the GM can do about it.
// Case: C03, F40.
func TestF40FaultsInPlainWords(t *testing.T) {
	key := func() string { return "sk-1" }
	for _, tt := range []struct {
		name    string
		key     func() string
		status  int
		body    string
		message string
		remedy  string
		retry   bool
		cause   error
	}{
		{"F40 quota as a 429", key, 429, `{"error":{"code":"insufficient_quota","type":"insufficient_quota","message":"You exceeded your current quota"}}`, "credit or quota is used up (insufficient_quota)", "add credit", false, nil},
		{"F40 no credit", key, 402, `{"error":{"message":"x"}}`, "credit or quota", "add credit", false, nil},
		{"bad key", key, 401, `{"error":{"message":"Incorrect API key provided: sk-1"}}`, "the key is not accepted", "check the key", false, nil},
		{"no key", nil, 401, ``, "wants a key and none is set", "set one", false, nil},
		{"forbidden", key, 403, `{"error":"x"}`, "may not do this", "region", false, nil},
		{"model", key, 404, `{"error":{"code":"model_not_found","message":"The model gpt-9 does not exist"}}`, "does not know the model or the address (model_not_found)", "base_url", false, nil},
		{"model as a 400", key, 400, `{"error":{"message":"model not found, try pulling it first"}}`, "does not know the model", "model's name", false, nil},
		{"address", key, 404, `404 page not found`, "does not know the model or the address", "/v1", false, nil},
		{"C03 too long", key, 400, `{"error":{"code":"context_length_exceeded","param":"messages","message":"..."}}`, "longer than the model's context window (context_length_exceeded: messages)", "less history", false, llm.ErrTooLong},
		{"C03 too long for llama.cpp", key, 400, `{"error":{"code":400,"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}`, "context window", "less history", false, llm.ErrTooLong},
		{"C03 too long as a 500", key, 500, `{"error":"prompt is too long: 9000 tokens"}`, "context window", "less history", false, llm.ErrTooLong},
		{"too often", key, 429, `{"error":{"code":"rate_limit_exceeded"}}`, "asked too often", "wait a little", true, nil},
		{"FastAPI", key, 422, `{"detail":[{"msg":"secret prompt"}]}`, "does not accept the request", "model is one", false, nil},
		{"a text as code", key, 400, `{"error":{"code":"the prompt 'secret prompt' is bad"}}`, "does not accept the request", "", false, nil},
		{"HTML 502", key, 502, `<html>secret prompt</html>`, "overloaded or down", "another provider", true, nil},
		{"overloaded", key, 529, `{"error":{"type":"overloaded_error"}}`, "overloaded or down (overloaded_error)", "another provider", true, nil},
		{"broken", key, 500, `{`, "fault of its own", "try again", true, nil},
		{"slow", key, 504, ``, "time limit ran out", "faster model", true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{Name: "house", Key: tt.key}, replyWith(tt.status, "application/json", tt.body))
			_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			e, ok := errors.AsType[*llm.Error](err)
			if !ok {
				t.Fatalf("got %v, want an *llm.Error", err)
			}
			if e.Provider != "house" || e.Status != tt.status || !strings.Contains(e.Message, tt.message) ||
				!strings.Contains(e.Remedy, tt.remedy) || e.Retry != tt.retry || !errors.Is(err, tt.cause) && tt.cause != nil {
				t.Errorf("got %+v", *e)
			}
			for _, leak := range []string{"secret", "sk-1", "<html>", "gpt-9"} {
				if strings.Contains(err.Error(), leak) {
					t.Errorf("the error repeats the server: %v", err)
				}
			}
		})
	}
}

// How long to wait is in the header or in the body, and is told. Case: L18.
func TestL18RetryAfter(t *testing.T) {
	for _, tt := range []struct {
		name, header, value, body string
		want                      time.Duration
	}{
		{"L18 in the error", "", "", `{"error":{"retry_after":10,"code":"concurrent_request_limit_exceeded"}}`, 10 * time.Second},
		{"L18 beside it", "", "", `{"error":"slow down","retry_after":"7.5"}`, 7500 * time.Millisecond},
		{"L18 header", "Retry-After", "3", ``, 3 * time.Second},
		{"L18 header in ms", "Retry-After-Ms", "2500", ``, 2500 * time.Millisecond},
		{"L18 nonsense", "Retry-After", "soon", `{"error":{"retry_after":-1}}`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				if tt.header != "" {
					w.Header().Set(tt.header, tt.value)
				}
				replyWith(429, "application/json", tt.body)(w, r)
			})
			_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			if e, ok := errors.AsType[*llm.Error](err); !ok || !e.Retry || e.After != tt.want || e.Status != 429 {
				t.Errorf("got %+v, want After %v", err, tt.want)
			}
		})
	}
	at := time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)
	if got := retryAfter(http.Header{"Retry-After": {at}}); got < 58*time.Second || got > time.Minute {
		t.Errorf("Retry-After %s: %v", at, got)
	}
}

// Case: L07, L18.
func TestOneMoreTry(t *testing.T) {
	word := sse(`{"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}`)
	abort := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	limited := func(after string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(429)
		}
	}
	for _, tt := range []struct {
		name  string
		first http.HandlerFunc
		asked int32
		want  string
	}{
		{"502", replyWith(502, "text/html", "<html>"), 2, "Hi.{stop}"},
		{"503", replyWith(503, "text/plain", ""), 2, "Hi.{stop}"},
		{"529", replyWith(529, "text/plain", ""), 2, "Hi.{stop}"},
		{"closed", abort, 2, "Hi.{stop}"},
		{"cut before the first word", reply200("text/event-stream", ": x\n\n"), 2, "Hi.{stop}"},
		{"L07 overloaded inside a 200", sse(`{"error":{"code":503}}`), 2, "Hi.{stop}"},
		{"L18 soon", limited("0.1"), 2, "Hi.{stop}"},
		{"L18 later", limited("10"), 1, ""},
		{"cut after the first word", reply200("text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"So\"}}]}\n\n"), 1, "So"},
		{"bad key", replyWith(401, "text/plain", ""), 1, ""},
		{"500", replyWith(500, "text/plain", ""), 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked atomic.Int32
			h := each(tt.first, word)
			p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				h(w, r)
			})
			got, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			if got != tt.want || asked.Load() != tt.asked || (err == nil) != strings.HasSuffix(tt.want, "}") {
				t.Errorf("got %q (%v) after %d requests, want %q after %d", got, err, asked.Load(), tt.want, tt.asked)
			}
		})
	}
	t.Run("never a third", func(t *testing.T) {
		var asked atomic.Int32
		p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			w.WriteHeader(502)
		})
		if _, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); err == nil || asked.Load() != 2 {
			t.Errorf("asked %d times, %v", asked.Load(), err)
		}
	})
	t.Run("not when cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "2")
			w.WriteHeader(503)
			cancel()
		})
		within(t, time.Second, func() {
			if _, err := ask(ctx, p.Chat("m", ChatOptions{}), llm.Request{}); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
	})
}

// Whatever a server answers, key, prompt and voices go where base_url says and
// nowhere else.
func TestRedirectsAreNotFollowed(t *testing.T) {
	asks := map[string]func(*Provider) error{
		"chat": func(p *Provider) error {
			_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "the plan"}}})
			return err
		},
		"transcribe": func(p *Provider) error {
			_, err := hear(t.Context(), p.Transcription("m"), speech.Hints{}, second)
			return err
		},
		"speak": func(p *Provider) error {
			_, _, err := say(t.Context(), p.Speech("m", SpeechOptions{}), speech.Utterance{Text: "Well."})
			return err
		},
		"list voices": func(p *Provider) error {
			_, err := p.Speech("m", SpeechOptions{}).Voices(t.Context())
			return err
		},
		"list models": func(p *Provider) error {
			_, err := p.Models(t.Context())
			return err
		},
	}
	var reached atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	for op, ask := range asks {
		for _, status := range []int{301, 302, 303, 307, 308} {
			for _, tt := range []struct{ to, says string }{
				{elsewhere.URL + "/v1/secret?q=secret", "another address, at " + elsewhere.URL + " ("},
				{"/secret", "another address ("},
			} {
				t.Run(fmt.Sprintf("%s %d to %s", op, status, tt.to), func(t *testing.T) {
					var asked atomic.Int32
					p := serve(t, Options{Key: func() string { return "sk-secret" }}, func(w http.ResponseWriter, r *http.Request) {
						asked.Add(1)
						w.Header().Set("Location", tt.to)
						replyWith(status, "text/plain", "unavailable: go away with sk-secret")(w, r)
					})
					err := ask(p)
					if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), "set base_url") || strings.Contains(err.Error(), "secret") {
						t.Errorf("got %v, want an error about %q", err, tt.says)
					}
					if asked.Load() != 1 || reached.Load() != 0 {
						t.Errorf("asked %d times, and elsewhere %d times", asked.Load(), reached.Load())
					}
				})
			}
		}
	}
}

func TestCannotBeReached(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	silent := l.Addr().String() // accepts and says nothing
	defer l.Close()
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing.Close()
	for _, tt := range []struct{ name, url, want string }{
		{"refused", "http://" + refusing.Addr().String(), "nothing answers at 127.0.0.1"},
		{"no such host", "http://glyphoxa.invalid", "knows no host named glyphoxa.invalid"},
		{"silent", "http://" + silent, "did not answer within 100ms"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := New(Options{BaseURL: tt.url, Limits: Limits{First: 100 * time.Millisecond}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			_, err = ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
			if e, ok := errors.AsType[*llm.Error](err); !ok || !strings.Contains(e.Message, tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// FuzzProblem checks that no body upsets the search for an error, and that
// nothing of it is shown but a label.
func FuzzProblem(f *testing.F) {
	f.Add(429, []byte(`{"error":{"code":"a_b","retry_after":"1e400","message":"rate limit"}}`))
	f.Add(200, []byte(`{"detail":[{"msg":"x"}],"choices":[1]}`))
	f.Add(500, []byte(`[null]`))
	p := &Provider{key: func() string { return "" }}
	f.Fuzz(func(t *testing.T, status int, data []byte) {
		ft := p.statusFault(status, nil, data)
		if ft.message == "" || ft.after < 0 || ft.again > longestMoment {
			t.Errorf("%+v", ft)
		}
		said, _ := findProblem(data)
		if l := said.label(); strings.ContainsAny(l, " \n\"-0123456789") && !strings.Contains(l, ": ") {
			t.Errorf("label %q", l)
		}
	})
}

func TestErrorBodyIsReadToAnEnd(t *testing.T) {
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("x", 1<<12)); err != nil {
				return
			}
		}
	})
	within(t, time.Second, func() {
		_, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{})
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Status != 400 {
			t.Errorf("got %v", err)
		}
	})
}

func TestSeconds(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"": 0, "3": 3 * time.Second, "0.5": 500 * time.Millisecond, "7s": 7 * time.Second,
		"NaN": 0, "-1": 0, "1e9": 0, "Inf": 0, "soon": 0,
	} {
		if got := seconds(in); got != want {
			t.Errorf("seconds(%q) = %v, want %v", in, got, want)
		}
	}
	if s := scalar(json.RawMessage(`{"a":1}`)); s != "" {
		t.Errorf("scalar of an object is %q", s)
	}
}
