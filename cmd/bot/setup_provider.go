package main

import (
	"context"
	"strings"

	"glyphoxa/internal/config"
)

// language asks which one is spoken.
func (s *setup) language(ctx context.Context) error {
	s.say("\n== The language at your table ==\n\n   As a code: en, de, fr, pt-BR.\n")
	for {
		text, err := s.text(ctx, "Language", s.cfg.Language.Value)
		if err != nil {
			return err
		}
		s.cfg.Language.Value = text
		if err = s.cfg.Check(); err == nil {
			return nil
		}
		s.faults("language", err)
		s.cfg.Language.Value = config.Default().Language.Value
	}
}

// A part is one of the three things that a provider is needed for.
type part struct {
	name       string // its section
	what       string
	provider   *config.Field[string]
	url, model *config.Field[string]
	key        *config.Field[config.Secret]
	local      string // the provider that is on this machine
	check      func(*doctor, context.Context)
}

// parts returns them in the order in which they are tried: the recogniser hears
// what the voice has said.
func (s *setup) parts() []part {
	c := s.cfg
	mouth, ears := config.Flite, config.PocketSphinx
	if !s.english() {
		mouth = config.ESpeak // flite and pocketsphinx know English alone
	}
	return []part{
		{"llm", "thinking", &c.LLM.Provider, &c.LLM.BaseURL, &c.LLM.Model, &c.LLM.Key, config.Offline, (*doctor).checkModel},
		{"tts", "speaking", &c.TTS.Provider, &c.TTS.BaseURL, &c.TTS.Model, &c.TTS.Key, mouth, (*doctor).checkVoice},
		{"stt", "hearing", &c.STT.Provider, &c.STT.BaseURL, &c.STT.Model, &c.STT.Key, ears, (*doctor).checkEars},
	}
}

func (s *setup) english() bool {
	language, _, _ := strings.Cut(strings.ToLower(s.cfg.Language.Value), "-")
	return language == "en"
}

// providers asks who thinks, hears and speaks, and has each do it once.
func (s *setup) providers(ctx context.Context) error {
	s.say("\n== Who thinks, hears and speaks ==\n")
	for {
		if err := s.chooseProviders(ctx); err != nil {
			return err
		}
		if err := s.cfg.Check(); err != nil {
			s.faults("providers", err)
			continue
		}
		s.say("\nNow each of them is tried once.")
		anew, err := s.tryProviders(ctx)
		if err != nil || !anew {
			return err
		}
	}
}

func (s *setup) chooseProviders(ctx context.Context) error {
	n, err := s.choose(
		ctx, "Who shall do it?",
		"this machine: free, nothing leaves it, no language model: NPCs say what is written of them",
		"OpenAI: needs an account and a key; you pay for what is used",
		"another server that speaks OpenAI's protocol: Ollama, Groq, OpenRouter, vLLM, Speaches …",
	)
	if err != nil {
		return err
	}
	if n == 0 {
		return s.chooseLocal(ctx)
	}
	preset := config.Default()
	url := preset.LLM.BaseURL.Value
	if n == 2 {
		if was := s.cfg.LLM.BaseURL.Value; was != url {
			url = was
		} else {
			url = "http://localhost:11434/v1"
		}
		if url, err = s.text(ctx, "Its address", url); err != nil {
			return err
		}
	}
	question := "Key"
	if n == 1 {
		s.say("A key is made at https://platform.openai.com/api-keys.")
	} else {
		question = "Key, or Enter if it wants none"
	}
	key, err := s.secret(ctx, question)
	if err != nil {
		return err
	}
	if key == "" && n == 1 {
		return s.chooseProviders(ctx) // there is none, so it cannot be OpenAI
	}
	for _, p := range s.parts() {
		if n == 1 {
			s.useLocal(p) // for the models that are preset: they are OpenAI's
		}
		p.provider.Value, p.url.Value, p.key.Value = config.OpenAI, url, config.NewSecret(key)
		if n == 1 {
			continue
		}
		if err := s.chooseModel(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// chooseModel asks what a server calls its model for a part, if it has one.
func (s *setup) chooseModel(ctx context.Context, p part) error {
	model, err := s.text(ctx, "Its model for "+p.what+", or - to have "+p.local+" on this machine do it", p.model.Value)
	if err != nil {
		return err
	}
	if model == "-" {
		s.useLocal(p)
		return nil
	}
	p.model.Value = model
	return nil
}

// useLocal has a part done on this machine, and forgets the server.
func (s *setup) useLocal(p part) {
	preset := config.Default()
	p.provider.Value, p.url.Value, p.key.Value = p.local, preset.LLM.BaseURL.Value, config.Secret{}
	switch p.name {
	case "llm":
		p.model.Value = preset.LLM.Model.Value
	case "stt":
		p.model.Value = preset.STT.Model.Value
	case "tts":
		p.model.Value = preset.TTS.Model.Value
	}
}

func (s *setup) chooseLocal(ctx context.Context) error {
	for _, p := range s.parts() {
		s.useLocal(p)
	}
	if s.english() {
		return nil
	}
	s.say("The recogniser of this machine, pocketsphinx, knows English alone. If whisper.cpp is here,\n" +
		"it can hear instead: name the file of its model, such as ggml-small.bin.")
	model, err := s.text(ctx, "Its model, or Enter for pocketsphinx", "")
	if err != nil || model == "" {
		return err
	}
	s.cfg.STT.Provider.Value, s.cfg.STT.Model.Value = config.WhisperCLI, model
	return nil
}
