package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What Discord shows of the table commands: at most 100 characters each.
const (
	whySpecText       = "GM: show who answered the last lines, and why."
	saySpecText       = "GM: have an NPC say something, word by word, in its voice."
	directSpecText    = "GM: give an NPC a hidden note for its next answers; without a note, take it back."
	muteSpecText      = "GM: keep an NPC from answering."
	unmuteSpecText    = "GM: let an NPC answer again; without a name, all of them."
	muteAllSpecText   = "GM: keep all NPCs from answering."
	tellSpecText      = "Type a line to an NPC at the table, which answers aloud."
	rollSpecText      = "Roll dice, such as 2d6+3, 4d6kh3 or adv+5."
	npcOptionText     = "Which NPC?"
	sayOptionText     = "What it says."
	tellOptionText    = "What you say to it."
	noteOptionText    = "What it should do or know. Nobody else sees it."
	answersOptionText = "For how many answers the note is. Without it: until you take it back."
	diceOptionText    = "The dice, such as 2d6+3."
	privateOptionText = "GM: show the roll to nobody else."
)

const (
	noSessionText      = "No session is running at this table. `/glyphoxa start` begins one."
	nothingWrittenText = "There are no words in what you wrote. Please write some."
	notHeardText       = "You have not said yes to being heard, so I do not take your typed words either. Press **I'm in** on the card in the voice channel's chat, and tell it again."
	noDiceText         = "I have no dice here."
)

func notAtTableText(voice transcript.ChannelID) string {
	return fmt.Sprintf("You are not at the table. Join %s first.", channelTag(voice))
}

func nobodyCalledText(typed, near string) string {
	text := fmt.Sprintf("There is nobody called **%s** here.", piece(typed, maxLabel))
	if near != "" {
		text += fmt.Sprintf(" Did you mean **%s**?", piece(near, maxLabel))
	}
	return text + " Choose a name from those that I suggest while you type."
}

func answersRangeText(most int) string {
	return fmt.Sprintf("A note is for 1 to %d answers. Without a number it holds until you take it back.", most)
}

func madeToSayText(npc campaign.Agent, text string) string {
	return fmt.Sprintf("**%s** says: %s", plain(npc.Name), plain(text))
}

func youTellText(npc campaign.Agent, text string) string {
	return fmt.Sprintf("You tell **%s**: %s", plain(npc.Shown()), plain(text))
}

func directedText(npc campaign.Agent, note string, answers int) string {
	name := plain(npc.Name)
	until := "until you take it back: `/glyphoxa direct` without a note"
	switch {
	case note == "":
		return fmt.Sprintf("**%s** has no note any more.", name)
	case answers == 1:
		until = "for the next answer"
	case answers > 1:
		until = fmt.Sprintf("for the next %d answers", answers)
	}
	return fmt.Sprintf("**%s** has your note, %s:\n> %s", name, until, plain(note))
}

func mutedText(npc campaign.Agent, yes bool) string {
	switch {
	case npc.ID == "" && yes:
		return "No NPC answers any more. `/glyphoxa unmute` lets all of them again."
	case npc.ID == "":
		return "All NPCs answer again."
	case yes:
		return fmt.Sprintf("**%s** does not answer any more. `/glyphoxa unmute` changes that.", plain(npc.Name))
	}
	return fmt.Sprintf("**%s** answers again.", plain(npc.Name))
}

func badDiceText(err error) string {
	return "I cannot roll that: " + plain(err.Error())
}

func rolledText(who transcript.SpeakerID, roll string) string {
	return fmt.Sprintf("🎲 %s: %s", userTag(who), plain(roll))
}

// whyLetters is how much of a line or an answer is shown.
const whyLetters = 120

// whyText explains lines, oldest first.
func whyText(list []Decision) string {
	if len(list) == 0 {
		return "Nobody has said anything yet that an NPC could answer."
	}
	var b strings.Builder
	b.WriteString("**Who was meant, and why**, newest last")
	for _, d := range list {
		fmt.Fprintf(&b, "\n\n<t:%d:T> ", d.At.Unix())
		if d.Who != "" {
			fmt.Fprintf(&b, "**%s**: %s\n", piece(d.Who, maxLabel), piece(d.Said, whyLetters))
		} else {
			b.WriteString("**You** had an NPC speak\n")
		}
		who := "nobody"
		if len(d.Agents) > 0 {
			who = "**" + piece(strings.Join(d.Agents, ", "), whyLetters) + "**"
		}
		fmt.Fprintf(&b, "→ %s", who)
		if d.Reason != "" {
			fmt.Fprintf(&b, ": %s", piece(d.Reason, whyLetters))
		}
		for _, t := range d.Answers {
			fmt.Fprintf(&b, "\n%s", outcomeText(t))
		}
	}
	return b.String()
}

func outcomeText(t transcript.Turn) string {
	name := piece(t.Name, maxLabel)
	because := ""
	if t.Why != "" {
		because = ": " + piece(t.Why, whyLetters)
	}
	switch t.Outcome {
	case transcript.Spoken:
		return fmt.Sprintf("%s said: %s", name, piece(t.Heard, whyLetters))
	case transcript.Cut:
		return fmt.Sprintf("%s was cut off%s, after: %s", name, because, piece(t.Heard, whyLetters))
	case transcript.Declined:
		return fmt.Sprintf("%s said nothing%s", name, because)
	case transcript.Failed:
		return fmt.Sprintf("%s could not answer%s", name, because)
	case transcript.Superseded:
		return fmt.Sprintf("%s was overtaken by something newer%s", name, because)
	}
	return fmt.Sprintf("%s: %s%s", name, t.Outcome, because)
}
