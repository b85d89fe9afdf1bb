package main

import (
	"testing"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/transcript"
)

// The referee is asked with the names that players know, each once, and nobody is
// asked unless the configuration says so.
func TestReferee(t *testing.T) {
	model := llm.Script(llm.Answer{llm.Text("Bart")})
	got, err := referee{agent.Referee{Model: model}}.Whom(t.Context(), conversation.Doubt{
		Line:       transcript.Line{Text: "Part, another ale."},
		Candidates: []campaign.Agent{{Name: "Bart"}, {Name: "Vexillia", KnownAs: "The Stranger"}, {Name: "Bart"}},
	})
	if err != nil || got != "Bart" {
		t.Errorf("got %q, %v", got, err)
	}
	if req := model.Requests()[0]; len(req.Messages) != 1 || req.Messages[0].Text != "Part, another ale." {
		t.Errorf("asked %+v", req)
	}
	cfg := config.Default()
	if refereeOf(cfg, providers{model: model}) != nil {
		t.Error("a referee is asked by default")
	}
	cfg.Table.Referee.Value = "on"
	if refereeOf(cfg, providers{model: model}) == nil {
		t.Error("no referee is asked")
	}
}
