package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"glyphoxa/internal/command"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/recap"
)

// A GM learns whose fault it is and what to do, and nobody learns more.
func TestModelTrouble(t *testing.T) {
	disk := errors.New("disk full")
	for _, tt := range []struct {
		name string
		err  error
		want string // of a complaint; empty if err is passed on
	}{
		{
			"refused", fmt.Errorf("recap: %w", &recap.ModelError{Err: &llm.Error{Provider: "openai", Status: 401, Message: "refused the key", Remedy: "check llm.key"}}),
			"openai did not tell the story: refused the key. What to do: check llm.key.",
		},
		{
			"no remedy", &recap.ModelError{Err: &llm.Error{Provider: "openai", Message: "is full."}},
			"openai did not tell the story: is full.",
		},
		{
			"cut", fmt.Errorf("part 2 of 3: %w", &recap.ModelError{Err: llm.ErrCut}),
			"brainy did not tell the story to its end. What to do: try again; `/glyphoxa doctor` says whether it answers at all.",
		},
		{"the store's", disk, ""},
		{"stopped", &recap.ModelError{Err: context.Canceled}, ""},
		{"none", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := modelTrouble(tt.err, "brainy")
			c, ok := errors.AsType[*command.Complaint](got)
			switch {
			case tt.want == "" && (ok || !errors.Is(got, tt.err)):
				t.Errorf("got %v, want it passed on", got)
			case tt.want != "" && (!ok || c.Error() != tt.want):
				t.Errorf("got  %v\nwant %s", got, tt.want)
			}
		})
	}
}
