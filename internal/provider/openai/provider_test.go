package openai

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/llm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a server and returns a provider that reaches it, over real HTTP.
func serve(tb testing.TB, o Options, h http.HandlerFunc) *Provider {
	tb.Helper()
	s := httptest.NewServer(h)
	o.BaseURL = s.URL
	p, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		p.Close()
		s.Close()
	})
	return p
}

// each returns a handler that answers the first request with the first of hs,
// and so on; the last answers all that follow.
func each(hs ...http.HandlerFunc) http.HandlerFunc {
	next := make(chan http.HandlerFunc, len(hs))
	for _, h := range hs {
		next <- h
	}
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case h := <-next:
			h(w, r)
		default:
			hs[len(hs)-1](w, r)
		}
	}
}

// reply200 and replyWith return a handler that gives one answer.
func reply200(contentType, body string) http.HandlerFunc { return replyWith(200, contentType, body) }

func replyWith(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// sse returns a handler that streams events of these data and then [DONE].
func sse(data ...string) http.HandlerFunc {
	var b strings.Builder
	for _, d := range data {
		fmt.Fprintf(&b, "data: %s\n\n", d)
	}
	return reply200("text/event-stream", b.String()+"data: [DONE]\n\n")
}

// ask ranges over one answer and writes it down.
func ask(ctx context.Context, m llm.Model, req llm.Request) (string, error) {
	var b strings.Builder
	var last error
	for ev, err := range m.Stream(ctx, req) {
		switch ev := ev.(type) {
		case nil:
			last = err
		case llm.Text:
			b.WriteString(string(ev))
		case llm.ToolCall:
			fmt.Fprintf(&b, "[%s %s %s]", ev.ID, ev.Name, ev.Args)
		case llm.Finish:
			fmt.Fprintf(&b, "{%s", ev.Reason)
			if ev.Usage != (llm.Usage{}) {
				fmt.Fprintf(&b, " %d/%d/%d", ev.Usage.Input, ev.Usage.Cached, ev.Usage.Output)
			}
			b.WriteString("}")
		}
	}
	return b.String(), last
}

func TestBaseURL(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "https://api.openai.com/v1"},
		{"http://localhost:11434", "http://localhost:11434/v1"},
		{"http://localhost:11434/", "http://localhost:11434/v1"},
		{"http://localhost:11434/v1", "http://localhost:11434/v1"},
		{" http://localhost:11434/v1// ", "http://localhost:11434/v1"},
		{"https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"},
		{"https://example.org/v1beta/openai/", "https://example.org/v1beta/openai"},
		{"https://example.org/v1/chat/completions", "https://example.org/v1"},
		{"localhost:8080", ""},
		{"ftp://example.org", ""},
		{"https://key@example.org/v1", ""},
		{"https://example.org/v1?api-version=1", ""},
		{"http://exa mple.org:sk-secret/", ""},
		{"sk-secret", ""},
		{"bob:sk-secret@example.org/v1", ""},
		{"example.org/sk-secret", ""},
		{"file:///sk-secret", ""},
	} {
		t.Run(tt.in, func(t *testing.T) {
			u, err := parseBase(tt.in)
			got := ""
			if err == nil {
				got = u.String()
			} else if strings.Contains(err.Error(), "key@") || strings.Contains(err.Error(), "sk-secret") {
				t.Errorf("the error shows a secret: %v", err)
			}
			if got != tt.want {
				t.Errorf("got %q (%v), want %q", got, err, tt.want)
			}
		})
	}
}

func TestKeyIsSentAndNeverPrinted(t *testing.T) {
	const key = "sk-very-secret"
	var auth []string
	p := serve(t, Options{Key: func() string { return key }}, func(w http.ResponseWriter, r *http.Request) {
		auth = append(auth, r.Header.Get("Authorization"))
		replyWith(401, "application/json", `{"error":{"message":"Incorrect API key provided: `+key+`","code":"invalid_api_key"}}`)(w, r)
	})
	chat := p.Chat("m", ChatOptions{})
	_, err := ask(t.Context(), chat, llm.Request{})
	_, verr := p.Speech("m", SpeechOptions{}).Voices(t.Context())
	if want := []string{"Bearer " + key, "Bearer " + key}; !slices.Equal(auth, want) {
		t.Errorf("Authorization %q, want %q", auth, want)
	}
	for _, v := range []any{err, verr, p, *chat, p.key} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
			if s := fmt.Sprintf(format, v); strings.Contains(s, key) {
				t.Errorf("%s of %T shows the key: %s", format, v, s)
			}
		}
	}
}

func TestNoKeyNoHeader(t *testing.T) {
	p := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if h, ok := r.Header["Authorization"]; ok {
			t.Errorf("Authorization %q sent without a key", h)
		}
		sse(`{"choices":[{"delta":{"content":"x"}}]}`)(w, r)
	})
	if _, err := ask(t.Context(), p.Chat("m", ChatOptions{}), llm.Request{}); err != nil {
		t.Error(err)
	}
}

func TestModels(t *testing.T) {
	p := serve(t, Options{}, reply200("application/json", `{"object":"list","data":[{"id":"b"},{"id":"a","created":"yesterday"}]}`))
	got, err := p.Models(t.Context())
	if want := []string{"a", "b"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// within fails the test if f takes longer than d.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if got := time.Since(start); got > d {
		t.Errorf("took %v, want at most %v", got, d)
	}
}
