package command

import (
	"fmt"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What Discord shows of the commands: at most 100 characters each.
const (
	recapSpecText  = "Show the last recap; a GM drafts, edits and posts it here. Or: what did I miss?"
	whatSpecText   = "The last posted recap, or what was said while you were away."
	lengthSpecText = "GM: how long the draft is to be."
	forSpecText    = "GM: for the players, or for you alone with what only you know."
	searchSpecText = "Find what was said: a player finds what was said while they were at the table."
	wordsSpecText  = "The words to look for."
	costSpecText   = "GM: what this session and this month have cost, by provider."
	doctorSpecText = "GM: a short check of voice, providers and permissions."

	whatPostedText = "the last posted one"
	whatMissedText = "what did I miss?"
)

func lengthText(l transcript.Length) string {
	switch l {
	case transcript.Short:
		return "short"
	case transcript.Long:
		return "long"
	default:
		return "medium"
	}
}

func forWhomText(v transcript.View) string {
	if v == transcript.ForGM {
		return "for you alone"
	}
	return "for the players"
}

// Recaps.
const (
	noModelText       = "I have no language model to tell stories with. Whoever runs me can set one up: `bot doctor` says how."
	noRecapDraftText  = "This draft is not there any more. `/glyphoxa recap` shows the newest."
	gmsEyesText       = "This version may tell what only you know, so it is not posted. Take the one for the players."
	emptyDraftText    = "There was no text left, so nothing was changed."
	longDraftText     = "This draft is too long for Discord's form. Take the short or the medium one, which you can edit."
	readAgainText     = "I have looked your draft up. Press Edit once more."
	editedByOtherText = "Somebody else has edited this draft meanwhile. Both versions are kept; this is yours."
	unkeptDraftText   = "I could not keep your text, so here it is back: please try again later."

	editTitle = "The recap"
)

// The labels of buttons.
const (
	postHereLabel   = "Post here"
	postTableLabel  = "Post at the table"
	editDraftLabel  = "Edit"
	anewLabel       = "Tell it anew"
	shortLabel      = "Short"
	mediumLabel     = "Medium"
	longLabel       = "Long"
	forPlayersLabel = "For the players"
	forGMLabel      = "For me alone"
	saidBackLabel   = "Back"
	saidNextLabel   = "Next"
)

// partLabel stands over a field of the form.
func partLabel(i, of int) string {
	if of == 1 {
		return "Text"
	}
	return fmt.Sprintf("Text, part %d of %d", i+1, of)
}

func nothingToTellText(c campaign.Campaign) string {
	return fmt.Sprintf("No session of **%s** has ended yet, so there is nothing to tell.", plain(c.Name))
}

func noPostedText(c campaign.Campaign) string {
	return fmt.Sprintf("No recap of **%s** has been posted yet. %s can draft one with `/glyphoxa recap`.", plain(c.Name), orSomebody(userTags(gms(c)), "Its GM"))
}

func orSomebody(who, instead string) string {
	if who == "" {
		return instead
	}
	return who
}

func alreadyPostedText(d transcript.Draft) string {
	return fmt.Sprintf("This version is already posted, in %s.", channelTag(d.Channel))
}

// recapText is a recap as everybody sees it.
func recapText(c campaign.Campaign, s transcript.Session, text string) string {
	return fmt.Sprintf("**%s**, %s\n\n%s", plain(c.Name), day(s.Started), strings.TrimSpace(text))
}

// recapDraftText is a draft as its GM sees it.
func recapDraftText(c campaign.Campaign, s transcript.Session, d transcript.Draft) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**Draft** for **%s**, %s: %s, %s", plain(c.Name), day(s.Started), lengthText(d.Length), forWhomText(d.View))
	if d.By != 0 {
		b.WriteString(", edited by " + userTag(d.By))
	}
	b.WriteString(". Only you see this.")
	if !d.Posted.IsZero() {
		b.WriteString(" Posted in " + channelTag(d.Channel) + ".")
	}
	if d.Stale {
		b.WriteString(" " + staleText)
	}
	return b.String() + "\n\n" + strings.TrimSpace(d.Text)
}

func writingText(l transcript.Length, v transcript.View) string {
	return fmt.Sprintf("I am writing the %s version %s…", lengthText(l), forWhomText(v))
}

// What was missed.
const (
	noneRunningText   = "No session is running in this server, so you are missing nothing. `/glyphoxa recap` shows the last one's story."
	nothingMissedText = "You have missed nothing so far."
	cappedText        = "This session has reached its limit of spending, so no story is told now. Ask your GM."
)

func strangerText(at transcript.ChannelID) string {
	return "You have not been at the table yet: come to " + channelTag(at) + " and ask again."
}

func littleMissedText(lines int) string {
	if lines == 1 {
		return "Next to nothing was said while you were away: one line. Ask at the table."
	}
	return fmt.Sprintf("Next to nothing was said while you were away: %d lines. Ask at the table.", lines)
}

func missedText(c campaign.Campaign, text string) string {
	return fmt.Sprintf("What you have missed of **%s** so far. Only you see this.\n\n%s", plain(c.Name), strings.TrimSpace(text))
}

// Searching.
const noWordsText = "There is no word in what you are looking for: give me one or more."

func saidNoneText(c campaign.Campaign, words string, gm bool) string {
	text := fmt.Sprintf("Nobody has said *%s* in **%s**.", piece(words, maxWords), plain(c.Name))
	if !gm {
		text = fmt.Sprintf("Nobody has said *%s* in **%s** while you were at the table.", piece(words, maxWords), plain(c.Name))
	}
	return text + " Fewer words find more."
}

func saidText(c campaign.Campaign, words string, n, page, pages int, gm bool) string {
	var b strings.Builder
	switch n {
	case maxSaidLines:
		fmt.Fprintf(&b, "The %d best lines", n)
	case 1:
		b.WriteString("One line")
	default:
		fmt.Fprintf(&b, "%d lines", n)
	}
	fmt.Fprintf(&b, " of **%s** with *%s*", plain(c.Name), piece(words, maxWords))
	if !gm {
		b.WriteString(", from when you were at the table")
	}
	if pages > 1 {
		fmt.Fprintf(&b, " (page %d of %d)", page+1, pages)
	}
	return b.String() + ":"
}

// saidLineText is a line that was found, with its session's day and the time.
func saidLineText(l transcript.Line, width int) string {
	text := fmt.Sprintf("<t:%d:d> <t:%d:t> **%s:** %s", l.At.Unix(), l.At.Unix(), piece(l.Name, 40), piece(l.Text, width))
	if l.Cut {
		text += " (cut off)"
	}
	return text
}

// tooWordyText says why there are no buttons to turn the page.
const tooWordyText = "Look for fewer words to turn the page."

// The costs.
const (
	noPricesText  = "I cannot say what things cost here: whoever runs me can fill in prices in the configuration."
	nothingUsed   = "nothing was used"
	thisMonthText = "This month"
)

func costText(c campaign.Campaign, sections []bill) string {
	var b strings.Builder
	fmt.Fprintf(&b, "What **%s** has cost.", plain(c.Name))
	for _, s := range sections {
		fmt.Fprintf(&b, "\n\n**%s:** ", s.what)
		if len(s.Lines) == 0 {
			b.WriteString(nothingUsed + ".")
			continue
		}
		b.WriteString(plain(s.Total) + ".")
		for _, l := range s.Lines {
			b.WriteString("\n- " + plain(l))
		}
	}
	return b.String()
}

func runningText() string { return "This session, up to half a minute ago" }

func lastSessionText(s transcript.Session) string { return "The last session, " + day(s.Started) }

func monthText(from time.Time) string { return thisMonthText + ", from " + day(from) }

// The check-up.
const (
	noDoctorText   = "I cannot examine myself here. `bot doctor` can, on the machine that runs me."
	allWellText    = "All is well."
	notAllWellText = "Not all is well:"
	lateText       = "Some checks did not end within 20 seconds; what is missing above is one of them. `bot doctor` on the machine that runs me takes its time."
)

func findingText(f Finding) string {
	mark := map[Grade]string{Fine: "✅", Doubtful: "⚠️", Broken: "❌"}[f.Grade]
	text := fmt.Sprintf("%s **%s:** %s", mark, plain(f.What), plain(f.Detail))
	if f.Remedy != "" {
		text += " → " + plain(f.Remedy)
	}
	return text
}

func doctorText(list []Finding, late bool) string {
	head := allWellText
	if late {
		head = notAllWellText
	}
	var b strings.Builder
	for _, f := range list {
		if f.Grade != Fine {
			head = notAllWellText
		}
		b.WriteString("\n" + findingText(f))
	}
	if late {
		b.WriteString("\n" + lateText)
	}
	return head + b.String()
}

// What the desk itself finds.
const (
	voiceWhat      = "voice"
	permissionWhat = "permissions"
	discordWhat    = "Discord"

	nowhereText       = "you are in no voice channel, so I do not know which to look at"
	nowhereRemedy     = "join your table's channel and ask again"
	slowRemedy        = "see whether the network of the machine that runs me is slow"
	permitRemedy      = "give me that in the channel's settings, under Permissions"
	noConnectionText  = "no session is running, so there is no connection to look at"
	stalledRemedy     = "end the session and start it again; if it stays so, bot doctor says more"
	unencryptedRemedy = "wait a moment; if it stays so, have everybody leave the channel and come back"
)

func permittedText(channel string) string { return "I may hear and speak in #" + channel }

func voiceText(s Status) string {
	if s.Ping > 0 {
		return fmt.Sprintf("%s, the voice server answers after %d ms", s.Voice, s.Ping.Milliseconds())
	}
	return s.Voice
}

func stalledText(s Status) string {
	return voiceText(s) + "; people speak, and nothing leaves " + s.Stalled
}

func unencryptedText(s Status) string { return voiceText(s) + "; no end-to-end encryption yet" }

func slowDiscordText(ping time.Duration) string {
	return fmt.Sprintf("it answers after %d ms", ping.Milliseconds())
}
