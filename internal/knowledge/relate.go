package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A RelationID names a relation: it leads from one entry to another, and there
// is one of each type.
type RelationID struct {
	From, To transcript.NodeID
	Type     string
}

// A Relation is what a GM says of one. What is nil stays as it is; of a new
// relation it is neutral, without a note, and the GM's alone.
type Relation struct {
	From, To    string // an entry's key or name
	Type        string // in the GM's words: "member of", "owes"
	Disposition *int   // from −2, hates, to +2, loves
	Note        *string
	Visible     *campaign.Visibility
	Party       *bool
}

// Related is a relation after a change, or as it was before it was removed.
type Related struct {
	campaign.Edge
	New     bool                         // there was none
	Changed bool                         // something is different now
	Names   map[transcript.NodeID]string // of all entries
}

// The ways in which there is no relation.
var (
	ErrNoRelation = errors.New("no such relation in this campaign")
	ErrNoType     = errors.New("a relation without a type")
	ErrItself     = errors.New("a relation of an entry to itself")
)

// maxRelationType is how many letters a type may have: as a name in a campaign's
// file.
const maxRelationType = 60

// An EntryError is [ErrNoEntry] of one of the names that were given.
type EntryError struct{ Name string }

func (e *EntryError) Error() string { return ErrNoEntry.Error() }

// Unwrap makes it one kind of [ErrNoEntry].
func (e *EntryError) Unwrap() error { return ErrNoEntry }

// Relate makes a relation what r says, and makes it if there is none.
func (k Keeper) Relate(ctx context.Context, r Relation) (Related, error) {
	id, names, err := k.relation(ctx, r)
	if err != nil {
		return Related{}, err
	}
	out := Related{Names: names}
	err = k.Store.ChangeRelation(ctx, id, func(now *campaign.Edge) (*campaign.Edge, error) {
		out.New = now == nil
		e := campaign.Edge{From: id.From, To: id.To, Type: id.Type, Visible: campaign.Visibility{Secret: true}}
		if now != nil {
			e = *now
		}
		if r.Disposition != nil {
			e.Disposition = max(-2, min(*r.Disposition, 2))
		}
		if r.Note != nil {
			e.Note = *r.Note
		}
		if r.Visible != nil {
			e.Visible = *r.Visible
		}
		if r.Party != nil {
			e.Party = *r.Party
		}
		out.Edge, out.Changed = e, now == nil || !sameEdge(*now, e)
		return &e, nil
	})
	if err != nil {
		return Related{}, fmt.Errorf("relate two entries: %w", err)
	}
	return out, nil
}

// Unrelate removes the relation that r names and returns it as it was, or
// [ErrNoRelation].
func (k Keeper) Unrelate(ctx context.Context, r Relation) (Related, error) {
	id, names, err := k.relation(ctx, r)
	if err != nil {
		return Related{}, err
	}
	out := Related{Names: names, Changed: true}
	err = k.Store.ChangeRelation(ctx, id, func(now *campaign.Edge) (*campaign.Edge, error) {
		if now == nil {
			return nil, ErrNoRelation
		}
		out.Edge = *now
		return nil, nil
	})
	if err != nil {
		return Related{}, fmt.Errorf("remove a relation: %w", err)
	}
	return out, nil
}

// relation finds what r is about.
func (k Keeper) relation(ctx context.Context, r Relation) (id RelationID, names map[transcript.NodeID]string, err error) {
	f, err := k.Store.File(ctx)
	if err != nil {
		return id, nil, fmt.Errorf("look up a relation: %w", err)
	}
	for _, end := range []struct {
		name string
		into *transcript.NodeID
	}{{r.From, &id.From}, {r.To, &id.To}} {
		n, err := k.node(ctx, f, end.name)
		if errors.Is(err, ErrNoEntry) {
			err = &EntryError{end.name}
		}
		if err != nil {
			return id, nil, err
		}
		*end.into = n.ID
	}
	id.Type = RelationType(r.Type)
	switch {
	case id.Type == "":
		return id, nil, ErrNoType
	case id.From == id.To:
		return id, nil, ErrItself
	}
	names = map[transcript.NodeID]string{}
	for _, n := range f.Nodes {
		names[n.ID] = n.Name
	}
	return id, names, nil
}

// RelationType writes the type of a relation as campaigns have it: "member_of"
// for "Member of". It is empty if the words have no letters.
func RelationType(words string) string {
	kind := []rune(strings.Join(strings.Fields(campaign.Fold(words)), "_"))
	return strings.Trim(string(kind[:min(len(kind), maxRelationType)]), "_")
}

func sameEdge(a, b campaign.Edge) bool {
	return a.Disposition == b.Disposition && a.Note == b.Note && a.Party == b.Party &&
		a.Visible.Secret == b.Visible.Secret && slices.Equal(a.Visible.Nodes, b.Visible.Nodes)
}
