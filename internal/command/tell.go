package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// tellCommand carries out /glyphoxa tell. Whoever may not be heard is not read
// either: what they type is kept and sent just as what they say.
func (d *Desk) tellCommand(ctx context.Context, c discord.Command) error {
	at, err := d.seated(ctx, c.Call)
	if err != nil {
		return err
	}
	if err := at.stay.mayTell(c.By.User); err != nil {
		return err
	}
	text, err := spoken(c.Args[optText])
	if err != nil {
		return err
	}
	npc, err := at.told(c.By.User, c.Args[optNPC])
	if err != nil {
		return err
	}
	if err := at.session.Tell(c.By.User, npc.ID, text); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: say("table.you-tell", "npc", plain(npc.Shown()), "text", plain(text)).In(c.Locale)})
}

// told finds whom somebody tells something, among those who are here.
func (s seated) told(who transcript.SpeakerID, typed string) (campaign.Agent, error) {
	here := npcs(s.present())
	if isGM(s.campaign, who) {
		return meant(here, typed)
	}
	return shown(here, typed)
}

// mayTell complains to somebody who is not at the table or does not want to be
// heard.
func (s *stay) mayTell(who transcript.SpeakerID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !slices.ContainsFunc(s.here, func(p discord.Person) bool { return p.User == who }):
		return refuse(say("table.not-there", "voice", channelTag(s.channel)))
	case !s.heard(who):
		return refuse(say("table.not-heard", "label", say("card.yes-label").In(s.campaign.Language)))
	case s.stand != onRecord:
		return ErrSilent
	}
	return nil
}

// completePresent suggests the NPCs that are at the table, by the names that
// players know, to those who are there.
func completePresent(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok || c.Focus != optNPC {
		return nil
	}
	stay, session := d.session(c.Guild, names.campaign.ID)
	if session == nil || d.discord.Where(c.Guild, c.By.User) != stay.where() {
		return nil
	}
	here := session.Status().Present
	var out []discord.Choice
	for _, a := range npcs(names.agents) {
		if name := a.Shown(); slices.Contains(here, name) {
			// Not the ID: that may be made from a name which is a secret.
			out = append(out, discord.Choice{Name: name, Value: name})
		}
	}
	return out
}
