package recap

import (
	"context"
	"strings"

	"glyphoxa/internal/tool"
)

// maxLast is the most sessions that are told at once.
const maxLast = 10

// nothingYet is the answer while there is nothing to tell. It is no error: an
// agent that is asked may say so.
const nothingYet = "No session of this campaign has ended yet, so there is nothing to tell."

var _ tool.Recapper = (*Recapper)(nil)

// RecapLast tells the last n live sessions of the caller's campaign, the
// oldest first, each under its date if there are several. A caller of another
// campaign, or none, is told that there is nothing.
func (r *Recapper) RecapLast(ctx context.Context, n int) (string, error) {
	c, ok := tool.CallerOf(ctx)
	if !ok || c.Campaign == "" || c.Campaign != string(r.Campaign.ID) {
		return nothingYet, nil
	}
	sessions, err := r.Store.LastEnded(ctx, min(max(n, 1), maxLast))
	if err != nil {
		return "", err
	}
	var stories []string
	for _, s := range sessions {
		told, err := r.Tell(ctx, s.ID)
		if err != nil {
			return "", err
		}
		text := told.Text
		if len(sessions) > 1 {
			text = s.Started.Format("2006-01-02") + "\n" + text
		}
		stories = append(stories, text)
	}
	if len(stories) == 0 {
		return nothingYet, nil
	}
	return strings.Join(stories, "\n\n"), nil
}
