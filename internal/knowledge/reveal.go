package knowledge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A Ref is a statement as a GM names it: by the entry's name, and a label. No
// label means the only statement that there is.
type Ref struct{ Entry, Label string }

// OwnText is the label by which a GM means an entry's own text, unless the
// entry has a statement of that label.
const OwnText = "text"

// A LabelError says that an entry has several statements and none of them was
// named, or none has the label that was given.
type LabelError struct {
	Node   transcript.NodeID
	Entry  string   // its name
	Label  string   // as it was given
	Labels []string // that there are
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("%q is none of the %d statements of this entry", e.Label, len(e.Labels))
}

// Unwrap makes it one kind of [ErrNoStatement].
func (e *LabelError) Unwrap() error { return ErrNoStatement }

// LabelOf returns the label by which a GM means a statement of the key.
func LabelOf(key string) string {
	if key == "" {
		return OwnText
	}
	return key
}

// Labels returns those of the statements of an entry, in their order.
func Labels(n campaign.Node) []string {
	var labels []string
	for _, s := range statements(n) {
		labels = append(labels, LabelOf(s.Key))
	}
	return labels
}

// pick returns the statement of n that label means.
func pick(n campaign.Node, label string) (campaign.Aspect, error) {
	all := statements(n)
	if label == "" && len(all) == 1 {
		return all[0], nil
	}
	folded := campaign.Fold(label)
	for _, s := range all {
		if s.Key != "" && folded != "" && campaign.Fold(s.Key) == folded {
			return s, nil
		}
	}
	if folded == OwnText && len(all) > 0 && all[0].Key == "" {
		return all[0], nil
	}
	return campaign.Aspect{}, &LabelError{n.ID, n.Name, label, Labels(n)}
}

// A Kept is a statement after a change.
type Kept struct {
	Entry campaign.Node // as it was
	campaign.Aspect
	Changed bool
	Names   map[transcript.NodeID]string // of all entries
}

// change changes the statement that r means, and reports whether anything is
// different then.
func (k Keeper) change(ctx context.Context, r Ref, change func(a *campaign.Aspect) error) (Kept, error) {
	f, err := k.Store.File(ctx)
	if err != nil {
		return Kept{}, fmt.Errorf("look up an entry: %w", err)
	}
	n, err := k.node(ctx, f, r.Entry)
	if err != nil {
		return Kept{}, err
	}
	s, err := pick(n, r.Label)
	if err != nil {
		return Kept{}, err
	}
	kept := Kept{Entry: n, Names: map[transcript.NodeID]string{}}
	for _, n := range f.Nodes {
		kept.Names[n.ID] = n.Name
	}
	err = k.Store.ChangeStatement(ctx, StatementID{n.ID, s.Key}, func(a *campaign.Aspect) error {
		before := *a
		before.Visible.Nodes, before.Stances = slices.Clone(a.Visible.Nodes), slices.Clone(a.Stances)
		if err := change(a); err != nil {
			return err
		}
		kept.Aspect = *a
		kept.Changed = before.Party != a.Party || before.Visible.Secret != a.Visible.Secret ||
			!slices.Equal(before.Visible.Nodes, a.Visible.Nodes) || !slices.Equal(before.Stances, a.Stances)
		return nil
	})
	if err != nil {
		return Kept{}, fmt.Errorf("change a statement: %w", err)
	}
	return kept, nil
}

// Hide makes a statement the GM's alone. Cover stories and beliefs stay, and
// so does what the party knows: that is not of this world.
func (k Keeper) Hide(ctx context.Context, r Ref) (Kept, error) {
	return k.change(ctx, r, func(a *campaign.Aspect) error {
		a.Visible = campaign.Visibility{Secret: true}
		a.Stances = slices.DeleteFunc(a.Stances, func(s campaign.Stance) bool { return s.Kind == campaign.Tells })
		return nil
	})
}

// Reveal makes a statement one that everybody in the world may know. Who hides
// it goes on hiding it, and the party may not know it yet.
func (k Keeper) Reveal(ctx context.Context, r Ref) (Kept, error) {
	return k.change(ctx, r, func(a *campaign.Aspect) error {
		a.Visible = campaign.Visibility{}
		return nil
	})
}

// RevealToParty has the party know a statement. Who in the world may know it
// stays as it is.
func (k Keeper) RevealToParty(ctx context.Context, r Ref) (Kept, error) {
	return k.change(ctx, r, func(a *campaign.Aspect) error {
		a.Party = true
		return nil
	})
}

// MayTell ends the hiding of a statement: who hides it tells it from now on.
// Nobody learns of it by that.
func (k Keeper) MayTell(ctx context.Context, r Ref) (Kept, error) {
	return k.change(ctx, r, func(a *campaign.Aspect) error {
		for _, s := range a.Stances {
			if s.Kind == campaign.Hides {
				know(a, s.Who)
			}
		}
		a.Stances = slices.DeleteFunc(a.Stances, func(s campaign.Stance) bool { return s.Kind == campaign.Hides })
		return nil
	})
}

// Stand gives one knower, an NPC's entry or a faction, its way with a
// statement: it tells it, hides it behind a cover story, or believes something
// else. Who tells or hides knows it from now on; who believes otherwise does
// not.
func (k Keeper) Stand(ctx context.Context, r Ref, s campaign.Stance) (Kept, error) {
	if s.Text = strings.TrimSpace(s.Text); s.Kind == campaign.Tells {
		s.Text = ""
	}
	return k.change(ctx, r, func(a *campaign.Aspect) error {
		i := slices.IndexFunc(a.Stances, func(old campaign.Stance) bool { return old.Who == s.Who })
		if i >= 0 {
			a.Stances[i] = s
		} else {
			a.Stances = append(a.Stances, s)
		}
		if s.Kind == campaign.Believes {
			a.Visible.Nodes = slices.DeleteFunc(a.Visible.Nodes, func(id transcript.NodeID) bool { return id == s.Who })
		} else {
			know(a, s.Who)
		}
		return nil
	})
}

// know has who know a, if not everybody does.
func know(a *campaign.Aspect, who transcript.NodeID) {
	if a.Visible.Secret && !slices.Contains(a.Visible.Nodes, who) {
		a.Visible.Nodes = append(a.Visible.Nodes, who)
	}
}

// Add adds a statement. Its text and names are made one whole; an empty one is
// refused by the caller, who can say so.
func (k Keeper) Add(ctx context.Context, a Addition) (Added, error) {
	a.Entry = strings.Join(strings.Fields(a.Entry), " ")
	a.Key = strings.Join(strings.Fields(a.Key), " ")
	a.Text = strings.TrimSpace(a.Text)
	a.Label = label(a.Entry, a.Text)
	added, err := k.Store.AddStatement(ctx, a)
	if err != nil {
		return Added{}, fmt.Errorf("add a statement: %w", err)
	}
	return added, nil
}
