package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

var _ knowledge.Ledger = (*Campaign)(nil)

// AddStatement implements [knowledge.Ledger]. A label that is taken gets a
// number behind it.
func (c *Campaign) AddStatement(ctx context.Context, a knowledge.Addition) (added knowledge.Added, err error) {
	err = c.db.write(ctx, func(tx conn) error {
		added = knowledge.Added{}
		if _, err := c.lock(ctx, tx); err != nil {
			return err
		}
		g := &growth{known: known{a.Visible, a.Party}}
		id, ok, err := c.nodeID(ctx, tx, a.Entry)
		if err != nil {
			return err
		}
		added.Node, added.Key = id, oneLine(a.Key)
		switch {
		case !ok:
			added.New = true
			text := a.Text
			if added.Key != "" {
				text = ""
			}
			// An entry without a text is no secret; its name is only found
			// with a statement that the reader may know.
			if added.Node, err = c.addNode(ctx, tx, a.Entry, a.Type, text, g); err != nil {
				return err
			}
			if added.Key != "" {
				added.Key, err = c.putStatement(ctx, tx, added.Node, added.Key, a.Text, g)
			}
		case added.Key == "":
			var own string
			has, e := tx.row(ctx, `SELECT text FROM statements WHERE campaign_id = $1 AND node_id = $2 AND key = ''`, []any{c.id, id}, &own)
			switch {
			case e != nil:
				err = e
			case own != "":
				added.Key, err = c.putStatement(ctx, tx, id, oneLine(a.Label), a.Text, g)
			case has:
				err = c.setStatement(ctx, tx, added.StatementID, campaign.Aspect{Text: a.Text, Visible: a.Visible, Party: a.Party})
			default:
				err = c.insertStatement(ctx, tx, id, "", a.Text, g)
			}
		default:
			added.Key, err = c.putStatement(ctx, tx, id, added.Key, a.Text, g)
		}
		if err != nil {
			return err
		}
		_, err = tx.row(ctx, `SELECT name FROM nodes WHERE campaign_id = $1 AND id = $2`, []any{c.id, added.Node}, &added.Name)
		return err
	})
	if err != nil {
		return knowledge.Added{}, fmt.Errorf("add statement: %w", err)
	}
	return added, nil
}

// ChangeStatement implements [knowledge.Ledger].
func (c *Campaign) ChangeStatement(ctx context.Context, id knowledge.StatementID, change func(*campaign.Aspect) error) error {
	err := c.db.write(ctx, func(tx conn) error {
		var a campaign.Aspect
		// Written, so that nobody else changes it meanwhile.
		ok, err := tx.row(ctx, `
			UPDATE statements SET pos = pos WHERE campaign_id = $1 AND node_id = $2 AND key = $3
			RETURNING key, text, secret, party`, []any{c.id, id.Node, id.Key},
			&a.Key, &a.Text, &a.Visible.Secret, &a.Party)
		if err == nil && !ok {
			err = knowledge.ErrNoStatement
		}
		if err != nil {
			return err
		}
		who, err := c.knowers(ctx, tx, id.Node)
		if err != nil {
			return err
		}
		ways, err := c.stances(ctx, tx, id.Node)
		if err != nil {
			return err
		}
		a.Visible.Nodes, a.Stances = who[id], ways[id]
		if err := change(&a); err != nil {
			return err
		}
		return c.setStatement(ctx, tx, id, a)
	})
	if err != nil {
		return fmt.Errorf("change statement: %w", err)
	}
	return nil
}

// putStatement adds a statement as addStatement does and returns its label.
func (c *Campaign) putStatement(ctx context.Context, tx conn, node transcript.NodeID, key, text string, g *growth) (string, error) {
	if err := c.addStatement(ctx, tx, node, key, text, g); err != nil {
		return "", err
	}
	return g.steps[len(g.steps)-1].Added.Key, nil
}

// setStatement makes the rows of a statement that is there what a says.
func (c *Campaign) setStatement(ctx context.Context, tx conn, id knowledge.StatementID, a campaign.Aspect) error {
	if _, err := tx.exec(ctx, `
		UPDATE statements SET text = $4, secret = $5, party = $6
		WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
		c.id, id.Node, id.Key, a.Text, a.Visible.Secret, a.Party); err != nil {
		return err
	}
	for _, t := range []table{knowers, stances} {
		if _, err := tx.exec(ctx, `DELETE FROM `+t.name+` WHERE campaign_id = $1 AND node_id = $2 AND key = $3`,
			c.id, id.Node, id.Key); err != nil {
			return err
		}
	}
	for pos, who := range a.Visible.Nodes {
		if err := knowers.put(ctx, tx, c.id, []any{id.Node, id.Key, who, pos}); err != nil {
			return err
		}
	}
	for pos, s := range a.Stances {
		if err := stances.put(ctx, tx, c.id, []any{id.Node, id.Key, s.Who, pos, s.Kind, s.Text}); err != nil {
			return err
		}
	}
	return nil
}
