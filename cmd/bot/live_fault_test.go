package main

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
)

func TestFaultWords(t *testing.T) {
	cfg := &config.Config{}
	cfg.LLM.BaseURL.Value = "http://gpu-box.lan:8000/v1"
	dsn := errors.New("failed to connect to `host=10.0.0.3 user=glyphoxa database=prod`: dial tcp 10.0.0.3:5432: connect: connection refused")
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{
			"a model", fmt.Errorf("answer of mirela: %w", &llm.Error{Provider: "openai", Message: "nothing answers at gpu-box.lan:8000", Remedy: "check that the server runs and that base_url is right"}),
			"answer of mirela: openai: nothing answers at its server. What to do: check that the server runs and that base_url is right.",
		},
		{
			"a name", &llm.Error{Provider: "openai", Message: "the network knows no host named gpu-box.lan"},
			"openai: the network knows no host named its server.",
		},
		{
			"a voice", &speech.ProviderError{Provider: "piper", Op: "speak", Message: "the program \"piper\" ended with status 1", Remedy: "run it in a terminal to see what it says"},
			`piper: the program "piper" ended with status 1. What to do: run it in a terminal to see what it says.`,
		},
		{
			"a voice by address", &speech.ProviderError{Provider: "openai", Message: "[fd00::1]:8000 closed the connection; http://192.168.0.7:1/x?key=1 too"},
			"openai: its server closed the connection; its server too.",
		},
		{"a database", fmt.Errorf("the transcript cannot be written, and is kept in memory for now: %w", fmt.Errorf("append line: %w", dsn)), "the transcript cannot be written, and is kept in memory for now"},
		{"nothing but a library's", fmt.Errorf("%w", dsn), "Something went wrong on my side; it is in my log."},
		{"ours", errors.New("a provider goes on working on an answer that was stopped"), "a provider goes on working on an answer that was stopped"},
		{"a path", errors.New("open /var/lib/glyphoxa/glyphoxa.db: permission denied (see /etc/x)"), "open a file: permission denied (see a file)"},
		{"and/or is no path", errors.New("the voice and/or the model 1/2"), "the voice and/or the model 1/2"},
		{"a command", errors.New("`/glyphoxa doctor` says more"), "`/glyphoxa doctor` says more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := faultWords(cfg, tt.err).String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A host whose name is a word is not taken out of others.
func TestDiscreet(t *testing.T) {
	cfg := &config.Config{}
	cfg.LLM.BaseURL.Value, cfg.TTS.BaseURL.Value, cfg.STT.BaseURL.Value = "http://ai:11434/v1", "http://tts:8880/v1", "http://ears.lan"
	const words = "it failed: raise llm.max_tokens, check its settings under tts, and try again"
	for _, tt := range []struct{ said, want string }{
		{words, words},
		{"nothing answers at ai:11434", "nothing answers at its server"},
		{"nothing answers at AI:11434.", "nothing answers at its server."},
		{"fai:11434 is no host of ours", "fai:11434 is no host of ours"},
		{"post http://ai:11434/v1/chat: refused", "post its server/chat: refused"},
		{"get http://ai:11434/health: refused", "get its server refused"},
		{"ears.lan is deaf, ears.lan:80 too", "its server is deaf, its server too"},
		{"bears.land", "bears.land"},
	} {
		if got := discreet(cfg, tt.said); got != tt.want {
			t.Errorf("of %q is told %q, want %q", tt.said, got, tt.want)
		}
	}
}

// Whatever an error says, no address is left of it.
func FuzzDiscreet(f *testing.F) {
	f.Add("dial tcp 10.0.0.3:5432: refused")
	f.Add("http://x.y/z?token=1 and gpu-box.lan")
	f.Fuzz(func(t *testing.T, s string) {
		cfg := &config.Config{}
		cfg.LLM.BaseURL.Value = "https://gpu-box.lan/v1"
		got := discreet(cfg, s)
		if regexp.MustCompile(`\bgpu-box\.lan\b`).MatchString(got) || address.MatchString(got) {
			t.Fatalf("%q is left of %q", got, s)
		}
	})
}
