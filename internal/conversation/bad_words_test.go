package conversation

import (
	"strings"
	"testing"
	"time"
)

// TestBadWords: whatever a recogniser makes of an utterance, it is a line or is
// dropped with a reason, and the table goes on.
func TestBadWords(t *testing.T) {
	for _, tt := range []struct {
		name, heard string
		reason      string // a part of it; empty if it is a line
	}{
		{"nothing", "", "no words"},
		{"only marks", "… ♪", "no words"},
		{"its own prompt", "Bart, Greta, Saltmarsh.", ""}, // sure of itself, it is what somebody said
		{"subtitles", "Untertitel der Amara.org-Community", "subtitles"},
		{"a broadcaster", "Untertitelung des ZDF, 2020", "subtitles"},
		{"another language", "Je ne sais pas, mon ami.", ""},
		{"more than anybody says", strings.Repeat("and so they went home ", 20), "more words than"},
		{"a loop", strings.Repeat("go on and ", 9), "over and over"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{
					{kara, 0, 3 * time.Second, tt.heard},
					{joren, 10 * time.Second, time.Second, "Greta, are you there?"},
				},
				mind: says(0, "Aye."), opts: Options{Names: []string{"Bart", "Greta", "Saltmarsh"}},
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			dropped := noticed[LineDropped](&tb)
			switch {
			case tt.reason == "" && len(dropped) > 0:
				t.Errorf("it was dropped: %v", dropped)
			case tt.reason != "" && (len(dropped) != 1 || !strings.Contains(dropped[0].Reason, tt.reason)):
				t.Errorf("dropped %v, want one with %q", dropped, tt.reason)
			}
			if got := tb.book.outcomes(); !strings.HasSuffix(got, "Greta spoken") {
				t.Errorf("turns: %s, want Greta's at the end", got)
			}
		})
	}
}
