package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

const (
	privacySpecText       = "What becomes of what you say."
	privacyShowSpecText   = "Show what is kept of you in this campaign."
	privacySetSpecText    = "Say whether you are heard, and whether your words are kept."
	privacyDeleteSpecText = "Delete what you have said, in every session of this campaign."
	retentionSpecText     = "GM: after how many days what was said is deleted."
	captionsSpecText      = "GM: whose lines are mirrored into the voice channel's chat."
	levelSpecText         = "From the next word on, and in the sessions to come."
	retentionOptionText   = "Days after the end of a session; 0 keeps it for good."
	captionsOptionText    = "Whose lines."

	unknownChoiceText = "I do not know this choice any more."
	staleText         = "Somebody has deleted what they said since it was told: have it written anew if it should not repeat them."
	unkeptLabel       = "Hear me, keep nothing"
	forgetLabel       = "Delete my words for good"
)

// levelLabel is how a level of privacy is shown.
func levelLabel(c transcript.Consent) string {
	switch c {
	case transcript.ConsentYes:
		return "Heard and kept"
	case transcript.ConsentUnkept:
		return "Heard, but not kept"
	case transcript.ConsentNo, transcript.ConsentUnasked:
	}
	return "Not heard"
}

// levelText says what a level means from now on.
func levelText(c campaign.Campaign, level transcript.Consent) string {
	return fmt.Sprintf("**%s**, in **%s**. %s", levelLabel(level), plain(c.Name), consentText(level))
}

const unkeptText = "You are heard and answered from now on, and your words are thrown away once you have your answer: they are not in the transcript, in any character's memory, in search, in recaps or in what characters propose to remember. " +
	"What a character answers is kept, without what it repeats of your words. The services that listen and think get your words as before."

func (v privacyView) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**What I keep of you in %s**\n", plain(v.campaign.Name))
	k := v.kept
	if k.Lines == 0 {
		b.WriteString("- Nothing of what you said.\n")
	} else {
		fmt.Fprintf(&b, "- %s that you said, in %s, from %s to %s, as text.\n", count(k.Lines, "line"), count(k.Sessions, "session"), day(k.First), day(k.Last))
	}
	if k.Withdrawn > 0 {
		fmt.Fprintf(&b, "- The place of %s whose words are deleted.\n", count(k.Withdrawn, "line"))
	}
	if v.derived > 0 {
		fmt.Fprintf(&b, "- %s that characters made of what you said, for the GM to decide.\n", count(v.derived, "note"))
	}
	if k.Evenings > 0 {
		fmt.Fprintf(&b, "- Your name, in the list of who was there, of %s.\n", count(k.Evenings, "session"))
	}
	b.WriteString("- Your voice: never. Sound is not kept.\n")
	if days := v.set.RetentionDays; days > 0 {
		fmt.Fprintf(&b, "The words of a session are deleted %s after its end.\n", count(days, "day"))
	} else {
		b.WriteString("The GM keeps words for good, until you delete yours.\n")
	}
	if v.set.Captions == campaign.CaptionsAll && v.level == transcript.ConsentYes {
		b.WriteString("What you say is mirrored into the voice channel's chat.\n")
	}
	fmt.Fprintf(&b, "You are: **%s**.", levelLabel(v.level))
	if v.ask && v.level == transcript.ConsentUnasked {
		b.WriteString(" You have not said yes yet.")
	}
	b.WriteString(" `/glyphoxa privacy delete` deletes your words.")
	return b.String()
}

// count writes a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func nothingKeptText(c campaign.Campaign) string {
	return fmt.Sprintf("Nothing of what you said is kept in **%s**.", plain(c.Name))
}

// leftoverText says what a deletion does not reach.
const leftoverText = "Not removed: what characters answered, which may repeat you; recaps that were told, which are marked as stale; facts that the GM has approved, which the GM is asked about; " +
	"messages in Discord; and copies of the database beside it, of which the last three are kept until newer ones take their place."

func askForgetText(v privacyView) string {
	return fmt.Sprintf("This deletes the words of %s that you said in **%s**, from the transcript, from the memory of every character and from search. It cannot be undone. In their place stands `%s`.\n%s",
		count(v.kept.Lines, "line"), plain(v.campaign.Name), transcript.Withdrawn, leftoverText)
}

func forgottenByText(c campaign.Campaign, lines, recaps, derived int, told bool) string {
	if lines == 0 {
		return nothingKeptText(c)
	}
	text := fmt.Sprintf("Deleted: the words of %s in **%s**.", count(lines, "line"), plain(c.Name))
	if recaps > 0 {
		text += fmt.Sprintf(" %s of those sessions had been told and is marked as stale.", count(recaps, "recap"))
	}
	switch {
	case derived > 0 && told:
		text += fmt.Sprintf(" The GM has the list of %s that characters made of it, and decides.", count(derived, "note"))
	case derived > 0:
		text += fmt.Sprintf(" Characters made %s of it; I could not reach the GM, so tell them: they decide.", count(derived, "note"))
	}
	return text + "\n" + leftoverText
}

// derivedText lists for the GM what came of words that are deleted.
func derivedText(set campaign.Screen, who transcript.SpeakerID, derived []knowledge.Proposal, recaps int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s has deleted what they said.", userTag(who))
	if recaps > 0 {
		fmt.Fprintf(&b, " %s of those sessions is stale: tell it anew if it should not repeat them.", count(recaps, "recap"))
	}
	if len(derived) == 0 {
		return b.String()
	}
	b.WriteString(" This came of it, and is yours to decide:\n")
	for _, p := range derived {
		state := "waits: `/glyphoxa proposals`"
		if p.Status == knowledge.Approved {
			state = "approved: `/glyphoxa know`"
		}
		fmt.Fprintf(&b, "- %s (%s)\n", veiled(set, piece(knowledge.Describe(p.Write), 200)), state)
	}
	return b.String()
}

func retentionRangeText() string {
	return fmt.Sprintf("Give a number of days from 0, which keeps what was said for good, to %d.", campaign.MaxRetention)
}

func retentionText(c campaign.Campaign, days int) string {
	if days == 0 {
		return fmt.Sprintf("What is said in **%s** is kept for good, until those who said it delete it.", plain(c.Name))
	}
	return fmt.Sprintf("What is said in **%s** is deleted %s after the end of its session: words of players and of characters. Recaps and what you have approved stay. I look when I start and after each session, so nothing is gone yet.", plain(c.Name), count(days, "day"))
}

// captionsLabel is how a choice of captions is shown.
func captionsLabel(c campaign.Captions) string {
	switch c {
	case campaign.CaptionsOff:
		return "None"
	case campaign.CaptionsAll:
		return "What everybody says"
	case campaign.CaptionsNPC:
	}
	return "What characters of mine say"
}

func captionsText(c campaign.Campaign, show campaign.Captions) string {
	switch show {
	case campaign.CaptionsOff:
		return fmt.Sprintf("Nothing that is said in **%s** is mirrored into the channel's chat.", plain(c.Name))
	case campaign.CaptionsAll:
		return fmt.Sprintf("What characters and players say in **%s** is mirrored into the channel's chat, where it stays. Of players who are heard but not kept nothing is.", plain(c.Name))
	case campaign.CaptionsNPC:
	}
	return fmt.Sprintf("What my characters say in **%s** is mirrored into the channel's chat; what players say is not.", plain(c.Name))
}

// captionText is a line as it is mirrored.
func captionText(l transcript.Line) string {
	text := fmt.Sprintf("**%s:** %s", piece(l.Name, maxCharacter), piece(l.Text, maxCaption))
	if l.Cut {
		text += " —"
	}
	return text
}
