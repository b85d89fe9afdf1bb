package store

import (
	"cmp"
	"context"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// conflictWords mark a statement that is no longer so, or that somebody claims.
// They become part of the campaign, so they are in its language.
type conflictWords struct{ past, rumour, claims string }

var conflictWordsIn = map[string]conflictWords{
	"en": {" (past)", " (rumour)", " claims: "},
	"de": {" (früher)", " (Gerücht)", " behauptet: "},
}

func (c *Campaign) conflictWords(ctx context.Context, db conn) (conflictWords, error) {
	var language string
	if _, err := db.row(ctx, `SELECT language FROM campaigns WHERE id = $1`, []any{c.id}, &language); err != nil {
		return conflictWords{}, err
	}
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	if w, ok := conflictWordsIn[base]; ok {
		return w, nil
	}
	return conflictWordsIn["en"], nil
}

// makePast moves what w contradicts to a label of its own, which says that it
// is no longer so. Who knows it stays.
func (c *Campaign) makePast(ctx context.Context, tx conn, node transcript.NodeID, w tool.Write, g *growth) error {
	labels, err := c.labels(ctx, tx, node)
	if err != nil {
		return err
	}
	for _, a := range labels {
		if campaign.Fold(a.Key) != campaign.Fold(label(w)) || campaign.Fold(a.Text) == campaign.Fold(w.Text) {
			continue
		}
		to, err := freeLabel(labels, a.Key+g.words.past)
		if err != nil {
			return err
		}
		if err := c.relabel(ctx, tx, node, a.Key, to); err != nil {
			return err
		}
		g.steps = append(g.steps, step{Moved: &moved{node, a.Key, to}})
	}
	return nil
}

// relabel moves a statement with all that hangs on it. It is made anew, as the
// rows below refer to its label.
func (c *Campaign) relabel(ctx context.Context, tx conn, node transcript.NodeID, from, to string) error {
	for _, query := range []string{
		`INSERT INTO statements (campaign_id, node_id, key, pos, text, secret, party)
		SELECT campaign_id, node_id, $4, pos, text, secret, party FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
		`UPDATE knowers SET key = $4 WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
		`UPDATE stances SET key = $4 WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
	} {
		if _, err := tx.exec(ctx, query, c.id, node, from, to); err != nil {
			return err
		}
	}
	_, err := tx.exec(ctx, `DELETE FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key = $3`, c.id, node, from)
	return err
}

// rumour is p's fact as what somebody claims: whoever said the line or, if that
// never happened, the agent that noted it. What is known to be a claim is that
// of whose it is. Agents read it later, so it has names as players know them.
func (c *Campaign) rumour(ctx context.Context, tx conn, p knowledge.Proposal, words conflictWords) (tool.Write, error) {
	w := p.Write
	if w.Kind == tool.WriteNode && w.Claim != "" && w.Text != "" {
		w.Text = w.Claim + words.claims + w.Text
	}
	if w.Kind != tool.WriteFact {
		return w, nil
	}
	var said, agent string
	if _, err := tx.row(ctx, `
		SELECT name FROM lines WHERE campaign_id = $1 AND session_id = $2 AND n = $3 AND NOT hidden`,
		[]any{c.id, p.Session, p.Line}, &said); err != nil {
		return w, err
	}
	if _, err := tx.row(ctx, `
		SELECT CASE WHEN known_as <> '' THEN known_as ELSE name END FROM agents WHERE campaign_id = $1 AND id = $2`,
		[]any{c.id, p.Agent}, &agent); err != nil {
		return w, err
	}
	w.Key = label(w) + words.rumour
	w.Text = cmp.Or(w.Claim, said, agent, string(p.Agent)) + words.claims + w.Text
	return w, nil
}
