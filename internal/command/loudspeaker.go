package command

import (
	"cmp"
	"context"
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// loudButton has whoever presses it say how they listen.
func loudButton(id transcript.CampaignID, locale string) discord.Button {
	return discord.Button{ID: button(btnLoud, string(id)), Label: say("loud.label").In(locale)}
}

// whoseRow has a GM choose somebody to say how they listen.
func whoseRow(id transcript.CampaignID, seats []seat, locale string) discord.Row {
	menu := discord.Menu{ID: button(btnWhose, string(id)), Hint: say("loud.whose-hint").In(locale)}
	for _, p := range seats[:min(len(seats), maxItems)] {
		menu.Items = append(menu.Items, discord.Item{
			Label: clip(p.name, maxLabel), Value: strconv.FormatUint(uint64(p.who), 10), Description: settingText(p.loud).In(locale),
		})
	}
	return discord.Row{menu}
}

// loudPressed asks whoever pressed how they listen.
func (d *Desk) loudPressed(ctx context.Context, p discord.Pressed, id transcript.CampaignID) error {
	c, err := d.tunable(ctx, p.Call, id, p.By.User)
	if err != nil {
		return err
	}
	return d.askLoud(ctx, p, c, p.By.User)
}

// whoseChosen asks a GM how somebody else listens.
func (d *Desk) whoseChosen(ctx context.Context, p discord.Pressed, id transcript.CampaignID) error {
	if len(p.Values) != 1 {
		return nil
	}
	who, err := parsePerson(p.Values[0])
	if err != nil {
		return err
	}
	c, err := d.tunable(ctx, p.Call, id, who)
	if err != nil {
		return err
	}
	return d.askLoud(ctx, p, c, who)
}

// tunable returns a campaign in which the caller may say how somebody listens:
// everybody for themselves, and a GM for all.
func (d *Desk) tunable(ctx context.Context, c discord.Call, id transcript.CampaignID, who transcript.SpeakerID) (campaign.Campaign, error) {
	if who != c.By.User {
		return d.mine(ctx, c, id)
	}
	found, ok, err := d.campaignOf(ctx, c.Guild, id)
	if err == nil && !ok {
		err = refuse(say("button.elsewhere"))
	}
	return found, err
}

func (d *Desk) askLoud(ctx context.Context, p discord.Pressed, c campaign.Campaign, who transcript.SpeakerID) error {
	set, err := d.library.Campaign(c.ID).Loudspeakers(ctx)
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, loudMessage(c, p.By.User, who, cmp.Or(set[who], d.opts.Loudspeaker), p.Locale))
	return err
}

// loudMessage is the menu in which somebody says how they, or a player of
// theirs, listen.
func loudMessage(c campaign.Campaign, by, who transcript.SpeakerID, now transcript.Loudspeaker, locale string) discord.Message {
	menu := discord.Menu{ID: button(btnSound, string(c.ID), strconv.FormatUint(uint64(who), 10))}
	for _, l := range []transcript.Loudspeaker{transcript.LoudspeakerAuto, transcript.LoudspeakerOn, transcript.LoudspeakerOff} {
		menu.Items = append(menu.Items, discord.Item{
			Label: settingText(l).In(locale), Value: string(l), Description: settingMeansText(l).In(locale), Chosen: l == now,
		})
	}
	return discord.Message{Text: loudText(c, by, who).In(locale), Rows: []discord.Row{{menu}}, Private: true}
}

// loudChosen takes how somebody listens. The work it returns has the running
// session go by it, and keeps it.
func (d *Desk) loudChosen(p discord.Pressed, id transcript.CampaignID, person string) func(context.Context) error {
	who, err := parsePerson(person)
	if err != nil {
		return func(context.Context) error { return err }
	}
	if len(p.Values) != 1 || settingText(transcript.Loudspeaker(p.Values[0])).Empty() {
		return func(context.Context) error { return refuse(say("choice.unknown")) }
	}
	l := transcript.Loudspeaker(p.Values[0])
	v := vote{btnSound, id, who, p.By.User}
	number := d.nextVote()
	d.cast(v, number)

	return func(ctx context.Context) error {
		var c campaign.Campaign
		last, err := d.keepVote(ctx, v, number, func(ctx context.Context) (err error) {
			if c, err = d.tunable(ctx, p.Call, id, who); err != nil {
				return err
			}
			err = d.library.Campaign(id).SetLoudspeaker(ctx, who, l)
			// Afterwards: one that is just beginning may have read what was kept before.
			if s := d.stayFor(p.Guild, id); s != nil {
				s.loudspeaker(who, l)
			}
			return err
		})
		if err != nil || !last {
			return err
		}
		m := loudMessage(c, p.By.User, who, l, p.Locale)
		m.Text += "\n" + say("loud.holds", "setting", settingText(l)).In(p.Locale)
		return p.Answer.Update(ctx, m)
	}
}

func parsePerson(s string) (transcript.SpeakerID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, refuse(say("choice.unknown"))
	}
	return transcript.SpeakerID(n), nil
}

// loudspeaker takes how somebody listens, with immediate effect.
func (s *stay) loudspeaker(who transcript.SpeakerID, l transcript.Loudspeaker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loud[who] = l
	if s.session != nil {
		s.session.Loudspeaker(who, l)
	}
}
