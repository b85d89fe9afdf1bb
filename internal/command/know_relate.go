package command

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// `know relate` and its options. The entries and the type name a relation; what
// else is given changes it.
const (
	subKnowRelate = "relate"

	optFrom    = "from"
	optOther   = "other"
	optFeeling = "feeling"
	optRemove  = "remove"
)

// The parts of what shows a relation. A relation is named by a digest of its
// ends and its type: their keys may be too long for an ID.
const (
	btnTie     = "tie"     // campaign; a menu of relations
	btnFeeling = "feeling" // campaign, relation; a menu of dispositions
	btnUntie   = "untie"   // campaign, relation
)

const maxRelationNote = 400

// knowRelateCommand ties two entries. Like all of the group it is the GM's.
func knowRelateCommand() subcommand {
	most := float64(maxRelationNote)
	return subcommand{
		spec: discord.Spec{Name: subKnowRelate, Description: "about.know.relate", Options: []discord.Option{
			{Name: optFrom, Description: "about.know.relate.from", Required: true, Complete: true},
			{Name: optType, Description: "about.know.relate.type", Required: true, Complete: true},
			{Name: optOther, Description: "about.know.relate.other", Required: true, Complete: true},
			{Name: optFeeling, Description: "about.know.relate.feeling", Kind: discord.IntegerOption, Choices: feelingChoices()},
			{Name: optNote, Description: "about.know.relate.note", Max: &most},
			{Name: optWho, Description: "about.know.relate.who"},
			{Name: optRemove, Description: "about.know.relate.remove", Kind: discord.YesNoOption},
		}},
		private: true, gm: true, complete: completeRelate, do: (*Desk).knowRelate,
	}
}

// knowRelate carries out /glyphoxa know relate.
func (d *Desk) knowRelate(ctx context.Context, c discord.Command) error {
	keep, err := d.keeper(ctx, c.Call)
	if err != nil {
		return err
	}
	r := knowledge.Relation{From: c.Args[optFrom], To: c.Args[optOther], Type: oneLine(c.Args[optType])}
	if c.Args.Yes(optRemove) {
		gone, err := keep.Unrelate(ctx, r)
		if err != nil {
			return relateWords(err)
		}
		return c.Answer.Reply(ctx, private(untiedText(gone, keep)))
	}
	if _, given := c.Args[optFeeling]; given {
		r.Disposition = new(int(c.Args.Int(optFeeling)))
	}
	if note, given := c.Args[optNote]; given {
		r.Note = new(clip(cleanText(note), maxRelationNote))
	}
	if who, given := c.Args[optWho]; given {
		v, party, missing, err := audience(ctx, keep.Keeper, who)
		switch {
		case err != nil:
			return err
		case len(missing) > 0:
			return refuse(noSuchKnowersText(missing))
		}
		r.Visible, r.Party = &v, &party
	}
	now, err := keep.Relate(ctx, r)
	if err != nil {
		return relateWords(err)
	}
	return c.Answer.Reply(ctx, relationCard(keep, now.Edge, tiedText(now, keep)))
}

// relateWords says to a GM why nothing was related.
func relateWords(err error) error {
	if e, ok := errors.AsType[*knowledge.EntryError](err); ok {
		return refuse(noEntryText(e.Name))
	}
	switch {
	case errors.Is(err, knowledge.ErrNoEntry), errors.Is(err, knowledge.ErrNoRelation):
		return refuse(say("relate.gone"))
	case errors.Is(err, knowledge.ErrNoType):
		return refuse(say("relate.typeless"))
	case errors.Is(err, knowledge.ErrItself):
		return refuse(say("relate.itself"))
	}
	return err
}

// relationCard shows a relation with what changes it.
func relationCard(keep libraryCard, e campaign.Edge, text string) discord.Message {
	m := private(text)
	about, tie := string(keep.about.ID), relationMark(e)
	menu := discord.Menu{
		ID: button(btnFeeling, about, tie), Hint: say("relate.feeling-hint").In(keep.locale), Items: feelingItems(e.Disposition, keep.locale),
	}
	m.Rows = []discord.Row{{menu}, {discord.Button{ID: button(btnUntie, about, tie), Label: say("relate.remove-label").In(keep.locale), Style: discord.Danger}}}
	return m
}

// relationMark names a relation in an ID.
func relationMark(e campaign.Edge) string { return mark(string(e.From), e.Type, string(e.To)) }

// relationMenu lets a GM change a relation of an entry that is shown. There is
// none if the entry has no relations; of many, it has the first.
func relationMenu(keep libraryCard, e knowledge.Entry) []discord.Row {
	if len(e.Relations) == 0 {
		return nil
	}
	menu := discord.Menu{ID: button(btnTie, string(keep.about.ID)), Hint: say("relate.hint").In(keep.locale)}
	for _, r := range e.Relations[:min(len(e.Relations), maxItems)] {
		menu.Items = append(menu.Items, discord.Item{Label: relationLabel(e.Names, r, keep.locale), Value: relationMark(r)})
	}
	return []discord.Row{{menu}}
}

// relationOf finds a relation by its mark, as it is now.
func (d *Desk) relationOf(ctx context.Context, call discord.Call, about, mark string) (libraryCard, knowledge.Related, error) {
	keep, err := d.keeperOf(ctx, call, about)
	if err != nil {
		return keep, knowledge.Related{}, err
	}
	f, err := keep.Store.File(ctx)
	if err != nil {
		return keep, knowledge.Related{}, err
	}
	i := slices.IndexFunc(f.Edges, func(e campaign.Edge) bool { return relationMark(e) == mark })
	if i < 0 {
		return keep, knowledge.Related{}, refuse(say("relate.gone"))
	}
	r := knowledge.Related{Edge: f.Edges[i], Names: map[transcript.NodeID]string{}}
	for _, n := range f.Nodes {
		r.Names[n.ID] = n.Name
	}
	return keep, r, nil
}

// tieChosen shows a relation that was chosen under an entry.
func (d *Desk) tieChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	keep, r, err := d.relationOf(ctx, p.Call, args[0], p.Values[0])
	if err != nil {
		return err
	}
	m := relationCard(keep, r.Edge, shownRelationText(r, keep))
	m.Private = true
	_, err = p.Answer.FollowUp(ctx, m)
	return err
}

// feelingChosen takes the choice of a disposition.
func (d *Desk) feelingChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	n, err := strconv.Atoi(p.Values[0])
	if err != nil {
		return refuse(say("button.unknown"))
	}
	keep, e, err := d.relationOf(ctx, p.Call, args[0], args[1])
	if err != nil {
		return err
	}
	now, err := keep.Relate(ctx, knowledge.Relation{From: string(e.From), To: string(e.To), Type: e.Type, Disposition: &n})
	if err != nil {
		return relateWords(err)
	}
	return p.Answer.Update(ctx, relationCard(keep, now.Edge, tiedText(now, keep)))
}

// untiePressed removes a relation.
func (d *Desk) untiePressed(ctx context.Context, p discord.Pressed, args []string) error {
	keep, e, err := d.relationOf(ctx, p.Call, args[0], args[1])
	if err != nil {
		return err
	}
	gone, err := keep.Unrelate(ctx, knowledge.Relation{From: string(e.From), To: string(e.To), Type: e.Type})
	if err != nil {
		return relateWords(err)
	}
	return p.Answer.Update(ctx, private(untiedText(gone, keep)))
}

// completeRelate suggests entries and the types that the campaign has.
func completeRelate(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok {
		return nil
	}
	switch c.Focus {
	case optFrom, optOther:
		return entryChoices(names.nodes, func(entry) bool { return true })
	case optType:
		var out []discord.Choice
		for _, t := range names.relations {
			out = append(out, discord.Choice{Name: relationWords(t).In(c.Locale), Value: t})
		}
		return out
	}
	return nil
}
