package command

import (
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

func lengthID(l transcript.Length) string {
	switch l {
	case transcript.Short:
		return "recap.length.short"
	case transcript.Long:
		return "recap.length.long"
	default:
		return "recap.length.medium"
	}
}

func forWhomID(v transcript.View) string {
	if v == transcript.ForGM {
		return "recap.for.gm"
	}
	return "recap.for.players"
}

// partLabel stands over a field of the form.
func partLabel(i, of int) text {
	if of == 1 {
		return say("recap.form.text-label")
	}
	return say("recap.form.part-label", "part", i+1, "of", of)
}

func noPostedText(c campaign.Campaign) text {
	who := anyOf(gms(c))
	if who.Empty() {
		who = say("recap.its-gm")
	}
	return say("recap.none-posted", "campaign", plain(c.Name), "gm", who)
}

// recapText is a recap as everybody sees it.
func recapText(c campaign.Campaign, s transcript.Session, told string) string {
	return "**" + plain(c.Name) + "**, " + day(s.Started) + "\n\n" + strings.TrimSpace(told)
}

// recapDraftText is a draft as its GM sees it.
func recapDraftText(c campaign.Campaign, s transcript.Session, d transcript.Draft) text {
	about := []text{say("recap.draft", "campaign", plain(c.Name), "day", day(s.Started), "length", say(lengthID(d.Length)), "for", say(forWhomID(d.View)))}
	if d.By != 0 {
		about = append(about, say("recap.edited-by", "who", userTag(d.By)))
	}
	head := []text{together(commas(about...), lit(".")), say("recap.only-you")}
	if !d.Posted.IsZero() {
		head = append(head, say("recap.posted-in", "channel", channelTag(d.Channel)))
	}
	if d.Stale {
		head = append(head, say("recap.stale"))
	}
	return texts.Join("\n\n", texts.Join(" ", head...), lit(strings.TrimSpace(d.Text)))
}

func missedText(c campaign.Campaign, told string) text {
	return texts.Join("\n\n", say("missed.told", "campaign", plain(c.Name)), lit(strings.TrimSpace(told)))
}

func saidNoneText(c campaign.Campaign, words string, gm bool) text {
	if gm {
		return say("search.none", "campaign", plain(c.Name), "words", piece(words, maxWords))
	}
	return say("search.none-there", "campaign", plain(c.Name), "words", piece(words, maxWords))
}

func saidText(c campaign.Campaign, words string, n int, l leaf, gm bool) text {
	of := say("search.found", "n", n, "campaign", plain(c.Name), "words", piece(words, maxWords))
	if n == maxSaidLines {
		of = say("search.found-best", "n", n, "campaign", plain(c.Name), "words", piece(words, maxWords))
	}
	if !gm {
		of = commas(of, say("search.while-there"))
	}
	if l.pages > 1 {
		of = texts.Join(" ", of, say("search.page", "page", l.page+1, "pages", l.pages))
	}
	return together(of, lit(":"))
}

// saidLineText is a line that was found, with its session's day and the time.
func saidLineText(l transcript.Line, width int) text {
	said := lit(dateTag(l.At) + " " + clockTag(l.At) + " **" + piece(l.Name, 40) + ":** " + piece(l.Text, width))
	if l.Cut {
		return texts.Join(" ", said, say("search.cut"))
	}
	return said
}

func costText(c campaign.Campaign, sections []bill) text {
	all := []text{say("cost.head", "campaign", plain(c.Name))}
	for _, s := range sections {
		total := together(s.Total, lit("."))
		if len(s.Lines) == 0 {
			total = say("cost.nothing")
		}
		lines := []text{together(lit("**"), s.what, lit(":** "), total)}
		for _, l := range s.Lines {
			lines = append(lines, together(lit("- "), l))
		}
		all = append(all, stacked(lines...))
	}
	return texts.Join("\n\n", all...)
}

func findingText(f Finding) text {
	mark := map[Grade]string{Fine: "✅", Doubtful: "⚠️", Broken: "❌"}[f.Grade]
	said := together(lit(mark+" **"), f.What, lit(":** "), f.Detail)
	if !f.Remedy.Empty() {
		return together(said, lit(" → "), f.Remedy)
	}
	return said
}

func doctorText(list []Finding, late bool) text {
	head := say("doctor.all-well")
	if late {
		head = say("doctor.not-well")
	}
	all := []text{head}
	for _, f := range list {
		if f.Grade != Fine {
			all[0] = say("doctor.not-well")
		}
		all = append(all, findingText(f))
	}
	if late {
		all = append(all, say("doctor.late"))
	}
	return stacked(all...)
}

func voiceText(s Status) text {
	if s.Ping > 0 {
		return say("doctor.voice.ping", "state", s.Voice, "ms", s.Ping.Milliseconds())
	}
	return s.Voice
}
