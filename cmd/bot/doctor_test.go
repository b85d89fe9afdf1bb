package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
)

func TestDoctorReport(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"any error", errors.New("it is broken"), "FAIL  it: it is broken\n"},
		{
			"a model's", fmt.Errorf("ask: %w", &llm.Error{Provider: "openai", Status: 401, Message: "the key is not accepted", Remedy: "check it"}),
			"FAIL  it: openai: the key is not accepted → check it\n",
		},
		{
			"a voice's", &speech.ProviderError{Provider: "flite", Op: "speak", Message: "there is no such program", Remedy: "apt install flite"},
			"FAIL  it: flite: speak: there is no such program → apt install flite\n",
		},
		{
			"the database's", &store.Trouble{What: "the disk is full", Do: "free some space", Err: errors.New("database or disk is full (13)")},
			"FAIL  it: the disk is full → free some space\n",
		},
		{
			"several of the configuration", errors.Join(
				&config.Mistake{File: "c.yaml", Line: 3, Key: "llm.model", Problem: "is empty", Remedy: "name one"},
				&config.Mistake{File: "c.yaml", Line: 7, Key: "log.level", Problem: "is no level"},
			),
			"FAIL  it: c.yaml:3: llm.model: is empty → name one\nFAIL  it: c.yaml:7: log.level: is no level\n",
		},
		{
			"a campaign's", &campaign.Mistake{What: `Odo: flite has no voice "bob"`, Remedy: "its voices are awb and rms"},
			"FAIL  it: Odo: flite has no voice \"bob\" → its voices are awb and rms\n",
		},
		{
			"Discord's", &discord.Refusal{Reason: discord.ErrToken, Code: 4004, Err: errors.New("closed")},
			"FAIL  it: discord refuses the bot token (4004) → Copy it again from the developer portal (your application, Bot, Reset Token); it may have been reset, or have lost a character.\n",
		},
		{
			"too slow", fmt.Errorf("read: %w", context.DeadlineExceeded),
			"FAIL  it: no answer within 10s → see whether it is busy, and whether the network is slow\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			d := &doctor{app: &app{out: &out}}
			d.faults("it", tt.err)
			if out.String() != tt.want {
				t.Errorf("report\n got %swant %s", out.String(), tt.want)
			}
			if !d.failed {
				t.Error("the doctor did not fail")
			}
		})
	}
}
