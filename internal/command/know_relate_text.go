package command

import (
	"cmp"
	"strconv"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// feelingText is a disposition, from −2 to +2, in words.
func feelingText(disposition int) text {
	switch max(-2, min(disposition, 2)) {
	case -2:
		return say("relate.hates")
	case -1:
		return say("relate.dislikes")
	case 1:
		return say("relate.likes")
	case 2:
		return say("relate.loves")
	}
	return say("relate.neutral")
}

// feelingChoices are the dispositions, as one chooses them.
func feelingChoices() []discord.Choice {
	return []discord.Choice{
		{Name: "relate.choice.hates", Value: "-2"},
		{Name: "relate.choice.dislikes", Value: "-1"},
		{Name: "relate.choice.neutral", Value: "0"},
		{Name: "relate.choice.likes", Value: "1"},
		{Name: "relate.choice.loves", Value: "2"},
	}
}

// feelingItems are the same in a menu.
func feelingItems(now int, locale string) []discord.Item {
	var items []discord.Item
	for _, c := range feelingChoices() {
		items = append(items, discord.Item{Label: say(c.Name).In(locale), Value: c.Value, Chosen: c.Value == strconv.Itoa(now)})
	}
	return items
}

// relationWords writes the type of a relation for people: most are somebody's own
// words.
func relationWords(kind string) text {
	if kind == campaign.MemberOf {
		return say("relate.member-of")
	}
	return lit(strings.ReplaceAll(kind, "_", " "))
}

// relatedText is a relation as a sentence.
func relatedText(f knowledge.Fact) text {
	said := lit(f.From + " " + strings.ReplaceAll(f.Key, "_", " ") + " " + f.To)
	if f.Key == campaign.MemberOf {
		said = say("relate.is-member", "who", f.From, "other", f.To)
	}
	if f.Note != "" {
		said = together(said, lit(": "+f.Note))
	}
	if f.Disposition != 0 {
		said = together(said, lit(" ("), feelsText(f), lit(")"))
	}
	return said
}

func feelsText(f knowledge.Fact) text {
	switch f.Disposition {
	case -2:
		return say("relate.feels.hates", "who", f.From, "other", f.To)
	case -1:
		return say("relate.feels.dislikes", "who", f.From, "other", f.To)
	case 1:
		return say("relate.feels.likes", "who", f.From, "other", f.To)
	}
	return say("relate.feels.loves", "who", f.From, "other", f.To)
}

// relationLabel names a relation in a menu, where no mark means anything.
func relationLabel(names map[transcript.NodeID]string, e campaign.Edge, locale string) string {
	called := func(id transcript.NodeID) string { return clip(cmp.Or(names[id], string(id)), maxName) }
	return clip(called(e.From)+" → "+relationWords(e.Type).In(locale)+" → "+called(e.To), maxLabel)
}

func shownRelationText(r knowledge.Related, keep libraryCard) string {
	return keep.sheet(r.Names).relation(r.Edge) + "\n" + say("relate.how-to").In(keep.locale)
}

// tiedText says what became of a relation.
func tiedText(r knowledge.Related, keep libraryCard) string {
	head := say("relate.tied")
	switch {
	case r.New:
		head = say("relate.tied-new")
	case !r.Changed:
		head = say("know.stood.same")
	}
	return head.In(keep.locale) + "\n" + shownRelationText(r, keep)
}

// untiedText says what is gone, so that it can be written down again.
func untiedText(r knowledge.Related, keep libraryCard) string {
	return say("relate.untied").In(keep.locale) + "\n" + keep.sheet(r.Names).relation(r.Edge)
}
