package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What Discord shows of `campaign`.
const (
	campaignSpecText         = "Your games: list, choose, make, hand over."
	campaignListSpecText     = "List the campaigns of this server."
	campaignUseSpecText      = "GM: play this campaign in your voice channel."
	campaignNewSpecText      = "Make a campaign of your own."
	campaignExportSpecText   = "GM: get the campaign as a file, for you alone."
	campaignAddGMSpecText    = "Owner: let somebody be GM beside you."
	campaignRemoveGMSpecText = "Owner: take a co-GM's rights away."
	campaignHandOverSpecText = "Owner, or whoever manages the server: give the campaign to somebody else."
	campaignWhichText        = "The campaign. Empty: that of your voice channel."
	campaignPersonText       = "Who."
)

// The form of a new campaign.
const (
	campaignNewTitle      = "A new campaign"
	campaignNameLabel     = "Name"
	campaignNameHint      = "The Lanterns of Saltmarsh"
	campaignLanguageLabel = "Language"
	campaignLanguageHint  = "en, de, fr, …"
	campaignSettingLabel  = "Setting: what everybody in this world knows"
	campaignSettingHint   = "A harbour town in autumn. Magic is rare and feared."
)

const (
	campaignWroteText = "Nothing was made. What you wrote is attached; `/glyphoxa campaign new` opens the form again."
	useNowhereText    = "Join the voice channel of your table first: a campaign is played in a voice channel."
	noPersonText      = "I do not know this person. Choose somebody from this server."
	botGMText         = "A bot cannot be a GM."
	handOverBusyText  = "It is being played just now. `/glyphoxa end` ends the session; then it can be handed over."
	removeBusyText    = "It is being played just now, and they are told what the GMs are told. `/glyphoxa end` ends the session; then their rights can be taken away."
	addedLaterText    = "They can use every command at once. The GM screen, and being one of the GMs whom the session waits for, begin with the next session."
	handOverTwiceText = "Somebody has handed it over just now. Nothing was changed: `/glyphoxa campaign list` says whose it is."
)

func noSuchCampaignText(what string) string {
	return fmt.Sprintf("There is no campaign “%s” in this server. `/glyphoxa campaign list` shows those that there are.", piece(what, 80))
}

func sameNameText(named []campaign.Campaign) string {
	keys := make([]string, len(named))
	for i, c := range named {
		keys[i] = "`" + c.Key + "`"
	}
	return "Several are called so: give the key, " + list(keys, "or") + "."
}

// campaignListText lists the campaigns of a server. Of those of others it says
// only whose they are.
func campaignListText(all []campaign.Campaign, who transcript.SpeakerID, here transcript.CampaignID) string {
	if len(all) == 0 {
		return "This server has no campaign yet. `/glyphoxa campaign new` makes one, `/glyphoxa start` offers the example, and `bot campaign import FILE`, where I run, reads one from a file."
	}
	var b strings.Builder
	b.WriteString("The campaigns of this server:")
	for _, c := range all {
		fmt.Fprintf(&b, "\n- **%s**", piece(c.Name, 80))
		if isGM(c, who) {
			fmt.Fprintf(&b, " (`%s`, %s)", c.Key, piece(c.Language, maxLanguage))
		}
		switch owner := userTag(c.Owner); {
		case c.Owner == who && len(c.CoGMs) > 0:
			fmt.Fprintf(&b, ", yours; with you GMs: %s", userTags(c.CoGMs))
		case c.Owner == who:
			b.WriteString(", yours")
		case c.Owner == 0:
			b.WriteString(", nobody's yet")
		case isGM(c, who):
			fmt.Fprintf(&b, ", of %s; you are a GM", owner)
		default:
			fmt.Fprintf(&b, ", of %s", owner)
		}
		if c.ID == here {
			b.WriteString(" ← played here")
		}
	}
	return b.String()
}

func usedText(c campaign.Campaign, voice transcript.ChannelID, same bool) string {
	if same {
		return fmt.Sprintf("%s plays **%s** already.", channelTag(voice), plain(c.Name))
	}
	return fmt.Sprintf("%s plays **%s** from now on. `/glyphoxa start` begins.", channelTag(voice), plain(c.Name))
}

func useBusyText(voice transcript.ChannelID) string {
	return fmt.Sprintf("A session of another campaign is running in %s. `/glyphoxa end` ends it first.", channelTag(voice))
}

func exportText(f campaign.File) string {
	return fmt.Sprintf("**%s** as a file, with everything that only you may know. Where I run, `bot campaign import FILE` reads it in again; I cannot take a file here.", plain(f.Campaign.Name))
}

func addedGMText(c campaign.Campaign, who transcript.SpeakerID, added bool) string {
	if !added {
		return fmt.Sprintf("%s is a GM of **%s** already.", userTag(who), plain(c.Name))
	}
	return fmt.Sprintf("%s is a GM of **%s** from now on, and may read and change all of it.", userTag(who), plain(c.Name))
}

func removedGMText(c campaign.Campaign, who transcript.SpeakerID, removed bool) string {
	if !removed {
		return fmt.Sprintf("%s is no GM of **%s**.", userTag(who), plain(c.Name))
	}
	return fmt.Sprintf("%s is no GM of **%s** any more.", userTag(who), plain(c.Name))
}

func removeOwnerText(c campaign.Campaign) string {
	return fmt.Sprintf("%s owns **%s**. `/glyphoxa campaign hand-over` gives it to somebody else.", userTag(c.Owner), plain(c.Name))
}

func ownerOnlyText(c campaign.Campaign) string {
	return fmt.Sprintf("Who is GM of **%s** is for its owner to say: %s.", plain(c.Name), userTag(c.Owner))
}

func handOverRightsText(c campaign.Campaign) string {
	who := "nobody yet"
	if c.Owner != 0 {
		who = userTag(c.Owner)
	}
	return fmt.Sprintf("**%s** can be handed over by its owner, who is %s, or by whoever may manage this server.", plain(c.Name), who)
}

func ownsText(c campaign.Campaign, who transcript.SpeakerID) string {
	return fmt.Sprintf("%s owns **%s** already.", userTag(who), plain(c.Name))
}

// handedOverText is what the old and the new owner are told.
func handedOverText(c campaign.Campaign, to, by transcript.SpeakerID) string {
	return fmt.Sprintf("The campaign **%s** was handed over to %s, by %s. Who owned it before is no GM of it any more, unless %s says so with `/glyphoxa campaign gm-add`.", plain(c.Name), userTag(to), userTag(by), userTag(to))
}

func handOverText(c campaign.Campaign, to transcript.SpeakerID, untold []transcript.SpeakerID) string {
	text := fmt.Sprintf("**%s** belongs to %s now.", plain(c.Name), userTag(to))
	if len(untold) > 0 {
		text += fmt.Sprintf(" I could not tell %s in a direct message: please do it yourself.", userTags(untold))
	}
	return text
}

func languageText(wrote string) string {
	return fmt.Sprintf("“%s” is no language that I know. Write a code such as `en`, `de` or `pt-BR`.", piece(wrote, maxLanguage))
}

func haveCampaignText(c campaign.Campaign) string {
	return fmt.Sprintf("You have a campaign **%s** already.", plain(c.Name))
}

func newCampaignText(c campaign.Campaign, voice transcript.ChannelID) string {
	text := fmt.Sprintf("**%s** is yours.", plain(c.Name))
	if voice != 0 {
		text += fmt.Sprintf(" %s plays it from now on.", channelTag(voice))
	} else {
		text += " `/glyphoxa campaign use` plays it in your voice channel."
	}
	return text + " Nobody lives in it yet: `/glyphoxa npc create` makes an NPC. A campaign that you have as a file is read in where I run: `bot campaign import FILE`."
}

func campaignDraftText(name, language, setting string) string {
	return fmt.Sprintf("%s: %s\n%s: %s\n\n%s\n", campaignNameLabel, name, campaignLanguageLabel, language, setting)
}
