package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// What an approved proposal adds to the graph must stand in a campaign file as
// well: keys, labels and names are made as [campaign.File.Check] wants them.

// ensure returns the node that w is about and makes it, without a text, if
// there is none.
func (c *Campaign) ensure(ctx context.Context, tx conn, w tool.Write, k known) (transcript.NodeID, error) {
	id, ok, err := c.subject(ctx, tx, w)
	if err != nil || ok {
		return id, err
	}
	if strings.TrimSpace(w.Subject) == "" {
		return "", errors.New("the entry it is about is gone: reject it")
	}
	return c.addNode(ctx, tx, w.Subject, "", "", k)
}

func (c *Campaign) addNode(ctx context.Context, tx conn, name string, kind campaign.NodeType, text string, k known) (transcript.NodeID, error) {
	if !slices.Contains(campaign.NodeTypes, kind) {
		kind = campaign.NoteNode
	}
	name = oneLine(name)
	id, err := unused(nodeKey(name), func(key string) (bool, error) {
		var n int
		_, err := tx.row(ctx, `SELECT count(*) FROM nodes WHERE campaign_id = $1 AND id = $2`, []any{c.id, key}, &n)
		return n > 0, err
	})
	if err != nil {
		return "", err
	}
	if _, err := tx.exec(ctx, `
		INSERT INTO nodes (campaign_id, id, pos, type, name, folded)
		SELECT $1, $2, COALESCE(max(n.pos) + 1, 0), $3, $4, $5 FROM nodes n WHERE n.campaign_id = $1`,
		c.id, id, kind, name, campaign.Fold(name)); err != nil {
		return "", err
	}
	return transcript.NodeID(id), c.insertStatement(ctx, tx, transcript.NodeID(id), "", text, k)
}

// addStatement adds a statement under key or, if that is taken, under the next
// free one: key-2, key-3. Keys that fold alike are one.
func (c *Campaign) addStatement(ctx context.Context, tx conn, node transcript.NodeID, key, text string, k known) error {
	labels, err := c.labels(ctx, tx, node)
	if err != nil {
		return err
	}
	key, err = unused(key, func(key string) (bool, error) {
		return slices.ContainsFunc(labels, func(a campaign.Aspect) bool { return campaign.Fold(a.Key) == campaign.Fold(key) }), nil
	})
	if err != nil {
		return err
	}
	return c.insertStatement(ctx, tx, node, key, text, k)
}

// labels returns the keys and texts of a node's aspects.
func (c *Campaign) labels(ctx context.Context, db conn, node transcript.NodeID) ([]campaign.Aspect, error) {
	return all(ctx, db, func(a *campaign.Aspect) []any { return []any{&a.Key, &a.Text} },
		`SELECT key, text FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key <> '' ORDER BY pos`, c.id, node)
}

func (c *Campaign) insertStatement(ctx context.Context, tx conn, node transcript.NodeID, key, text string, k known) error {
	if _, err := tx.exec(ctx, `
		INSERT INTO statements (campaign_id, node_id, key, pos, text, secret, party)
		SELECT $1, $2, $3, COALESCE(max(s.pos) + 1, 0), $4, $5, $6 FROM statements s WHERE s.campaign_id = $1 AND s.node_id = $2`,
		c.id, node, key, text, k.Secret, k.party); err != nil {
		return err
	}
	for pos, who := range k.Nodes {
		if _, err := tx.exec(ctx, `
			INSERT INTO knowers (campaign_id, node_id, key, knower_id, pos) VALUES ($1, $2, $3, $4, $5)`,
			c.id, node, key, who, pos); err != nil {
			return err
		}
	}
	return nil
}

// addEdge adds a relation. One between the same two whose type folds alike is
// replaced: a relation is how things stand, not a history.
func (c *Campaign) addEdge(ctx context.Context, tx conn, from, to transcript.NodeID, w tool.Write, k known) error {
	kind := strings.ReplaceAll(campaign.Fold(oneLine(w.Relation)), " ", "_")
	if kind == "" {
		kind = "knows"
	}
	types, err := all(ctx, tx, func(s *string) []any { return []any{s} },
		`SELECT type FROM edges WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3`, c.id, from, to)
	if err != nil {
		return err
	}
	for _, t := range types {
		if campaign.Fold(t) == campaign.Fold(kind) {
			kind = t
		}
	}
	if _, err := tx.exec(ctx, `
		INSERT INTO edges (campaign_id, from_id, to_id, type, pos, disposition, note, secret, party)
		SELECT $1, $2, $3, $4, COALESCE(max(e.pos) + 1, 0), $5, $6, $7, $8 FROM edges e WHERE e.campaign_id = $1
		ON CONFLICT (campaign_id, from_id, to_id, type) DO UPDATE SET
			disposition = excluded.disposition, note = excluded.note, secret = excluded.secret, party = excluded.party`,
		c.id, from, to, kind, max(-2, min(w.Disposition, 2)), w.Note, k.Secret, k.party); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `
		DELETE FROM edge_knowers WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4`,
		c.id, from, to, kind); err != nil {
		return err
	}
	for pos, who := range k.Nodes {
		if _, err := tx.exec(ctx, `
			INSERT INTO edge_knowers (campaign_id, from_id, to_id, type, knower_id, pos) VALUES ($1, $2, $3, $4, $5, $6)`,
			c.id, from, to, kind, who, pos); err != nil {
			return err
		}
	}
	return nil
}

// label is the key under which a fact is kept.
func label(w tool.Write) string {
	if key := oneLine(w.Key); campaign.Fold(key) != "" {
		return key
	}
	return tool.DefaultKey
}

// unused returns key, or key-2, key-3 and so on: the first that is not taken.
func unused(key string, taken func(string) (bool, error)) (string, error) {
	for try, n := key, 2; ; n++ {
		is, err := taken(try)
		if err != nil || !is {
			return try, err
		}
		try = fmt.Sprintf("%s-%d", key, n)
	}
}

const (
	// The most runes of what is made from words that somebody said.
	maxNodeKey = 40
	maxName    = 120
)

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxName {
		s = strings.TrimSpace(string(r[:maxName]))
	}
	return s
}

// nodeKey makes a key of a name: folded letters and digits, all else one
// hyphen. A name without any, or one that means something in a campaign file,
// is an entry among entries.
func nodeKey(name string) string {
	var out []rune
	for _, r := range campaign.Fold(name) {
		switch {
		case unicode.IsLetter(r) && !unicode.IsUpper(r), unicode.IsDigit(r):
			out = append(out, r)
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
		if len(out) == maxNodeKey {
			break
		}
	}
	switch key := strings.Trim(string(out), "-"); key {
	case "", "everyone", "gm", "none":
		return strings.Trim("entry-"+key, "-")
	default:
		return key
	}
}
