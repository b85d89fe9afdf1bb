package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

const hunter2 = "hunter2-and-some-more"

func TestSecretDoesNotPrintItself(t *testing.T) {
	c, err := Parse("bot.yaml", []byte("discord: {token: "+hunter2+"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := c.Discord.Token.Value
	if s.Reveal() != hunter2 {
		t.Fatalf("got %q, want the secret", s.Reveal())
	}
	values := map[string]any{
		"secret":     s,
		"pointer":    &s,
		"field":      c.Discord.Token,
		"section":    c.Discord,
		"config":     c,
		"unexported": struct{ s Secret }{s},
		"list":       []Secret{s},
	}
	// fmt finds its way into a value by other doors than String, and each verb
	// spells what it finds in its own way.
	spelt := []string{hunter2, fmt.Sprintf("%x", hunter2), fmt.Sprintf("%X", hunter2), fmt.Sprintf("%v", []byte(hunter2))}
	for name, v := range values {
		var out strings.Builder
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%d", "%t", "%c", "%p", "%!"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		var logs bytes.Buffer
		for _, h := range []slog.Handler{slog.NewTextHandler(&logs, nil), slog.NewJSONHandler(&logs, nil)} {
			slog.New(h).LogAttrs(t.Context(), slog.LevelInfo, "value", slog.Any("v", v))
		}
		out.Write(logs.Bytes())
		if b, err := json.Marshal(v); err == nil {
			out.Write(b)
		}
		if b, err := yaml.Marshal(v); err == nil {
			out.Write(b)
		}
		for _, s := range spelt {
			if strings.Contains(out.String(), s) {
				t.Errorf("%s shows its secret:\n%s", name, out.String())
			}
		}
	}
	if got := fmt.Sprint(s); got != "[redacted]" {
		t.Errorf("got %q, want a stand-in", got)
	}
}

func TestSecretSources(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"key": "from-file\n", "empty": "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("MY_KEY", " from-env\n")
	t.Setenv("UNSET", "")
	const openai = "llm: {provider: openai, "
	for _, tt := range []struct {
		name, text string
		openAIKey  string
		want       string // the secret, or the mistake
	}{
		{"literal", openai + "key: sk-literal}", "", "sk-literal"},
		{"number", openai + "key: 0123}", "", "0123"},
		{"env", openai + "key: {env: MY_KEY}}", "", "from-env"},
		{"file", openai + "key: {file: key}}", "", "from-file"},
		{"usual variable", openai + "model: x}", "sk-usual", "sk-usual"},
		{"usual variable, null", openai + "key: null}", "sk-usual", "sk-usual"},
		{"usual variable, slash", openai + "base_url: https://api.openai.com/v1/}", "sk-usual", "sk-usual"},
		// The key would go to whoever runs that server.
		{"usual variable, other server", openai + "base_url: \"https://example.org/v1\"}", "sk-usual", ""},
		{"none, other server", openai + "base_url: \"https://example.org/v1\"}", "", ""},
		{"none", openai + "model: x}", "", ": llm.key: OpenAI wants a key, and OPENAI_API_KEY is not set in the environment; export it, or name another base_url or provider"},
		{"none, but not asked for", "llm: {provider: offline, key: {env: UNSET}}", "", ""},
		{"variable not set", openai + "base_url: \"https://example.org/v1\", key: {env: UNSET}}", "sk-usual", ":1: llm.key: UNSET is not set in the environment; export it, or remove the line if the server wants no key"},
		{"file is empty", openai + "key: {file: empty}}", "", ":1: llm.key: the file of the secret is empty; put the key there, alone in the file"},
		{"two sources", openai + "key: {file: key, env: MY_KEY}}", "", ":1: llm.key: is a section; write {env: NAME_OF_A_VARIABLE} or {file: PATH}"},
		{"other source", openai + "key: {vault: key}}", "", ":1: llm.key: cannot come from \"vault\"; write {env: NAME_OF_A_VARIABLE} or {file: PATH}"},
		{"source of nothing", openai + "key: {env: \"\"}}", "", ":1: llm.key: points nowhere; write {env: NAME_OF_A_VARIABLE} or {file: PATH}"},
		{"list", openai + "key: [a]}", "", ":1: llm.key: is a list; write {env: NAME_OF_A_VARIABLE} or {file: PATH}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("OPENAI_API_KEY", tt.openAIKey)
			file := filepath.Join(dir, "config.yaml")
			if err := os.WriteFile(file, []byte(tt.text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := Load(Options{File: file})
			got := strings.TrimPrefix(fmt.Sprint(err), file)
			if err == nil {
				got = c.LLM.Key.Value.Reveal()
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestSecretFileMissing(t *testing.T) {
	file := write(t, "discord: {token: {file: nowhere}}\n")
	_, err := Load(Options{File: file})
	if err == nil || !strings.HasPrefix(err.Error(), file+":1: discord.token: the secret cannot be read") {
		t.Errorf("got %v, want a mistake on line 1", err)
	}
}

func TestDiscordToken(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("DISCORD_TOKEN", "a-token")
	c, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Discord.Token.Value.Reveal(); got != "a-token" {
		t.Errorf("got %q, want the variable's", got)
	}
}
