package command

import (
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// mistakesText says what is wrong with a file, each with its line and what to do
// about it. The mistakes are as the file's format is: in English.
func mistakesText(err error) text {
	lines := strings.Split(err.Error(), "\n")
	list := make([]text, 0, len(lines)+1)
	list = append(list, say("import.mistakes", "n", len(lines)))
	for _, l := range lines {
		list = append(list, lit("- "+plain(l)))
	}
	return stacked(list...)
}

// importText shows what an import would change.
func importText(p *plannedImport) text {
	name := plain(p.to.Campaign.Name)
	head := say("import.change", "campaign", plain(p.old.Campaign.Name))
	if p.about == "" {
		head = say("import.new", "campaign", name)
	}
	names := importNames(p.old, p.to)
	all := []text{head}
	lost := campaign.Lost(p.old, p.to)
	for _, kind := range []campaign.ChangeKind{campaign.Removed, campaign.Changed, campaign.Added} {
		var list []text
		for _, c := range p.changes {
			if c.Kind == kind {
				list = append(list, changeText(c, names))
			}
		}
		if kind == campaign.Removed {
			for _, c := range lost {
				list = append(list, changeText(c, names))
			}
		}
		if len(list) > 0 {
			all = append(all, say("import."+string(kind), "n", len(list)), stacked(list...))
		}
	}
	if n := changesOf(p.changes, campaign.Removed) + len(lost); n > 0 {
		all = append(all, say("import.gone"))
	}
	for _, n := range p.notes {
		all = append(all, together(lit("-# "), noteText(n)))
	}
	if p.about != "" {
		all = append(all, say("import.copy"))
	}
	return stacked(all...)
}

// importedText says what was done.
func importedText(p *plannedImport, voice transcript.ChannelID) text {
	name := plain(p.to.Campaign.Name)
	if p.about != "" {
		return stacked(say("import.done", "campaign", name,
			"added", changesOf(p.changes, campaign.Added), "changed", changesOf(p.changes, campaign.Changed), "removed", changesOf(p.changes, campaign.Removed)),
			say("import.copied"))
	}
	if voice != 0 {
		return stacked(say("import.yours", "campaign", name), say("import.plays", "channel", channelTag(voice)))
	}
	return stacked(say("import.yours", "campaign", name), say("import.use"))
}

func changesOf(changes []campaign.Change, kind campaign.ChangeKind) (n int) {
	for _, c := range changes {
		if c.Kind == kind {
			n++
		}
	}
	return n
}

// importNames returns how a campaign's things are called, by what a change calls
// them: "agent mirela" is Mirela Voss. What goes by no name is not in it.
func importNames(files ...campaign.File) map[string]string {
	names := map[string]string{}
	for _, f := range files { // the later counts
		for _, a := range f.Agents {
			names["agent "+string(a.ID)] = a.Name
		}
		for _, s := range f.Scenes {
			names["scene "+s.Key] = s.Name
		}
		for _, c := range f.Characters {
			names["character "+string(c.ID)] = c.Name
		}
		for _, n := range f.Nodes {
			names["entry "+string(n.ID)] = n.Name
		}
		names["campaign "+f.Campaign.Key] = f.Campaign.Name
	}
	return names
}

// changeText is one line of what an import would change.
func changeText(c campaign.Change, names map[string]string) text {
	kind, key, _ := strings.Cut(c.What, " ")
	called := func(kind, key string) string {
		name := names[kind+" "+key]
		if name == "" {
			name = key
		}
		return piece(name, maxName)
	}
	var what text
	switch kind {
	case "relation":
		from, rest, _ := strings.Cut(key, " ")
		at := max(strings.LastIndexByte(rest, ' '), 0)
		what = texts.Join(" → ", lit(called("entry", from)), relationWords(rest[:at]).Through(plain), lit(called("entry", strings.TrimSpace(rest[at:]))))
	case "aspect":
		label, entry, _ := strings.Cut(key, " of entry ")
		what = say("import.statement", "label", piece(label, maxName), "entry", called("entry", entry))
	case "agent", "scene", "character", "name", "entry", "campaign":
		what = say("import.what."+kind, "name", called(kind, key))
	default:
		what = lit(plain(c.What))
	}
	fields := make([]text, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = fieldText(f)
	}
	if len(fields) == 0 {
		return together(lit("- "), what)
	}
	return together(lit("- "), what, lit(": "), commas(fields...))
}

// importFields are the properties that have words of their own. Another is shown
// as the file calls it.
var importFields = map[string]string{
	"known_as": "known-as", "visible": "visible", "party": "party", "stances": "stances", "tools": "tools", "present": "present",
	"player": "player", "node": "node", "say": "say", "heard": "heard", "name": "name", "language": "language", "setting": "setting",
	"talk": "talk", "invents": "invents", "aliases": "aliases", "titles": "titles", "state": "state", "muted": "muted", "persona": "persona",
	"kind": "kind", "retired": "retired", "type": "type", "text": "text", "disposition": "disposition", "note": "note",
	"directions": "directions", "chorus": "chorus", "interruptible": "interruptible", "fillers": "fillers",
}

func fieldText(f string) text {
	if provider, ok := strings.CutPrefix(f, "voice "); ok {
		return say("import.field.voice", "provider", piece(provider, maxName))
	}
	if provider, ok := strings.CutPrefix(f, "narrator "); ok {
		return say("import.field.narrator", "provider", piece(provider, maxName))
	}
	if label, ok := strings.CutPrefix(f, "aspect "); ok {
		return say("import.field.statement", "label", piece(label, maxName))
	}
	if id, ok := importFields[f]; ok {
		return say("import.field." + id)
	}
	return lit(plain(f))
}
