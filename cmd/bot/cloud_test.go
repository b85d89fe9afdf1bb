package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/provider/command"
	"glyphoxa/internal/provider/offline"
	"glyphoxa/internal/speech"
)

// A cloud speaks OpenAI's protocol and does the work with what is on this
// machine: the offline stand-in thinks, pocketsphinx listens, flite speaks.
type cloud struct {
	t     *testing.T
	key   string
	model llm.Model
	ears  speech.Recognizer
	mouth speech.Synthesizer
}

// newCloud starts a cloud for a campaign. It closes with the test.
func newCloud(t *testing.T, file campaign.File, key string) *httptest.Server {
	t.Helper()
	ears, cleanup, err := newEars(t.Context(), config.Default(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cleanup)
	mouth, err := command.NewSynthesizer(command.Flite())
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud{t: t, key: key, model: offline.New(offline.Options{}), ears: ears, mouth: mouth}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", c.chat)
	mux.HandleFunc("POST /v1/audio/transcriptions", c.transcribe)
	mux.HandleFunc("POST /v1/audio/speech", c.speak)
	server := httptest.NewServer(c.guard(mux))
	t.Cleanup(server.Close)
	return server
}

// guard refuses whoever has not the key.
func (c *cloud) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+c.key {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"message":"no such key","code":"invalid_api_key"}}`)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (c *cloud) chat(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Messages []struct {
			Role      string `json:"role"`
			Content   string `json:"content"`
			CallID    string `json:"tool_call_id"`
			ToolCalls []struct {
				ID       string `json:"id"`
				Function struct {
					Name      string `json:"name"`
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"messages"`
		Tools []struct {
			Function struct {
				Name       string          `json:"name"`
				Parameters json.RawMessage `json:"parameters"`
			} `json:"function"`
		} `json:"tools"`
		ToolChoice any `json:"tool_choice"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		c.t.Errorf("chat: %v", err)
	}
	req := llm.Request{NoTools: in.ToolChoice == "none"}
	called := map[string]string{} // call → tool
	for _, m := range in.Messages {
		switch m.Role {
		case "system":
			req.System = m.Content
		case "tool":
			req.Messages = append(req.Messages, llm.Message{Role: llm.Tool, Results: []llm.ToolResult{{ID: m.CallID, Name: called[m.CallID], Content: m.Content}}})
		default:
			out := llm.Message{Role: llm.Role(m.Role), Text: m.Content}
			for _, call := range m.ToolCalls {
				called[call.ID] = call.Function.Name
				out.Calls = append(out.Calls, llm.ToolCall{ID: call.ID, Name: call.Function.Name, Args: json.RawMessage(call.Function.Arguments)})
			}
			req.Messages = append(req.Messages, out)
		}
	}
	for _, tool := range in.Tools {
		req.Tools = append(req.Tools, llm.ToolSpec{Name: tool.Function.Name, Schema: tool.Function.Parameters})
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta map[string]any, finish string) {
		b, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": delta, "finish_reason": finish}}})
		if err != nil {
			c.t.Errorf("chat: %v", err)
		}
		fmt.Fprintf(w, "data: %s\n\n", b)
		w.(http.Flusher).Flush()
	}
	for ev, err := range c.model.Stream(r.Context(), req) {
		switch ev := ev.(type) {
		case llm.Text:
			send(map[string]any{"content": ev}, "")
		case llm.ToolCall:
			send(map[string]any{"tool_calls": []any{map[string]any{
				"index": 0, "id": ev.ID, "type": "function",
				"function": map[string]any{"name": ev.Name, "arguments": string(ev.Args)},
			}}}, "")
		}
		if err != nil {
			return
		}
	}
	send(map[string]any{}, "stop")
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func (c *cloud) transcribe(w http.ResponseWriter, r *http.Request) {
	f, _, err := r.FormFile("file")
	if err != nil {
		c.t.Errorf("transcribe: %v", err)
		return
	}
	if got := r.FormValue("language"); got != "en" {
		c.t.Errorf("transcribe: language %q", got)
	}
	wav, err := audio.NewWAVReader(f)
	if err != nil {
		c.t.Errorf("transcribe: %v", err)
		return
	}
	var pcm []int16
	buf := make([]int16, 1<<14)
	for err == nil {
		var n int
		n, err = wav.Read(buf)
		pcm = append(pcm, buf[:n]...)
	}
	if !errors.Is(err, io.EOF) {
		c.t.Errorf("transcribe: %v", err)
	}
	var text string
	for h, err := range c.ears.Recognize(r.Context(), speech.Hints{Language: "en"}, func(yield func([]int16) bool) { yield(pcm) }) {
		if err != nil {
			http.Error(w, "{}", http.StatusInternalServerError)
			return
		}
		text = h.Text
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(map[string]any{
		"text": text, "language": "english",
		"segments": []any{map[string]any{"text": text, "avg_logprob": -0.2, "no_speech_prob": 0.01}},
	}); err != nil {
		c.t.Errorf("transcribe: %v", err)
	}
}

// speak sends raw samples at 24 kHz, as OpenAI does. Its voices are flite's.
func (c *cloud) speak(w http.ResponseWriter, r *http.Request) {
	var in struct{ Input, Voice string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		c.t.Errorf("speak: %v", err)
	}
	voice, ok := map[string]string{"nova": "awb", "onyx": "kal16", "alloy": "rms"}[in.Voice]
	if !ok {
		voice = "slt"
	}
	var resampler *audio.Resampler
	for clip, err := range c.mouth.Synthesize(r.Context(), speech.Utterance{Text: in.Input, Voice: speech.Voice{Name: voice}}) {
		if err != nil {
			return
		}
		if resampler == nil {
			if resampler, err = audio.NewResampler(clip.Rate, 24000); err != nil {
				c.t.Errorf("speak: %v", err)
				return
			}
		}
		if _, err := w.Write(audio.AppendPCM(nil, resampler.Append(nil, clip.PCM))); err != nil {
			return // the listener has gone
		}
		w.(http.Flusher).Flush()
	}
	if resampler != nil {
		_, _ = w.Write(audio.AppendPCM(nil, resampler.Flush(nil)))
	}
}

// TestLiveCloud plays the scene with everything reached over HTTP, and then
// with a key that is not the right one: the program says so and where. As in
// [TestLiveDemo], nothing runs beside it.
func TestLiveCloud(t *testing.T) {
	needSpeech(t)
	data, err := os.ReadFile(filepath.Join("..", "..", "campaigns", "lanterns.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := campaign.Parse("lanterns.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	const key = "sk-test-of-the-demo"
	server := newCloud(t, file, key)
	write := func(t *testing.T, key string) (dir, cfg string) {
		t.Helper()
		dir = t.TempDir()
		cfg = filepath.Join(dir, "config.yaml")
		section := fmt.Sprintf("{provider: openai, base_url: %q, key: %q}\n", server.URL+"/v1", key)
		if err := os.WriteFile(cfg, []byte("llm: "+section+"stt: "+section+"tts: "+section), 0o600); err != nil {
			t.Fatal(err)
		}
		return dir, cfg
	}
	t.Run("the right key", func(t *testing.T) {
		dir, cfg := write(t, key)
		var out, errOut bytes.Buffer
		if code := run(t.Context(), []string{"demo", "--strict", "--config", cfg, "--out", dir}, strings.NewReader(""), &out, &errOut); code != 0 {
			t.Errorf("exit %d\n%s\n%s", code, out.String(), errOut.String())
		}
		if strings.Contains(out.String()+errOut.String(), key) {
			t.Error("the key is printed")
		}
	})
	t.Run("another key", func(t *testing.T) {
		_, cfg := write(t, "sk-wrong")
		var out, errOut bytes.Buffer
		if code := run(t.Context(), []string{"doctor", "--config", cfg}, strings.NewReader(""), &out, &errOut); code != exitFailed {
			t.Errorf("exit %d", code)
		}
		for _, section := range []string{"llm", "stt", "tts"} {
			if !strings.Contains(out.String(), section+" openai: ") || !strings.Contains(out.String(), "key") {
				t.Errorf("doctor does not say that the key of %s is wrong:\n%s", section, out.String())
			}
		}
	})
}
