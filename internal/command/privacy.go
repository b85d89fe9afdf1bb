package command

import (
	"context"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// levelsOfPrivacy are what a person may say about being heard, from open to
// closed.
var levelsOfPrivacy = []transcript.Consent{transcript.ConsentYes, transcript.ConsentUnkept, transcript.ConsentNo}

// forgetLimit bounds the deletion of what one person said: a campaign of years
// takes seconds.
const forgetLimit = 45 * time.Second

// privacySet takes /glyphoxa privacy set. What it means for the session at the
// caller's table holds when it returns, before anything else is done with the
// command: from that packet on (H10). The work it returns keeps it, and says so.
func (d *Desk) privacySet(c discord.Command) func(context.Context) error {
	level := transcript.Consent(c.Args[optLevel])
	if !slices.Contains(levelsOfPrivacy, level) {
		return func(context.Context) error { return refuse(say("choice.unknown")) }
	}
	number := d.nextVote()
	voted := func(about transcript.CampaignID) vote {
		v := consentVote(about, c.By.User)
		d.cast(v, number)
		d.heed(c.Guild, v, number, level)
		return v
	}
	if s := d.stayAt(c.Call); s != nil {
		voted(s.campaign.ID)
	}
	return func(ctx context.Context) error {
		about, _, err := d.campaignFor(ctx, c.Call)
		if err != nil {
			return err
		}
		if err := d.keepConsent(ctx, c.Guild, voted(about.ID), number, level); err != nil {
			return err
		}
		return c.Answer.Reply(ctx, discord.Message{Text: levelText(about, level).In(c.Locale), Private: true})
	}
}

// stayAt returns the stay at the place that a call means, nil for none.
func (d *Desk) stayAt(call discord.Call) *stay {
	s := d.stay(call.Guild)
	if s == nil {
		return nil
	}
	if places := d.places(call); len(places) > 0 && places[0] == s.where() || slices.Contains(places, s.where()) && d.discord.Where(call.Guild, call.By.User) == 0 {
		return s
	}
	return nil
}

// privacyShow carries out /glyphoxa privacy show.
func (d *Desk) privacyShow(ctx context.Context, c discord.Command) error {
	v, err := d.privacyOf(ctx, c.Call)
	if err != nil {
		return err
	}
	var row discord.Row
	for _, l := range levelsOfPrivacy {
		b := discord.Button{ID: button(btnConsent, string(l), string(v.campaign.ID)), Label: levelLabel(l).In(c.Locale)}
		if l == v.level {
			b.Style = discord.Primary
		}
		row = append(row, b)
	}
	return c.Answer.Reply(ctx, discord.Message{Text: v.text().In(c.Locale), Rows: []discord.Row{row}, Private: true})
}

// privacyDelete carries out /glyphoxa privacy delete: it asks once more.
func (d *Desk) privacyDelete(ctx context.Context, c discord.Command) error {
	v, err := d.privacyOf(ctx, c.Call)
	if err != nil {
		return err
	}
	if v.kept.Lines == 0 {
		return refuse(nothingKeptText(v.campaign))
	}
	return c.Answer.Reply(ctx, discord.Message{
		Text:    askForgetText(v).In(c.Locale),
		Rows:    []discord.Row{{discord.Button{ID: button(btnForget, string(v.campaign.ID)), Label: say("privacy.delete-label").In(c.Locale), Style: discord.Danger}}},
		Private: true,
	})
}

// A privacyView is what a person is shown about what is kept of them.
type privacyView struct {
	campaign campaign.Campaign
	set      campaign.Privacy
	level    transcript.Consent
	kept     transcript.Kept
	derived  int
	ask      bool // who has not said yes is not heard
}

func (d *Desk) privacyOf(ctx context.Context, call discord.Call) (v privacyView, err error) {
	var book Book
	if v.campaign, book, err = d.campaignFor(ctx, call); err != nil {
		return v, err
	}
	v.ask = d.opts.Consent == Ask
	if v.set, err = book.Privacy(ctx); err != nil {
		return v, err
	}
	said, err := book.Consents(ctx)
	if err != nil {
		return v, err
	}
	if v.level = said[call.By.User]; v.level == transcript.ConsentUnasked && d.opts.Consent == Notice {
		v.level = transcript.ConsentYes
	}
	if v.kept, err = book.Kept(ctx, call.By.User); err != nil {
		return v, err
	}
	derived, err := book.Derived(ctx, call.By.User)
	v.derived = len(derived)
	return v, err
}

// forgetPressed deletes what whoever pressed has said.
func (d *Desk) forgetPressed(ctx context.Context, p discord.Pressed, id transcript.CampaignID) error {
	ctx, cancel := context.WithTimeout(ctx, forgetLimit)
	defer cancel()
	about, ok, err := d.campaignOf(ctx, p.Guild, id)
	if err != nil {
		return err
	}
	if !ok {
		return refuse(say("tree.gone-campaign"))
	}
	book, who := d.library.Campaign(id), p.By.User
	if s := d.stayFor(p.Guild, id); s != nil {
		if err := s.forget(ctx, who); err != nil {
			return err
		}
		s.stories.forget()
	}
	derived, err := book.Derived(ctx, who)
	if err != nil {
		return err
	}
	set, err := book.Screen(ctx)
	if err != nil {
		return err
	}
	lines, recaps, err := book.Forget(ctx, who, time.Now())
	if err != nil {
		return err
	}
	told := true
	if lines > 0 && len(derived)+recaps > 0 {
		told = d.toGMs(ctx, p.Guild, about, func(locale string) discord.Message {
			return discord.Message{
				Text: derivedText(set, who, derived, recaps, locale), AsFile: "derived.md", Rows: derivedRows(id, set, derived, locale),
			}
		}) == nil
	}
	return p.Answer.Update(ctx, discord.Message{Text: forgottenByText(about, lines, recaps, len(derived), told).In(p.Locale), Private: true})
}

// derivedRows let a GM decide there and then on what waits. A menu would show
// what is covered in the list: then the review begins where it always does.
func derivedRows(about transcript.CampaignID, set campaign.Screen, derived []knowledge.Proposal, locale string) []discord.Row {
	menu := discord.Menu{ID: button(btnLookAt, string(about)), Hint: say("review.pick-hint").In(locale)}
	for _, p := range derived {
		if p.Status == knowledge.Pending && len(menu.Items) < maxItems {
			menu.Items = append(menu.Items, discord.Item{Label: clip(describe(p).In(locale), maxLabel), Value: string(p.ID)})
		}
	}
	switch {
	case len(menu.Items) == 0:
		return nil
	case set.Spoilers:
		return []discord.Row{reviewRow(about, locale)}
	}
	return []discord.Row{{menu}}
}

// forget takes what a person said out of the running session.
func (s *stay) forget(ctx context.Context, who transcript.SpeakerID) error {
	s.mu.Lock()
	session := s.session
	s.screen.unquote(who)
	s.mu.Unlock()
	s.nudge()
	if session == nil {
		return nil
	}
	s.mirror.drop(who)
	return session.Forget(ctx, who)
}

// privacyRetention carries out /glyphoxa privacy retention.
func (d *Desk) privacyRetention(ctx context.Context, c discord.Command) error {
	about, book, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	days := c.Args.Int(optDays)
	if days < 0 || days > campaign.MaxRetention {
		return refuse(say("retention.range", "most", campaign.MaxRetention))
	}
	if err := book.SetRetention(ctx, int(days)); err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: retentionText(about, int(days)).In(c.Locale), Private: true})
}

// expire deletes what is older than the campaign keeps it.
func (s *stay) expire(ctx context.Context) {
	_, err := s.book.Expire(ctx, time.Now())
	s.failed(ctx, "delete what is old", err)
}
