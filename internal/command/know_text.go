package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
)

// The words for who may know something, folded, in every language: what stands in
// the form is one of gmWords.
var (
	gmWords       = []string{"gm", "nobody", "only me", "me", "secret", "sl", "niemand", "nur ich"}
	partyWords    = []string{"party", "the party", "players", "gruppe", "die gruppe", "spieler"}
	everyoneWords = []string{"everyone", "everybody", "all", "anyone", "alle", "jeder"}
)

func typeChoices() []discord.Choice {
	var out []discord.Choice
	for _, t := range campaign.NodeTypes {
		out = append(out, discord.Choice{Name: typeID(t), Value: string(t)})
	}
	return out
}

func typeID(t campaign.NodeType) string { return "know.type." + string(t) }

func toChoices() []discord.Choice {
	return []discord.Choice{
		{Name: "know.to.tell", Value: toTell},
		{Name: "know.to.party", Value: toParty},
		{Name: "know.to.everyone", Value: toEveryone},
	}
}

func wayChoices() []discord.Choice {
	return []discord.Choice{
		{Name: "know.way.tells", Value: string(campaign.Tells)},
		{Name: "know.way.hides", Value: string(campaign.Hides)},
		{Name: "know.way.believes", Value: string(campaign.Believes)},
	}
}

func noEntryText(name string) text { return say("know.no-entry", "name", piece(name, maxName)) }

func noSuchKnowersText(names []string) text {
	var shown []text
	for _, n := range names {
		shown = append(shown, say("words.quoted", "words", piece(n, maxName)))
	}
	return say("know.no-knowers", "names", texts.Or(shown...))
}

// keptWordsText gives a GM their words back, so that nothing is lost.
func keptWordsText(why text, words string) text {
	if words == "" {
		return why
	}
	return stacked(texts.Join("\n\n", why, say("know.your-words")), lit(plain(words)))
}

func labelsText(e *knowledge.LabelError) text {
	entry := piece(e.Entry, maxName)
	if len(e.Labels) == 0 {
		return say("know.no-label.nothing", "entry", entry)
	}
	var labels []text
	for _, l := range e.Labels[:min(len(e.Labels), maxItems)] {
		labels = append(labels, lit(piece(l, maxName)))
	}
	if e.Label == "" {
		return say("know.no-label.several", "entry", entry, "labels", texts.Or(labels...))
	}
	return say("know.no-label.other", "entry", entry, "label", piece(e.Label, maxName), "labels", texts.And(labels...))
}

// keptText says what came of hiding or revealing.
func keptText(k knowledge.Kept, to string, keep libraryCard) string {
	name := piece(k.Entry.Name, maxName)
	var head text
	switch {
	case to == toTell && !k.Changed && k.Visible.Secret && len(k.Visible.Nodes) == 0:
		head = say("know.kept.tell-nobody", "entry", name)
	case to == toTell && !k.Changed:
		head = say("know.kept.tell-unhidden", "entry", name)
	case to == toTell:
		head = say("know.kept.tell", "entry", name)
	case to == toParty && !k.Changed:
		head = say("know.kept.party-same", "entry", name)
	case to == toParty:
		head = say("know.kept.party", "entry", name)
	case to == toEveryone && !k.Changed:
		head = say("know.kept.everyone-same", "entry", name)
	case to == toEveryone && !k.Party:
		head = say("know.kept.everyone-not-party", "entry", name)
	case to == toEveryone:
		head = say("know.kept.everyone", "entry", name)
	case !k.Changed:
		head = say("know.kept.hidden-same", "entry", name)
	case k.Party:
		head = say("know.kept.hidden-not-party", "entry", name)
	default:
		head = say("know.kept.hidden", "entry", name)
	}
	return head.In(keep.locale) + "\n" + keep.sheet(k.Names).statement(k.Aspect)
}

// stoodText says what somebody now does with a statement.
func stoodText(k knowledge.Kept, who string, kind campaign.StanceKind, keep libraryCard) string {
	who, entry := piece(who, maxName), piece(k.Entry.Name, maxName)
	var head text
	switch {
	case !k.Changed:
		head = say("know.stood.same")
	case kind == campaign.Hides:
		head = say("know.stood.hides", "who", who, "entry", entry)
	case kind == campaign.Believes:
		head = say("know.stood.believes", "who", who, "entry", entry)
	default:
		head = say("know.stood.tells", "who", who, "entry", entry)
	}
	return head.In(keep.locale) + "\n" + keep.sheet(k.Names).statement(k.Aspect)
}

// writtenText says what was written down.
func writtenText(e knowledge.Entry, a knowledge.Added, keep libraryCard) string {
	head := say("know.written", "entry", piece(a.Name, maxName))
	if a.New {
		head = say("know.written-new", "entry", piece(a.Name, maxName))
	}
	s, ok := statementOf(e, a.Key)
	if !ok {
		return head.In(keep.locale)
	}
	return head.In(keep.locale) + "\n" + keep.sheet(e.Names).statement(s)
}
