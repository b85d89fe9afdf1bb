package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/meter"
)

// A namer thinks up NPCs with the configured model. It is the [command.Namer]
// of the program.
type namer struct {
	cfg  *config.Config
	live *live // which counts what that costs
}

// newNamer returns a namer, or nil where there is no model to ask: the one
// that works offline knows no names.
func newNamer(cfg *config.Config, l *live) command.Namer {
	if cfg.LLM.Provider.Value == config.Offline {
		return nil
	}
	return namer{cfg, l}
}

const (
	inventedTokens = 300
	settingShown   = 1500 // characters of the setting
	takenShown     = 200  // names
)

// Invent implements [command.Namer]: one short question.
func (n namer) Invent(ctx context.Context, c campaign.Campaign, words string, taken []string) (name, persona string, err error) {
	model, err := newModel(n.cfg)
	if err != nil {
		return "", "", err
	}
	var answer strings.Builder
	err = n.live.metered(ctx, c.ID, "", func(m *meter.Meter) error {
		for event, err := range m.Model(model, n.cfg.LLM.Provider.Value).Stream(ctx, inventRequest(c, words, taken)) {
			if err != nil {
				return err
			}
			if text, ok := event.(llm.Text); ok {
				answer.WriteString(string(text))
			}
		}
		return nil
	})
	if err != nil {
		return "", "", fmt.Errorf("ask for a name: %w", err)
	}
	return invented(answer.String())
}

func inventRequest(c campaign.Campaign, words string, taken []string) llm.Request {
	var b strings.Builder
	b.WriteString("You invent one minor character for a tabletop game. Answer with one JSON object and nothing else:\n")
	b.WriteString(`{"name": "…", "persona": "…"}` + "\n")
	b.WriteString("name: one or two words that fit the world, easy to say aloud. It neither is nor sounds like a name that is taken.\n")
	fmt.Fprintf(&b, "persona: two or three sentences to the character, in the language %q, beginning like \"You are\": who they are and how they talk. No secrets, no quests, no other people.\n", c.Language)
	if c.Setting != "" {
		fmt.Fprintf(&b, "The world: %s\n", cut(c.Setting, settingShown))
	}
	if len(taken) > 0 {
		fmt.Fprintf(&b, "Taken: %s\n", strings.Join(taken[:min(len(taken), takenShown)], ", "))
	}
	return llm.Request{
		System:    b.String(),
		Messages:  []llm.Message{{Role: llm.User, Text: words}},
		MaxTokens: inventedTokens,
	}
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// invented reads what a model made up. Models put words around what they are
// asked for, so the object is looked for.
func invented(answer string) (name, persona string, err error) {
	from := strings.IndexByte(answer, '{')
	if from < 0 {
		return "", "", errors.New("the model made up nobody")
	}
	var who struct{ Name, Persona string }
	if err := json.NewDecoder(strings.NewReader(answer[from:])).Decode(&who); err != nil {
		return "", "", errors.New("the model's answer is no character") // which is not quoted: it is what somebody wrote
	}
	if who.Name == "" || who.Persona == "" {
		return "", "", errors.New("the model left out who it is")
	}
	return who.Name, who.Persona, nil
}
