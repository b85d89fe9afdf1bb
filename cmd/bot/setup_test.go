package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/config"
)

// serverKey is what the server of [newSmallServer] wants.
const serverKey = "sk-hush-hush"

// newSmallServer speaks OpenAI's protocol and always says the same. Without a
// mouth it has no speech.
func newSmallServer(t *testing.T, mouth bool) (url string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"delta":{"content":"ready"},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
	})
	mux.HandleFunc("POST /v1/audio/transcriptions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"text":"testing"}`)
	})
	mux.HandleFunc("POST /v1/audio/speech", func(w http.ResponseWriter, r *http.Request) {
		if !mouth {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"error":{"message":"no such model"}}`)
			return
		}
		_, _ = w.Write(audio.AppendPCM(nil, tone(audio.FrameDuration*50).PCM))
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+serverKey {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"message":"no such key"}}`)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// lines joins what somebody types.
func lines(texts ...string) string { return strings.Join(texts, "\n") + "\n" }

// TestSetup answers its questions in several ways, without Discord.
func TestSetup(t *testing.T) {
	url := newSmallServer(t, true)
	dumb := newSmallServer(t, false)
	t.Setenv("PROVIDER_API_KEY", serverKey)
	const old = "language: de # mine\n"
	tests := []struct {
		name   string
		before map[string]string // files
		typed  string
		code   int
		shows  []string // in this order
		// files are what is there afterwards, beside what was there before.
		files []string
		want  func(c *config.Config, dir string) (wrong string)
	}{
		{
			name:  "a server",
			typed: lines("skip", "", "3", url, serverKey, "", "", "", "1"),
			shows: []string{
				"Token", "Without a token", "Language [en]", "ok    llm openai: ", "ok    tts openai: ", "ok    stt openai: it heard \"testing\"",
				"voice-sample.wav", "provider.key", "written: ", "config.yaml", " setup ", "once more", "/glyphoxa start",
			},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
			want: func(c *config.Config, dir string) string {
				if c.LLM.Provider.Value != config.OpenAI || c.TTS.BaseURL.Value != url || c.STT.Key.Value.Reveal() != serverKey {
					return fmt.Sprintf("llm by %s, tts at %s", c.LLM.Provider.Value, c.TTS.BaseURL.Value)
				}
				if c.Discord.Token.Value.Set() {
					return "there is a token"
				}
				if info, err := os.Stat(filepath.Join(dir, "provider.key")); err != nil || info.Mode().Perm() != 0o600 {
					return fmt.Sprintf("the key: %v, %v, want one that only its owner may read", info, err)
				}
				return ""
			},
		},
		{
			name:  "a mistyped language, and another",
			typed: lines("skip", "german!", "de", "3", url, serverKey, "", "", "", "1"),
			shows: []string{`FAIL  language: `, `"german!" is not the tag of a language → write it as en, de or pt-BR`, "Language [en]: de"},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
			want: func(c *config.Config, _ string) string {
				if c.Language.Value != "de" {
					return "the language is " + c.Language.Value
				}
				return ""
			},
		},
		{
			name:  "a wrong key, mended",
			typed: lines("skip", "", "3", url, "sk-wrong", "", "", "", "1", "2", "3", "", serverKey, "", "", "", "1"),
			shows: []string{"FAIL  llm openai: ", "What now?", "FAIL  llm openai: ", "Its address [" + url, "ok    llm openai", "ok    stt openai"},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
		},
		{
			name:  "a server without a voice",
			typed: lines("skip", "", "3", dumb, serverKey, "", "", "", "4", "1"),
			shows: []string{"ok    llm", "FAIL  tts openai: ", "leave it so for now", "ok    stt openai: it listened to a second of silence", "written: "},
			files: []string{"config.yaml", "provider.key"},
		},
		{
			name:  "models of its own, and thinking on this machine",
			typed: lines("skip", "", "3", url, serverKey, "-", "tts: \"1\"#", "whisper # large", "1"),
			shows: []string{"ok    llm offline"},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
			want: func(c *config.Config, _ string) string {
				if c.LLM.Provider.Value != config.Offline || c.TTS.Model.Value != "tts: \"1\"#" || c.STT.Model.Value != "whisper # large" {
					return fmt.Sprintf("llm by %s, tts with %q, stt with %q", c.LLM.Provider.Value, c.TTS.Model.Value, c.STT.Model.Value)
				}
				return ""
			},
		},
		{
			name:  "an address that is none",
			typed: lines("skip", "", "3", "localhost", "", "", "", "", "3", url, serverKey, "", "", "", "1"),
			shows: []string{"FAIL  providers: ", "is not the address of a server", "Who shall do it?", "ok    llm"},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
		},
		{
			name:  "OpenAI, but there is no key",
			typed: lines("skip", "", "2", "", "3", url, serverKey, "", "", "", "1"),
			shows: []string{"https://platform.openai.com/api-keys", "Who shall do it?", "ok    llm"},
			files: []string{"config.yaml", "provider.key", "voice-sample.wav"},
		},
		{
			name:  "secrets in the environment",
			typed: lines("skip", "", "3", url, serverKey, "", "", "", "2"),
			shows: []string{"PROVIDER_API_KEY", "written: "},
			files: []string{"config.yaml", "voice-sample.wav"},
			want: func(c *config.Config, _ string) string {
				if c.LLM.Key.Value.Reveal() != serverKey {
					return "the key is not that of the environment"
				}
				return ""
			},
		},
		{
			name:   "there is a configuration, and it is kept",
			before: map[string]string{"config.yaml": old},
			typed:  lines("n"),
			shows:  []string{"There is a config.yaml already", "Nothing was changed."},
		},
		{
			name:   "there is a configuration, and it is replaced",
			before: map[string]string{"config.yaml": old, "config.yaml.old": "older", "provider.key": "old-key"},
			typed:  lines("y", "skip", "", "3", url, serverKey, "", "", "", "1"),
			shows:  []string{"what is there now is replaced", "config.yaml.old2", "written: "},
			files:  []string{"config.yaml.old2", "voice-sample.wav"},
			want: func(c *config.Config, dir string) string {
				for name, want := range map[string]string{"config.yaml.old": "older", "config.yaml.old2": old} {
					if data, err := os.ReadFile(filepath.Join(dir, name)); string(data) != want || err != nil {
						return fmt.Sprintf("%s holds %q, %v", name, data, err)
					}
				}
				if c.LLM.Key.Value.Reveal() != serverKey {
					return "the old key is still there"
				}
				return ""
			},
		},
		{
			name: "nobody answers",
			code: exitFailed, shows: []string{"bot: nobody can be asked here", "nothing was written"},
		},
		{
			name:  "the input ends before the last question",
			typed: lines("skip", "", "3", url, serverKey, "", "", ""),
			code:  exitFailed, shows: []string{"Where shall they be?", "nothing was written"},
			files: []string{"voice-sample.wav"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "config.yaml")
			want := slices.Clone(tt.files)
			for name, text := range tt.before {
				want = append(want, name)
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			out, code := (*simulated)(nil).ran(t.Context(), tt.typed, "--config", file, "setup")
			if code != tt.code {
				t.Errorf("exit code %d, want %d\n%s", code, tt.code, out)
			}
			inOrder(t, out, tt.shows...)
			if strings.Contains(out, serverKey) {
				t.Error("the key is printed")
			}
			slices.Sort(want)
			if got := names(t, dir); !slices.Equal(got, want) {
				t.Errorf("there is %v, want %v", got, want)
			}
			if tt.code != 0 || tt.want == nil {
				return
			}
			c, err := config.Load(config.Options{File: file})
			if err != nil {
				t.Fatal(err)
			}
			if wrong := tt.want(c, dir); wrong != "" {
				t.Error(wrong)
			}
			if data, _ := os.ReadFile(file); bytes.Contains(data, []byte("hush")) {
				t.Errorf("the secret is in the configuration:\n%s", data)
			}
		})
	}
}

// TestInterruptedSetup presses Ctrl-C at several questions. Nothing but the voice
// sample is left, and never a part of something.
func TestInterruptedSetup(t *testing.T) {
	url := newSmallServer(t, true)
	typed := lines("skip", "", "3", url, serverKey, "", "", "")
	for _, question := range []string{"Token", "Language", "Its address", "Where shall they be?"} {
		t.Run(question, func(t *testing.T) {
			dir := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			out := &hook{on: question, do: cancel}
			in, more := io.Pipe() // which does not end
			defer more.Close()
			go func() { _, _ = io.WriteString(more, typed) }()
			var errOut bytes.Buffer
			code := run(ctx, []string{"--config", filepath.Join(dir, "config.yaml"), "setup"}, in, out, &errOut)
			if code != exitFailed || errOut.String() != "bot: stopped\n" || !out.done {
				t.Errorf("exit code %d and %q, want %d and one line\n%s", code, errOut.String(), exitFailed, out.got.String())
			}
			for _, name := range names(t, dir) {
				if name != sampleFile {
					t.Errorf("it left %s behind", name)
				}
			}
			_ = in.Close()
		})
	}
}

// TestSettings reads back what is written, whatever it is.
func TestSettings(t *testing.T) {
	for _, text := range []string{"plain", `with "quotes" and \`, "# no comment", "a: b", "{x}", "ü \u2028 \t", "null", "1", "<&>"} {
		c := config.Default()
		c.LLM.Provider.Value, c.LLM.BaseURL.Value, c.LLM.Model.Value = config.OpenAI, text, text
		c.STT.Model.Value, c.TTS.Model.Value = text, text
		data := settings(c, "", "")
		got, err := config.Parse("config.yaml", data)
		if err != nil {
			t.Errorf("%q: %v\n%s", text, err, data)
			continue
		}
		for _, f := range []config.Field[string]{got.LLM.BaseURL, got.LLM.Model, got.STT.Model, got.TTS.Model} {
			if f.Value != text {
				b, _ := json.Marshal(f.Value)
				t.Errorf("%q came back as %s", text, b)
			}
		}
	}
}

// TestLocalSetup chooses what is on this machine.
func TestLocalSetup(t *testing.T) {
	tests := []struct{ language, typed, mouth, ears, model string }{
		{"en-GB", "", config.Flite, config.PocketSphinx, "whisper-1"},
		{"de", "\n", config.ESpeak, config.PocketSphinx, "whisper-1"},
		{"de", "ggml-small.bin\n", config.ESpeak, config.WhisperCLI, "ggml-small.bin"},
	}
	for _, tt := range tests {
		t.Run(tt.language+" "+tt.ears, func(t *testing.T) {
			a := &app{in: strings.NewReader(tt.typed), out: io.Discard}
			s := &setup{doctor: &doctor{app: a, cfg: config.Default()}, dialogue: newDialogue(t.Context(), a)}
			defer s.close()
			c := s.cfg
			c.Language.Value, c.LLM.Provider.Value, c.LLM.Key.Value = tt.language, config.OpenAI, config.NewSecret(serverKey)
			if err := s.chooseLocal(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c.LLM.Provider.Value != config.Offline || c.LLM.Key.Value.Set() || s.providerKey().secret.Set() {
				t.Errorf("thinking by %s, which keeps the key", c.LLM.Provider.Value)
			}
			if c.TTS.Provider.Value != tt.mouth || c.STT.Provider.Value != tt.ears || c.STT.Model.Value != tt.model {
				t.Errorf("speaking by %s, hearing by %s with %s", c.TTS.Provider.Value, c.STT.Provider.Value, c.STT.Model.Value)
			}
		})
	}
}

// TestProviderKey never keeps the key of another server where OpenAI's is looked
// for, nor the other way round.
func TestProviderKey(t *testing.T) {
	own := config.Default().LLM.BaseURL.Value
	for url, want := range map[string]string{own: "OPENAI_API_KEY", "http://localhost:1/v1": "PROVIDER_API_KEY"} {
		s := &setup{doctor: &doctor{cfg: config.Default()}}
		s.cfg.TTS.BaseURL.Value, s.cfg.TTS.Key.Value = url, config.NewSecret(serverKey)
		if k := s.providerKey(); k.env != want || k.secret.Reveal() != serverKey {
			t.Errorf("the key of %s is kept in %s, want %s", url, k.env, want)
		}
	}
}

// inOrder checks that each of some texts comes after the one before it.
func inOrder(t *testing.T, out string, texts ...string) {
	t.Helper()
	rest := out
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Errorf("it does not show %q where it should:\n%s", text, out)
			return
		}
		rest = after
	}
}

// names returns the files in a directory, sorted.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
