package recap

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A Backstage is what only the GM knows.
type Backstage interface {
	// File returns the campaign as its GM has written it.
	File(ctx context.Context) (campaign.File, error)
	// Turns returns how each answer of a session came about, in order.
	Turns(ctx context.Context, session transcript.SessionID) ([]transcript.Turn, error)
}

const (
	noteName = "NOTE"
	maxNotes = 6000 // runes of all of them
)

// notes writes down what the GM knows of what was spoken of: secrets, covers
// and mistaken beliefs of entries that were named, who somebody truly is, and
// what was cut off.
func (r *Recapper) notes(ctx context.Context, id transcript.SessionID, said []transcript.Line) ([]row, error) {
	f, err := r.Backstage.File(ctx)
	if err != nil {
		return nil, err
	}
	turns, err := r.Backstage.Turns(ctx, id)
	if err != nil {
		return nil, err
	}
	n := notebook{room: maxNotes}
	spoken := newSpoken(said)
	for _, a := range f.Agents {
		if a.KnownAs != "" && a.KnownAs != a.Name && spoken.of(a.KnownAs, a.Name) {
			n.note(a.KnownAs, "is truly "+a.Name)
		}
	}
	names := map[transcript.NodeID]string{}
	for _, node := range f.Nodes {
		names[node.ID] = node.Name
	}
	for _, node := range f.Nodes {
		if !spoken.of(append([]string{node.Name}, node.Aliases...)...) {
			continue
		}
		n.statement(node.Name, node.Text, node.Visible, node.Stances, names)
		for _, a := range node.Aspects {
			n.statement(node.Name, a.Key+": "+a.Text, a.Visible, a.Stances, names)
		}
	}
	for _, t := range turns {
		if t.Outcome == transcript.Cut && t.Unheard != "" && stands(t, said) {
			n.note(t.Name, "was cut off; unheard by all: "+t.Unheard)
		}
	}
	return n.rows, nil
}

// stands reports whether a turn is one of what said tells: neither the line that
// called for it nor what was heard of it has been struck since. What answers
// words that are deleted goes with them, too.
func stands(t transcript.Turn, said []transcript.Line) bool {
	asked := t.Caller == 0 || slices.ContainsFunc(said, func(l transcript.Line) bool {
		return l.N == t.Caller && l.Text != transcript.Withdrawn
	})
	return asked && (t.Heard == "" || slices.ContainsFunc(said, func(l transcript.Line) bool {
		return l.Agent == t.Agent && l.Agent != "" && !l.At.Before(t.Started) && !l.At.After(t.Ended)
	}))
}

// A notebook holds notes as long as there is room.
type notebook struct {
	rows []row
	room int // runes that are left
}

func (n *notebook) note(about, text string) {
	line := row{noteName, oneLine(about) + " " + oneLine(text)}
	size := utf8.RuneCountInString(line.String()) + 1
	if size > n.room {
		return // a shorter one may still fit
	}
	n.room -= size
	n.rows = append(n.rows, line)
}

// statement notes what is secret about a statement.
func (n *notebook) statement(about, text string, v campaign.Visibility, stances []campaign.Stance, names map[transcript.NodeID]string) {
	kept := v.Secret
	for _, s := range stances {
		kept = kept || s.Kind != campaign.Tells
	}
	if !kept || strings.TrimSpace(text) == "" {
		return
	}
	n.note(about+", secret:", text)
	for _, s := range stances {
		switch s.Kind {
		case campaign.Hides:
			n.note(names[s.Who], "hides that and says: "+s.Text)
		case campaign.Believes:
			n.note(names[s.Who], "believes instead: "+s.Text)
		case campaign.Tells:
		}
	}
}

// A spoken is what was said and by whom, as names are compared.
type spoken string

func newSpoken(said []transcript.Line) spoken {
	var b strings.Builder
	for _, l := range said {
		b.WriteString(" " + campaign.Fold(l.Name) + " " + campaign.Fold(l.Text))
	}
	return spoken(b.String() + " ")
}

// of reports whether one of names was spoken, or spoke.
func (s spoken) of(names ...string) bool {
	for _, name := range names {
		if folded := campaign.Fold(name); folded != "" && strings.Contains(string(s), " "+folded+" ") {
			return true
		}
	}
	return false
}
