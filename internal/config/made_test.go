package config

import (
	"strings"
	"testing"
)

func TestMade(t *testing.T) {
	c := Default()
	if err := c.Check(); err != nil {
		t.Errorf("what is preset is wrong: %v", err)
	}
	c.LLM.Provider.Value, c.LLM.Key.Value = OpenAI, NewSecret("sk-hush")
	if err := c.Check(); err != nil {
		t.Errorf("with a key: %v", err)
	}
	c.Language.Value, c.LLM.BaseURL.Value = "!", "nowhere"
	err := c.Check()
	if err == nil || !strings.Contains(err.Error(), "language: ") || !strings.Contains(err.Error(), "llm.base_url: ") {
		t.Errorf("Check: %v, want both mistakes", err)
	}
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("Check prints the secret: %v", err)
	}
}
