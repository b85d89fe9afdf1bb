package demo

import (
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// TestChronicleShowsWhatNoVoiceSays: a table or a list of an answer is printed, and
// kept in the report. Case: X04.
func TestChronicleShowsWhatNoVoiceSays(t *testing.T) {
	const text = "| HP | AC |\n|----|----|\n| 12 | 15 |"
	var out strings.Builder
	c := NewChronicle(&out, map[transcript.AgentID]string{"mirela": "Mirela"})
	c.note(conversation.Posted{Turn: "t", Agent: "mirela", Text: text})
	if want := "Mirela, as text to everybody:\n" + text + "\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("printed %q, want it to end with %q", out.String(), want)
	}
	got := report(&Scene{}, Record{}, &Tape{start: time.Now()}, c).Posted
	if want := []Post{{"t", "mirela", text}}; !slices.Equal(got, want) {
		t.Errorf("reported %+v, want %+v", got, want)
	}
}
