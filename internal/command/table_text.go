package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

func nobodyCalledText(typed, near string) text {
	if near == "" {
		return say("table.nobody", "name", piece(typed, maxLabel))
	}
	return say("table.nobody-near", "name", piece(typed, maxLabel), "near", piece(near, maxLabel))
}

func directedText(npc campaign.Agent, note string, answers int) text {
	name := plain(npc.Name)
	until := say("table.note-until")
	switch {
	case note == "":
		return say("table.no-note", "npc", name)
	case answers > 0:
		until = say("table.note-for", "n", answers)
	}
	return say("table.note", "npc", name, "until", until, "note", plain(note))
}

func mutedText(npc campaign.Agent, yes bool) text {
	switch {
	case npc.ID == "" && yes:
		return say("table.all-muted")
	case npc.ID == "":
		return say("table.all-unmuted")
	case yes:
		return say("table.muted", "npc", plain(npc.Name))
	}
	return say("table.unmuted", "npc", plain(npc.Name))
}

func rolledText(who transcript.SpeakerID, roll string) text {
	return lit(fmt.Sprintf("🎲 %s: %s", userTag(who), plain(roll)))
}

// whyLetters is how much of a line or an answer is shown.
const whyLetters = 120

// whyText explains lines, oldest first. Costs are in a currency.
func whyText(list []Decision, currency string) text {
	if len(list) == 0 {
		return say("why.nothing")
	}
	all := []text{say("why.title")}
	for _, d := range list {
		at := "\n"
		if !d.At.IsZero() { // the GM asked for it, and it has not ended
			at += fmt.Sprintf("<t:%d:T> ", d.At.Unix())
		}
		if d.Who != "" {
			all = append(all, lit(fmt.Sprintf("%s**%s**: %s", at, piece(d.Who, maxLabel), piece(d.Said, whyLetters))))
		} else {
			all = append(all, together(lit(at), say("why.you")))
		}
		who := say("why.nobody")
		if len(d.Agents) > 0 {
			who = lit("**" + piece(strings.Join(d.Agents, ", "), whyLetters) + "**")
		}
		all = append(all, together(lit("→ "), who, becauseText(d.Reason)))
		for _, t := range d.Answers {
			all = append(all, texts.Join(" ", outcomeText(t), timesText(t, currency)))
		}
	}
	return stacked(all...)
}

// becauseText is a reason after a colon, if there is one.
func becauseText(reason string) text {
	if reason == "" {
		return text{}
	}
	return together(lit(": "), reasonText(reason).Through(func(s string) string { return piece(s, whyLetters) }))
}

func outcomeText(t transcript.Turn) text {
	name := piece(t.Name, maxLabel)
	because := becauseText(t.Why)
	switch t.Outcome {
	case transcript.Spoken:
		return say("why.spoken", "npc", name, "heard", piece(t.Heard, whyLetters))
	case transcript.Cut:
		return say("why.cut", "npc", name, "because", because, "heard", piece(t.Heard, whyLetters))
	case transcript.Declined:
		return say("why.declined", "npc", name, "because", because)
	case transcript.Failed:
		return say("why.failed", "npc", name, "because", because)
	case transcript.Superseded:
		return say("why.superseded", "npc", name, "because", because)
	}
	return together(lit(name+": "+string(t.Outcome)), because)
}
