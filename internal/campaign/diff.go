package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// A ChangeKind says what happens to a part of a campaign.
type ChangeKind string

// The kinds of change.
const (
	Added   ChangeKind = "added"
	Changed ChangeKind = "changed"
	Removed ChangeKind = "removed"
)

// A Change is one part of a campaign that an import would touch.
type Change struct {
	Kind   ChangeKind
	What   string   // such as "agent mirela"
	Fields []string // what is different about it, for Changed, such as "persona"
}

// String returns the change as a line for the GM.
func (c Change) String() string {
	s := string(c.Kind) + " " + c.What
	if len(c.Fields) > 0 {
		s += ": " + strings.Join(c.Fields, ", ")
	}
	return s
}

// Over returns f as it is to be kept in the place of old: with what a file
// does not say (IDs, the owner, the co-GMs) or may leave open (who plays a
// character, and whether it is retired) taken from old.
func (f File) Over(old File) File {
	c := &f.Campaign
	c.ID, c.Owner, c.CoGMs = old.Campaign.ID, old.Campaign.Owner, old.Campaign.CoGMs
	f.Characters = slices.Clone(f.Characters)
	for i := range f.Characters {
		ch := &f.Characters[i]
		at := slices.IndexFunc(old.Characters, func(o Character) bool { return o.ID == ch.ID })
		if at >= 0 && ch.Player == 0 {
			ch.Player = old.Characters[at].Player
		}
		ch.Retired = ch.Retired || at >= 0 && old.Characters[at].Retired
	}
	return f
}

// Diff tells what taking to in the place of from would change: first the
// campaign itself, then agents, scenes, characters, names, entries and
// relations, each in the order of to and then those that are gone. It is empty
// if nothing would. The order of lists does not count, and neither does what
// no file holds.
func Diff(from, to File) []Change {
	changes := compare(nil, themselves(from), themselves(to), campaignFields)
	changes = compare(changes, from.Agents, to.Agents, agentFields)
	changes = compare(changes, from.Scenes, to.Scenes, sceneFields)
	changes = compare(changes, from.Characters, to.Characters, characterFields)
	changes = compare(changes, from.Names, to.Names, nameFields)
	changes = compare(changes, from.Nodes, to.Nodes, nodeFields)
	return compare(changes, from.Edges, to.Edges, edgeFields)
}

// Lost names the labelled statements that the entries which stay would lose.
// [Diff] only says that the label is different; but these may be facts that the
// GM approved since the file was written.
func Lost(from, to File) []Change {
	stay := map[transcript.NodeID]map[string]bool{}
	for _, n := range to.Nodes {
		keys := map[string]bool{}
		for _, as := range n.Aspects {
			keys[as.Key] = true
		}
		stay[n.ID] = keys
	}
	var lost []Change
	for _, n := range from.Nodes {
		keys, there := stay[n.ID]
		for _, as := range n.Aspects {
			if there && !keys[as.Key] {
				lost = append(lost, Change{Kind: Removed, What: fmt.Sprintf("aspect %s of entry %s", as.Key, n.ID)})
			}
		}
	}
	return lost
}

// themselves returns the campaign of f, if there is one.
func themselves(f File) []Campaign {
	if f.Campaign.Key == "" {
		return nil
	}
	return []Campaign{f.Campaign}
}

// A part is one thing of a campaign, as it is compared.
type part struct {
	what   string // what it is called; the same thing has the same before and after
	fields []field
}

// A field is one of its properties. Equal values print equal.
type field struct{ name, value string }

func compare[T any](changes []Change, from, to []T, describe func(T) part) []Change {
	before := map[string]part{}
	for _, v := range from {
		p := describe(v)
		before[p.what] = p
	}
	there := map[string]bool{}
	for _, v := range to {
		p := describe(v)
		there[p.what] = true
		old, ok := before[p.what]
		if !ok {
			changes = append(changes, Change{Kind: Added, What: p.what})
		} else if fields := differ(old.fields, p.fields); len(fields) > 0 {
			changes = append(changes, Change{Changed, p.what, fields})
		}
	}
	for _, v := range from {
		if p := describe(v); !there[p.what] {
			changes = append(changes, Change{Kind: Removed, What: p.what})
		}
	}
	return changes
}

// differ returns the names of the fields that are not the same, in the order
// of to and then those that are gone.
func differ(from, to []field) []string {
	before := map[string]string{}
	for _, f := range from {
		before[f.name] = f.value
	}
	var names []string
	for _, f := range to {
		if old, ok := before[f.name]; !ok || old != f.value {
			names = append(names, f.name)
		}
		delete(before, f.name)
	}
	return append(names, slices.Sorted(maps.Keys(before))...)
}

func campaignFields(c Campaign) part {
	p := part{"campaign " + c.Key, []field{
		{"name", c.Name},
		{"language", c.Language},
		{"setting", c.Setting},
		{"talk", string(c.Talk)},
		{"invents", string(c.Invents)},
		{"directions", string(cmp.Or(c.Directions, DirectionsDrop))},
		{"chorus", string(cmp.Or(c.Chorus, ChorusOne))},
	}}
	p.voices("narrator ", c.Narrator)
	return p
}

func agentFields(a Agent) part {
	p := part{"agent " + string(a.ID), []field{
		{"kind", string(a.Kind)},
		{"name", a.Name},
		{"aliases", fmt.Sprintf("%q", a.Aliases)},
		{"titles", fmt.Sprintf("%q", a.Titles)},
		{"known_as", a.KnownAs},
		{"state", string(cmp.Or(a.State, Alive))},
		{"muted", fmt.Sprint(a.Muted)},
		{"persona", a.Persona},
		{"node", string(a.Node)},
		{"tools", fmt.Sprintf("%q", sorted(a.Grants, func(g Grant) string { return fmt.Sprintf("%q %q", g.Tool, g.Scope) }))},
		{"talk", string(a.Talk)},
		{"invents", string(a.Invents)},
		{"interruptible", string(cmp.Or(a.Interruptible, InterruptAlways))},
		{"fillers", fmt.Sprintf("%q", a.Fillers)},
	}}
	p.voices("voice ", a.Voices)
	return p
}

func (p *part) voices(prefix string, voices map[string]Voice) {
	for _, provider := range slices.Sorted(maps.Keys(voices)) {
		v := voices[provider]
		// fmt prints a map in the order of its keys.
		p.fields = append(p.fields, field{prefix + provider, fmt.Sprintf("%q %q", v.Name, v.Options)})
	}
}

func sceneFields(s Scene) part {
	return part{"scene " + s.Key, []field{
		{"name", s.Name},
		{"present", fmt.Sprintf("%q", slices.Sorted(slices.Values(s.Present)))},
	}}
}

func characterFields(c Character) part {
	return part{"character " + string(c.ID), []field{
		{"name", c.Name},
		{"aliases", fmt.Sprintf("%q", c.Aliases)},
		{"player", fmt.Sprint(c.Player)},
		{"node", string(c.Node)},
		{"retired", fmt.Sprint(c.Retired)},
	}}
}

func nameFields(n Name) part {
	return part{"name " + n.Text, []field{
		{"say", n.Say},
		{"heard", fmt.Sprintf("%q", n.Heard)},
	}}
}

func nodeFields(n Node) part {
	p := part{"entry " + string(n.ID), []field{
		{"type", string(n.Type)},
		{"name", n.Name},
		{"aliases", fmt.Sprintf("%q", n.Aliases)},
		{"text", n.Text},
		{"visible", visibleField(n.Visible)},
		{"party", fmt.Sprint(n.Party)},
		{"stances", stancesField(n.Stances)},
	}}
	for _, a := range n.Aspects {
		p.fields = append(p.fields, field{"aspect " + a.Key, fmt.Sprintf("%q %s %t %s", a.Text, visibleField(a.Visible), a.Party, stancesField(a.Stances))})
	}
	return p
}

func edgeFields(e Edge) part {
	return part{fmt.Sprintf("relation %s %s %s", e.From, e.Type, e.To), []field{
		{"disposition", fmt.Sprint(e.Disposition)},
		{"note", e.Note},
		{"visible", visibleField(e.Visible)},
		{"party", fmt.Sprint(e.Party)},
	}}
}

func visibleField(v Visibility) string {
	if !v.Secret {
		return everyone
	}
	return fmt.Sprintf("%q", slices.Sorted(slices.Values(v.Nodes)))
}

func stancesField(stances []Stance) string {
	return fmt.Sprintf("%q", sorted(stances, func(s Stance) string { return fmt.Sprintf("%q %q %q", s.Who, s.Kind, s.Text) }))
}

// sorted describes each of list and sorts the descriptions.
func sorted[T any](list []T, describe func(T) string) []string {
	s := make([]string, len(list))
	for i, v := range list {
		s[i] = describe(v)
	}
	slices.Sort(s)
	return s
}
