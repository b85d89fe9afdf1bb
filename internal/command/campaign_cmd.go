package command

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The subcommands of `campaign`, and their options. Discord has no room for
// "gm add" below a group.
const (
	groupCampaign = "campaign"
	subList       = "list"
	subUse        = "use"
	subNew        = "new"
	subExport     = "export"
	subAddGM      = "gm-add"
	subRemoveGM   = "gm-remove"
	subHandOver   = "hand-over"

	optCampaign = "campaign"
	optPerson   = "person"
)

// A Helm is whose a campaign is. A store.Campaign is one.
type Helm interface {
	// AddGM and RemoveGM change the co-GMs. false: they were, or were none.
	AddGM(ctx context.Context, who transcript.SpeakerID) (added bool, err error)
	RemoveGM(ctx context.Context, who transcript.SpeakerID) (removed bool, err error)
	// HandOver makes the campaign of one owner another's. It is
	// campaign.ErrTaken if it is not from's any more.
	HandOver(ctx context.Context, from, to transcript.SpeakerID) error
}

// campaignCommands are those about campaigns as a whole.
func campaignCommands() []subcommand {
	which := discord.Option{Name: optCampaign, Description: "about.campaign-option", Complete: true}
	needed := which
	needed.Required = true
	person := discord.Option{Name: optPerson, Description: "about.person-option", Kind: discord.UserOption, Required: true}
	return []subcommand{{
		spec: discord.Spec{Name: groupCampaign, Description: "about.campaign"},
		subs: []subcommand{
			{spec: discord.Spec{Name: subList, Description: "about.campaign.list"}, private: true, do: (*Desk).campaignList},
			{
				spec:    discord.Spec{Name: subUse, Description: "about.campaign.use", Options: []discord.Option{needed}},
				private: true, do: (*Desk).campaignUse, complete: completeCampaign,
			},
			{spec: discord.Spec{Name: subNew, Description: "about.campaign.new"}, private: true, opens: true, do: (*Desk).campaignNew},
			{spec: discord.Spec{Name: subExport, Description: "about.campaign.export"}, private: true, gm: true, do: (*Desk).campaignExport},
			campaignImportCommand(which),
			{
				spec:    discord.Spec{Name: subAddGM, Description: "about.campaign.gm-add", Options: []discord.Option{person}},
				private: true, gm: true, do: (*Desk).campaignAddGM,
			},
			{
				spec:    discord.Spec{Name: subRemoveGM, Description: "about.campaign.gm-remove", Options: []discord.Option{person}},
				private: true, gm: true, do: (*Desk).campaignRemoveGM,
			},
			{
				spec:    discord.Spec{Name: subHandOver, Description: "about.campaign.hand-over", Options: []discord.Option{person, which}},
				private: true, do: (*Desk).campaignHandOver, complete: completeCampaign,
			},
		},
	}}
}

// completeCampaign suggests the campaigns that are the caller's, and no others.
func completeCampaign(d *Desk, c discord.Completing) []discord.Choice {
	m, _, _ := d.names.get(c.Guild, nil)
	var out []discord.Choice
	for _, one := range m.all {
		if isGM(one.campaign, c.By.User) {
			out = append(out, discord.Choice{Name: one.campaign.Name, Value: one.campaign.Key})
		}
	}
	return out
}

// campaignNamed returns the campaign of the guild that somebody means by key
// or name. It says nothing of whether they may.
func (d *Desk) campaignNamed(ctx context.Context, g transcript.GuildID, what string) (campaign.Campaign, error) {
	list, err := d.library.Guild(g).Campaigns(ctx)
	if err != nil {
		return campaign.Campaign{}, err
	}
	if i := slices.IndexFunc(list, func(c campaign.Campaign) bool { return c.Key == what }); i >= 0 {
		return list[i], nil
	}
	folded := campaign.Fold(what)
	named := slices.DeleteFunc(list, func(c campaign.Campaign) bool { return folded == "" || campaign.Fold(c.Name) != folded })
	switch len(named) {
	case 1:
		return named[0], nil
	case 0:
		return campaign.Campaign{}, refuse(say("campaign.none", "name", piece(what, 80)))
	}
	return campaign.Campaign{}, refuse(sameNameText(named))
}

// campaignList carries out /glyphoxa campaign list.
func (d *Desk) campaignList(ctx context.Context, c discord.Command) error {
	list, err := d.library.Guild(c.Guild).Campaigns(ctx)
	if err != nil {
		return err
	}
	here, err := d.playedAt(ctx, c.Call)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: campaignListText(list, c.By.User, here).In(c.Locale), AsFile: "campaigns.md"})
}

// campaignUse carries out /glyphoxa campaign use: it makes a campaign the one
// that the caller's voice channel plays.
func (d *Desk) campaignUse(ctx context.Context, c discord.Command) error {
	found, err := d.campaignNamed(ctx, c.Guild, c.Args[optCampaign])
	if err != nil {
		return err
	}
	if found, err = d.mine(ctx, c.Call, found.ID); err != nil {
		return err
	}
	voice := d.discord.Where(c.Guild, c.By.User)
	if voice == 0 {
		return refuse(say("campaign.use-nowhere"))
	}
	switch playing := d.playing(c.Guild, voice); {
	case playing == found.ID:
		return c.Answer.Reply(ctx, discord.Message{Text: usedText(found, voice, true).In(c.Locale)})
	case playing != "":
		return refuse(say("campaign.use-busy", "channel", channelTag(voice)))
	}
	shelf := d.library.Guild(c.Guild)
	active, _, ok, err := shelf.Active(ctx, voice)
	if err != nil {
		return err
	}
	same := ok && active == found.ID // and then the scene stays, too
	if !same {
		err := shelf.Activate(ctx, voice, found.ID, "")
		if errors.Is(err, campaign.ErrNone) {
			return refuse(say("tree.gone-campaign"))
		}
		if err != nil {
			return err
		}
	}
	return c.Answer.Reply(ctx, discord.Message{Text: usedText(found, voice, same).In(c.Locale)})
}

// campaignExport carries out /glyphoxa campaign export.
func (d *Desk) campaignExport(ctx context.Context, c discord.Command) error {
	all, err := d.castFor(ctx, c.Call)
	if err != nil {
		return err
	}
	guests, err := all.book.Guests(ctx)
	if err != nil {
		return err
	}
	f := withoutGuests(all.file, guests)
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{
		Text:    say("campaign.exported", "campaign", plain(f.Campaign.Name)).In(c.Locale),
		Files:   []discord.File{{Name: f.Campaign.Key + ".yaml", Data: text.Bytes()}},
		Private: true,
	})
}

// withoutGuests returns a campaign without those who are there for one session
// only.
func withoutGuests(f campaign.File, guests map[transcript.AgentID]transcript.SessionID) campaign.File {
	guest := func(id transcript.AgentID) bool { return guests[id] != "" }
	f.Agents = slices.DeleteFunc(slices.Clone(f.Agents), func(a campaign.Agent) bool { return guest(a.ID) })
	f.Scenes = slices.Clone(f.Scenes)
	for i := range f.Scenes {
		f.Scenes[i].Present = slices.DeleteFunc(slices.Clone(f.Scenes[i].Present), guest)
	}
	return f
}
