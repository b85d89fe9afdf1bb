package command

import (
	"cmp"
	"context"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
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
	return c.Answer.Open(ctx, discord.Form{ID: button(formCampaign), Title: campaignNewTitle, Fields: []discord.Field{
		{ID: fieldName, Label: campaignNameLabel, Hint: campaignNameHint, Max: maxNPCName},
		{ID: fieldLanguage, Label: campaignLanguageLabel, Text: localeLanguage(c.Locale), Hint: campaignLanguageHint, Max: maxLanguage},
		{ID: fieldSetting, Label: campaignSettingLabel, Hint: campaignSettingHint, Long: true, Optional: true, Max: maxSetting},
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
	refuse := func(text string) error {
		return s.Answer.Reply(ctx, discord.Message{Text: text + "\n" + campaignWroteText, Files: []discord.File{{
			Name: draftFile, Data: []byte(campaignDraftText(s.Fields[fieldName], s.Fields[fieldLanguage], s.Fields[fieldSetting])),
		}}})
	}
	switch {
	case campaign.Fold(f.Campaign.Name) == "":
		return refuse(npcNamelessText)
	case f.Campaign.Language == "":
		return refuse(languageText(s.Fields[fieldLanguage]))
	}
	if err := f.Check(campaign.Known{}); err != nil {
		return refuse(plain(err.Error()))
	}
	leave, err := d.adding.enter(ctx)
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
			return refuse(haveCampaignText(other))
		}
	}
	id, err := shelf.Add(ctx, f)
	if err != nil {
		return err
	}
	voice := d.discord.Where(s.Guild, s.By.User)
	if voice != 0 && d.playing(s.Guild, voice) == "" {
		_, _, taken, err := shelf.Active(ctx, voice)
		if err == nil && !taken {
			err = shelf.Activate(ctx, voice, id, "")
		}
		if err != nil {
			return err
		}
		if taken {
			voice = 0
		}
	} else {
		voice = 0
	}
	return s.Answer.Reply(ctx, discord.Message{Text: newCampaignText(f.Campaign, voice)})
}
