package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What Discord shows of `npc`.
const (
	npcSpecText        = "GM: the characters that I speak for."
	npcCreateSpecText  = "GM: make a new NPC."
	npcEditSpecText    = "GM: change an NPC."
	npcShowSpecText    = "GM: show an NPC, or all of them, to you alone."
	npcTrySpecText     = "GM: hear an NPC's voice, you alone."
	npcTextSpecText    = "What it is to say."
	npcQuickSpecText   = "GM: bring somebody whom you have not prepared, within seconds."
	npcWordsSpecText   = `Who it is, in a few words, such as "grumpy old ferryman".`
	npcStateSpecText   = "GM: say whether an NPC is alive, away or dead."
	npcStateOptionText = "How it is from now on."
	npcRevealSpecText  = "GM: let players see an NPC's true name."
	npcNameSpecText    = "The NPC."
)

// The states of an NPC, as buttons and choices have them.
const (
	npcAliveText = "Alive"
	npcAwayText  = "Away"
	npcDeadText  = "Dead"
)

// The form.
const (
	npcCreateTitle  = "A new NPC"
	npcEditTitle    = "Change an NPC"
	npcNameLabel    = "Name"
	npcNameHint     = "As you know it"
	npcPersonaLabel = "Persona: who it is and how it talks"
	npcPersonaHint  = "You are a ferryman who has seen everything and is impressed by nothing."
	npcKnownAsLabel = "Known as, until you reveal the name"
	npcKnownAsHint  = "The Hooded Stranger"
	npcVoiceLabel   = "Voice"
	npcVoiceHint    = "Empty: I choose one unlike the others'"
	npcTalkLabel    = "How much it says: brief, normal or long"
	npcTalkHint     = "Empty: as the campaign says"
	npcOpenLabel    = "Open the form"
	npcAgainLabel   = "Open the form again"
)

// The buttons of a card.
const (
	npcEditLabel   = "Edit"
	npcTryLabel    = "Hear its voice"
	npcRevealLabel = "Reveal its name"
	npcKeepLabel   = "Keep"
)

// draftFile is the attachment with what somebody wrote.
const draftFile = "what-you-wrote.txt"

const (
	npcGoneText       = "This NPC is not there any more. `/glyphoxa npc show` lists those that there are."
	npcNamelessText   = "A name needs at least one letter or digit: people have to be able to say it."
	npcWroteText      = "Nothing was changed. What you wrote is attached, and the button opens the form with it."
	npcLaterText      = "The table does not know yet, and will with the next session."
	voicesUnknownText = "⚠ The speech provider did not say what voices it has, so the voice was not looked at."
	noVoicesText      = "The speech provider does not say what voices it has: name one in the form."
	noVoicerText      = "I have no voice to speak with. Whoever runs me can set one up: `bot doctor` says how."
	quickWordlessText = "Say in a few words who it is, such as *grumpy old ferryman*."
	quickIdleText     = "No session of this campaign is running, so there is no scene to come into. `/glyphoxa npc create` makes an NPC that stays."
)

func npcLongNameText(n int) string {
	return fmt.Sprintf("This name has %d characters. Use at most %d: people have to be able to say it.", n, maxNPCName)
}

func npcLongPersonaText(n int) string {
	return fmt.Sprintf("This persona has %d characters. Use at most %d.", n, maxPersona)
}

func npcTalkText(talk string) string {
	return fmt.Sprintf("How much it says is *brief*, *normal* or *long*; I do not understand “%s”.", piece(talk, maxTalk))
}

func npcClashText(mine, other string) string {
	return fmt.Sprintf("**%s** already answers to “%s”: nobody could say which of the two is meant. Tell them apart.", piece(other, maxNPCName), piece(mine, maxNPCName))
}

func noVoiceText(name, near string, available []string) string {
	text := fmt.Sprintf("There is no voice “%s”.", piece(name, maxVoice))
	if near != "" {
		return text + fmt.Sprintf(" Did you mean `%s`?", near)
	}
	more := ""
	if len(available) > maxVoicesShown {
		available, more = available[:maxVoicesShown], ", …"
	}
	return text + " There are " + plain(strings.Join(available, ", ")) + more + ". Leave it empty and I choose one."
}

func brokenVoicesText(err error) string {
	return "I cannot choose a voice: " + plain(err.Error()) + "."
}

func npcAddedText(name string) string   { return fmt.Sprintf("**%s** is new.", plain(name)) }
func npcChangedText(name string) string { return fmt.Sprintf("**%s** is as you say now.", plain(name)) }

func npcReadyText(name string) string {
	return fmt.Sprintf("It took a moment to look up **%s**.", plain(name))
}

func npcOutdatedText(name string) string {
	return fmt.Sprintf("Somebody has changed **%s** since you opened the form.", plain(name))
}

// notHereText says, while a session runs, how a new NPC comes into it.
func notHereText(running bool) string {
	if !running {
		return ""
	}
	return "It is not in the scene yet: `/glyphoxa scene` brings it in."
}

// npcAlikeText warns of names that are easily taken for one another.
func npcAlikeText(names []string) string {
	if len(names) == 0 {
		return ""
	}
	for i, n := range names {
		names[i] = "**" + piece(n, maxNPCName) + "**"
	}
	return "⚠ It sounds like " + list(names[:min(len(names), 5)], "and") + ": people, and whoever listens for me, may take one for the other."
}

func npcKeptText(name string, kept bool) string {
	if !kept {
		return fmt.Sprintf("**%s** stays already.", plain(name))
	}
	return fmt.Sprintf("**%s** stays for good.", plain(name))
}

func npcStateText(name string, to campaign.State, same, running bool) string {
	word := map[campaign.State]string{campaign.Alive: "alive", campaign.Away: "away", campaign.Dead: "dead"}[to]
	switch {
	case same:
		return fmt.Sprintf("**%s** is %s already.", plain(name), word)
	case to == campaign.Alive && running:
		return fmt.Sprintf("**%s** is alive. `/glyphoxa scene` brings it in.", plain(name))
	case to == campaign.Alive:
		return fmt.Sprintf("**%s** is alive.", plain(name))
	}
	return fmt.Sprintf("**%s** is %s, and in no scene until you say otherwise.", plain(name), word)
}

func npcRevealedText(name, before string) string {
	if before == "" {
		return fmt.Sprintf("**%s** goes by its true name already.", plain(name))
	}
	return fmt.Sprintf("**%s** is no longer %s: from now on players see the true name. It still answers to the other.", plain(name), plain(before))
}

func quickText(name string) string {
	return fmt.Sprintf("**%s** is here, for this session. *Keep* lets it stay for good.", plain(name))
}

func quickAbsentText(name string) string {
	return fmt.Sprintf("**%s** was made, but could not come into the scene.", plain(name))
}

// noNPCText says that nobody is called so, and who there is.
func noNPCText(what string, all []campaign.Agent) string {
	if len(all) == 0 {
		return "This campaign has no NPC yet: `/glyphoxa npc create` makes one."
	}
	names := make([]string, 0, maxItems)
	for _, a := range all[:min(len(all), maxItems)] {
		names = append(names, piece(a.Name, 40))
	}
	return fmt.Sprintf("Nobody here is called “%s”. There is %s.", piece(what, 60), list(names, "and"))
}

// agentText is an NPC for its GM.
func agentText(a campaign.Agent, f campaign.File, provider string, guest bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", piece(a.Name, maxNPCName))
	if a.Kind == campaign.Butler {
		b.WriteString(", your butler")
	}
	if a.KnownAs != "" {
		fmt.Fprintf(&b, ", whom players know as **%s**", piece(a.KnownAs, maxNPCName))
	}
	b.WriteString(stateWords(a))
	if guest {
		b.WriteString("; here for this session only")
	}
	b.WriteString("\n")
	if v, ok := a.Voices[provider]; ok {
		fmt.Fprintf(&b, "Voice: %s. ", piece(v.Name, maxVoice))
	} else if provider != "" {
		b.WriteString("Voice: one that the session chooses. ")
	}
	if a.Talk != "" {
		fmt.Fprintf(&b, "Talk: %s. ", a.Talk)
	}
	if names := append(append([]string(nil), a.Aliases...), a.Titles...); len(names) > 0 {
		fmt.Fprintf(&b, "Also called %s. ", piece(strings.Join(names, ", "), 200))
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
		fmt.Fprintf(&b, "In %s. ", piece(strings.Join(scenes, ", "), 200))
	}
	if a.Persona != "" {
		fmt.Fprintf(&b, "\n> %s", piece(a.Persona, maxPersonaShown))
	}
	return strings.TrimSpace(b.String())
}

func stateWords(a campaign.Agent) string {
	var s string
	switch a.State {
	case campaign.Away:
		s = ", away"
	case campaign.Dead:
		s = ", dead"
	case campaign.Alive:
	}
	if a.Muted {
		s += ", muted"
	}
	return s
}

// castText lists a campaign's NPCs for its GM.
func castText(c campaign.Campaign, all []campaign.Agent, guests map[transcript.AgentID]transcript.SessionID) string {
	if len(all) == 0 {
		return noNPCText("", nil)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The NPCs of **%s**:", plain(c.Name))
	for _, a := range all {
		fmt.Fprintf(&b, "\n- **%s**", piece(a.Name, maxNPCName))
		if a.KnownAs != "" {
			fmt.Fprintf(&b, " (%s)", piece(a.KnownAs, maxNPCName))
		}
		b.WriteString(stateWords(a))
		if guests[a.ID] != "" {
			b.WriteString(", for this session only")
		}
	}
	return b.String()
}

// draftText is what somebody wrote into the form.
func draftText(name, knownAs, voice, talk, persona string) string {
	return fmt.Sprintf("%s: %s\n%s: %s\n%s: %s\n%s: %s\n\n%s\n", npcNameLabel, name, npcKnownAsLabel, knownAs, npcVoiceLabel, voice, npcTalkLabel, talk, persona)
}

func clipText(name, voice string) string {
	return fmt.Sprintf("**%s**, in the voice %s.", piece(name, maxNPCName), piece(voice, maxVoice))
}

// german reports whether a campaign's language is German.
func german(language string) bool {
	return language == "de" || strings.HasPrefix(strings.ToLower(language), "de-")
}

// tryText is what an NPC says when its voice is tried, in its own language.
func tryText(language, name string) string {
	if german(language) {
		return "Man nennt mich " + name + ". So klinge ich, wenn ich etwas zu sagen habe."
	}
	return "They call me " + name + ". This is how I sound when I have something to say."
}

// quickPersona is the persona of somebody of whom only a few words are known.
func quickPersona(language, name, what string) string {
	if german(language) {
		return fmt.Sprintf("Du bist %s: %s. So redest du auch. Du bist eben erst in diese Geschichte geraten und weißt, was hier alle wissen.", name, what)
	}
	return fmt.Sprintf("You are %s: %s. That is how you talk, too. You have only just come into this story, and know what everybody here knows.", name, what)
}
