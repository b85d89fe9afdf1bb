package command

import (
	"testing"

	"glyphoxa/internal/campaign"
)

// A new NPC gets neither the narrator's voice nor another NPC's while there are
// others; what the provider does not have any more is in nobody's way.
func TestVoiceUnlike(t *testing.T) {
	available := []string{"awb", "kal", "rms", "slt"}
	has := func(voice string) map[string]campaign.Voice { return map[string]campaign.Voice{"flite": {Name: voice}} }
	for _, tt := range []struct{ name, narrator, other string }{
		{"both have one", "kal", "awb"},
		{"the narrator's is gone", "gone", "awb"},
		{"the other's is gone", "kal", "gone"},
	} {
		for _, narrator := range append(available, tt.narrator) {
			c := cast{file: campaign.File{
				Campaign: campaign.Campaign{Language: "en", Directions: campaign.DirectionsNarrate, Narrator: has(narrator)},
				Agents:   []campaign.Agent{{ID: "bart", Name: "Bart", Voices: has(tt.other)}},
			}}
			c.campaign = c.file.Campaign
			got, err := unlike(c, campaign.Agent{Name: "Hobb"}, "flite", available)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if got.Name == narrator || got.Name == tt.other {
				t.Errorf("%s: the narrator has %s, another %s, and the new one %s", tt.name, narrator, tt.other, got.Name)
			}
		}
	}
}
