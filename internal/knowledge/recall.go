package knowledge

import (
	"context"
	"errors"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
)

var _ tool.Recapper = (*Tools)(nil)

var errNoRecaps = errors.New("there is nobody to tell what happened")

// notThere is what an NPC's model is told that asks for a recap.
const notThere = "You were not there for all of it. What you heard yourself is found with transcript_search."

// RecapLast tells the GM's assistant of the last n sessions. An NPC is not
// told: a story is of whole sessions, and an NPC knows what was said in the
// scenes that it was in and in no others.
func (t *Tools) RecapLast(ctx context.Context, n int) (string, error) {
	_, agent, ok := t.caller(ctx)
	if t.Recaps == nil || !ok {
		return "", errNoRecaps
	}
	a, err := t.Store.Agent(ctx, agent)
	if err != nil {
		return "", fmt.Errorf("look up the caller: %w", err)
	}
	if a.Kind != campaign.Butler {
		return notThere, nil
	}
	return t.Recaps.RecapLast(ctx, n)
}
