package meter

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/llm"
	"glyphoxa/internal/provider/openai"
	"glyphoxa/internal/speech"
)

// TestOverHTTP counts what a server of OpenAI's kind is asked for, in whatever
// way it tells of its tokens. Each body is as it goes over the wire.
// Case: L05, L08.
func TestOverHTTP(t *testing.T) {
	const (
		words = `data: {"choices":[{"delta":{"content":"Well met, all."}}]}` + "\n\n"
		stop  = `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n\n"
		usage = `"usage":{"prompt_tokens":30,"completion_tokens":7}`
		done  = "data: [DONE]\n\n"
	)
	type counts = map[string]float64
	for _, tt := range []struct {
		name   string
		status int
		body   string
		want   counts
	}{
		{
			"usage in a chunk of its own, as asked for", 200, words + stop + `data: {"choices":[],` + usage + "}\n\n" + done,
			counts{"openai input_tokens": 30, "openai output_tokens": 7},
		},
		{
			"L05 usage in the last chunk of words", 200,
			`data: {"choices":[{"delta":{"content":"Well"},"finish_reason":"stop"}],` + usage + "}\r\n\r\n" + "data:[DONE]\r\n\r\n",
			counts{"openai input_tokens": 30, "openai output_tokens": 7},
		},
		{
			"L08 usage in each chunk, growing", 200,
			`data: {"choices":null,"usage":{"prompt_tokens":30,"completion_tokens":1}}` + "\n\n" + words + stop + `data: {` + usage + "}\n\n" + done,
			counts{"openai input_tokens": 30, "openai output_tokens": 7},
		},
		{"no usage", 200, words + stop + done, counts{"openai input_tokens about": 3, "openai output_tokens about": 4}},
		{"cut off in its words", 200, words, counts{"openai input_tokens about": 3, "openai output_tokens about": 4}},
		{"refused", 401, `{"error":{"message":"no","code":"invalid_api_key"}}`, counts{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked, _ := io.ReadAll(r.Body)
				if !strings.Contains(string(asked), `"include_usage":true`) {
					t.Errorf("usage is not asked for: %s", asked)
				}
				w.Header().Set("Content-Type", "text/event-stream")
				w.WriteHeader(tt.status)
				fmt.Fprint(w, tt.body)
			}))
			defer server.Close()
			m := New(Options{})
			model := m.Model(provider(t, server).Chat("m", openai.ChatOptions{}), "openai")
			for range model.Stream(t.Context(), llm.Request{System: "Be polite.", Messages: []llm.Message{{Role: llm.User, Text: "Hi"}}}) {
			}
			if diff := cmp.Diff(tt.want, uses(m)); diff != "" {
				t.Errorf("counted (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSoundOverHTTP counts what is heard and spoken by a server, and nothing
// that never went there.
func TestSoundOverHTTP(t *testing.T) {
	refuse := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case refuse:
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"error":{"code":"insufficient_quota"}}`)
		case strings.HasSuffix(r.URL.Path, "/transcriptions"):
			fmt.Fprint(w, `{"text":"Hello."}`)
		default:
			_, _ = w.Write(make([]byte, 48000))
		}
	}))
	defer server.Close()
	m := New(Options{})
	p := provider(t, server)
	ears := m.Recognizer(p.Transcription("m"), "openai")
	voice := m.Synthesizer(p.Speech("m", openai.SpeechOptions{}), "openai")
	round := func(ctx context.Context) {
		for range ears.Recognize(ctx, speech.Hints{}, slices.Values([][]int16{make([]int16, 24000)})) {
		}
		for _, text := range []string{"Well met.", "…"} { // there is nothing to speak in the second
			for range voice.Synthesize(ctx, speech.Utterance{Text: text}) {
			}
		}
	}
	round(t.Context())
	refuse = true
	round(t.Context())
	refuse = false
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	round(gone)
	if diff := cmp.Diff(map[string]float64{"openai seconds": 1.5, "openai characters": 9}, uses(m)); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
}

func provider(t *testing.T, server *httptest.Server) *openai.Provider {
	t.Helper()
	p, err := openai.New(openai.Options{BaseURL: server.URL + "/v1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}
