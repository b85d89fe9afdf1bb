package config

import (
	"fmt"
	"strings"
)

// fetch gets the secrets from where the file says they are, or else from the
// variables that everybody uses. It is no mistake if a variable is not set:
// whether a key is needed is for check to say.
func (c *Config) fetch(r *report, getenv func(string) string, readFile func(string) ([]byte, error)) {
	usual := func(f *Field[Secret], env string) {
		if s := &f.Value; !s.Set() && s.env == "" && s.file == "" {
			s.env = env
		}
	}
	usual(&c.Discord.Token, "DISCORD_TOKEN")
	for _, p := range c.clouds() {
		// OpenAI's key is not sent to somebody else who speaks the same
		// protocol.
		if ownAddress(p.url.Value) {
			usual(p.key, "OPENAI_API_KEY")
		}
	}
	for f := range c.leaves() {
		f, ok := f.leaf.(*Field[Secret])
		if !ok {
			continue
		}
		s := &f.Value
		switch {
		case s.env != "":
			if text := strings.TrimSpace(getenv(s.env)); text != "" {
				s.text = &text
			}
		case s.file != "":
			s.file = c.beside(s.file)
			data, err := readFile(s.file)
			if err != nil {
				r.at(f, fmt.Sprintf("the secret cannot be read: %v", err), "put it there, alone in the file")
				continue
			}
			text := strings.TrimSpace(string(data)) // editors end files with a newline
			s.text = &text
		}
	}
}

// A cloud is what the sections that can use an OpenAI-compatible server have
// in common.
type cloud struct {
	provider, url, model *Field[string]
	key                  *Field[Secret]
}

func (c *Config) clouds() []cloud {
	return []cloud{
		{&c.LLM.Provider, &c.LLM.BaseURL, &c.LLM.Model, &c.LLM.Key},
		{&c.STT.Provider, &c.STT.BaseURL, &c.STT.Model, &c.STT.Key},
		{&c.TTS.Provider, &c.TTS.BaseURL, &c.TTS.Model, &c.TTS.Key},
	}
}

// ownAddress says whether url is OpenAI's own.
func ownAddress(url string) bool {
	return strings.TrimRight(url, "/") == openAIURL
}
