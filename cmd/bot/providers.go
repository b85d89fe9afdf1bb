package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/provider/command"
	"glyphoxa/internal/provider/offline"
	"glyphoxa/internal/provider/openai"
	"glyphoxa/internal/provider/pocketsphinx"
	"glyphoxa/internal/speech"
)

// A providers is what one session thinks, hears and speaks with. What it is
// asked for is counted.
type providers struct {
	model     llm.Model
	modelName string // for the GM
	ears      speech.Recognizer
	mouth     speech.Synthesizer
	meter     *meter.Meter
	ready     func(context.Context) // see readyFor
}

// slots bounds how many local programs run at once: one per core.
var slots = command.NewSlots(runtime.NumCPU())

// models makes the language models of the local recogniser, and keeps what they
// share from session to session.
var models = pocketsphinx.NewBuilder()

// newProviders makes the configured providers for a session of a campaign.
func newProviders(ctx context.Context, cfg *config.Config, file campaign.File) (p providers, cleanup func(), err error) {
	model, err := newModel(cfg)
	if err != nil {
		return p, nil, err
	}
	mouth, err := newVoice(cfg)
	if err != nil {
		return p, nil, err
	}
	ears, cleanup, err := newEars(ctx, cfg, file)
	if err != nil {
		return p, nil, err
	}
	m := newMeter(cfg)
	return providers{
		ready:     readyFor(ears, model, mouth),
		model:     m.Model(model, cfg.LLM.Provider.Value),
		modelName: modelName(cfg),
		ears:      speech.Limit(m.Recognizer(ears, cfg.STT.Provider.Value), cmp.Or(cfg.STT.MaxParallel.Value, runtime.NumCPU())),
		mouth:     m.Synthesizer(mouth, cfg.TTS.Provider.Value),
		meter:     m,
	}, cleanup, nil
}

// newModel makes the configured language model.
func newModel(cfg *config.Config) (llm.Model, error) {
	c := &cfg.LLM
	if c.Provider.Value == config.Offline {
		return offline.New(offline.Options{}), nil
	}
	server, err := newServer(cfg, &c.BaseURL, &c.Key, openai.Limits{First: c.TimeoutFirst.Value, Total: c.TimeoutTotal.Value})
	if err != nil {
		return nil, err
	}
	return tuned{server.Chat(c.Model.Value, openai.ChatOptions{}), c.MaxTokens.Value, c.Temperature.Value}, nil
}

// newServer makes the server that one section of the configuration names.
func newServer(cfg *config.Config, url *config.Field[string], key *config.Field[config.Secret], limits openai.Limits) (*openai.Provider, error) {
	server, err := openai.New(openai.Options{Name: config.OpenAI, BaseURL: url.Value, Key: key.Value.Reveal, Limits: limits})
	if err != nil {
		return nil, cfg.Mistake(url, err.Error(), "write it as in config.example.yaml")
	}
	return server, nil
}

// newVoice makes the configured synthesiser.
func newVoice(cfg *config.Config) (speech.Synthesizer, error) {
	c := &cfg.TTS
	var o command.Options
	switch c.Provider.Value {
	case config.OpenAI:
		server, err := newServer(cfg, &c.BaseURL, &c.Key, openai.Limits{First: c.Timeout.Value, Total: c.Timeout.Value})
		if err != nil {
			return nil, err
		}
		return server.Speech(c.Model.Value, openai.SpeechOptions{Rate: audio.Rate(c.Rate.Value)}), nil
	case config.Flite:
		o = command.Flite()
	case config.ESpeak:
		o = command.Espeak()
	case config.Piper:
		var err error
		if o, err = command.Piper(c.Model.Value); err != nil {
			return nil, cfg.Mistake(&c.Model, err.Error(), "write the directory with piper's voices")
		}
	case config.Command:
		o = command.Options{
			Args:   c.Command.Args.Value,
			Input:  command.Input(c.Command.Input.Value),
			Output: command.Output(c.Command.Output.Value),
			Format: command.Format(c.Command.Format.Value),
			Rate:   audio.Rate(c.Command.Rate.Value),
			Voices: c.Command.Voices.Value,
		}
	}
	o.Name, o.Timeout, o.Slots = c.Provider.Value, c.Timeout.Value, slots
	s, err := command.NewSynthesizer(o)
	if err != nil { // what the configuration says of a command has been checked
		return nil, cfg.Mistake(&c.Provider, err.Error(), "see tts in config.example.yaml")
	}
	return s, nil
}

// newEars makes the configured recogniser for a campaign, which may be asked
// about any number of utterances at once. cleanup removes what it keeps on disk.
func newEars(ctx context.Context, cfg *config.Config, file campaign.File) (ears speech.Recognizer, cleanup func(), err error) {
	c := &cfg.STT
	cleanup = func() {}
	tongue := cmp.Or(c.Language.Value, language(cfg, file))
	switch c.Provider.Value {
	case config.OpenAI:
		server, err := newServer(cfg, &c.BaseURL, &c.Key, openai.Limits{First: c.Timeout.Value, Total: c.Timeout.Value})
		if err != nil {
			return nil, nil, err
		}
		ears = server.Transcription(c.Model.Value)
	case config.PocketSphinx:
		dir, err := os.MkdirTemp("", "glyphoxa-lm-")
		if err != nil {
			return nil, nil, fmt.Errorf("make the recogniser's language model: %w", err)
		}
		cleanup = func() { _ = os.RemoveAll(dir) }
		model, err := models.Build(ctx, dir, corpusOf(file))
		if err != nil {
			cleanup()
			return nil, nil, err
		}
		ears = pocketsphinx.New(pocketsphinx.Options{Model: model, Timeout: c.Timeout.Value, TempDir: dir, Slots: slots})
	default:
		o := command.Whisper(c.Model.Value)
		if c.Provider.Value == config.Command {
			o = command.Options{
				Args:   c.Command.Args.Value,
				Input:  command.Input(c.Command.Input.Value),
				Format: command.Format(c.Command.Format.Value),
			}
		}
		o.Name, o.Language, o.Timeout, o.Slots = c.Provider.Value, tongue, c.Timeout.Value, slots
		if ears, err = command.NewRecognizer(o); err != nil {
			return nil, nil, cfg.Mistake(&c.Provider, err.Error(), "see stt in config.example.yaml")
		}
	}
	return ears, cleanup, nil
}

// language is that of a campaign's table.
func language(cfg *config.Config, file campaign.File) string {
	return cmp.Or(file.Campaign.Language, cfg.Language.Value)
}

// worldOf returns what is written of the world of a campaign.
func worldOf(f campaign.File) []string {
	texts := corpusOf(f).Sentences
	for _, a := range f.Agents {
		texts = append(texts, a.Persona)
	}
	return texts
}

// corpusOf returns the words that a campaign adds to those of any table: its
// names, and what there is to know in it.
func corpusOf(f campaign.File) pocketsphinx.Corpus {
	var c pocketsphinx.Corpus
	said := f.Pronunciations()
	name := func(names ...string) {
		for _, n := range names {
			if n != "" && !slices.ContainsFunc(c.Names, func(o pocketsphinx.Name) bool { return o.Text == n }) {
				c.Names = append(c.Names, pocketsphinx.Name{Text: n, Say: said[n]})
			}
		}
	}
	for _, a := range f.Agents {
		name(a.Name, a.KnownAs)
		name(a.Aliases...)
		name(a.Titles...)
	}
	for _, ch := range f.Characters {
		name(ch.Name)
		name(ch.Aliases...)
	}
	for _, n := range f.Names {
		name(n.Text)
	}
	for _, n := range f.Nodes {
		name(n.Name)
		name(n.Aliases...)
		c.Sentences = append(c.Sentences, n.Text)
		for _, a := range n.Aspects {
			c.Sentences = append(c.Sentences, a.Text)
		}
	}
	c.Sentences = append(c.Sentences, f.Campaign.Setting)
	return c
}
