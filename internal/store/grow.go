package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// What an approved proposal adds to the graph must stand in a campaign file as
// well: keys, labels and names are made as [campaign.File.Check] wants them.

// ensure returns the node that w is about and makes it, without a text, if
// there is none.
func (c *Campaign) ensure(ctx context.Context, tx conn, w tool.Write, g *growth) (transcript.NodeID, error) {
	id, ok, err := c.subject(ctx, tx, w)
	if err != nil || ok {
		return id, err
	}
	if strings.TrimSpace(w.Subject) == "" {
		return "", knowledge.ErrEntryGone
	}
	return c.addNode(ctx, tx, w.Subject, "", "", g)
}

func (c *Campaign) addNode(ctx context.Context, tx conn, name string, kind campaign.NodeType, text string, g *growth) (transcript.NodeID, error) {
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
	node := transcript.NodeID(id)
	g.steps = append(g.steps, step{Node: node, Own: g.added(node, "", text)})
	return node, c.insertStatement(ctx, tx, node, "", text, g)
}

// added is a statement with those who are to know it.
func (g *growth) added(node transcript.NodeID, key, text string) added {
	return added{Node: node, Key: key, Text: text, Secret: g.Secret, Party: g.party, Knowers: g.Nodes}
}

// addStatement adds a statement under key or, if that is taken, under the next
// free one: key-2, key-3. Keys that fold alike are one.
func (c *Campaign) addStatement(ctx context.Context, tx conn, node transcript.NodeID, key, text string, g *growth) error {
	labels, err := c.labels(ctx, tx, node)
	if err != nil {
		return err
	}
	if key, err = freeLabel(labels, key); err != nil {
		return err
	}
	statement := g.added(node, key, text)
	g.steps = append(g.steps, step{Added: &statement})
	return c.insertStatement(ctx, tx, node, key, text, g)
}

// freeLabel returns key or the next one, key-2, that is not among labels.
func freeLabel(labels []campaign.Aspect, key string) (string, error) {
	return unused(key, func(key string) (bool, error) {
		return slices.ContainsFunc(labels, func(a campaign.Aspect) bool { return campaign.Fold(a.Key) == campaign.Fold(key) }), nil
	})
}

// labels returns the keys and texts of a node's aspects.
func (c *Campaign) labels(ctx context.Context, db conn, node transcript.NodeID) ([]campaign.Aspect, error) {
	return all(ctx, db, func(a *campaign.Aspect) []any { return []any{&a.Key, &a.Text} },
		`SELECT key, text FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key <> '' ORDER BY pos`, c.id, node)
}

func (c *Campaign) insertStatement(ctx context.Context, tx conn, node transcript.NodeID, key, text string, g *growth) error {
	if _, err := tx.exec(ctx, `
		INSERT INTO statements (campaign_id, node_id, key, pos, text, secret, party)
		SELECT $1, $2, $3, COALESCE(max(s.pos) + 1, 0), $4, $5, $6 FROM statements s WHERE s.campaign_id = $1 AND s.node_id = $2`,
		c.id, node, key, text, g.Secret, g.party); err != nil {
		return err
	}
	for pos, who := range g.Nodes {
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
func (c *Campaign) addEdge(ctx context.Context, tx conn, from, to transcript.NodeID, w tool.Write, g *growth) error {
	kind := strings.ReplaceAll(campaign.Fold(oneLine(w.Relation)), " ", "_")
	if kind == "" {
		kind = "knows"
	}
	kind, err := c.tieType(ctx, tx, from, to, kind)
	if err != nil {
		return err
	}
	before, err := c.tie(ctx, tx, from, to, kind)
	if err != nil {
		return err
	}
	now := tie{From: from, To: to, Type: kind, Disposition: max(-2, min(w.Disposition, 2)), Note: w.Note, Secret: g.Secret, Party: g.party, Knowers: g.Nodes}
	g.steps = append(g.steps, step{Tied: &tied{now, before}})
	return c.setTie(ctx, tx, now)
}

// tieType returns the type of a relation between two entries that folds like
// kind, or kind if there is none.
func (c *Campaign) tieType(ctx context.Context, db conn, from, to transcript.NodeID, kind string) (string, error) {
	types, err := all(ctx, db, func(s *string) []any { return []any{s} },
		`SELECT type FROM edges WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3`, c.id, from, to)
	if err != nil {
		return "", err
	}
	for _, t := range types {
		if campaign.Fold(t) == campaign.Fold(kind) {
			kind = t
		}
	}
	return kind, nil
}

// A tie is a relation as it stands in the graph.
type tie struct {
	From, To      transcript.NodeID
	Type          string
	Disposition   int
	Note          string
	Secret, Party bool
	Knowers       []transcript.NodeID
}

// tie reads a relation, nil if there is none.
func (c *Campaign) tie(ctx context.Context, db conn, from, to transcript.NodeID, kind string) (*tie, error) {
	t := tie{From: from, To: to, Type: kind}
	ok, err := db.row(ctx, `
		SELECT disposition, note, secret, party FROM edges
		WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4`,
		[]any{c.id, from, to, kind}, &t.Disposition, &t.Note, &t.Secret, &t.Party)
	if err != nil || !ok {
		return nil, err
	}
	t.Knowers, err = all(ctx, db, func(id *transcript.NodeID) []any { return []any{id} }, `
		SELECT knower_id FROM edge_knowers
		WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4 ORDER BY pos`, c.id, from, to, kind)
	return &t, err
}

// setTie makes a relation what t says.
func (c *Campaign) setTie(ctx context.Context, tx conn, t tie) error {
	if _, err := tx.exec(ctx, `
		INSERT INTO edges (campaign_id, from_id, to_id, type, pos, disposition, note, secret, party)
		SELECT $1, $2, $3, $4, COALESCE(max(e.pos) + 1, 0), $5, $6, $7, $8 FROM edges e WHERE e.campaign_id = $1
		ON CONFLICT (campaign_id, from_id, to_id, type) DO UPDATE SET
			disposition = excluded.disposition, note = excluded.note, secret = excluded.secret, party = excluded.party`,
		c.id, t.From, t.To, t.Type, t.Disposition, t.Note, t.Secret, t.Party); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `
		DELETE FROM edge_knowers WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4`,
		c.id, t.From, t.To, t.Type); err != nil {
		return err
	}
	for pos, who := range t.Knowers {
		if _, err := tx.exec(ctx, `
			INSERT INTO edge_knowers (campaign_id, from_id, to_id, type, knower_id, pos) VALUES ($1, $2, $3, $4, $5, $6)`,
			c.id, t.From, t.To, t.Type, who, pos); err != nil {
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
