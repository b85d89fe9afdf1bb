package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// ErrSaysNothing says that a GM's words leave nothing of a proposal.
var ErrSaysNothing = errors.New("a proposal that says nothing")

// Revise puts w in the place of what a pending proposal says, in the form in
// which writes are kept. changed is false if it was decided before.
func Revise(ctx context.Context, d Docket, id transcript.ProposalID, w tool.Write) (p Proposal, changed bool, err error) {
	if err := normalise(&w); err != nil {
		return Proposal{}, false, fmt.Errorf("%w: %w", ErrSaysNothing, err)
	}
	p, changed, err = d.Revise(ctx, Revision{Proposal: id, Write: w, Digest: digest(w)})
	if err != nil {
		return Proposal{}, false, fmt.Errorf("revise proposal %s: %w", id, err)
	}
	return p, changed, nil
}

// Similar returns up to n facts about the entry that w is about, those first that
// share the most words with it, without those that it contradicts. It looks at
// that one entry: in the whole campaign a GM would wait for it.
func Similar(ctx context.Context, s Store, w Waiting, n int) ([]string, error) {
	entry, ok, err := s.NodeByName(ctx, w.Write.Subject)
	if err != nil {
		return nil, fmt.Errorf("look up similar facts: %w", err)
	}
	if !ok {
		return nil, nil
	}
	words := wordsOf(w.Write.Key, w.Write.Text, w.Write.Relation, w.Write.Target, w.Write.Note)
	type ranked struct {
		says   string
		shared int
	}
	var list []ranked
	for _, a := range append([]campaign.Aspect{{Text: entry.Text}}, entry.Aspects...) {
		r := ranked{says: sentence(entry.Name, a.Key, a.Text)}
		if a.Text == "" || slices.Contains(w.Contradicts, r.says) {
			continue
		}
		for word := range wordsOf(a.Key, a.Text) {
			if words[word] {
				r.shared++
			}
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.shared, a.shared) })
	var out []string
	for _, r := range list[:min(n, len(list))] {
		out = append(out, r.says)
	}
	return out, nil
}

func wordsOf(texts ...string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(campaign.Fold(strings.Join(texts, " "))) {
		words[word] = true
	}
	return words
}
