package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestChorus: of all that are spoken to one answers, or each of them once, where
// the campaign wants that.
func TestChorus(t *testing.T) {
	three := []campaign.Agent{bart, greta, muted, {ID: "odo", Kind: campaign.NPC, Name: "Odo"}, {ID: "butler", Kind: campaign.Butler, Name: "Alfred"}}
	for _, tt := range []struct {
		name     string
		chorus   campaign.Chorus
		language string
		line     string
		want     string
	}{
		{"one by default", "", "en", "What do you all think?", "Bart spoken"},
		{"one", campaign.ChorusOne, "en", "You four, what do you think?", "Bart spoken"},
		{"each", campaign.ChorusEach, "en", "You four, what do you think?", "Bart spoken, Greta spoken, Odo spoken"},
		{"each, to all", campaign.ChorusEach, "en", "What do you all think?", "Bart spoken, Greta spoken, Odo spoken"},
		{"one, in German", "", "de", "Ihr vier, was meint ihr?", "Bart spoken"},
		{"each, in German", campaign.ChorusEach, "de", "Ihr vier, was meint ihr?", "Bart spoken, Greta spoken, Odo spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, 2 * time.Second, tt.line}}, agents: three, mind: says(0, "Aye."), end: 20 * time.Second,
				opts: Options{Campaign: campaign.Campaign{Chorus: tt.chorus}}, language: tt.language,
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.want {
				t.Errorf("turns: %s, want %s (%v)", got, tt.want, noticed[Addressed](&tb))
			}
		})
	}
}

// TestChorusMost: of a crowd that is called not all answer, and those that do not
// say why.
func TestChorusMost(t *testing.T) {
	var crowd []campaign.Agent
	for i := range 9 {
		name := fmt.Sprintf("Npc%c", 'a'+i)
		crowd = append(crowd, campaign.Agent{ID: transcript.AgentID(name), Kind: campaign.NPC, Name: name})
	}
	tb := table{
		lines: []said{{kara, 0, 2 * time.Second, "What do you all think?"}}, agents: crowd, mind: says(0, "Aye."), end: 30 * time.Second,
		opts: Options{Campaign: campaign.Campaign{Chorus: campaign.ChorusEach}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	got := tb.book.outcomes()
	if strings.Count(got, "spoken") != 6 || strings.Count(got, "superseded") != 3 {
		t.Errorf("turns: %s, want 6 spoken and 3 superseded", got)
	}
	for _, turn := range tb.book.turns {
		if turn.Outcome == transcript.Superseded && turn.Why != "too many answers were waiting" {
			t.Errorf("%s is superseded: %s", turn.Name, turn.Why)
		}
	}
}
