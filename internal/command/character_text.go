package command

import (
	"fmt"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const (
	characterSpecText   = "Whom you play."
	charListSpecText    = "Show your characters, and whom you play. For a GM: everybody's."
	charAddSpecText     = "Add a character of yours."
	charPlaySpecText    = "Play this character from now on."
	charAliasSpecText   = "Add other names that your character answers to."
	charRetireSpecText  = "Retire a character: nobody plays it any more. Its lines stay."
	charTableSpecText   = "Several of you share this microphone: it speaks as the table."
	charNameSpecText    = "The character's name."
	charAliasesSpecText = "Other names of it, with commas between them."
	charPlayerSpecText  = "GM: whose character it is, if it is not yours."
	charSharedSpecText  = "Whether the microphone is shared. It is, if you do not say."

	botPlaysText       = "That is a bot: bots are never heard, so they play nobody."
	joinTableText      = "Join the voice channel of your table first: then you can say whom you play."
	takenText          = "Somebody else plays this character by now. A GM can hand it over."
	characterGoneText  = "This character is not there any more: somebody has taken it away just now."
	noLettersText      = "This name has no letters that can be seen. Write one that can be said aloud."
	longNameText       = "This name is too long to be said: 60 characters are the limit."
	tableIsNoNameText  = "That is what a shared microphone is called: choose another name, or use `/glyphoxa character table`."
	tooManyAliasesText = "A character can have eight other names at most."
)

func tooManyText(n int) string {
	return fmt.Sprintf("You have %d characters, which is the limit: retire one first.", n)
}

func nameTakenText(name string) string {
	return fmt.Sprintf("Somebody else in this campaign is called **%s**. Choose a name that is not theirs: I have to tell you apart by it.", plain(name))
}

// noCharacterText says which characters there are to choose from.
func noCharacterText(k *casting, name string, may func(campaign.Character) bool) string {
	var names []string
	for _, ch := range k.file.Characters {
		if may(ch) && len(names) < maxItems {
			names = append(names, "**"+plain(ch.Name)+"**")
		}
	}
	text := fmt.Sprintf("You have no character called **%s**", piece(tidyName(name), maxCharacter))
	if tidyName(name) == "" {
		text = "That is no name"
	}
	if len(names) == 0 {
		return text + ". `/glyphoxa character add` makes one."
	}
	return text + ": there is " + list(names, "and") + "."
}

func alikeText(alike []string) string {
	if len(alike) == 0 {
		return ""
	}
	var names []string
	for _, n := range alike {
		names = append(names, "**"+plain(n)+"**")
	}
	return " It sounds like " + list(names, "and") + ": I may take one for the other."
}

func newCharacterText(set campaign.Screen, who transcript.SpeakerID, ch campaign.Character, alike []string) string {
	text := fmt.Sprintf("%s has a new character: **%s**.", userTag(who), plain(ch.Name))
	if len(alike) > 0 { // it may be a name that players do not know
		text += " " + veiled(set, strings.TrimSpace(alikeText(alike)))
	}
	return text
}

func addedText(k *casting, ch campaign.Character, alike []string) string {
	text := fmt.Sprintf("**%s** is %s character now.", plain(ch.Name), k.whose())
	if now := playedBy(k.file, k.playing, k.who); now == ch.Name {
		text += fmt.Sprintf(" %s **%s**.", k.subject("You play", "They play"), plain(now))
	} else {
		text += fmt.Sprintf(" %s **%s** just now: `/glyphoxa character play` changes that.", k.subject("You play", "They play"), plain(now))
	}
	return text + alikeText(alike)
}

func (k *casting) whose() string { return k.subject("your", userTag(k.who)+"'s") }

func (k *casting) subject(you, they string) string {
	if k.who == k.by {
		return you
	}
	return they
}

func playsText(k *casting, ch campaign.Character) string {
	return fmt.Sprintf("%s **%s** from now on: what %s says stands under that name.", k.subject("You play", userTag(k.who)+" plays"), plain(ch.Name), k.subject("your microphone", "their microphone"))
}

func aliasText(ch campaign.Character) string {
	if len(ch.Aliases) == 0 {
		return fmt.Sprintf("**%s** has no other names.", plain(ch.Name))
	}
	return fmt.Sprintf("**%s** is also called %s.", plain(ch.Name), aliasList(ch.Aliases))
}

func aliasList(aliases []string) string {
	var names []string
	for _, a := range aliases {
		names = append(names, "*"+plain(a)+"*")
	}
	return list(names, "and")
}

func retiredText(k *casting, ch campaign.Character) string {
	text := fmt.Sprintf("**%s** is retired. What was said as **%s** stays; `/glyphoxa character play` brings the character back.", plain(ch.Name), plain(ch.Name))
	if now := playedBy(k.file, k.playing, ch.Player); now != "" {
		text += fmt.Sprintf(" %s **%s** now.", userTag(ch.Player)+" plays", plain(now))
	}
	return text
}

func tableText(k *casting) string {
	if k.playing[k.who] == campaign.SharedMicrophone {
		return fmt.Sprintf("%s shared from now on: what it says stands under **%s**, and my characters know that several people may be speaking. `/glyphoxa character play` takes it back.",
			k.subject("Your microphone is", userTag(k.who)+"'s microphone is"), transcript.TableName(k.file.Campaign.Language))
	}
	now := playedBy(k.file, k.playing, k.who)
	if now == "" {
		return k.subject("Your microphone is yours", userTag(k.who)+"'s microphone is theirs") + " alone: it speaks under its owner's own name."
	}
	return fmt.Sprintf("%s alone: it speaks as **%s**.", k.subject("Your microphone is yours", userTag(k.who)+"'s microphone is theirs"), plain(now))
}

// charactersText lists a player's characters, or for a GM everybody's.
func charactersText(k *casting) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", plain(k.campaign.Name))
	shown := 0
	for _, ch := range k.file.Characters {
		if !k.gm && !mayPlay(ch, k.by) {
			continue
		}
		shown++
		b.WriteString("- **" + plain(ch.Name) + "**")
		if len(ch.Aliases) > 0 {
			b.WriteString(", also " + aliasList(ch.Aliases))
		}
		switch {
		case ch.Retired:
			b.WriteString(": retired")
		case ch.Player == 0:
			b.WriteString(": nobody plays it")
		case playedBy(k.file, k.playing, ch.Player) == ch.Name:
			b.WriteString(": played now")
		}
		if k.gm && ch.Player != 0 {
			b.WriteString(", " + userTag(ch.Player))
		}
		b.WriteString("\n")
	}
	if shown == 0 {
		b.WriteString("You have no character here: `/glyphoxa character add` makes one.\n")
	}
	if k.playing[k.by] == campaign.SharedMicrophone {
		fmt.Fprintf(&b, "Your microphone is shared: it speaks as **%s**.\n", transcript.TableName(k.file.Campaign.Language))
	}
	return b.String()
}
