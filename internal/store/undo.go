package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A step is one change that a decision made, with what it takes to take it
// back. One of its fields is set, of an entry two. Steps are kept as JSON with the proposal: a
// field that is renamed here loses fifteen minutes of undoing.
type step struct {
	Node   transcript.NodeID `json:"node,omitempty"` // an entry was made
	Own    added             `json:"own,omitzero"`   // its own text
	Added  *added            `json:"added,omitempty"`
	Moved  *moved            `json:"moved,omitempty"`
	Tied   *tied             `json:"tied,omitempty"`
	Hidden *hidden           `json:"hidden,omitempty"`
}

// An added statement, and who was to know it.
type added struct {
	Node          transcript.NodeID
	Key, Text     string
	Secret, Party bool
	Knowers       []transcript.NodeID
}

// A moved statement has another label than before.
type moved struct {
	Node     transcript.NodeID
	From, To string
}

// A tied relation was made or, if there was one before, changed.
type tied struct {
	Now    tie
	Before *tie
}

// A hidden line.
type hidden struct {
	Session transcript.SessionID
	N       int64
}

// neverHappened hides the line that p came from, and rejects all else that
// waits because of it.
func (c *Campaign) neverHappened(ctx context.Context, tx conn, d knowledge.Decision, p knowledge.Proposal) ([]step, error) {
	number, err := c.lock(ctx, tx)
	if err != nil {
		return nil, err
	}
	changed, err := c.hide(ctx, tx, number, p.Session, p.Line)
	if errors.Is(err, ErrNoLine) {
		return nil, nil // nothing to hide, and nothing else came of it
	}
	if err != nil {
		return nil, err
	}
	if _, err := tx.exec(ctx, `
		UPDATE proposals SET status = $4, decided = $5, decided_by = $6, batch = $7
		WHERE campaign_id = $1 AND session_id = $2 AND line = $3 AND status = 'pending'`,
		c.id, p.Session, p.Line, d.Status, d.At, d.By, d.Batch); err != nil {
		return nil, err
	}
	if !changed {
		return nil, nil
	}
	return []step{{Hidden: &hidden{p.Session, p.Line}}}, nil
}

// Undo implements [knowledge.Docket]. It is one transaction: of a batch, all
// waits again or nothing.
func (c *Campaign) Undo(ctx context.Context, u knowledge.Undo) (done knowledge.Undone, err error) {
	if u.Batch == "" {
		return done, nil
	}
	err = c.db.write(ctx, func(tx conn) error {
		done = knowledge.Undone{}
		if _, err := c.lock(ctx, tx); err != nil { // as decisions do, and in their order
			return err
		}
		type decided struct {
			knowledge.Proposal
			about string
			steps []step
		}
		list, err := all(ctx, tx, func(d *decided) []any {
			return append(proposalFields(&d.Proposal), &d.about, fromJSON(&d.steps))
		}, `SELECT `+proposalColumns+`, about, undo FROM proposals
			WHERE campaign_id = $1 AND batch = $2 ORDER BY decided, id`, c.id, u.Batch)
		if err != nil {
			return err
		}
		for _, d := range slices.Backward(list) {
			if d.Decided.Before(u.After) {
				return knowledge.ErrTooLate
			}
			// What was proposed again meanwhile says the same: one of the two is
			// enough, and this one has its place.
			if _, err := tx.exec(ctx, `
				DELETE FROM proposals
				WHERE campaign_id = $1 AND about = $2 AND digest = $3 AND status = 'pending' AND id <> $4`,
				c.id, d.about, d.Digest, d.ID); err != nil {
				return err
			}
			n, err := tx.exec(ctx, `
				UPDATE proposals SET status = 'pending', decided = 0, decided_by = '', batch = '', undo = '[]'
				WHERE campaign_id = $1 AND id = $2 AND batch = $3`, c.id, d.ID, u.Batch)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			done.Waiting++
			for _, s := range slices.Backward(d.steps) {
				back, err := c.takeBack(ctx, tx, s)
				if err != nil {
					return err
				}
				switch {
				case !back:
					done.Stays++
				case s.Hidden != nil:
					done.Lines = append(done.Lines, knowledge.LineID{Session: s.Hidden.Session, N: s.Hidden.N})
				}
			}
		}
		return nil
	})
	if err != nil {
		return knowledge.Undone{}, fmt.Errorf("undo: %w", err)
	}
	return done, nil
}

// takeBack undoes one step. back is false if somebody has changed the same
// since: then theirs stays.
func (c *Campaign) takeBack(ctx context.Context, tx conn, s step) (back bool, err error) {
	switch {
	case s.Node != "":
		return c.dropNode(ctx, tx, s.Node, s.Own)
	case s.Added != nil:
		return c.dropStatement(ctx, tx, *s.Added)
	case s.Moved != nil:
		labels, err := c.labels(ctx, tx, s.Moved.Node)
		if err != nil {
			return false, err
		}
		has := func(key string) bool {
			return slices.ContainsFunc(labels, func(a campaign.Aspect) bool { return a.Key == key })
		}
		if !has(s.Moved.To) || has(s.Moved.From) {
			return false, nil
		}
		return true, c.relabel(ctx, tx, s.Moved.Node, s.Moved.To, s.Moved.From)
	case s.Tied != nil:
		return c.untie(ctx, tx, *s.Tied)
	case s.Hidden != nil:
		number, err := c.lock(ctx, tx)
		if err != nil {
			return false, err
		}
		back, err := c.show(ctx, tx, number, s.Hidden.Session, s.Hidden.N)
		if errors.Is(err, ErrNoLine) {
			return false, nil // deleted meanwhile
		}
		return back, err
	}
	return false, nil
}

// dropStatement removes a statement that is still as it was added.
func (c *Campaign) dropStatement(ctx context.Context, tx conn, a added) (bool, error) {
	if same, err := c.asAdded(ctx, tx, a); err != nil || !same {
		return false, err
	}
	_, err := tx.exec(ctx, `
		DELETE FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key = $3`, c.id, a.Node, a.Key)
	return true, err
}

// asAdded reports whether a statement is still as it was added: nobody has
// changed its text or who knows it, or said how anybody stands to it.
func (c *Campaign) asAdded(ctx context.Context, tx conn, a added) (bool, error) {
	now := added{Node: a.Node, Key: a.Key}
	var stances int
	ok, err := tx.row(ctx, `
		SELECT text, secret, party, (
			SELECT count(*) FROM stances t WHERE t.campaign_id = s.campaign_id AND t.node_id = s.node_id AND t.key = s.key)
		FROM statements s WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
		[]any{c.id, a.Node, a.Key}, &now.Text, &now.Secret, &now.Party, &stances)
	if err != nil || !ok || stances > 0 {
		return false, err
	}
	who, err := c.knowers(ctx, tx, a.Node)
	return now.Text == clean(a.Text) && now.Secret == a.Secret && now.Party == a.Party &&
		slices.Equal(who[knowledge.StatementID{Node: a.Node, Key: a.Key}], a.Knowers), err
}

// dropNode removes an entry of which nothing is left but what came with it, and
// which nobody has come to need: an agent or a character whose entry it is, or a
// statement or a relation that it knows.
func (c *Campaign) dropNode(ctx context.Context, tx conn, id transcript.NodeID, own added) (bool, error) {
	if same, err := c.asAdded(ctx, tx, own); err != nil || !same {
		return false, err
	}
	n, err := tx.exec(ctx, `
		DELETE FROM nodes WHERE campaign_id = $1 AND id = $2
		AND NOT EXISTS (SELECT 1 FROM statements s WHERE s.campaign_id = $1 AND s.node_id = $2 AND s.key <> '')
		AND NOT EXISTS (SELECT 1 FROM node_aliases a WHERE a.campaign_id = $1 AND a.node_id = $2)
		AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.campaign_id = $1 AND (e.from_id = $2 OR e.to_id = $2))
		AND NOT EXISTS (SELECT 1 FROM agents a WHERE a.campaign_id = $1 AND a.node_id = $2)
		AND NOT EXISTS (SELECT 1 FROM characters h WHERE h.campaign_id = $1 AND h.node_id = $2)
		AND NOT EXISTS (SELECT 1 FROM knowers k WHERE k.campaign_id = $1 AND k.knower_id = $2)
		AND NOT EXISTS (SELECT 1 FROM stances t WHERE t.campaign_id = $1 AND t.knower_id = $2)
		AND NOT EXISTS (SELECT 1 FROM edge_knowers k WHERE k.campaign_id = $1 AND k.knower_id = $2)`, c.id, id)
	return n > 0, err
}

func (c *Campaign) untie(ctx context.Context, tx conn, t tied) (bool, error) {
	now, err := c.tie(ctx, tx, t.Now.From, t.Now.To, t.Now.Type)
	if err != nil || now == nil {
		return false, err
	}
	same := now.Disposition == t.Now.Disposition && now.Note == clean(t.Now.Note) && now.Secret == t.Now.Secret &&
		now.Party == t.Now.Party && slices.Equal(now.Knowers, t.Now.Knowers)
	switch {
	case !same:
		return false, nil
	case t.Before != nil:
		return true, c.setTie(ctx, tx, *t.Before)
	}
	_, err = tx.exec(ctx, `
		DELETE FROM edges WHERE campaign_id = $1 AND from_id = $2 AND to_id = $3 AND type = $4`,
		c.id, t.Now.From, t.Now.To, t.Now.Type)
	return true, err
}

// LastBatch implements [knowledge.Docket].
func (c *Campaign) LastBatch(ctx context.Context, by string, after time.Time) (b knowledge.Batch, ok bool, err error) {
	ok, err = c.db.read().row(ctx, `
		SELECT batch, count(*), max(decided) FROM proposals
		WHERE campaign_id = $1 AND batch <> '' AND decided_by = $2 AND decided >= $3
		GROUP BY batch ORDER BY max(decided) DESC, batch DESC LIMIT 1`, []any{c.id, by, after}, &b.ID, &b.N, micros(&b.At))
	if err != nil {
		return knowledge.Batch{}, false, fmt.Errorf("find last decision: %w", err)
	}
	return b, ok, nil
}

// Revise implements [knowledge.Docket].
func (c *Campaign) Revise(ctx context.Context, r knowledge.Revision) (p knowledge.Proposal, changed bool, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		var twins int
		if _, err := tx.row(ctx, `
			SELECT count(*) FROM proposals
			WHERE campaign_id = $1 AND about = $2 AND digest = $3 AND status = 'pending' AND id <> $4`,
			[]any{c.id, about(r.Write), r.Digest, r.Proposal}, &twins); err != nil {
			return err
		}
		if twins > 0 {
			return knowledge.ErrWaits
		}
		n, err := tx.exec(ctx, `
			UPDATE proposals SET write = $3, about = $4, digest = $5
			WHERE campaign_id = $1 AND id = $2 AND status = 'pending'`, c.id, r.Proposal, r.Write, about(r.Write), r.Digest)
		if err != nil {
			return err
		}
		changed = n > 0
		p, err = c.proposal(ctx, tx, r.Proposal)
		return err
	})
	if err != nil {
		return knowledge.Proposal{}, false, fmt.Errorf("revise proposal: %w", err)
	}
	return p, changed, nil
}
