package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/store"
)

// pickCampaign returns the campaign of that key or name or, if key is empty,
// the only one there is. An error lists those that could have been meant.
func pickCampaign(ctx context.Context, db *store.DB, key string) (campaign.Campaign, error) {
	all, err := db.Campaigns(ctx)
	if err != nil {
		return campaign.Campaign{}, err
	}
	switch {
	case len(all) == 0:
		return campaign.Campaign{}, fmt.Errorf("there is no campaign in %s yet: %s", db.Where(), firstImport)
	case key == "" && len(all) == 1:
		return all[0], nil
	case key == "":
		return campaign.Campaign{}, fmt.Errorf("there are several campaigns: name one with --campaign: %s", keysOf(all))
	}
	for _, means := range []func(campaign.Campaign) bool{
		func(c campaign.Campaign) bool { return c.Key == key },
		func(c campaign.Campaign) bool { return campaign.Fold(c.Name) == campaign.Fold(key) },
	} {
		if at := slices.IndexFunc(all, means); at >= 0 {
			return all[at], nil
		}
	}
	return campaign.Campaign{}, fmt.Errorf("there is no campaign %q in %s: there is %s", key, db.Where(), keysOf(all))
}

// keysOf lists the keys of campaigns, for people.
func keysOf(all []campaign.Campaign) string {
	keys := make([]string, len(all))
	for i, c := range all {
		keys[i] = c.Key
	}
	slices.Sort(keys)
	return strings.Join(keys, ", ")
}
