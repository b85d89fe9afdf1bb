package knowledge

import (
	"context"
	"errors"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

var _ Ledger = (*memory)(nil)

func (m *memory) Claims(ctx context.Context) ([]Claim, error) {
	if err := m.read(ctx); err != nil {
		return nil, err
	}
	var out []Claim
	for _, a := range m.agents {
		for _, n := range m.nodes {
			for _, s := range statements(n) {
				for _, st := range s.Stances {
					if st.Who == a.Node && st.Kind != campaign.Tells && st.Text != "" {
						out = append(out, Claim{Agent: a.ID, Name: a.Shown(), Entry: n.Name, Text: st.Text})
					}
				}
			}
		}
	}
	return out, nil
}

func (m *memory) File(ctx context.Context) (campaign.File, error) {
	return campaign.File{Agents: m.agents, Nodes: m.nodes, Edges: m.edges}, m.read(ctx)
}

func (m *memory) AddStatement(context.Context, Addition) (Added, error) {
	return Added{}, errors.New("not of this store")
}

func (m *memory) ChangeStatement(ctx context.Context, id StatementID, change func(*campaign.Aspect) error) error {
	if err := m.read(ctx); err != nil {
		return err
	}
	i := slices.IndexFunc(m.nodes, func(n campaign.Node) bool { return n.ID == id.Node })
	if i < 0 {
		return ErrNoStatement
	}
	n := &m.nodes[i]
	if id.Key == "" {
		a := campaign.Aspect{Text: n.Text, Visible: n.Visible, Party: n.Party, Stances: n.Stances}
		err := change(&a)
		n.Visible, n.Party, n.Stances = a.Visible, a.Party, a.Stances
		return err
	}
	j := slices.IndexFunc(n.Aspects, func(a campaign.Aspect) bool { return a.Key == id.Key })
	if j < 0 {
		return ErrNoStatement
	}
	return change(&n.Aspects[j])
}

// see returns what an agent is given of an entry.
func see(ctx context.Context, m *memory, agent transcript.AgentID, entry string) ([]string, error) {
	view, err := Keeper{m}.As(ctx, string(agent), entry)
	var out []string
	for _, f := range view.Facts {
		out = append(out, f.Text)
	}
	return out, err
}

func (m *memory) ChangeRelation(ctx context.Context, id RelationID, change func(*campaign.Edge) (*campaign.Edge, error)) error {
	if err := m.read(ctx); err != nil {
		return err
	}
	i := slices.IndexFunc(m.edges, func(e campaign.Edge) bool {
		return e.From == id.From && e.To == id.To && campaign.Fold(e.Type) == campaign.Fold(id.Type)
	})
	var now *campaign.Edge
	if i >= 0 {
		now = new(m.edges[i])
	}
	after, err := change(now)
	switch {
	case err != nil:
		return err
	case i >= 0 && after == nil:
		m.edges = slices.Delete(m.edges, i, i+1)
	case i >= 0:
		m.edges[i] = *after
	case after != nil:
		m.edges = append(m.edges, *after)
	}
	return nil
}
