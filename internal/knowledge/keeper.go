package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Ledger is a Store that takes what a GM writes. Each of its changes happens
// whole or not at all.
type Ledger interface {
	Store
	// File returns the whole campaign.
	File(ctx context.Context) (campaign.File, error)
	// AddStatement adds what a says, and makes the entry that it is about if
	// there is none of that name.
	AddStatement(ctx context.Context, a Addition) (Added, error)
	// ChangeStatement changes one statement as change does; its label stays. An
	// error of change's comes back in the chain of err, and nothing is changed.
	// It returns [ErrNoStatement] if there is no such statement.
	ChangeStatement(ctx context.Context, id StatementID, change func(*campaign.Aspect) error) error
	// ChangeRelation makes a relation what change makes of it: nil is none, before
	// and after. A type that folds like id's is the same. An error of change's
	// comes back in the chain of err, and nothing is changed. It returns
	// [ErrNoEntry] if one of the entries is not there.
	ChangeRelation(ctx context.Context, id RelationID, change func(now *campaign.Edge) (*campaign.Edge, error)) error
}

// A StatementID names a statement: an aspect of an entry or, with an empty
// label, the entry's own text.
type StatementID struct {
	Node transcript.NodeID
	Key  string
}

// An Addition is a statement as a GM writes it.
type Addition struct {
	Entry string            // name of the entry it is about
	Type  campaign.NodeType // of a new entry; empty means a note
	// Key is its label. Empty means the entry's own text, or, if that says
	// something already, Label.
	Key     string
	Label   string
	Text    string
	Visible campaign.Visibility
	Party   bool
}

// Added says what became of an Addition.
type Added struct {
	StatementID
	Name string // of the entry
	New  bool   // the entry was made for it
}

// The ways in which there is nothing to show or to change.
var (
	ErrNoEntry     = errors.New("no such entry in this campaign")
	ErrNoAgent     = errors.New("no such agent in this campaign")
	ErrNoStatement = errors.New("no such statement in this entry")
)

// A Keeper is a GM's way through the knowledge of one campaign. It reads with
// the GM's eyes: no tool and no prompt may hold one.
type Keeper struct{ Store Ledger }

// An Entry is an entry as its GM sees it.
type Entry struct {
	campaign.Node
	// Relations lead from it or to it.
	Relations []campaign.Edge
	// Names are those of all entries of the campaign.
	Names map[transcript.NodeID]string
	// Knows says, for each statement that not everybody tells, what the agents
	// make of it who know anything of it, in the campaign's order.
	Knows map[string][]Knower
}

// A Knower is an agent that is given something for a statement.
type Knower struct {
	Agent  transcript.AgentID
	Name   string // the true one
	Stance campaign.StanceKind
	Text   string // what it is given: the statement, its cover story, its belief
}

// Statements returns what is said of the entry, its own text first, with an
// empty label. What says nothing is left out.
func (e Entry) Statements() []campaign.Aspect { return statements(e.Node) }

func statements(n campaign.Node) []campaign.Aspect {
	all := []campaign.Aspect{{Text: n.Text, Visible: n.Visible, Party: n.Party, Stances: n.Stances}}
	return slices.DeleteFunc(append(all, n.Aspects...), func(a campaign.Aspect) bool { return a.Text == "" })
}

// Entry returns the entry that is meant by a key or, folded, by a name or an
// alias.
func (k Keeper) Entry(ctx context.Context, name string) (Entry, error) {
	f, err := k.Store.File(ctx)
	if err != nil {
		return Entry{}, fmt.Errorf("look up an entry: %w", err)
	}
	n, err := k.node(ctx, f, name)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Node: n, Names: map[transcript.NodeID]string{}, Knows: map[string][]Knower{}}
	for _, n := range f.Nodes {
		e.Names[n.ID] = n.Name
	}
	for _, edge := range f.Edges {
		if edge.From == n.ID || edge.To == n.ID {
			e.Relations = append(e.Relations, edge)
		}
	}
	kept := map[string]bool{}
	for _, s := range e.Statements() {
		kept[s.Key] = s.Visible.Secret || len(s.Stances) > 0
	}
	if !slices.ContainsFunc(e.Statements(), func(s campaign.Aspect) bool { return kept[s.Key] }) {
		return e, nil
	}
	for _, a := range f.Agents {
		// The very query that its tools run, and not a second opinion.
		facts, err := k.Store.Facts(ctx, Query{Reader: Reader{Agent: a.ID, Scope: tool.Campaign}, Limit: everything})
		if err != nil {
			return Entry{}, fmt.Errorf("look up who knows an entry: %w", err)
		}
		for _, fact := range facts {
			if fact.Node == n.ID && kept[fact.Key] && !fact.Relation {
				e.Knows[fact.Key] = append(e.Knows[fact.Key], Knower{a.ID, a.Name, fact.Stance, fact.Text})
			}
		}
	}
	return e, nil
}

// everything is more than any campaign has of anything.
const everything = 1 << 20

func (k Keeper) node(ctx context.Context, f campaign.File, name string) (campaign.Node, error) {
	for _, n := range f.Nodes {
		if string(n.ID) == name {
			return n, nil
		}
	}
	n, ok, err := k.Store.NodeByName(ctx, name)
	if err == nil && !ok {
		err = ErrNoEntry
	}
	if err != nil {
		return campaign.Node{}, fmt.Errorf("look up an entry: %w", err)
	}
	return n, nil
}

// A Found is a fact that a search has brought up, with what else there is to
// it.
type Found struct {
	Fact
	Visible campaign.Visibility
	Stances []campaign.Stance
}

// Search returns everything that matches words, the best first; no words match
// all.
func (k Keeper) Search(ctx context.Context, words string) ([]Found, Entry, error) {
	facts, err := k.Store.Facts(ctx, Query{Text: words, Limit: everything})
	if err != nil {
		return nil, Entry{}, fmt.Errorf("search the campaign: %w", err)
	}
	f, err := k.Store.File(ctx)
	if err != nil {
		return nil, Entry{}, fmt.Errorf("search the campaign: %w", err)
	}
	names := map[transcript.NodeID]string{}
	of := map[StatementID]campaign.Aspect{}
	for _, n := range f.Nodes {
		names[n.ID] = n.Name
		for _, s := range statements(n) {
			of[StatementID{n.ID, s.Key}] = s
		}
	}
	found := make([]Found, len(facts))
	for i, fact := range facts {
		found[i].Fact = fact
		if s, ok := of[StatementID{fact.Node, fact.Key}]; ok && !fact.Relation {
			found[i].Visible, found[i].Stances = s.Visible, s.Stances
		} else {
			found[i].Visible.Secret = fact.Secret
		}
	}
	return found, Entry{Names: names}, nil
}

// A View is what an agent can say of an entry.
type View struct {
	Agent campaign.Agent
	Entry campaign.Node
	// Facts are what it is given about the entry, and what else it is given
	// that names it.
	Facts []Fact
	// Lines are what it has heard said with the entry's name in it, if it may
	// search what it has heard: the newest that there is room for.
	Lines []transcript.Line
	// Wide says that its grant reaches the whole campaign, and not only its own
	// entry and what is next to that.
	Wide bool
}

// viewLines is how many lines a View holds.
const viewLines = 5

// As returns what an agent, meant by its key or a name, can say of the entry
// that name means: what the queries give that its prompt and its tools are made of, with the reach of its
// grants.
func (k Keeper) As(ctx context.Context, agent, name string) (View, error) {
	f, err := k.Store.File(ctx)
	if err != nil {
		return View{}, fmt.Errorf("look up an entry: %w", err)
	}
	n, err := k.node(ctx, f, name)
	if err != nil {
		return View{}, err
	}
	a, ok := agentOf(f, agent)
	if !ok {
		return View{}, fmt.Errorf("look up an agent: %w", ErrNoAgent)
	}
	v := View{Agent: a, Entry: n}
	reader := Reader{Agent: a.ID, Scope: tool.OwnNode}
	searches := false
	for _, g := range a.Grants {
		switch g.Tool {
		case "kg_query": // of several the last counts, as in a GrantSet
			v.Wide = g.Scope == string(tool.Campaign)
		case "transcript_search":
			searches = true
		}
	}
	if v.Wide {
		reader.Scope = tool.Campaign
	}
	facts, err := k.Store.Facts(ctx, Query{Reader: reader, Limit: everything})
	if err != nil {
		return View{}, fmt.Errorf("look up what an agent knows: %w", err)
	}
	for _, fact := range facts {
		if fact.Node == n.ID || names(n, fact.Text) {
			v.Facts = append(v.Facts, fact)
		}
	}
	if !searches {
		return v, nil
	}
	lines, err := k.Store.Lines(ctx, Query{Reader: Reader{Agent: a.ID, Scope: tool.Campaign}, Text: n.Name, Limit: maxLimit})
	if err != nil {
		return View{}, fmt.Errorf("look up what an agent heard: %w", err)
	}
	for _, l := range lines {
		if len(v.Lines) < viewLines && names(n, l.Text) {
			v.Lines = append(v.Lines, l)
		}
	}
	return v, nil
}

// agentOf finds an agent by its key, or else by a name of its own.
func agentOf(f campaign.File, name string) (campaign.Agent, bool) {
	for _, a := range f.Agents {
		if string(a.ID) == name {
			return a, true
		}
	}
	folded := campaign.Fold(name)
	for _, a := range f.Agents {
		for _, own := range append([]string{a.Name, a.KnownAs}, a.Aliases...) {
			if folded != "" && campaign.Fold(own) == folded {
				return a, true
			}
		}
	}
	return campaign.Agent{}, false
}

// Who returns the entry of a knower: of an agent, or any other such as a
// faction, by key or name.
func (k Keeper) Who(ctx context.Context, name string) (campaign.Node, error) {
	f, err := k.Store.File(ctx)
	if err != nil {
		return campaign.Node{}, fmt.Errorf("look up a knower: %w", err)
	}
	n, err := k.node(ctx, f, name)
	if !errors.Is(err, ErrNoEntry) {
		return n, err
	}
	// A name under which an agent is known may be no entry's.
	if a, ok := agentOf(f, name); ok && a.Node != "" {
		return k.node(ctx, f, string(a.Node))
	}
	return campaign.Node{}, err
}

// names reports whether a text has a name of the entry's in it, whole.
func names(n campaign.Node, text string) bool {
	text = " " + campaign.Fold(text) + " "
	return slices.ContainsFunc(append([]string{n.Name}, n.Aliases...), func(name string) bool {
		name = campaign.Fold(name)
		return name != "" && strings.Contains(text, " "+name+" ")
	})
}
