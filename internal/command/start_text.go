package command

import (
	"fmt"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

func exampleText(f campaign.File) string {
	return fmt.Sprintf("No campaign is played in this server yet. **%s** is a small one to begin with: press the button, and it is yours. "+
		"One of your own is imported where I run: `bot campaign import FILE`.", plain(f.Campaign.Name))
}

// checkText says what keeps the bot out of a channel, and what to do.
func checkText(c discord.Check) string {
	text := c.String()
	if len(c.Missing) > 0 {
		text += " Give me that in the permissions of the channel, or use another one."
	}
	return text
}

func openingText(o *opening) string {
	text := fmt.Sprintf("**%s** is played in this channel for the first time.", plain(o.file.Campaign.Name))
	if len(o.file.Scenes) > 1 {
		text += " Which scene is it?"
	}
	if len(o.file.Characters) > 0 && len(o.people) > 0 {
		text += " And who plays whom?"
	}
	return text + " You are the GM. Then press Start."
}

// welcome is the answer to the one who began.
func (s *stay) welcome(who transcript.SpeakerID, st Status, stand discord.Stand) discord.Message {
	text := fmt.Sprintf("I am in %s with **%s**", channelTag(s.where()), plain(s.campaign.Name))
	if st.Scene != "" {
		text += fmt.Sprintf(", scene *%s*", plain(st.Scene))
	}
	if len(st.Present) > 0 {
		text += " (" + plain(list(st.Present, "and")) + ")"
	}
	text += ". `/glyphoxa end` ends it."
	if st.Scene != "" && len(st.Present) == 0 {
		text += emptySceneText
	}
	if stand == discord.Asked {
		text += " This is a stage, and I have asked to speak: somebody has to let me. Until then nobody hears me."
	}
	m := discord.Message{Text: text, Private: true}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.said[who] == transcript.ConsentUnasked {
		m.Text += "\nThe card in the chat asks everybody whether they want to be heard. You, too: until you say so I do not hear you."
		if s.desk.opts.Consent == Notice {
			m.Text = text + "\nThe card in the chat tells everybody that they are heard. You, too, may be left out."
		}
		m.Rows = []discord.Row{consentRow(s.campaign.ID)}
	}
	if s.screen.set.Kind == "" { // nobody has chosen yet
		m.Text += screenQuestion
		m.Rows = append(m.Rows, s.desk.screenRow(s.guild, s.campaign, s.screen.set))
	}
	return m
}
