package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// minShort is how many characters of an ID are shown at least: typed by hand,
// fewer are too easily another's.
const minShort = 4

// A Review is a GM's way through the proposals of one campaign. It reads with
// the GM's eyes: no tool and no prompt may hold one.
type Review struct{ Store Store }

// List returns the proposals of one status, oldest first, and all of them for
// the empty one. Those that are pending carry what they contradict today.
func (r Review) List(ctx context.Context, s Status) ([]Proposal, error) {
	list, err := r.Store.Proposals(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("list proposals: %w", err)
	}
	return list, nil
}

// Contradictions returns what is established about an entry under the label of
// w and says otherwise. A store has them from here, so that one that reads many
// entries at once says the same as one that reads one.
func Contradictions(name string, aspects []campaign.Aspect, w tool.Write) []string {
	key := campaign.Fold(w.Key)
	if w.Kind != tool.WriteFact || key == "" {
		return nil
	}
	var against []string
	for _, a := range aspects {
		if campaign.Fold(a.Key) == key && campaign.Fold(a.Text) != campaign.Fold(w.Text) {
			against = append(against, sentence(name, a.Key, a.Text))
		}
	}
	return against
}

// Approve approves the proposal that id means and makes it known to audience.
// changed is false if it was decided before; it is then left as it was.
func (r Review) Approve(ctx context.Context, id string, audience Audience, by string) (p Proposal, changed bool, err error) {
	return r.decide(ctx, id, Decision{Status: Approved, Audience: audience, By: by})
}

// Reject rejects the proposal that id means, as [Review.Approve] approves it.
func (r Review) Reject(ctx context.Context, id, by string) (p Proposal, changed bool, err error) {
	return r.decide(ctx, id, Decision{Status: Rejected, By: by})
}

func (r Review) decide(ctx context.Context, id string, d Decision) (Proposal, bool, error) {
	p, err := r.find(ctx, id)
	if err != nil {
		return Proposal{}, false, err
	}
	d.Proposal, d.At = p.ID, time.Now()
	p, changed, err := r.Store.Decide(ctx, d)
	if err != nil {
		return Proposal{}, false, fmt.Errorf("decide proposal %s: %w", d.Proposal, err)
	}
	return p, changed, nil
}

// An AmbiguousError says that the beginning or end of an ID fits more than one
// proposal.
type AmbiguousError struct {
	ID   string
	Fits int
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d proposals: type more of the ID", e.ID, e.Fits)
}

// find returns the one proposal whose ID is id, or begins or ends with it.
func (r Review) find(ctx context.Context, id string) (Proposal, error) {
	id = strings.ToLower(strings.TrimSpace(id))
	if id == "" {
		return Proposal{}, errors.New("which proposal? give its ID, or the part of it that the list shows")
	}
	all, err := r.Store.Proposals(ctx, "")
	if err != nil {
		return Proposal{}, fmt.Errorf("look up proposal: %w", err)
	}
	var fit []Proposal
	for _, p := range all {
		switch s := string(p.ID); {
		case s == id:
			return p, nil
		case strings.HasPrefix(s, id) || strings.HasSuffix(s, id):
			fit = append(fit, p)
		}
	}
	switch len(fit) {
	case 0:
		return Proposal{}, fmt.Errorf("%q: %w", id, ErrNoProposal)
	case 1:
		return fit[0], nil
	}
	return Proposal{}, &AmbiguousError{id, len(fit)}
}

// ShortIDs returns what a GM may type for each of proposals: the end of its
// ID, as long as it must be to be alone among them. IDs begin with the time,
// so their ends are what differs.
func ShortIDs(proposals []Proposal) map[transcript.ProposalID]string {
	short := make(map[transcript.ProposalID]string, len(proposals))
	for _, p := range proposals {
		id := string(p.ID)
		n := min(minShort, len(id))
		for n < len(id) && slices.ContainsFunc(proposals, func(o Proposal) bool {
			return o.ID != p.ID && strings.HasSuffix(string(o.ID), id[len(id)-n:])
		}) {
			n++
		}
		short[p.ID] = id[len(id)-n:]
	}
	return short
}
