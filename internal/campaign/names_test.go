package campaign

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/transcript"
)

func TestHints(t *testing.T) {
	f := File{
		Agents: []Agent{
			{ID: "odo", Name: "Odo Brand", Aliases: []string{"Odo"}, Titles: []string{"captain"}},
			{ID: "king", Name: "Aldric", Aliases: []string{"Your Majesty"}, KnownAs: "The Beggar", Node: "aldric"},
			{ID: "mirela", Name: "Mirela Voss"},
		},
		Characters: []Character{{Name: "Kara", Aliases: []string{"Kara Stone"}}},
		Names:      []Name{{Text: "Fennick"}, {Text: "ODO", Say: "OH-doe"}, {Text: "Aldric"}},
		Nodes: []Node{
			{ID: "aldric", Name: "Aldric the Third"},
			{ID: "guild", Name: "The Guild", Aliases: []string{"the lanterns"}},
			{ID: "plot", Name: "The Plot", Visible: Visibility{Secret: true}},
			{ID: "ship", Name: "The Wreck", Visible: Visibility{Secret: true}, Party: true},
		},
	}
	tests := []struct {
		name    string
		present []transcript.AgentID
		want    []string
	}{
		{"one present", []transcript.AgentID{"mirela"}, []string{
			"Mirela Voss", "Kara", "Kara Stone", "Fennick", "ODO", "The Guild", "the lanterns", "The Wreck", "Odo Brand", "captain", "The Beggar",
		}},
		{"in disguise", []transcript.AgentID{"king", "odo"}, []string{
			"Odo Brand", "Odo", "captain", "The Beggar", "Kara", "Kara Stone", "Fennick", "The Guild", "the lanterns", "The Wreck", "Mirela Voss",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, f.Hints(tt.present)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(map[string]string{"ODO": "OH-doe"}, f.Pronunciations()); diff != "" {
		t.Errorf("pronunciations: -want +got:\n%s", diff)
	}
}
