package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// frmKnowAdd is the form of a new statement: the type of a new entry.
const frmKnowAdd = "knowadd"

// The fields of the form.
const (
	fldEntry = "entry"
	fldLabel = "label"
	fldText  = "text"
	fldWho   = "who"
)

const (
	maxEntryName = 100
	maxFactLabel = 60
)

// knowAdd carries out /glyphoxa know add: it shows the form. Anybody may see an
// empty form; who may send it off is asked then.
func (d *Desk) knowAdd(ctx context.Context, c discord.Command) error {
	kind := campaign.NodeType(c.Args[optType])
	if !slices.Contains(campaign.NodeTypes, kind) {
		kind = campaign.NoteNode
	}
	entry := oneLine(c.Args[optEntry])
	return c.Answer.Open(ctx, discord.Form{
		ID:    button(frmKnowAdd, string(kind)),
		Title: say("know.form.title").In(c.Locale),
		Fields: []discord.Field{
			{ID: fldEntry, Label: say("know.form.entry-label").In(c.Locale), Text: entry[:discord.Within(entry, maxEntryName)], Max: maxEntryName},
			{ID: fldLabel, Label: say("know.form.label-label").In(c.Locale), Hint: say("know.form.label-hint").In(c.Locale), Max: maxFactLabel, Optional: true},
			{ID: fldText, Label: say("know.form.text-label").In(c.Locale), Long: true},
			{ID: fldWho, Label: say("know.form.who-label").In(c.Locale), Hint: say("know.form.who-hint").In(c.Locale), Text: say("know.form.who-gm").In(c.Locale), Optional: true, Max: 400},
		},
	})
}

// knowAdded takes the form.
func (d *Desk) knowAdded(ctx context.Context, s discord.Submitted, args []string) error {
	keep, err := d.keeper(ctx, s.Call)
	if err != nil {
		return err
	}
	a := knowledge.Addition{
		Type:  campaign.NodeType(args[0]),
		Entry: oneLine(s.Fields[fldEntry]), Key: oneLine(s.Fields[fldLabel]), Text: cleanText(s.Fields[fldText]),
	}
	switch {
	case campaign.Fold(a.Entry) == "":
		return refuse(keptWordsText(say("know.nameless"), a.Text))
	case campaign.Fold(a.Text) == "":
		return refuse(say("know.says-nothing"))
	case a.Key != "" && campaign.Fold(a.Key) == "":
		a.Key = ""
	}
	var missing []string
	a.Visible, a.Party, missing, err = audience(ctx, keep.Keeper, s.Fields[fldWho])
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return refuse(keptWordsText(noSuchKnowersText(missing), a.Text))
	}
	added, err := keep.Add(ctx, a)
	if err != nil {
		return err
	}
	// The form may have been opened from a campaign in which somebody changes
	// things at the same moment: what is shown is what is there now.
	entry, err := keep.Entry(ctx, string(added.Node))
	if err != nil {
		return knowWords(err, discord.Args{optEntry: added.Name})
	}
	return s.Answer.Reply(ctx, private(writtenText(entry, added, keep)))
}

// audience reads who may know something: names of NPCs and factions, or words
// for everybody, the party, and nobody but the GM.
func audience(ctx context.Context, keep knowledge.Keeper, who string) (v campaign.Visibility, party bool, missing []string, err error) {
	v.Secret = true
	for _, part := range strings.FieldsFunc(who, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '、' || r == '،' }) {
		name := oneLine(part)
		switch folded := campaign.Fold(name); {
		case folded == "", slices.Contains(gmWords, folded):
		case slices.Contains(partyWords, folded):
			party = true
		case slices.Contains(everyoneWords, folded):
			v.Secret = false
		default:
			n, err := keep.Who(ctx, name)
			switch {
			case errors.Is(err, knowledge.ErrNoEntry):
				missing = append(missing, name)
			case err != nil:
				return v, party, nil, err
			case !slices.Contains(v.Nodes, n.ID):
				v.Nodes = append(v.Nodes, n.ID)
			}
		}
	}
	if !v.Secret {
		v.Nodes = nil
	}
	return v, party, missing, nil
}

// statementOf returns one statement of an entry.
func statementOf(e knowledge.Entry, key string) (campaign.Aspect, bool) {
	all := e.Statements()
	i := slices.IndexFunc(all, func(a campaign.Aspect) bool { return a.Key == key })
	if i < 0 {
		return campaign.Aspect{}, false
	}
	return all[i], true
}

// entryNames writes entries by their names, in the order given.
func entryNames(names map[transcript.NodeID]string, ids []transcript.NodeID) []string {
	var out []string
	for _, id := range ids {
		name, ok := names[id]
		if !ok {
			name = string(id) // no longer in the campaign
		}
		out = append(out, piece(name, maxName))
	}
	return out
}
