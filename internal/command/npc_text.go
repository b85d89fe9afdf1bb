package command

import (
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/transcript"
)

// draftFile is the attachment with what somebody wrote.
const draftFile = "what-you-wrote.txt"

func npcClashText(mine, other string) text {
	return say("npc.clash", "npc", piece(other, maxNPCName), "name", piece(mine, maxNPCName))
}

func noVoiceText(name, near string, available []string) text {
	none := say("npc.no-voice", "voice", piece(name, maxVoice))
	if near != "" {
		return texts.Join(" ", none, say("npc.voice-near", "voice", near))
	}
	more := ""
	if len(available) > maxVoicesShown {
		available, more = available[:maxVoicesShown], ", …"
	}
	return texts.Join(" ", none, say("npc.voices", "voices", plain(strings.Join(available, ", "))+more))
}

func brokenVoicesText(err error) text { return say("npc.broken-voices", "why", plain(err.Error())) }

// notHereText says, while a session runs, how a new NPC comes into it.
func (d *Desk) notHereText(g transcript.GuildID, id transcript.CampaignID) text {
	if _, session := d.session(g, id); session != nil {
		return say("npc.not-here")
	}
	return text{}
}

// npcAlikeText warns of names that are easily taken for one another.
func npcAlikeText(names []string) text {
	if len(names) == 0 {
		return text{}
	}
	var alike []text
	for _, n := range names[:min(len(names), 5)] {
		alike = append(alike, lit("**"+piece(n, maxNPCName)+"**"))
	}
	return say("npc.alike", "names", texts.And(alike...))
}

func npcKeptText(name string, kept bool) text {
	if !kept {
		return say("npc.kept-already", "npc", plain(name))
	}
	return say("npc.kept", "npc", plain(name))
}

func npcStateText(name string, to campaign.State, same, running bool) text {
	name = plain(name)
	switch {
	case same && to == campaign.Alive:
		return say("npc.alive-already", "npc", name)
	case same && to == campaign.Away:
		return say("npc.away-already", "npc", name)
	case same:
		return say("npc.dead-already", "npc", name)
	case to == campaign.Alive && running:
		return say("npc.alive-absent", "npc", name)
	case to == campaign.Alive:
		return say("npc.alive", "npc", name)
	case to == campaign.Away:
		return say("npc.away", "npc", name)
	}
	return say("npc.dead", "npc", name)
}

func npcRevealedText(name, before string) text {
	if before == "" {
		return say("npc.revealed-already", "npc", plain(name))
	}
	return say("npc.revealed", "npc", plain(name), "before", plain(before))
}

// noNPCText says that nobody is called so, and who there is.
func noNPCText(what string, all []campaign.Agent) text {
	if len(all) == 0 {
		return say("npc.none-yet")
	}
	names := make([]text, 0, maxItems)
	for _, a := range all[:min(len(all), maxItems)] {
		names = append(names, lit(piece(a.Name, 40)))
	}
	return say("npc.none", "name", piece(what, 60), "npcs", texts.And(names...))
}

// agentText is an NPC for its GM.
func agentText(a campaign.Agent, f campaign.File, provider string, guest bool) text {
	who := []text{lit("**" + piece(a.Name, maxNPCName) + "**")}
	if a.Kind == campaign.Butler {
		who = append(who, say("npc.is-butler"))
	}
	if a.KnownAs != "" {
		who = append(who, say("npc.known-as", "name", piece(a.KnownAs, maxNPCName)))
	}
	head := commas(append(who, stateWords(a)...)...)
	if guest {
		head = texts.Join("; ", head, say("npc.is-guest"))
	}
	var about []text
	if v, ok := a.Voices[provider]; ok {
		about = append(about, say("npc.voice", "voice", piece(v.Name, maxVoice)))
	} else if provider != "" {
		about = append(about, say("npc.voice-chosen"))
	}
	if a.Talk != "" {
		about = append(about, say("npc.talk", "talk", talkText(a.Talk)))
	}
	if names := append(append([]string(nil), a.Aliases...), a.Titles...); len(names) > 0 {
		about = append(about, say("npc.also", "names", piece(strings.Join(names, ", "), 200)))
	}
	var scenes []string
	for _, s := range f.Scenes {
		for _, id := range s.Present {
			if id == a.ID {
				scenes = append(scenes, s.Name)
			}
		}
	}
	if len(scenes) > 0 {
		about = append(about, say("npc.scenes", "scenes", piece(strings.Join(scenes, ", "), 200)))
	}
	persona := text{}
	if a.Persona != "" {
		persona = lit("> " + piece(a.Persona, maxPersonaShown))
	}
	return stacked(head, texts.Join(" ", about...), persona)
}

// shownTalk is how much an NPC says, in the words of whoever fills in the form,
// which are taken as well; what is none of them stays as it was written.
func (f npcDraft) shownTalk(locale string) string {
	switch t := campaign.Talk(f[fieldTalk]); t {
	case campaign.TalkBrief, campaign.TalkNormal, campaign.TalkLong:
		return talkText(t).In(locale)
	}
	return f[fieldTalk]
}

func talkText(t campaign.Talk) text {
	switch t {
	case campaign.TalkBrief:
		return say("npc.talk.brief")
	case campaign.TalkLong:
		return say("npc.talk.long")
	case campaign.TalkNormal:
	}
	return say("npc.talk.normal")
}

func stateWords(a campaign.Agent) []text {
	var words []text
	if a.State == campaign.Away || a.State == campaign.Dead {
		words = append(words, stateText(a.State))
	}
	if a.Muted {
		words = append(words, say("npc.is-muted"))
	}
	return words
}

// castText lists a campaign's NPCs for its GM.
func castText(c campaign.Campaign, all []campaign.Agent, guests map[transcript.AgentID]transcript.SessionID) text {
	if len(all) == 0 {
		return noNPCText("", nil)
	}
	lines := []text{say("npc.cast", "campaign", plain(c.Name))}
	for _, a := range all {
		name := "- **" + piece(a.Name, maxNPCName) + "**"
		if a.KnownAs != "" {
			name += " (" + piece(a.KnownAs, maxNPCName) + ")"
		}
		line := append([]text{lit(name)}, stateWords(a)...)
		if guests[a.ID] != "" {
			line = append(line, say("npc.for-this-session"))
		}
		lines = append(lines, commas(line...))
	}
	return stacked(lines...)
}

// draftText is what somebody wrote into the form.
func (f npcDraft) draftText() text {
	var all []text
	add := func(key string, line text) {
		if _, has := f[key]; has {
			all = append(all, line)
		}
	}
	add(fieldName, field(say("npc.form.name-label"), f[fieldName]))
	add(fieldKnownAs, field(say("npc.form.known-as-label"), f[fieldKnownAs]))
	add(fieldVoice, field(say("npc.form.voice-label"), f[fieldVoice]))
	add(fieldTalk, field(say("npc.form.talk-label"), f[fieldTalk]))
	add(fieldPersona, lit("\n"+f[fieldPersona]+"\n"))
	return together(all...)
}

// leftOutText says that the form had no room for something, empty if it had.
func (f npcDraft) leftOutText() text {
	if len(f) == len(emptyNPC()) {
		return text{}
	}
	return say("npc.left-out")
}

// field is a field of a form, as somebody filled it in.
func field(label text, written string) text { return together(label, lit(": "+written+"\n")) }

// tryText is what an NPC says when its voice is tried, in its own language.
func tryText(language, name string) string { return say("npc.try", "npc", name).In(language) }

// quickPersona is the persona of somebody of whom only a few words are known.
func quickPersona(language, name, what string) string {
	return say("npc.quick-persona", "npc", name, "what", what).In(language)
}
