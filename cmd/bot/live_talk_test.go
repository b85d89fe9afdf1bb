package main

import (
	"errors"
	"slices"
	"testing"

	"glyphoxa/internal/agent"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
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
		Line:       transcript.Line{Name: "Kara", Text: "Part, another ale."},
		Before:     []transcript.Line{{Name: "Bart", Text: "Drink up."}},
		Candidates: []campaign.Agent{{Name: "Bart"}, {Name: "Vexillia", KnownAs: "The Stranger"}, {Name: "Bart"}},
	})
	if err != nil || got != "Bart" {
		t.Errorf("got %q, %v", got, err)
	}
	if req := model.Requests()[0]; len(req.Messages) != 1 || req.Messages[0].Text != "Bart: Drink up.\nKara: Part, another ale." {
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

// Two NPCs talk to each other, and a name that the GM corrects is so at the table at
// once.
func TestLiveTalk(t *testing.T) {
	e := typing(t)
	on, _ := e.stage.now()
	var two []transcript.AgentID
	for _, a := range on.cast {
		if a.Kind == campaign.NPC {
			two = append(two, a.ID)
		}
	}
	if len(two) < 2 {
		t.Fatalf("only %v are here", two)
	}
	if err := e.Exchange(two[0], "nobody", "", 2); !errors.Is(err, command.ErrNobody) {
		t.Errorf("with nobody: %v", err)
	}
	e.do(e.Exchange(two[0], two[1], "the lanterns", 2))
	if got := await[command.ExchangeEnded](e); got.Heard != 2 || got.End != conversation.ExchangeDone {
		t.Errorf("ended as %+v, want both turns heard", got)
	}
	list := []campaign.Name{{Text: "Zbyszek", Heard: []string{"Zbigniev"}}}
	e.do(e.Respell(t.Context(), list, "Zbigniev", "Zbyszek"))
	if _, file := e.stage.now(); !slices.EqualFunc(file.Names, list, func(a, b campaign.Name) bool { return a.Text == b.Text }) || !slices.Contains(file.Hints(nil), "Zbyszek") {
		t.Errorf("the recogniser does not expect it: %v", file.Names)
	}
	if why := e.Why(); len(why) != 2 {
		t.Errorf("why tells of %d lines, want 2: %+v", len(why), why)
	}
}
