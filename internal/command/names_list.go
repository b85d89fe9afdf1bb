package command

import (
	"iter"
	"slices"

	"glyphoxa/internal/campaign"
)

// What the name list says, what a correction makes of it, and which corrections would
// make a name wrong.

// hears returns which of the ways in which n is heard folds like heard, or -1.
func hears(n campaign.Name, heard string) int {
	return slices.IndexFunc(n.Heard, func(h string) bool { return campaign.Fold(h) == campaign.Fold(heard) })
}

// heardAs returns the name of the list that is heard as a text.
func heardAs(list []campaign.Name, heard string) (name string, ok bool) {
	i := slices.IndexFunc(list, func(n campaign.Name) bool { return hears(n, heard) >= 0 })
	if i < 0 {
		return "", false
	}
	return list[i].Text, true
}

// isNamed reports whether a name is one of names.
func isNamed(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return campaign.Fold(n) == campaign.Fold(name) })
}

// withHeard returns the list with one more way in which a name is heard. It is
// heard as no other any more.
func withHeard(list []campaign.Name, heard, right string) []campaign.Name {
	list = withoutHeard(list, heard)
	for i, n := range list {
		if campaign.Fold(n.Text) == campaign.Fold(right) {
			list[i].Heard = append(slices.Clone(n.Heard), heard)
			return list
		}
	}
	return append(list, campaign.Name{Text: right, Heard: []string{heard}})
}

// withoutHeard returns the list without a way in which a name is heard, and without
// the names that were there for that alone.
func withoutHeard(list []campaign.Name, heard string) (out []campaign.Name) {
	for _, n := range list {
		if i := hears(n, heard); i >= 0 {
			n.Heard = slices.Delete(slices.Clone(n.Heard), i, i+1)
			if len(n.Heard) == 0 && n.Say == "" {
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

// owned yields every name of the campaign's people and things, with whose it is.
func owned(f campaign.File) iter.Seq2[string, string] {
	return func(yield func(name, owner string) bool) {
		all := func(owner string, names []string) bool {
			return !slices.ContainsFunc(names, func(n string) bool { return !yield(n, owner) })
		}
		for _, a := range f.Agents {
			if !all(a.Name, namesOf(a)) {
				return
			}
		}
		for _, c := range f.Characters {
			if !all(c.Name, append([]string{c.Name}, c.Aliases...)) {
				return
			}
		}
		for _, n := range f.Nodes {
			if !all(n.Name, append([]string{n.Name}, n.Aliases...)) {
				return
			}
		}
	}
}

// nameTaken returns who, or what, a text is a name of already: to hear another in it
// would be wrong.
func nameTaken(f campaign.File, text string) (owner string, ok bool) {
	for name, owner := range owned(f) {
		if isNamed(text, []string{name}) {
			return owner, true
		}
	}
	return "", false
}

// namePart returns the first name, but for the right one, that a correction would
// make wrong since what is heard is a part of it.
func namePart(f campaign.File, heard, right string) (name string, ok bool) {
	for name := range owned(f) {
		if _, n := campaign.Respell(name, heard, right, false); n > 0 {
			return name, true
		}
	}
	return "", false
}
