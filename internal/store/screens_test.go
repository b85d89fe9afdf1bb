package store

import (
	"errors"
	"testing"

	"glyphoxa/internal/campaign"
)

func (e engine) testScreens(t *testing.T) {
	db, c := saved(t, e)
	if got, err := c.Screen(t.Context()); err != nil || got != (campaign.Screen{}) {
		t.Errorf("before anybody has chosen: %+v, %v", got, err)
	}
	for _, want := range []campaign.Screen{
		{Kind: campaign.ScreenMade, Channel: 1<<62 + 1, Spoilers: true},
		{Kind: campaign.ScreenExisting, Channel: 3},
		{Kind: campaign.ScreenDirect},
	} {
		check(t, c.SetScreen(t.Context(), want))
		if got, err := c.Screen(t.Context()); err != nil || got != want {
			t.Errorf("the screen is %+v, %v, want %+v", got, err, want)
		}
	}
	other := sample()
	other.Campaign.Key = "other"
	id, err := db.SaveCampaign(t.Context(), other)
	check(t, err)
	if got, err := db.Campaign(id).Screen(t.Context()); err != nil || got != (campaign.Screen{}) {
		t.Errorf("another campaign's is %+v, %v", got, err)
	}
	if err := db.Campaign("none").SetScreen(t.Context(), campaign.Screen{}); !errors.Is(err, ErrNoCampaign) {
		t.Errorf("a campaign that is not there: %v, want %v", err, ErrNoCampaign)
	}
}
