package command

import (
	"cmp"
	"context"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The form of a new campaign. It has a digest of nothing: whoever sends it off
// becomes the campaign's owner.
const (
	formCampaign = "campaignsent"

	fieldLanguage = "language"
	fieldSetting  = "setting"

	maxSetting  = 4000
	maxLanguage = 35
)

// campaignNew carries out /glyphoxa campaign new.
func (d *Desk) campaignNew(ctx context.Context, c discord.Command) error {
	return c.Answer.Open(ctx, discord.Form{ID: button(formCampaign), Title: say("campaign.form.title").In(c.Locale), Fields: []discord.Field{
		{ID: fieldName, Label: say("campaign.form.name-label").In(c.Locale), Hint: say("campaign.form.name-hint").In(c.Locale), Max: maxNPCName},
		{ID: fieldLanguage, Label: say("campaign.form.language-label").In(c.Locale), Text: localeLanguage(c.Locale), Hint: say("campaign.form.language-hint").In(c.Locale), Max: maxLanguage},
		{ID: fieldSetting, Label: say("campaign.form.setting-label").In(c.Locale), Hint: say("campaign.form.setting-hint").In(c.Locale), Long: true, Optional: true, Max: maxSetting},
	}})
}

// localeLanguage is the language of a person's Discord, as a campaign has it.
func localeLanguage(locale string) string {
	base, _, _ := strings.Cut(locale, "-")
	return cmp.Or(campaign.LanguageOf(base), "en")
}

// campaignSent makes a campaign of the form, for whoever sent it. In a voice
// channel that plays nothing it is what is played there.
func (d *Desk) campaignSent(ctx context.Context, s discord.Submitted, _ []string) error {
	f := campaign.File{Campaign: campaign.Campaign{
		Name: oneLine(s.Fields[fieldName]), Language: campaign.LanguageOf(s.Fields[fieldLanguage]), Setting: prose(s.Fields[fieldSetting]), Owner: s.By.User,
	}}
	f.Campaign.Key = campaign.KeyOf(f.Campaign.Name, groupCampaign)
	giveBack := func(why text) error {
		return s.Answer.Reply(ctx, discord.Message{Text: stacked(why, say("campaign.wrote")).In(s.Locale), Files: []discord.File{{
			Name: draftFile, Data: []byte(campaignDraftText(s.Fields[fieldName], s.Fields[fieldLanguage], s.Fields[fieldSetting]).In(s.Locale)),
		}}})
	}
	switch {
	case campaign.Fold(f.Campaign.Name) == "":
		return giveBack(say("npc.nameless"))
	case f.Campaign.Language == "":
		return giveBack(say("campaign.no-language", "language", piece(s.Fields[fieldLanguage], maxLanguage)))
	}
	if err := f.Check(campaign.Known{}); err != nil {
		return giveBack(Plain(err.Error()))
	}
	leave, err := d.adding.enter(ctx, s.Guild)
	if err != nil {
		return err
	}
	defer leave()
	shelf := d.library.Guild(s.Guild)
	list, err := shelf.Campaigns(ctx)
	if err != nil {
		return err
	}
	for _, other := range theirs(list, s.By.User) { // sent off twice, or forgotten
		if campaign.Fold(other.Name) == campaign.Fold(f.Campaign.Name) {
			return giveBack(say("campaign.have", "campaign", plain(other.Name)))
		}
	}
	id, err := shelf.Add(ctx, f)
	if err != nil {
		return err
	}
	voice, err := d.playNew(ctx, s.Call, id)
	if err != nil {
		return err
	}
	return s.Answer.Reply(ctx, discord.Message{Text: newCampaignText(f.Campaign, voice).In(s.Locale)})
}

// playNew has the caller's voice channel play a new campaign of theirs, unless
// it plays one already: then, and if they are in none, it returns 0.
func (d *Desk) playNew(ctx context.Context, call discord.Call, id transcript.CampaignID) (transcript.ChannelID, error) {
	voice := d.discord.Where(call.Guild, call.By.User)
	if voice == 0 || d.playing(call.Guild, voice) != "" {
		return 0, nil
	}
	shelf := d.library.Guild(call.Guild)
	_, _, taken, err := shelf.Active(ctx, voice)
	if err != nil || taken {
		return 0, err
	}
	return voice, shelf.Activate(ctx, voice, id, "")
}
