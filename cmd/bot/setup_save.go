package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"glyphoxa/internal/config"
)

// A kept is a secret and the places where it may be kept.
type kept struct {
	secret    config.Secret
	file, env string
}

// save asks where the secrets are to be kept, and writes everything.
func (s *setup) save(ctx context.Context) error {
	token := kept{s.cfg.Discord.Token.Value, "discord.token", "DISCORD_TOKEN"}
	key := s.providerKey()
	places, inFiles, err := s.places(ctx, token, key)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err // the last moment to break it off
	}
	s.say("")
	if inFiles {
		for _, k := range []kept{token, key} {
			if !k.secret.Set() {
				continue
			}
			// The configuration points there, so that comes first.
			if err := saveFileAs(s.beside(k.file), []byte(k.secret.Reveal()+"\n"), forMine); err != nil {
				return err
			}
			s.say("   written: %s, for nobody's eyes but yours", s.beside(k.file))
		}
	}
	old, err := keepOld(s.cfg.File)
	if err != nil {
		return err
	}
	if old != "" {
		s.say("   the old configuration: %s", old)
	}
	if err := saveFile(s.cfg.File, settings(s.cfg, places[0], places[1])); err != nil {
		return err
	}
	s.say("   written: %s", s.cfg.File)
	return nil
}

// providerKey returns the key of whichever part has one: they share it.
func (s *setup) providerKey() kept {
	k := kept{file: "provider.key", env: "PROVIDER_API_KEY"}
	for _, p := range s.parts() {
		if p.key.Value.Set() {
			k.secret = p.key.Value
			if p.url.Value == config.Default().LLM.BaseURL.Value {
				k.file, k.env = "openai.key", "OPENAI_API_KEY"
			}
		}
	}
	return k
}

// places asks where secrets are to be kept and returns, for each, what the
// configuration says of it: nothing if there is none.
func (s *setup) places(ctx context.Context, secrets ...kept) (places []string, inFiles bool, err error) {
	places = make([]string, len(secrets))
	var files, envs, replaced []string
	for _, k := range secrets {
		if !k.secret.Set() {
			continue
		}
		files, envs = append(files, k.file), append(envs, k.env)
		if _, err := os.Lstat(s.beside(k.file)); err == nil {
			replaced = append(replaced, k.file)
		}
	}
	if len(files) == 0 {
		return places, false, nil
	}
	inFile := "in a file beside it that only you can read: " + strings.Join(files, ", ")
	if len(replaced) > 0 {
		inFile += "; what is there now is replaced"
	}
	name := filepath.Base(s.cfg.File)
	s.say("\n== Where secrets are kept ==\n\n   Not in %s itself, which gets copied and shown to people.\n", name)
	n, err := s.choose(ctx, "Where shall they be?", inFile, "in environment variables, which you set yourself: "+strings.Join(envs, ", "))
	if err != nil {
		return nil, false, err
	}
	for i, k := range secrets {
		switch {
		case !k.secret.Set():
		case n == 0:
			places[i] = "{file: " + k.file + "}"
		default:
			places[i] = "{env: " + k.env + "}"
		}
	}
	return places, n == 0, nil
}

// keepOld copies a configuration that is about to be replaced, and returns the
// name of the copy: none if there was nothing. It may hold secrets.
func keepOld(file string) (copied string, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("keep the old configuration: %w", err)
	}
	copied = file + ".old"
	for n := 2; ; n++ {
		if _, err := os.Lstat(copied); errors.Is(err, fs.ErrNotExist) {
			return copied, saveFileAs(copied, data, forMine)
		}
		copied = fmt.Sprintf("%s.old%d", file, n)
	}
}

// settings returns the text of a configuration: what differs from the presets,
// and where the secrets are.
func settings(c *config.Config, token, key string) []byte {
	var b bytes.Buffer
	b.WriteString("# Written by bot setup. What is not in here has its default: config.example.yaml has\n" +
		"# every key, its default and the reason to change it.\n")
	if token != "" {
		fmt.Fprintf(&b, "\ndiscord:\n  token: %s\n", token)
	}
	fmt.Fprintf(&b, "\nlanguage: %s\n", quoted(c.Language.Value))
	preset := config.Default()
	for _, p := range []struct {
		name                         string
		provider, url, model, preset *config.Field[string]
		key                          config.Secret
	}{
		{"llm", &c.LLM.Provider, &c.LLM.BaseURL, &c.LLM.Model, &preset.LLM.Model, c.LLM.Key.Value},
		{"stt", &c.STT.Provider, &c.STT.BaseURL, &c.STT.Model, &preset.STT.Model, c.STT.Key.Value},
		{"tts", &c.TTS.Provider, &c.TTS.BaseURL, &c.TTS.Model, &preset.TTS.Model, c.TTS.Key.Value},
	} {
		fmt.Fprintf(&b, "\n%s:\n  provider: %s\n", p.name, p.provider.Value)
		if p.url.Value != preset.LLM.BaseURL.Value {
			fmt.Fprintf(&b, "  base_url: %s\n", quoted(p.url.Value))
		}
		if p.key.Set() {
			fmt.Fprintf(&b, "  key: %s\n", key)
		}
		if p.model.Value != p.preset.Value {
			fmt.Fprintf(&b, "  model: %s\n", quoted(p.model.Value))
		}
	}
	return b.Bytes()
}

// quoted returns a text as YAML has it between double quotes, which is as JSON
// has it.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string: it cannot fail
	return string(b)
}
