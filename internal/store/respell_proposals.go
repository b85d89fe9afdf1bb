package store

import (
	"context"
	"fmt"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A waits is a proposal that waits, with its write as it is kept, and whether its
// line was struck.
type waits struct {
	knowledge.Proposal
	kept   string
	hidden bool
}

func waitsFields(w *waits) []any { return append(proposalFields(&w.Proposal), &w.kept, &w.hidden) }

// respellProposals corrects a name in the proposals that wait, those of struck lines
// as well, and returns how many that were.
func (c *Campaign) respellProposals(ctx context.Context, r knowledge.Respelling) (n int, err error) {
	if r.Claims, err = c.Claims(ctx); err != nil {
		return 0, err
	}
	for after := transcript.ProposalID(""); ; {
		changed, read := 0, 0
		err := c.db.write(ctx, func(tx conn) error {
			changed = 0
			if _, err := c.lock(ctx, tx); err != nil {
				return err
			}
			list, err := all(ctx, tx, waitsFields, `
				SELECT `+proposalColumns+`, write, `+struck+` FROM proposals
				WHERE campaign_id = $1 AND status = 'pending' AND id > $2 ORDER BY id LIMIT $3`, c.id, after, respellAtOnce)
			if read = len(list); err != nil || read == 0 {
				return err
			}
			after = list[read-1].ID
			r.Entry = func(name string) (transcript.NodeID, bool, error) { return c.nodeID(ctx, tx, name) }
			for _, w := range list {
				did, err := c.respellProposal(ctx, tx, w, r)
				if err != nil {
					return err
				}
				if did {
					changed++
				}
			}
			return nil
		})
		if err != nil {
			return n, fmt.Errorf("in proposals: %w", err)
		}
		n += changed
		if read < respellAtOnce {
			return n, nil
		}
	}
}

// respellProposal corrects one. If it says then what another says that waits, one of
// the two goes, as it does when somebody repeats themselves.
func (c *Campaign) respellProposal(ctx context.Context, tx conn, w waits, r knowledge.Respelling) (did bool, err error) {
	p, changed, err := r.Proposal(w.Proposal)
	if err != nil || !changed {
		return false, err
	}
	// It may be gone by now, or a GM has put it into their own words: these stay.
	n, err := tx.exec(ctx, `
		UPDATE proposals SET write = write
		WHERE campaign_id = $1 AND id = $2 AND status = 'pending' AND write = $3`, c.id, p.ID, w.kept)
	if err != nil || n == 0 {
		return false, err
	}
	var twin waits
	ok, err := tx.row(ctx, `
		SELECT `+proposalColumns+`, write, `+struck+` FROM proposals
		WHERE campaign_id = $1 AND about = $2 AND digest = $3 AND status = 'pending' AND id <> $4`,
		[]any{c.id, about(p.Write), p.Digest, p.ID}, waitsFields(&twin)...)
	if err != nil {
		return false, err
	}
	const drop = `DELETE FROM proposals WHERE campaign_id = $1 AND id = $2 AND about = $3 AND digest = $4 AND status = 'pending'`
	if ok && !p.Outlasts(twin.Proposal, w.hidden, twin.hidden) {
		_, err := tx.exec(ctx, drop, c.id, p.ID, about(w.Write), w.Digest)
		return true, err
	}
	if ok {
		if _, err := tx.exec(ctx, drop, c.id, twin.ID, about(twin.Write), twin.Digest); err != nil {
			return false, err
		}
	}
	_, err = tx.exec(ctx, `
		UPDATE proposals SET write = $3, about = $4, digest = $5
		WHERE campaign_id = $1 AND id = $2 AND status = 'pending'`, c.id, p.ID, p.Write, about(p.Write), p.Digest)
	return true, err
}
