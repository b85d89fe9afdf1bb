package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// write puts a configuration into a fresh directory and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLoadWithoutFile(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.LLM.Provider.Value, Offline; got != want {
		t.Errorf("llm.provider: got %q, want %q", got, want)
	}
	if got, want := c.Database.URL.Value, "glyphoxa.db"; got != want {
		t.Errorf("database.url: got %q, want %q", got, want)
	}

	_, err = Load(Options{File: "mine.yaml"})
	if m, ok := errors.AsType[*Mistake](err); !ok || m.File != "mine.yaml" || m.Remedy == "" {
		t.Errorf("a named file that is missing: got %v, want a mistake that names it and a remedy", err)
	}
	_, err = Load(Options{File: "."})
	if err == nil || !strings.Contains(err.Error(), "read configuration") {
		t.Errorf("a directory: got %v, want an error of reading", err)
	}
}

func TestLoadReadsDefaultFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile(DefaultFile, []byte("language: de\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Language.Value != "de" || c.Language.Line != 1 {
		t.Errorf("language: got %q from line %d, want de from line 1", c.Language.Value, c.Language.Line)
	}
}

func TestLoadValues(t *testing.T) {
	file := write(t, `
table: {endpoint: 1.5s, loudspeaker: on}
llm:
  model: 0123
  temperature: 0.5
  max_tokens: 1_000
stt:
  command:
    args: [hear, --lang, "{language}", 7]
prices:
  - {provider: openai, unit: seconds, per: 60, price: 0.006}
  - provider: piper
    unit: characters
    per: 1000
    price: 1
`)
	c, err := Load(Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Table.Endpoint; got.Value != 1500*time.Millisecond || got.Line != 2 {
		t.Errorf("table.endpoint: got %v from line %d, want 1.5s from line 2", got.Value, got.Line)
	}
	// Other readers of YAML take this for a yes.
	if got := c.Table.Loudspeaker.Value; got != "on" {
		t.Errorf("table.loudspeaker: got %q, want on", got)
	}
	// The library would read this as the octal number 83.
	if got := c.LLM.Model.Value; got != "0123" {
		t.Errorf("llm.model: got %q, want it as it was written", got)
	}
	if got := c.LLM.Temperature.Value; got == nil || *got != 0.5 {
		t.Errorf("llm.temperature: got %v, want 0.5", got)
	}
	if got := c.LLM.MaxTokens.Value; got != 1000 {
		t.Errorf("llm.max_tokens: got %d, want 1000", got)
	}
	if got, want := strings.Join(c.STT.Command.Args.Value, " "), "hear --lang {language} 7"; got != want {
		t.Errorf("stt.command.args: got %q, want %q", got, want)
	}
	if len(c.Prices) != 2 || c.Prices[1].Per.Value != 1000 || c.Prices[1].Per.Line != 14 {
		t.Errorf("prices: got %+v", c.Prices)
	}
	if got, want := c.Database.URL.Value, filepath.Join(filepath.Dir(file), "glyphoxa.db"); got != want {
		t.Errorf("database.url: got %q, want it beside the file: %q", got, want)
	}
}

func TestLoadDatabase(t *testing.T) {
	for _, tt := range []struct {
		url, want string
		postgres  bool
	}{
		{"postgres://bot:pw@db/glyphoxa", "postgres://bot:pw@db/glyphoxa", true},
		{"postgresql:///glyphoxa", "postgresql:///glyphoxa", true},
		{"/var/lib/glyphoxa/bot.db", "/var/lib/glyphoxa/bot.db", false},
		{"data/bot.db", "DIR/data/bot.db", false},
		{"postgres.db", "DIR/postgres.db", false},
		{"postgres/bot.db", "DIR/postgres/bot.db", false},
	} {
		t.Run(tt.url, func(t *testing.T) {
			file := write(t, "database: {url: \""+tt.url+"\"}\n")
			c, err := Load(Options{File: file})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(tt.want, "DIR", filepath.Dir(file))
			if got := c.Database.URL.Value; got != want || c.Database.Postgres() != tt.postgres {
				t.Errorf("got %q, PostgreSQL %v; want %q, %v", got, c.Database.Postgres(), want, tt.postgres)
			}
		})
	}
}

// One limit of time that the file gives stands, whatever the other's default.
func TestLoadTimeouts(t *testing.T) {
	for _, tt := range []struct {
		text         string
		first, total time.Duration
	}{
		{"", 8 * time.Second, time.Minute},
		{"llm: {timeout_first: 2m}\n", 2 * time.Minute, 3 * time.Minute},
		{"llm: {timeout_total: 5s}\n", 5 * time.Second, 5 * time.Second},
		{"llm: {timeout_first: 2m, timeout_total: 5m}\n", 2 * time.Minute, 5 * time.Minute},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, err := Load(Options{File: write(t, tt.text)})
			if err != nil {
				t.Fatal(err)
			}
			if first, total := c.LLM.TimeoutFirst.Value, c.LLM.TimeoutTotal.Value; first != tt.first || total != tt.total {
				t.Errorf("got %v and %v, want %v and %v", first, total, tt.first, tt.total)
			}
		})
	}
}

func TestLoadOverrides(t *testing.T) {
	file := write(t, "llm: {provider: openai, base_url: \"http://localhost:11434/v1\"}\nstt: {provider: openai}\n")
	t.Setenv("OPENAI_API_KEY", "")
	_, err := Load(Options{File: file, TTS: "parrot"})
	want := file + ": tts.provider: \"parrot\" is not one of its values; choose flite, espeak-ng, piper, openai or command\n" +
		file + ": stt.key: OpenAI wants a key, and OPENAI_API_KEY is not set in the environment; export it, or name another base_url or provider"
	if got := sorted(err); got != sorted(errors.New(want)) {
		t.Errorf("got\n%v\nwant\n%v", err, want)
	}
	c, err := Load(Options{File: file, LLM: Offline, STT: PocketSphinx, TTS: ESpeak})
	if err != nil {
		t.Fatal(err)
	}
	if c.LLM.Provider.Value != Offline || c.STT.Provider.Value != PocketSphinx || c.TTS.Provider.Value != ESpeak {
		t.Errorf("got %s, %s, %s; want those of the options", c.LLM.Provider.Value, c.STT.Provider.Value, c.TTS.Provider.Value)
	}
}

// A limit of spending that the file gives stands, whatever the other's default.
func TestLoadSpending(t *testing.T) {
	for _, tt := range []struct {
		text      string
		warn, cap float64
		currency  string
	}{
		{"", 3, 6, "$"},
		{"spending: {cap: 2}\n", 3, 2, "$"},
		{"spending: {cap: 0, warn: 100, currency: €}\n", 100, 0, "€"},
		{"spending: {warn: 10}\n", 10, 20, "$"},
		{"spending: {warn: 6}\n", 6, 12, "$"},
		{"spending: {warn: 5}\n", 5, 6, "$"},
		{"spending: {warn: 0, currency: EUR}\n", 0, 6, "EUR"},
		{"spending: {warn: null, currency: R$}\n", 3, 6, "R$"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, err := Load(Options{File: write(t, tt.text)})
			if err != nil {
				t.Fatal(err)
			}
			if s := c.Spending; s.Warn.Value != tt.warn || s.Cap.Value != tt.cap || s.Currency.Value != tt.currency {
				t.Errorf("got %v, %v, %q; want %v, %v, %q", s.Warn.Value, s.Cap.Value, s.Currency.Value, tt.warn, tt.cap, tt.currency)
			}
		})
	}
}
