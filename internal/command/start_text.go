package command

import (
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// checkText says what keeps the bot out of a channel, and what to do.
func checkText(c discord.Check) text {
	name := plain(c.Name)
	switch {
	case c.Unknown && c.Name != "":
		return say("check.no-voice", "channel", name)
	case c.Unknown:
		return say("check.unseen")
	case len(c.Missing) > 0:
		return texts.Join(" ", say("check.missing", "missing", permissionsText(c.Missing), "channel", name), say("check.give"))
	case c.Full:
		return say("check.full", "channel", name, "limit", c.Limit)
	}
	return say("check.stage", "channel", name)
}

func openingText(o *opening) text {
	all := []text{say("opening.first", "campaign", plain(o.file.Campaign.Name))}
	if len(o.file.Scenes) > 1 {
		all = append(all, say("opening.scene"))
	}
	if len(o.file.Characters) > 0 && len(o.people) > 0 {
		all = append(all, say("opening.plays"))
	}
	return texts.Join(" ", append(all, say("opening.start"))...)
}

// welcomeText says to the one who began where the bot is. The stay's mu is held.
func (s *stay) welcomeText(who transcript.SpeakerID, st Status, stand discord.Stand) text {
	where := []text{say("start.here", "voice", channelTag(s.channel), "campaign", plain(s.campaign.Name))}
	if st.Scene != "" {
		where = append(where, say("table.is-scene", "scene", plain(st.Scene)))
	}
	if len(st.Present) > 0 {
		where = append(where, together(lit(" ("), presentText(st.Present, 0), lit(")")))
	}
	all := together(together(where...), lit(". "), say("start.end"))
	if st.Scene != "" && len(st.Present) == 0 {
		all = stacked(all, say("scene.empty"))
	}
	if stand == discord.Asked {
		all = texts.Join(" ", all, say("start.asked-stage"))
	}
	if s.said[who] == transcript.ConsentUnasked {
		card := say("start.card-ask")
		if s.desk.opts.Consent == Notice {
			card = say("start.card-notice")
		}
		all = stacked(all, card)
	}
	if s.screen.set.Kind == "" { // nobody has chosen yet
		all = stacked(all, say("screen.question"))
	}
	return all
}

// welcome is the answer to the one who began.
func (s *stay) welcome(who caller, st Status, stand discord.Stand) discord.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := discord.Message{Text: s.welcomeText(who.By.User, st, stand).In(who.Locale), Private: true}
	if s.said[who.By.User] == transcript.ConsentUnasked {
		m.Rows = []discord.Row{consentRow(s.campaign.ID, who.Locale)}
	}
	if s.screen.set.Kind == "" {
		m.Rows = append(m.Rows, s.desk.screenRow(s.guild, s.campaign, s.screen.set, who.Locale))
	}
	return m
}
