package knowledge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// memory is a Store in memory: as much of one as the tests need.
type memory struct {
	agents []campaign.Agent
	nodes  []campaign.Node
	edges  []campaign.Edge

	mu        sync.Mutex
	proposals []Proposal
	queries   []Query
	fail      error
	// onRead, if set, is called before each read.
	onRead func()
}

func (m *memory) read(ctx context.Context) error {
	if m.onRead != nil {
		m.onRead()
	}
	if m.fail != nil {
		return m.fail
	}
	return ctx.Err()
}

func (m *memory) Agent(ctx context.Context, id transcript.AgentID) (campaign.Agent, error) {
	if err := m.read(ctx); err != nil {
		return campaign.Agent{}, err
	}
	for _, a := range m.agents {
		if a.ID == id {
			return a, nil
		}
	}
	return campaign.Agent{}, errors.New("no such agent")
}

func (m *memory) Facts(ctx context.Context, q Query) ([]Fact, error) {
	if err := m.read(ctx); err != nil {
		return nil, err
	}
	m.queries = append(m.queries, q)
	if q.Reader.Agent == "" {
		return nil, errors.New("a tool reads with the GM's eyes")
	}
	a, err := m.Agent(ctx, q.Reader.Agent)
	if err != nil {
		return nil, err
	}
	var facts []Fact
	add := func(n campaign.Node, key, text string, v campaign.Visibility, stances []campaign.Stance) {
		own := n.ID == a.Node
		if q.Reader.Scope == tool.OwnNode && !own || v.Secret && !slices.Contains(v.Nodes, a.Node) || text == "" {
			return
		}
		f := Fact{Node: n.ID, Name: n.Name, Type: n.Type, Key: key, Text: text, Own: own, Secret: v.Secret}
		for _, s := range stances {
			if s.Who == a.Node {
				f.Stance, f.Text = s.Kind, s.Text
			}
		}
		have := " " + campaign.Fold(f.Name+" "+f.Key+" "+f.Text) + " "
		for w := range strings.FieldsSeq(campaign.Fold(q.Text)) {
			if !strings.Contains(have, " "+w+" ") {
				return
			}
		}
		if len(facts) < q.Limit {
			facts = append(facts, f)
		}
	}
	for _, e := range m.edges { // one that leads to the reader is its own too
		if e.To == a.Node && q.Text == "" {
			facts = append(facts, Fact{Node: e.From, Name: "from " + string(e.From), Key: e.Type, Text: a.Name, Own: true})
		}
	}
	for _, n := range m.nodes {
		add(n, "", n.Text, n.Visible, n.Stances)
		for _, asp := range n.Aspects {
			add(n, asp.Key, asp.Text, asp.Visible, asp.Stances)
		}
		for _, e := range m.edges {
			if e.From == n.ID {
				add(n, e.Type, string(e.To), e.Visible, nil)
			}
		}
	}
	return facts, nil
}

func (m *memory) Lines(ctx context.Context, q Query) ([]transcript.Line, error) {
	m.queries = append(m.queries, q)
	if err := m.read(ctx); err != nil {
		return nil, err
	}
	return []transcript.Line{{Name: "Kara", Text: "Where is the lantern?"}}, nil
}

func (m *memory) NodeByName(ctx context.Context, name string) (campaign.Node, bool, error) {
	if err := m.read(ctx); err != nil {
		return campaign.Node{}, false, err
	}
	for _, n := range m.nodes {
		for _, known := range append([]string{n.Name}, n.Aliases...) {
			if campaign.Fold(known) == campaign.Fold(name) {
				return n, true, nil
			}
		}
	}
	return campaign.Node{}, false, nil
}

func (m *memory) AddProposal(ctx context.Context, p Proposal) (bool, error) {
	if err := m.read(ctx); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.proposals {
		if o.Status == Pending && o.Digest == p.Digest && sameSubject(o.Write, p.Write) {
			return false, nil
		}
	}
	m.proposals = append(m.proposals, p)
	return true, nil
}

func (m *memory) Proposals(ctx context.Context, s Status) ([]Proposal, error) {
	if err := m.read(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.proposals), func(p Proposal) bool { return s != "" && p.Status != s })
	for i, p := range list {
		for _, n := range m.nodes {
			if p.Status == Pending && string(n.ID) == p.Write.Node {
				list[i].Contradicts = Contradictions(n.Name, n.Aspects, p.Write)
			}
		}
	}
	return list, nil
}

func (m *memory) Decide(ctx context.Context, d Decision) (Proposal, bool, error) {
	if err := m.read(ctx); err != nil {
		return Proposal{}, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.proposals {
		p := &m.proposals[i]
		if p.ID != d.Proposal {
			continue
		}
		if p.Status != Pending {
			return *p, false, nil
		}
		p.Status, p.Decided, p.By = d.Status, d.At, d.By
		return *p, true, nil
	}
	return Proposal{}, false, ErrNoProposal
}

// tavern is a campaign of two NPCs, a butler, and a secret.
func tavern() *memory {
	secret := campaign.Visibility{Secret: true}
	return &memory{
		agents: []campaign.Agent{
			{ID: "mirela", Name: "Mirela Voss", Node: "mirela"},
			{ID: "odo", Name: "Odo Brand", KnownAs: "The Old Man", Node: "odo"},
			{ID: "clerk", Kind: campaign.Butler, Name: "Jasper"},
		},
		nodes: []campaign.Node{
			{
				ID: "mirela", Type: campaign.NPCNode, Name: "Mirela Voss", Aliases: []string{"Mirela"}, Text: "Mirela keeps the Silver Heron.",
				Aspects: []campaign.Aspect{
					{Key: "age", Text: "41"},
					{
						Key: "debt", Text: "Mirela owes the guild forty silver.", Visible: campaign.Visibility{Secret: true, Nodes: []transcript.NodeID{"mirela"}},
						Stances: []campaign.Stance{{Who: "mirela", Kind: campaign.Hides, Text: "Every bill is paid."}},
					},
				},
				Stances: []campaign.Stance{{Who: "odo", Kind: campaign.Believes, Text: "Mirela only rents the Silver Heron."}},
			},
			{ID: "odo", Type: campaign.NPCNode, Name: "Odo Brand", Text: "Odo leads the watch."},
			{ID: "guild", Type: campaign.FactionNode, Name: "The Guild", Aspects: []campaign.Aspect{
				{Key: "plan", Text: "The guild put the lantern out itself.", Visible: secret},
			}},
			{ID: "king", Type: campaign.NPCNode, Name: "The Drowned King", Text: "He rules below the harbor.", Visible: secret},
		},
		edges: []campaign.Edge{{From: "odo", To: "guild", Type: "owes"}, {From: "odo", To: "mirela", Type: "likes"}},
	}
}

func as(ctx context.Context, agent string) context.Context {
	return tool.WithCaller(ctx, tool.Caller{Campaign: "c", Session: "s", Scene: "sc", Agent: agent, Line: 7})
}
