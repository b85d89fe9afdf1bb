package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
)

// TestCommandWords holds the words of the configuration to those of
// internal/provider/command: what one takes the other takes, for every
// combination of the settings and of up to two placeholders.
func TestCommandWords(t *testing.T) {
	words := []string{"plain", "{text}", "{textfile}", "{voice}", "{out}", "{wav}", "{language}", "{names}", "{rate}", "{other}"}
	file := filepath.Join(t.TempDir(), "config.yaml")
	accepted := map[string]int{}
	try := func(section, settings string, made error) {
		t.Helper()
		text := section + ": {provider: command, command: {" + settings + "}}\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, checked := config.Load(config.Options{File: file})
		if (checked == nil) != (made == nil) {
			t.Errorf("%sthe configuration says %v, the provider %v", text, checked, made)
		}
		if made == nil {
			accepted[section]++
		}
	}
	for i, one := range words {
		for _, two := range words[i:] {
			args := []string{"program", one, "--flag=" + two}
			list := `args: ["` + strings.Join(args, `", "`) + `"]`
			for _, input := range []string{"stdin", "arg", "file", "argument"} {
				for _, format := range []string{"wav", "pcm", "mp3"} {
					cfg := config.Default()
					cfg.STT.Provider.Value = config.Command
					hear := &cfg.STT.Command
					hear.Args.Value, hear.Input.Value, hear.Format.Value = args, input, format
					_, _, err := newEars(t.Context(), cfg, campaign.File{})
					try("stt", fmt.Sprintf("%s, input: %s, format: %s", list, input, format), err)

					cfg.TTS.Provider.Value = config.Command
					speak := &cfg.TTS.Command
					speak.Args.Value, speak.Input.Value, speak.Format.Value = args, input, format
					for _, output := range []string{"stdout", "file"} {
						speak.Output.Value = output
						_, err := newVoice(cfg)
						try("tts", fmt.Sprintf("%s, input: %s, output: %s, format: %s", list, input, output, format), err)
					}
				}
			}
		}
	}
	if accepted["stt"] == 0 || accepted["tts"] == 0 {
		t.Errorf("accepted %v, want some of each", accepted)
	}
}
