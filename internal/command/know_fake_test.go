package command

import (
	"context"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// The knowledge of a book is that of its file.

func (b *book) AddStatement(_ context.Context, a knowledge.Addition) (knowledge.Added, error) {
	defer b.shelf.enter()()
	i := slices.IndexFunc(b.file.Nodes, func(n campaign.Node) bool { return campaign.Fold(n.Name) == campaign.Fold(a.Entry) })
	added := knowledge.Added{StatementID: knowledge.StatementID{Key: a.Key}, Name: a.Entry}
	if i < 0 {
		added.New, i = true, len(b.file.Nodes)
		b.file.Nodes = append(b.file.Nodes, campaign.Node{ID: transcript.NodeID(campaign.KeyOf(a.Entry, "entry")), Name: a.Entry, Type: a.Type})
	}
	n := &b.file.Nodes[i]
	added.Node = n.ID
	if a.Key == "" && n.Text == "" {
		n.Text, n.Visible, n.Party = a.Text, a.Visible, a.Party
		return added, nil
	}
	if added.Key == "" {
		added.Key = a.Label
	}
	n.Aspects = append(n.Aspects, campaign.Aspect{Key: added.Key, Text: a.Text, Visible: a.Visible, Party: a.Party})
	return added, nil
}

func (b *book) ChangeStatement(_ context.Context, id knowledge.StatementID, change func(*campaign.Aspect) error) error {
	defer b.shelf.enter()()
	for i := range b.file.Nodes {
		n := &b.file.Nodes[i]
		if n.ID != id.Node {
			continue
		}
		if id.Key == "" {
			a := campaign.Aspect{Text: n.Text, Visible: n.Visible, Party: n.Party, Stances: n.Stances}
			err := change(&a)
			n.Visible, n.Party, n.Stances = a.Visible, a.Party, a.Stances
			return err
		}
		for j := range n.Aspects {
			if n.Aspects[j].Key == id.Key {
				return change(&n.Aspects[j])
			}
		}
	}
	return knowledge.ErrNoStatement
}

// Facts are what the GM reads or, for an agent, what is no secret or its own,
// with its stances; those that share a word with what is asked for.
func (b *book) Facts(_ context.Context, q knowledge.Query) (out []knowledge.Fact, err error) {
	defer b.shelf.enter()()
	var me transcript.NodeID
	for _, a := range b.file.Agents {
		if a.ID == q.Reader.Agent {
			me = a.Node
		}
	}
	for _, n := range b.file.Nodes {
		own := campaign.Aspect{Text: n.Text, Visible: n.Visible, Party: n.Party, Stances: n.Stances}
		for _, a := range append([]campaign.Aspect{own}, n.Aspects...) {
			f := knowledge.Fact{
				Node: n.ID, Name: n.Name, Type: n.Type, Key: a.Key, Text: a.Text, Stance: campaign.Tells,
				Own: n.ID == me, Secret: a.Visible.Secret, Party: a.Party,
			}
			if q.Reader.Agent != "" {
				if a.Visible.Secret && !slices.Contains(a.Visible.Nodes, me) {
					f.Text = ""
				}
				for _, s := range a.Stances {
					if s.Who == me && s.Kind != campaign.Tells {
						f.Stance, f.Text = s.Kind, s.Text
					}
				}
			}
			said := " " + campaign.Fold(f.Name+" "+f.Key+" "+f.Text) + " "
			fits := q.Text == ""
			for w := range strings.FieldsSeq(campaign.Fold(q.Text)) {
				fits = fits || strings.Contains(said, " "+w+" ")
			}
			if f.Text != "" && fits {
				out = append(out, f)
			}
		}
	}
	return out[:min(len(out), q.Limit)], nil
}

// Lines are none: what an agent has heard is tested with the store.
func (b *book) Lines(context.Context, knowledge.Query) ([]transcript.Line, error) { return nil, nil }

func (b *book) ChangeRelation(_ context.Context, id knowledge.RelationID, change func(*campaign.Edge) (*campaign.Edge, error)) error {
	defer b.shelf.enter()()
	i := slices.IndexFunc(b.file.Edges, func(e campaign.Edge) bool { return e.From == id.From && e.To == id.To && e.Type == id.Type })
	var now *campaign.Edge
	if i >= 0 {
		now = new(b.file.Edges[i])
	}
	after, err := change(now)
	edges := slices.Clone(b.file.Edges)
	switch {
	case err != nil:
		return err
	case i >= 0 && after == nil:
		edges = slices.Delete(edges, i, i+1)
	case i >= 0:
		edges[i] = *after
	case after != nil:
		edges = append(edges, *after)
	}
	b.file.Edges = edges
	return nil
}
