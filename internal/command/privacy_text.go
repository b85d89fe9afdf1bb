package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// levelID is how a level of privacy is shown.
func levelID(c transcript.Consent) string {
	switch c {
	case transcript.ConsentYes:
		return "privacy.level.kept"
	case transcript.ConsentUnkept:
		return "privacy.level.unkept"
	case transcript.ConsentNo, transcript.ConsentUnasked:
	}
	return "privacy.level.unheard"
}

func levelLabel(c transcript.Consent) text { return say(levelID(c)) }

// levelText says what a level means from now on.
func levelText(c campaign.Campaign, level transcript.Consent) text {
	return say("privacy.set", "level", levelLabel(level), "campaign", plain(c.Name), "means", consentText(level, c.Language))
}

// Numbers of things, to be put into a sentence.
func countOfLines(n int) text    { return say("count.lines", "n", n) }
func countOfSessions(n int) text { return say("count.sessions", "n", n) }
func countOfNotes(n int) text    { return say("count.notes", "n", n) }
func countOfDays(n int) text     { return say("count.days", "n", n) }

func (v privacyView) text() text {
	k := v.kept
	all := []text{say("privacy.head", "campaign", plain(v.campaign.Name))}
	if k.Lines == 0 {
		all = append(all, say("privacy.no-lines"))
	} else {
		all = append(all, say("privacy.lines", "lines", countOfLines(k.Lines), "sessions", countOfSessions(k.Sessions), "from", day(k.First), "to", day(k.Last)))
	}
	if k.Withdrawn > 0 {
		all = append(all, say("privacy.withdrawn", "lines", countOfLines(k.Withdrawn)))
	}
	if v.derived > 0 {
		all = append(all, say("privacy.derived", "notes", countOfNotes(v.derived)))
	}
	if k.Evenings > 0 {
		all = append(all, say("privacy.evenings", "sessions", countOfSessions(k.Evenings)))
	}
	all = append(all, say("privacy.no-sound"))
	if days := v.set.RetentionDays; days > 0 {
		all = append(all, say("privacy.deleted-after", "days", countOfDays(days)))
	} else {
		all = append(all, say("privacy.for-good"))
	}
	if v.set.Captions == campaign.CaptionsAll && v.level == transcript.ConsentYes {
		all = append(all, say("privacy.mirrored"))
	}
	you := []text{say("privacy.you-are", "level", levelLabel(v.level))}
	if v.ask && v.level == transcript.ConsentUnasked {
		you = append(you, say("privacy.unasked"))
	}
	you = append(you, say("privacy.how-to-delete"))
	return stacked(append(all, texts.Join(" ", you...))...)
}

func nothingKeptText(c campaign.Campaign) text {
	return say("privacy.nothing-kept", "campaign", plain(c.Name))
}

func askForgetText(v privacyView) text {
	return stacked(
		say("privacy.ask-delete", "lines", countOfLines(v.kept.Lines), "campaign", plain(v.campaign.Name), "mark", transcript.Withdrawn),
		say("privacy.leftover"),
	)
}

func forgottenByText(c campaign.Campaign, lines, recaps, derived int, told bool) text {
	if lines == 0 {
		return nothingKeptText(c)
	}
	all := []text{say("privacy.deleted", "lines", countOfLines(lines), "campaign", plain(c.Name))}
	if recaps > 0 {
		all = append(all, say("privacy.deleted-recaps", "n", recaps))
	}
	switch {
	case derived > 0 && told:
		all = append(all, say("privacy.deleted-derived", "notes", countOfNotes(derived)))
	case derived > 0:
		all = append(all, say("privacy.deleted-untold", "notes", countOfNotes(derived)))
	}
	return stacked(texts.Join(" ", all...), say("privacy.leftover"))
}

// derivedText lists for the GM what came of words that are deleted.
func derivedText(set campaign.Screen, who transcript.SpeakerID, derived []knowledge.Proposal, recaps int, locale string) string {
	head := []text{say("privacy.gm.deleted", "who", userTag(who))}
	if recaps > 0 {
		head = append(head, say("privacy.gm.recaps", "n", recaps))
	}
	if len(derived) == 0 {
		return texts.Join(" ", head...).In(locale)
	}
	all := []text{texts.Join(" ", append(head, say("privacy.gm.derived"))...)}
	for _, p := range derived {
		what := veiled(set, piece(describe(p).In(locale), 200))
		if p.Status == knowledge.Approved {
			all = append(all, say("privacy.gm.approved", "what", what))
		} else {
			all = append(all, say("privacy.gm.waits", "what", what))
		}
	}
	return stacked(all...).In(locale)
}

func retentionText(c campaign.Campaign, days int) text {
	if days == 0 {
		return say("retention.off", "campaign", plain(c.Name))
	}
	return say("retention.on", "campaign", plain(c.Name), "days", countOfDays(days))
}

// captionsID is how a choice of captions is shown.
func captionsID(c campaign.Captions) string {
	switch c {
	case campaign.CaptionsOff:
		return "captions.choice.off"
	case campaign.CaptionsAll:
		return "captions.choice.all"
	case campaign.CaptionsNPC:
	}
	return "captions.choice.npc"
}

func captionsText(c campaign.Campaign, show campaign.Captions) text {
	name := plain(c.Name)
	switch show {
	case campaign.CaptionsOff:
		return say("captions.off", "campaign", name)
	case campaign.CaptionsAll:
		return say("captions.all", "campaign", name)
	case campaign.CaptionsNPC:
	}
	return say("captions.npc", "campaign", name)
}

// captionText is a line as it is mirrored.
func captionText(l transcript.Line) string {
	text := "**" + piece(l.Name, maxCharacter) + ":** " + piece(l.Text, maxCaption)
	if l.Cut {
		text += " —"
	}
	return text
}
