package store

import (
	"errors"
	"slices"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

func (e engine) testPlan(t *testing.T) {
	db := e.open(t)
	id, err := db.SaveCampaign(t.Context(), campaign.File{
		Campaign: campaign.Campaign{Key: "lanterns", Name: "The Lanterns"},
		Agents:   []campaign.Agent{{ID: "bart", Name: "Bart", Kind: campaign.NPC}, {ID: "mirela", Name: "Mirela", Kind: campaign.NPC}},
		Scenes:   []campaign.Scene{{Key: "inn", Name: "The Inn", Present: []transcript.AgentID{"bart"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := db.Campaign(id)
	for _, tt := range []struct {
		name, key string
		added     bool
	}{
		{"The Mill", "the-mill", true},
		{"the MILL", "the-mill", false},
		{"The Inn", "inn", false},
		{"Inn", "inn-2", true}, // the key is taken, the name is not
	} {
		s, added, err := c.AddScene(t.Context(), tt.name)
		if err != nil || s.Key != tt.key || added != tt.added {
			t.Errorf("%s: added %+v, %v, %v, want the key %q, %v", tt.name, s, added, err, tt.key, tt.added)
		}
	}
	both := make(chan bool, 2) // two GMs at once
	for range cap(both) {
		go func() {
			_, added, err := c.AddScene(t.Context(), "The Tower")
			if err != nil {
				t.Error(err)
			}
			both <- added
		}()
	}
	if a, b := <-both, <-both; a == b {
		t.Errorf("of two at once were added: %v and %v", a, b)
	}
	if _, _, err := db.Campaign("gone").AddScene(t.Context(), "The Mill"); !errors.Is(err, ErrNoCampaign) {
		t.Errorf("a scene of no campaign: %v, want %v", err, ErrNoCampaign)
	}
	for _, tt := range []struct {
		name, scene string
		agent       transcript.AgentID
		in, found   bool
		want        []transcript.AgentID // in the inn
	}{
		{"one more", "inn", "mirela", true, true, []transcript.AgentID{"bart", "mirela"}},
		{"twice", "inn", "mirela", true, true, []transcript.AgentID{"bart", "mirela"}},
		{"one that is gone", "inn", "odo", true, false, []transcript.AgentID{"bart", "mirela"}},
		{"no such scene", "wall", "bart", true, false, []transcript.AgentID{"bart", "mirela"}},
		{"one less", "inn", "bart", false, true, []transcript.AgentID{"mirela"}},
		{"not there", "inn", "bart", false, true, []transcript.AgentID{"mirela"}},
		{"in another scene", "the-mill", "bart", true, true, []transcript.AgentID{"mirela"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := c.Cast(t.Context(), tt.scene, tt.agent, tt.in)
			if err != nil || found != tt.found {
				t.Errorf("got %v, %v, want %v", found, err, tt.found)
			}
			f, err := c.File(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Scenes[0].Present; !slices.Equal(got, tt.want) {
				t.Errorf("in the inn are %v, want %v", got, tt.want)
			}
		})
	}
	if found, err := db.Campaign("gone").Cast(t.Context(), "inn", "bart", true); found || err != nil {
		t.Errorf("in another campaign: %v, %v", found, err)
	}
}
