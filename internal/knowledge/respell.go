package knowledge

import (
	"cmp"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// A Respelt says in how much of what is kept a name was put right.
type Respelt struct {
	Lines     int
	Proposals int // that wait
	Recaps    int // versions of them, drafts included
}

// A Respelling puts Right for Heard, as [campaign.Respell] does.
type Respelling struct {
	Heard, Right string
	SetOff       bool
	// For proposals: what agents claim, and how an entry is found by its name.
	Claims []Claim
	Entry  func(name string) (id transcript.NodeID, ok bool, err error)
}

// In returns text with the name put right.
func (r Respelling) In(text string) string {
	text, _ = campaign.Respell(text, r.Heard, r.Right, r.SetOff)
	return text
}

// Proposal puts the name right in what p would add, and then which entry that is
// about, who claims it and its digest, as when it is made. changed is false, and p
// as it was, if the name is not in it.
func (r Respelling) Proposal(p Proposal) (out Proposal, changed bool, err error) {
	if p.Write.V != tool.WriteVersion { // which says things that are not known here
		return p, false, nil
	}
	w := p.Write
	for _, text := range []*string{&w.Subject, &w.Text, &w.Target, &w.Note, &w.Claim} {
		*text = r.In(*text)
	}
	if !r.SetOff { // else "part" would be Bart wherever it is a label
		w.Key, w.Relation = r.In(w.Key), r.In(w.Relation)
	}
	if w == p.Write {
		return p, false, nil
	}
	if w.Node == "" && w.Subject != p.Write.Subject {
		id, ok, err := r.Entry(w.Subject)
		if err != nil {
			return p, false, err
		}
		if ok {
			w.Node = string(id)
		}
	}
	if normalise(&w) != nil { // nor was it before
		return p, false, nil
	}
	w.Claim = cmp.Or(claimant(r.Claims, p.Agent, w), w.Claim)
	p.Write, p.Digest = w, digest(w)
	return p, true, nil
}

// Outlasts reports whether p stays, and not o, if the two say the same: the older
// one, as when a repetition is made, unless no list shows it any more. hidden and
// oHidden say that the lines of the two were struck.
func (p Proposal) Outlasts(o Proposal, hidden, oHidden bool) bool {
	if p.Made.After(o.Made) || p.Made.Equal(o.Made) && strings.Compare(string(p.ID), string(o.ID)) > 0 {
		return !o.Outlasts(p, oHidden, hidden)
	}
	return oHidden || !hidden && !p.Made.Before(o.Made.Add(-MinorFor))
}
