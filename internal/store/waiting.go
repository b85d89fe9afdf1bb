package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// Waiting implements [knowledge.Docket].
func (c *Campaign) Waiting(ctx context.Context) ([]knowledge.Waiting, error) {
	var list []knowledge.Waiting
	err := c.db.snapshot(ctx, func(tx conn) error {
		pending, err := all(ctx, tx, proposalFields, `
			SELECT `+proposalColumns+` FROM proposals
			WHERE campaign_id = $1 AND status = 'pending' AND NOT `+struck+` ORDER BY made, id`, c.id)
		if err != nil {
			return err
		}
		if err := c.against(ctx, tx, pending); err != nil {
			return err
		}
		lines, err := c.origins(ctx, tx)
		if err != nil {
			return err
		}
		list = make([]knowledge.Waiting, len(pending))
		for i, p := range pending {
			list[i] = knowledge.Waiting{Proposal: p, Line: lines[p.ID]}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list what waits: %w", err)
	}
	return list, nil
}

// origins returns the lines that pending proposals came from, without those
// that never happened.
func (c *Campaign) origins(ctx context.Context, db conn) (map[transcript.ProposalID]transcript.Line, error) {
	out := map[transcript.ProposalID]transcript.Line{}
	return out, db.each(ctx, `
		SELECT p.id, `+lineColumns+`
		FROM proposals p JOIN lines l ON l.campaign_id = p.campaign_id AND l.session_id = p.session_id AND l.n = p.line
		WHERE p.campaign_id = $1 AND p.status = 'pending' AND NOT l.hidden`, []any{c.id},
		func(scan func(...any) error) error {
			var id transcript.ProposalID
			var l transcript.Line
			if err := scan(append([]any{&id}, lineFields(&l)...)...); err != nil {
				return err
			}
			out[id] = l
			return nil
		})
}

// A subject is an entry that a proposal is about.
type subject struct {
	name    string
	aspects []campaign.Aspect // keys and texts alone
}

// against fills in what those of list that are pending contradict. It takes as
// many queries for a thousand as for one: a GM waits for the page.
func (c *Campaign) against(ctx context.Context, db conn, list []knowledge.Proposal) error {
	if !slices.ContainsFunc(list, func(p knowledge.Proposal) bool { return p.Status == knowledge.Pending }) {
		return nil
	}
	byID, byName := map[transcript.NodeID]*subject{}, map[string]*subject{}
	ids := map[*subject]transcript.NodeID{}
	err := db.each(ctx, `
		SELECT n.id, n.name, n.folded, 0 AS alias, n.pos FROM nodes n WHERE n.campaign_id = $1
		UNION ALL
		SELECT n.id, n.name, a.folded, 1, n.pos FROM node_aliases a
		JOIN nodes n ON n.campaign_id = a.campaign_id AND n.id = a.node_id WHERE a.campaign_id = $1
		ORDER BY alias, pos`, []any{c.id}, func(scan func(...any) error) error {
		var id transcript.NodeID
		var name, folded string
		var alias, pos int
		if err := scan(&id, &name, &folded, &alias, &pos); err != nil {
			return err
		}
		if byID[id] == nil {
			byID[id] = &subject{name: name}
			ids[byID[id]] = id
		}
		if byName[folded] == nil {
			byName[folded] = byID[id]
		}
		return nil
	})
	if err != nil {
		return err
	}
	// As [Campaign.subject] finds it.
	about := make([]*subject, len(list))
	wanted := map[transcript.NodeID]bool{}
	for i, p := range list {
		if p.Status != knowledge.Pending {
			continue
		}
		s := byID[transcript.NodeID(p.Write.Node)]
		if s == nil {
			if folded := campaign.Fold(p.Write.Subject); folded != "" {
				s = byName[folded]
			}
		}
		if s != nil {
			about[i], wanted[ids[s]] = s, true
		}
	}
	if err := c.labelled(ctx, db, wanted, byID); err != nil {
		return err
	}
	for i, s := range about {
		if s != nil {
			list[i].Contradicts = knowledge.Contradictions(s.name, s.aspects, list[i].Write)
		}
	}
	return nil
}

// labelled reads the labelled statements about the wanted entries.
func (c *Campaign) labelled(ctx context.Context, db conn, wanted map[transcript.NodeID]bool, into map[transcript.NodeID]*subject) error {
	args := []any{c.id}
	var params []string
	for id := range wanted {
		args = append(args, id)
		params = append(params, "$"+strconv.Itoa(len(args)))
	}
	only := ""
	switch n := len(params); {
	case n == 0:
		return nil
	case n <= insertAtOnce: // of more than that, all are read: one query is quicker than a long list
		only = ` AND node_id IN (` + strings.Join(params, ", ") + `)`
	default:
		args = args[:1]
	}
	return db.each(ctx, `
		SELECT node_id, key, text FROM statements
		WHERE campaign_id = $1 AND key <> ''`+only+` ORDER BY node_id, pos`, args, func(scan func(...any) error) error {
		var id transcript.NodeID
		var a campaign.Aspect
		if err := scan(&id, &a.Key, &a.Text); err != nil {
			return err
		}
		if s := into[id]; s != nil && wanted[id] {
			s.aspects = append(s.aspects, a)
		}
		return nil
	})
}
