package conversation

import (
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
)

// TestStale (T14): an answer that has waited too long for the mouth is given up, and
// its turn says so.
func TestStale(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, tell us a story."},
			{joren, 4 * time.Second, time.Second, "Greta, and you?"},
		},
		mind: says(0, strings.Repeat("A long story about a dragon is told here. ", 12)), end: time.Minute,
		opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}, InterruptBy: ByNobody},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Greta superseded, Bart spoken"; got != want {
		t.Fatalf("turns: %s, want %s", got, want)
	}
	if got, want := tb.book.turns[0].Why, "it waited too long for its turn"; got != want {
		t.Errorf("Greta's turn ended since %q, want %q", got, want)
	}
}
