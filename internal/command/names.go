package command

import (
	"context"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// /glyphoxa names is the name list, as far as it says what names are heard as. One
// correction holds for what was said and for what will be.
const (
	groupNames = "names"

	optHeard = "heard"
	optRight = "right"
)

// maxSpelling is how many letters a name may have here.
const maxSpelling = 60

// A Speller corrects what was said in a campaign. A store.Campaign is one.
type Speller interface {
	// Respell puts right for heard in all that is kept of what was said and told, as
	// [campaign.Respell] does, and returns in how much.
	Respell(ctx context.Context, heard, right string, setOff bool) (knowledge.Respelt, error)
}

func namesCommands() subcommand {
	heard := discord.Option{Name: optHeard, Description: "about.names.heard", Required: true, Max: new(float64(maxSpelling))}
	return subcommand{
		spec: discord.Spec{Name: groupNames, Description: "about.names"},
		subs: []subcommand{
			{
				spec: discord.Spec{Name: "add", Description: "about.names.add", Options: []discord.Option{
					heard, {Name: optRight, Description: "about.names.right", Required: true, Max: new(float64(maxSpelling))},
				}},
				private: true, gm: true, do: (*Desk).namesAdd,
			},
			{spec: discord.Spec{Name: "list", Description: "about.names.list"}, private: true, gm: true, do: (*Desk).namesList},
			{
				spec:    discord.Spec{Name: "remove", Description: "about.names.remove", Options: []discord.Option{heard}},
				private: true, gm: true, do: (*Desk).namesRemove,
			},
		},
	}
}

// spelling returns a name as it may be kept, or complains.
func spelling(typed string) (string, error) {
	name := strings.TrimSpace(oneLine(typed))
	if campaign.Fold(name) == "" || len([]rune(name)) > maxSpelling {
		return "", refuse(say("names.not-a-name", "name", piece(name, maxSpelling), "most", maxSpelling))
	}
	return name, nil
}

// namesAdd carries out /glyphoxa names add.
func (d *Desk) namesAdd(ctx context.Context, c discord.Command) error {
	cast, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	heard, err := spelling(c.Args[optHeard])
	if err != nil {
		return err
	}
	right, err := spelling(c.Args[optRight])
	if err != nil {
		return err
	}
	setOff := conversation.OnlySetOff(cast.file.Campaign.Language, heard)
	if err := correctable(cast.file, heard, right, setOff); err != nil {
		return err
	}
	before, moved := heardAs(cast.file.Names, heard)
	moved = moved && campaign.Fold(before) != campaign.Fold(right)
	now, err := d.renamed(ctx, cast, func(list []campaign.Name) []campaign.Name { return withHeard(list, heard, right) })
	if err != nil {
		return err
	}
	// The table first: what is said while the store is at it is right already.
	if _, session := d.session(c.Guild, cast.campaign.ID); session != nil {
		if err := session.Respell(ctx, now.Names, heard, right); err != nil {
			return err
		}
	}
	n, err := cast.book.Respell(ctx, heard, right, setOff)
	if err != nil {
		return err
	}
	d.drafts.respell(cast.campaign.ID, heard, right, setOff)
	done := []text{say("names.added", "heard", plain(heard), "right", plain(right))}
	if moved {
		done = append(done, say("names.moved", "name", plain(before)))
	}
	if n.Lines > 0 {
		done = append(done, say("names.corrected", "n", n.Lines))
	} else {
		done = append(done, say("names.nowhere"))
	}
	if n.Proposals > 0 {
		done = append(done, say("names.corrected-waiting", "n", n.Proposals))
	}
	if n.Recaps > 0 {
		done = append(done, say("names.corrected-told"))
	}
	if setOff {
		done = append(done, say("names.only-called", "heard", plain(heard)))
	}
	return c.Answer.Reply(ctx, discord.Message{Text: stacked(done...).In(c.Locale)})
}

// respell corrects a name in the drafts that are ready to be edited.
func (c *draftsCache) respell(id transcript.CampaignID, heard, right string, setOff bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.shown {
		if o := &c.shown[i]; o.about.ID == id {
			o.draft.Text, _ = campaign.Respell(o.draft.Text, heard, right, setOff)
		}
	}
}

// correctable complains about a correction that would make right names wrong.
func correctable(f campaign.File, heard, right string, setOff bool) error {
	if campaign.Fold(heard) == campaign.Fold(right) {
		return refuse(say("names.same"))
	}
	if owner, ok := nameTaken(f, heard); ok {
		return refuse(say("names.taken", "heard", plain(heard), "name", plain(owner)))
	}
	if name, ok := namePart(f, heard, right); ok && !setOff {
		return refuse(say("names.part", "heard", plain(heard), "name", plain(name)))
	}
	if slices.ContainsFunc(f.Names, func(n campaign.Name) bool { return isNamed(heard, []string{n.Text}) }) {
		return refuse(say("names.listed", "heard", plain(heard)))
	}
	if name, ok := heardAs(f.Names, right); ok {
		return refuse(say("names.corrected-itself", "right", plain(right), "name", plain(name)))
	}
	return nil
}

// namesRemove carries out /glyphoxa names remove. What was corrected stays so.
func (d *Desk) namesRemove(ctx context.Context, c discord.Command) error {
	cast, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	heard, err := spelling(c.Args[optHeard])
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(cast.file.Names, func(n campaign.Name) bool { return hears(n, heard) >= 0 }) {
		return refuse(say("names.unknown", "heard", plain(heard)))
	}
	now, err := d.renamed(ctx, cast, func(list []campaign.Name) []campaign.Name { return withoutHeard(list, heard) })
	if err != nil {
		return err
	}
	if _, session := d.session(c.Guild, cast.campaign.ID); session != nil {
		if err := session.Respell(ctx, now.Names, "", ""); err != nil {
			return err
		}
	}
	return c.Answer.Reply(ctx, discord.Message{Text: say("names.removed", "heard", plain(heard)).In(c.Locale)})
}

// renamed changes the name list of a campaign, and returns what the campaign is
// then.
func (d *Desk) renamed(ctx context.Context, in cast, change func([]campaign.Name) []campaign.Name) (now campaign.File, err error) {
	err = in.book.Replace(ctx, func(old campaign.File) (campaign.File, error) {
		now = old
		now.Names = change(slices.Clone(old.Names))
		return now, nil
	})
	return now, err
}

// namesList carries out /glyphoxa names list.
func (d *Desk) namesList(ctx context.Context, c discord.Command) error {
	cast, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: namesText(cast.file.Names).In(c.Locale), AsFile: "names.md"})
}

func namesText(list []campaign.Name) text {
	all := []text{say("names.title")}
	for _, n := range list {
		if len(n.Heard) > 0 {
			all = append(all, say("names.item", "right", plain(n.Text), "heard", plain(strings.Join(n.Heard, ", "))))
		}
	}
	if len(all) == 1 {
		return say("names.none")
	}
	return stacked(all...)
}
