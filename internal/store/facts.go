package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// reachOf is what decides, in the database, what an agent ($2) may know in a
// campaign ($1):
//
//   - me is its own entry and the factions that this belongs to, through at
//     most four memberships (a guard of the watch of the city of the realm);
//   - ties are the relations it may know: not secret, or naming one of me;
//   - near is its own entry and the other ends of its ties;
//   - ways is what it does with a statement: its own stance before its
//     factions', and of two as near the more guarded one, which the alphabet
//     happens to put first.
const reachOf = `
	WITH RECURSIVE me (node_id, hop) AS (
		SELECT a.node_id, 0 FROM agents a WHERE a.campaign_id = $1 AND a.id = $2 AND a.node_id <> ''
		UNION
		SELECT e.to_id, me.hop + 1 FROM me
		JOIN edges e ON e.campaign_id = $1 AND e.from_id = me.node_id AND e.type = '` + campaign.MemberOf + `'
		WHERE me.hop < 4
	), ties AS (
		SELECT e.* FROM edges e WHERE e.campaign_id = $1 AND (NOT e.secret OR EXISTS (
			SELECT 1 FROM edge_knowers k JOIN me ON me.node_id = k.knower_id
			WHERE k.campaign_id = $1 AND k.from_id = e.from_id AND k.to_id = e.to_id AND k.type = e.type))
	), near (node_id) AS (
		SELECT me.node_id FROM me WHERE me.hop = 0
		UNION
		SELECT t.to_id FROM ties t JOIN me ON me.hop = 0 AND me.node_id = t.from_id
		UNION
		SELECT t.from_id FROM ties t JOIN me ON me.hop = 0 AND me.node_id = t.to_id
	), ways AS (
		SELECT node_id, key, kind, text FROM (
			SELECT s.node_id, s.key, s.kind, s.text, row_number() OVER (
				PARTITION BY s.node_id, s.key ORDER BY me.hop, s.kind, s.knower_id) AS nth
			FROM stances s JOIN me ON me.node_id = s.knower_id WHERE s.campaign_id = $1
		) AS ranked WHERE nth = 1
	)`

// knownStatements selects the statements that an agent may know, within scope
// $3. A cover story and a belief stand in the statement's place before it
// leaves the database, and are known to those whose they are even where the
// truth is the GM's alone.
const knownStatements = reachOf + `
	SELECT n.id, n.name, n.type, s.key,
		CASE WHEN w.kind IN ('hides', 'believes') THEN w.text ELSE s.text END,
		COALESCE(w.kind, 'tells'),
		EXISTS (SELECT 1 FROM me WHERE me.hop = 0 AND me.node_id = n.id),
		s.secret AND COALESCE(w.kind, 'tells') <> 'believes',
		s.party
	FROM statements s
	JOIN nodes n ON n.campaign_id = s.campaign_id AND n.id = s.node_id
	LEFT JOIN ways w ON w.node_id = s.node_id AND w.key = s.key
	WHERE s.campaign_id = $1
	AND EXISTS (SELECT 1 FROM agents a WHERE a.campaign_id = $1 AND a.id = $2)
	AND (NOT s.secret OR w.kind IN ('hides', 'believes') OR EXISTS (
		SELECT 1 FROM knowers k JOIN me ON me.node_id = k.knower_id
		WHERE k.campaign_id = $1 AND k.node_id = s.node_id AND k.key = s.key))
	AND ($3 = 'campaign' OR n.id IN (SELECT near.node_id FROM near))
	ORDER BY n.pos, s.pos`

const knownEdges = reachOf + `
	SELECT f.id, f.name, f.type, o.id, o.name, o.type, t.type, t.disposition, t.note,
		EXISTS (SELECT 1 FROM me WHERE me.hop = 0 AND me.node_id = t.from_id),
		EXISTS (SELECT 1 FROM me WHERE me.hop = 0 AND me.node_id = t.to_id),
		t.secret, t.party
	FROM ties t
	JOIN nodes f ON f.campaign_id = t.campaign_id AND f.id = t.from_id
	JOIN nodes o ON o.campaign_id = t.campaign_id AND o.id = t.to_id
	WHERE EXISTS (SELECT 1 FROM agents a WHERE a.campaign_id = $1 AND a.id = $2)
	AND ($3 = 'campaign' OR EXISTS (SELECT 1 FROM me WHERE me.hop = 0 AND (me.node_id = t.from_id OR me.node_id = t.to_id)))
	ORDER BY t.pos`

// The GM reads everything as it was written.
const (
	everyStatement = `
		SELECT n.id, n.name, n.type, s.key, s.text, 'tells', FALSE, s.secret, s.party
		FROM statements s JOIN nodes n ON n.campaign_id = s.campaign_id AND n.id = s.node_id
		WHERE s.campaign_id = $1 ORDER BY n.pos, s.pos`
	everyEdge = `
		SELECT f.id, f.name, f.type, o.id, o.name, o.type, t.type, t.disposition, t.note, FALSE, FALSE, t.secret, t.party
		FROM edges t
		JOIN nodes f ON f.campaign_id = t.campaign_id AND f.id = t.from_id
		JOIN nodes o ON o.campaign_id = t.campaign_id AND o.id = t.to_id
		WHERE t.campaign_id = $1 ORDER BY t.pos`
)

// ErrScope says that a reader's scope is none that facts have.
var ErrScope = errors.New("unknown scope")

// Facts implements [knowledge.Store]. An empty scope is the narrowest. An
// agent that does not exist knows nothing. Without words to match, what is
// about the reader comes first.
func (c *Campaign) Facts(ctx context.Context, q knowledge.Query) ([]knowledge.Fact, error) {
	var known []knowledge.Fact
	var aliases map[transcript.NodeID][]string
	err := c.db.snapshot(ctx, func(tx conn) (err error) {
		if known, err = c.known(ctx, tx, q.Reader); err != nil {
			return err
		}
		aliases, err = c.aliases(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read facts: %w", err)
	}
	facts := rankFacts(known, aliases, q.Text)
	return facts[:min(limit(q), len(facts))], nil
}

// known returns all that the reader may know within its scope.
func (c *Campaign) known(ctx context.Context, db conn, r knowledge.Reader) ([]knowledge.Fact, error) {
	statements, edges := knownStatements, knownEdges
	args := []any{c.id, r.Agent, r.Scope}
	switch {
	case r.Agent == "":
		statements, edges = everyStatement, everyEdge
		args = args[:1]
	case r.Scope == "":
		args[2] = tool.OwnNode
	case r.Scope != tool.OwnNode && r.Scope != tool.Campaign:
		return nil, ErrScope
	}
	var out []knowledge.Fact
	err := db.each(ctx, statements, args, func(scan func(...any) error) error {
		var f knowledge.Fact
		if err := scan(&f.Node, &f.Name, &f.Type, &f.Key, &f.Text, &f.Stance, &f.Own, &f.Secret, &f.Party); err != nil {
			return err
		}
		if f.Text != "" { // hidden without a cover, or an entry without a text
			out = append(out, f)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, db.each(ctx, edges, args, func(scan func(...any) error) error {
		var from, to end
		f := knowledge.Fact{Stance: campaign.Tells, Relation: true}
		if err := scan(&from.id, &from.name, &from.kind, &to.id, &to.name, &to.kind, &f.Key, &f.Disposition, &f.Note,
			&from.own, &to.own, &f.Secret, &f.Party); err != nil {
			return err
		}
		// A relation is about the entry that it leads from, but for the reader
		// about its own.
		about := from
		if to.own && !from.own {
			about = to
		}
		f.Node, f.Name, f.Type, f.Own = about.id, about.name, about.kind, about.own
		f.From, f.To = from.name, to.name
		f.Text = relation(from.name, f.Key, to.name, f.Disposition, f.Note)
		out = append(out, f)
		return nil
	})
}

// An end is one of the two entries of a relation.
type end struct {
	id   transcript.NodeID
	name string
	kind campaign.NodeType
	own  bool // the reader's
}

// relation puts an edge into words: "Mirela owes Bart: forty crowns (Mirela
// dislikes Bart)".
func relation(from, kind, to string, disposition int, note string) string {
	verb := strings.ReplaceAll(kind, "_", " ")
	if kind == campaign.MemberOf {
		verb = "is a member of"
	}
	s := from + " " + verb + " " + to
	if note != "" {
		s += ": " + note
	}
	if feeling := feelings[disposition]; feeling != "" {
		s += " (" + from + " " + feeling + " " + to + ")"
	}
	return s
}

var feelings = map[int]string{-2: "hates", -1: "dislikes", 1: "likes", 2: "loves"}

func (c *Campaign) aliases(ctx context.Context, db conn) (map[transcript.NodeID][]string, error) {
	out := map[transcript.NodeID][]string{}
	return out, db.each(ctx, `SELECT node_id, alias FROM node_aliases WHERE campaign_id = $1 ORDER BY pos`, []any{c.id},
		func(scan func(...any) error) error {
			var id transcript.NodeID
			var alias string
			if err := scan(&id, &alias); err != nil {
				return err
			}
			out[id] = append(out[id], alias)
			return nil
		})
}
