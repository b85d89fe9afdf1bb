package command

import (
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// noCharacterText says which characters there are to choose from.
func noCharacterText(k *casting, name string, may func(campaign.Character) bool) text {
	var names []text
	for _, ch := range k.file.Characters {
		if may(ch) && len(names) < maxItems {
			names = append(names, lit("**"+plain(ch.Name)+"**"))
		}
	}
	none := say("character.none", "character", piece(tidyName(name), maxCharacter))
	if tidyName(name) == "" {
		none = say("character.nameless")
	}
	if len(names) == 0 {
		return say("character.none-at-all", "none", none)
	}
	return say("character.there-are", "none", none, "characters", texts.And(names...))
}

func alikeText(alike []string) text {
	var names []text
	for _, n := range alike {
		names = append(names, lit("**"+plain(n)+"**"))
	}
	if len(names) == 0 {
		return text{}
	}
	return say("character.alike", "names", texts.And(names...))
}

// newCharacterText tells a GM of it. What it sounds like may be a name that
// players do not know.
func newCharacterText(set campaign.Screen, who transcript.SpeakerID, ch campaign.Character, alike []string, locale string) string {
	told := say("character.new", "who", userTag(who), "character", plain(ch.Name)).In(locale)
	if len(alike) > 0 {
		told += " " + veiled(set, alikeText(alike).In(locale))
	}
	return told
}

// theirs reports whether a casting is about somebody else than who asks.
func (k *casting) theirs() bool { return k.who != k.by }

func addedText(k *casting, ch campaign.Character, alike []string) text {
	name, who, now := plain(ch.Name), userTag(k.who), playedBy(k.file, k.playing, k.who)
	var added, plays text
	switch {
	case !k.theirs() && now == ch.Name:
		added, plays = say("character.added", "character", name), say("character.you-play", "character", name)
	case !k.theirs():
		added, plays = say("character.added", "character", name), say("character.you-play-another", "character", plain(now))
	case now == ch.Name:
		added, plays = say("character.added-for", "character", name, "who", who), say("character.they-play", "character", name)
	default:
		added, plays = say("character.added-for", "character", name, "who", who), say("character.they-play-another", "character", plain(now))
	}
	return texts.Join(" ", added, plays, alikeText(alike))
}

func playsText(k *casting, ch campaign.Character) text {
	if k.theirs() {
		return say("character.plays-for", "character", plain(ch.Name), "who", userTag(k.who))
	}
	return say("character.plays", "character", plain(ch.Name))
}

func aliasText(ch campaign.Character) text {
	if len(ch.Aliases) == 0 {
		return say("character.no-aliases", "character", plain(ch.Name))
	}
	return say("character.aliases", "character", plain(ch.Name), "aliases", aliasList(ch.Aliases))
}

func aliasList(aliases []string) text {
	var names []text
	for _, a := range aliases {
		names = append(names, lit("*"+plain(a)+"*"))
	}
	return texts.And(names...)
}

func retiredText(k *casting, ch campaign.Character) text {
	retired := say("character.retired", "character", plain(ch.Name))
	if now := playedBy(k.file, k.playing, ch.Player); now != "" {
		return texts.Join(" ", retired, say("character.plays-now", "who", userTag(ch.Player), "character", plain(now)))
	}
	return retired
}

func tableText(k *casting) text {
	shared := k.playing[k.who] == campaign.SharedMicrophone
	table, who := transcript.TableName(k.file.Campaign.Language), userTag(k.who)
	now := plain(playedBy(k.file, k.playing, k.who))
	switch {
	case shared && k.theirs():
		return say("character.shared-for", "who", who, "table", table)
	case shared:
		return say("character.shared", "table", table)
	case now == "" && k.theirs():
		return say("character.alone-nameless-for", "who", who)
	case now == "":
		return say("character.alone-nameless")
	case k.theirs():
		return say("character.alone-for", "who", who, "character", now)
	}
	return say("character.alone", "character", now)
}

// charactersText lists a player's characters, or for a GM everybody's.
func charactersText(k *casting) text {
	all := []text{lit("**" + plain(k.campaign.Name) + "**")}
	for _, ch := range k.file.Characters {
		if k.gm || mayPlay(ch, k.by) {
			all = append(all, characterLine(k, ch))
		}
	}
	if len(all) == 1 {
		all = append(all, say("character.you-have-none"))
	}
	if k.playing[k.by] == campaign.SharedMicrophone {
		all = append(all, say("character.your-microphone", "table", transcript.TableName(k.file.Campaign.Language)))
	}
	return stacked(all...)
}

// characterLine is a character in a list.
func characterLine(k *casting, ch campaign.Character) text {
	line := lit("- **" + plain(ch.Name) + "**")
	if len(ch.Aliases) > 0 {
		line = commas(line, say("character.also", "aliases", aliasList(ch.Aliases)))
	}
	switch {
	case ch.Retired:
		line = texts.Join(": ", line, say("character.is-retired"))
	case ch.Player == 0:
		line = texts.Join(": ", line, say("character.is-nobodys"))
	case playedBy(k.file, k.playing, ch.Player) == ch.Name:
		line = texts.Join(": ", line, say("character.is-played"))
	}
	if k.gm && ch.Player != 0 {
		return commas(line, lit(userTag(ch.Player)))
	}
	return line
}
