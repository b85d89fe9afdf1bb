package command

import (
	"context"
	"errors"
	"slices"
	"sync"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A backstage is what the desk keeps of the GM screens of all campaigns.
type backstage struct {
	making turnstiles // to make a channel

	mu   sync.Mutex
	mail map[transcript.SpeakerID]transcript.ChannelID // direct messages
	// astray is why a screen's channel was not used, as it was last told to
	// somebody.
	astray map[astray]string
	closed map[transcript.SpeakerID]bool // who takes no direct messages
}

type astray struct {
	campaign transcript.CampaignID
	who      transcript.SpeakerID
}

func newBackstage() *backstage {
	return &backstage{
		mail:   map[transcript.SpeakerID]transcript.ChannelID{},
		astray: map[astray]string{},
		closed: map[transcript.SpeakerID]bool{},
	}
}

// Onlookers are those who may read the screen of a campaign, and where they
// read it.
type onlookers struct {
	desk     *Desk
	guild    transcript.GuildID
	campaign campaign.Campaign
	set      campaign.Screen
	readers  []transcript.SpeakerID // of direct messages
}

// show brings a message to where it is to be read just now, and returns where
// it stands. at is where it stood. The channel is checked each time: one that
// everybody can read, or a person who is no GM, gets nothing, and what stands
// there is wiped. Then, and
// where the bot may not write any more, the GMs get direct messages, and are
// told why. A message that somebody has deleted is sent anew, unless it is
// the last of it: then nothing is asked any more.
func (o onlookers) show(ctx context.Context, m letter, at []spot, last bool) ([]spot, error) {
	if o.set.Channel == 0 {
		return o.place(ctx, m, at, o.direct(), text{}, last)
	}
	why := secrecyText(o.desk.discord.Secrecy(o.guild, o.set.Channel), o.campaign)
	if why.Empty() {
		now, err := o.place(ctx, m, at, []spot{{channel: o.set.Channel}}, text{}, last)
		if err == nil {
			o.found()
		}
		if !errors.Is(err, discord.ErrDenied) && !errors.Is(err, discord.ErrUnknown) {
			return now, err
		}
		at = now
		why, _ = words(err)
	}
	return o.place(ctx, m, at, o.direct(), why, last)
}

// direct are the direct messages of the readers.
func (o onlookers) direct() []spot {
	list := make([]spot, len(o.readers))
	for i, who := range o.readers {
		list[i].who = who
	}
	return list
}

// place has m stand in the places wanted and nowhere else. It is an error if it
// stands nowhere, or is not yet as it is to be somewhere.
func (o onlookers) place(ctx context.Context, m letter, at, wanted []spot, why text, last bool) ([]spot, error) {
	var now []spot
	var errs []error
	for _, sp := range at {
		if !o.fits(sp, wanted) {
			// Whatever comes of it: it is not to be read there.
			if err := o.desk.discord.EditMessage(ctx, sp.channel, sp.message, discord.Message{Text: say("screen.moved").In(o.locale(sp))}); err != nil && passing(err) {
				now, errs = append(now, sp), append(errs, err)
			}
			continue
		}
		switch err := o.desk.discord.EditMessage(ctx, sp.channel, sp.message, m(o.locale(sp))); {
		case errors.Is(err, discord.ErrUnknown) && !last:
			continue // sent anew below
		case err != nil && (last || !passing(err)):
			if !last {
				errs = append(errs, err)
			}
			continue
		case err != nil:
			errs = append(errs, err)
		}
		now = append(now, sp)
	}
	if last && len(at) > 0 {
		return now, errors.Join(errs...)
	}
	var refused error
	for _, w := range wanted {
		if slices.ContainsFunc(now, func(sp spot) bool { return sp.who == w.who && (w.who != 0 || sp.channel == w.channel) }) {
			continue
		}
		switch sp, err := o.send(ctx, m, w, why); {
		case errors.Is(err, discord.ErrDirect):
			refused = err
		case err != nil:
			errs = append(errs, err)
		default:
			now = append(now, sp)
		}
	}
	if len(now) == 0 {
		errs = append(errs, refused)
	}
	return now, errors.Join(errs...)
}

// locale is the language of who reads there: that of the campaign in a channel.
func (o onlookers) locale(sp spot) string {
	if sp.who == 0 {
		return o.campaign.Language
	}
	return o.desk.locales.of(sp.who, o.campaign.Language)
}

// fits reports whether a message may stay where it is.
func (o onlookers) fits(sp spot, wanted []spot) bool {
	if sp.who != 0 && !isGM(o.campaign, sp.who) {
		return false
	}
	return slices.ContainsFunc(wanted, func(w spot) bool {
		return (w.who != 0) == (sp.who != 0) && (sp.who != 0 || w.channel == sp.channel)
	})
}

// passing reports whether what failed may succeed another time.
func passing(err error) bool {
	return err != nil && !errors.Is(err, discord.ErrUnknown) && !errors.Is(err, discord.ErrDenied) && !errors.Is(err, discord.ErrDirect)
}

// send says m in one place. why is said before it, once, in direct messages.
func (o onlookers) send(ctx context.Context, m letter, w spot, why text) (spot, error) {
	if w.who != 0 {
		var err error
		if w.channel, err = o.desk.mailbox(ctx, w.who); err != nil {
			return w, o.heard(w.who, err)
		}
		if o.news(w.who, why) {
			if _, err := o.desk.discord.Send(ctx, w.channel, discord.Message{Text: o.astrayText(why).In(o.locale(w))}); err != nil {
				o.forget(w.who)
				return w, o.heard(w.who, err)
			}
		}
	}
	var err error
	w.message, err = o.desk.discord.Send(ctx, w.channel, m(o.locale(w)))
	return w, o.heard(w.who, err)
}

// mailbox returns the channel of direct messages with somebody.
func (d *Desk) mailbox(ctx context.Context, who transcript.SpeakerID) (transcript.ChannelID, error) {
	b := d.backstage
	b.mu.Lock()
	c := b.mail[who]
	b.mu.Unlock()
	if c != 0 {
		return c, nil
	}
	c, err := d.discord.Direct(ctx, who)
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mail[who] = c
	return c, nil
}

// heard notes whether somebody takes direct messages, and returns err.
func (o onlookers) heard(who transcript.SpeakerID, err error) error {
	if who == 0 {
		return err
	}
	b := o.desk.backstage
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case errors.Is(err, discord.ErrDenied): // what Discord says of a person who has blocked the bot
		err = errors.Join(discord.ErrDirect, err)
		fallthrough
	case errors.Is(err, discord.ErrDirect):
		b.closed[who] = true
	case err == nil:
		delete(b.closed, who)
	}
	return err
}

// refused are the readers who take no direct messages.
func (o onlookers) refused() (list []transcript.SpeakerID) {
	b := o.desk.backstage
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, who := range o.readers {
		if b.closed[who] {
			list = append(list, who)
		}
	}
	return list
}

// news reports whether a reader has not been told yet why they get direct
// messages, and takes it that they will be.
func (o onlookers) news(who transcript.SpeakerID, why text) bool {
	b := o.desk.backstage
	b.mu.Lock()
	defer b.mu.Unlock()
	key := astray{o.campaign.ID, who}
	told := why.String()
	if told == "" || b.astray[key] == told {
		return false
	}
	b.astray[key] = told
	return true
}

func (o onlookers) forget(who transcript.SpeakerID) {
	b := o.desk.backstage
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.astray, astray{o.campaign.ID, who})
}

// found notes that the screen's channel is as it should be, so that it is told
// again when it is not.
func (o onlookers) found() {
	for _, who := range gms(o.campaign) {
		o.forget(who)
	}
}

// toGMs puts a message on the GM screen of a campaign, whether it is being
// played or not. It returns when it stands there, or, in a running session,
// when it waits to.
func (d *Desk) toGMs(ctx context.Context, g transcript.GuildID, c campaign.Campaign, m letter) error {
	if s := d.stayFor(g, c.ID); s != nil && !s.ending() {
		s.toGM(ctx, m)
		return nil
	}
	set, err := d.library.Campaign(c.ID).Screen(ctx)
	if err != nil {
		return err
	}
	_, err = onlookers{desk: d, guild: g, campaign: c, set: set, readers: gms(c)}.show(ctx, m, nil, true)
	return err
}
