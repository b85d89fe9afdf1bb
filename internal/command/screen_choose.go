package command

import (
	"context"
	"strconv"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	subScreen = "screen"

	optScreenChannel = "channel"
	optSpoilers      = "spoilers"

	btnScreen   = "screen"   // campaign; a menu of places
	btnSpoilers = "spoilers" // campaign, yes or no

	// The places that are no channel yet, as the menu has them.
	placeDirect = "direct"
	placeMake   = "make"

	wordYes = "yes"
	wordNo  = "no"
)

// screenCommands choose where the GM screen is.
func screenCommands() []subcommand {
	return []subcommand{{
		spec: discord.Spec{
			Name: subScreen, Description: "about.screen",
			Options: []discord.Option{
				{Name: optScreenChannel, Kind: discord.ChannelOption, Description: "about.screen.channel"},
				{Name: optSpoilers, Kind: discord.YesNoOption, Description: "about.screen.spoilers"},
			},
		},
		private: true, gm: true, help: allHelp, do: (*Desk).screenCommand,
	}}
}

// screenCommand carries out /glyphoxa screen.
func (d *Desk) screenCommand(ctx context.Context, c discord.Command) error {
	about, book, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	set, err := book.Screen(ctx)
	if err != nil {
		return err
	}
	if _, given := c.Args[optSpoilers]; given {
		set.Spoilers = c.Args.Yes(optSpoilers)
		if err := d.keepScreen(ctx, c.Guild, about, set); err != nil {
			return err
		}
	}
	if to := c.Args[optScreenChannel]; to != "" {
		if set, err = d.chooseScreen(ctx, c.Call, about, to); err != nil {
			return err
		}
	}
	return c.Answer.Reply(ctx, d.screenMessage(c.Guild, about, set, c.Locale))
}

// screenMessage shows what is chosen, and lets a GM choose.
func (d *Desk) screenMessage(g transcript.GuildID, c campaign.Campaign, set campaign.Screen, locale string) discord.Message {
	veil := discord.Button{ID: button(btnSpoilers, string(c.ID), wordYes), Label: say("screen.veil-label").In(locale)}
	if set.Spoilers {
		veil = discord.Button{ID: button(btnSpoilers, string(c.ID), wordNo), Label: say("screen.unveil-label").In(locale)}
	}
	return discord.Message{
		Text: d.screenText(g, c, set).In(locale), Rows: []discord.Row{d.screenRow(g, c, set, locale), {veil}}, Private: true,
	}
}

// screenRow is the menu of places.
func (d *Desk) screenRow(g transcript.GuildID, c campaign.Campaign, set campaign.Screen, locale string) discord.Row {
	menu := discord.Menu{ID: button(btnScreen, string(c.ID)), Hint: say("screen.hint").In(locale), Items: []discord.Item{
		{
			Label: say("screen.direct-label").In(locale), Value: placeDirect, Description: say("screen.direct-means").In(locale),
			Chosen: set.Channel == 0,
		},
	}}
	if set.Kind != campaign.ScreenMade || !d.secret(g, c, set.Channel) {
		menu.Items = append(menu.Items, discord.Item{
			Label: say("screen.make-label").In(locale), Value: placeMake, Description: say("screen.make-means").In(locale),
		})
	}
	for _, s := range d.discord.SecretChannels(g) {
		if len(menu.Items) == maxItems {
			break
		}
		menu.Items = append(menu.Items, discord.Item{
			Label: clip("#"+s.Name, maxLabel), Value: strconv.FormatUint(uint64(s.Channel), 10),
			Description: say("screen.channel-means").In(locale), Chosen: s.Channel == set.Channel,
		})
	}
	return discord.Row{menu}
}

// secret reports whether a channel will do as the GM screen of a campaign.
func (d *Desk) secret(g transcript.GuildID, c campaign.Campaign, channel transcript.ChannelID) bool {
	return secrecyText(d.discord.Secrecy(g, channel), c).Empty()
}

// screenChosen takes the choice of a place.
func (d *Desk) screenChosen(ctx context.Context, p discord.Pressed, args []string) error {
	if len(p.Values) != 1 {
		return nil
	}
	about, err := d.screened(ctx, &p.Call, args[0])
	if err != nil {
		return err
	}
	set, err := d.chooseScreen(ctx, p.Call, about, p.Values[0])
	if err != nil {
		return err
	}
	_, err = p.Answer.FollowUp(ctx, discord.Message{Text: d.screenText(p.Guild, about, set).In(p.Locale), Private: true})
	return err
}

// spoilersPressed hides secrets, or shows them openly.
func (d *Desk) spoilersPressed(ctx context.Context, p discord.Pressed, args []string) error {
	about, err := d.screened(ctx, &p.Call, args[0])
	if err != nil {
		return err
	}
	set, err := d.library.Campaign(about.ID).Screen(ctx)
	if err != nil {
		return err
	}
	set.Spoilers = args[1] == wordYes
	if err := d.keepScreen(ctx, p.Guild, about, set); err != nil {
		return err
	}
	return p.Answer.Update(ctx, d.screenMessage(p.Guild, about, set, p.Locale))
}

// screened returns the campaign of a button, if the caller is a GM of it.
func (d *Desk) screened(ctx context.Context, c *discord.Call, id string) (campaign.Campaign, error) {
	if err := d.comeHome(ctx, c, transcript.CampaignID(id)); err != nil {
		return campaign.Campaign{}, err
	}
	return d.mine(ctx, *c, transcript.CampaignID(id))
}

// chooseScreen puts the GM screen where a GM wants it, if it is private and the
// bot can write there: its first message is the proof.
func (d *Desk) chooseScreen(ctx context.Context, c discord.Call, about campaign.Campaign, place string) (campaign.Screen, error) {
	leave, err := d.backstage.making.enter(ctx, c.Guild)
	if err != nil {
		return campaign.Screen{}, err
	}
	defer leave()
	set, err := d.library.Campaign(about.ID).Screen(ctx)
	if err != nil {
		return set, err
	}
	now := campaign.Screen{Kind: campaign.ScreenDirect, Spoilers: set.Spoilers}
	switch place {
	case placeDirect:
	case placeMake:
		now.Kind, now.Channel = campaign.ScreenMade, set.Channel
		if set.Kind == campaign.ScreenMade && d.secret(c.Guild, about, set.Channel) {
			return set, nil // pressed twice
		}
		if now.Channel, err = d.discord.CreatePrivateChannel(ctx, c.Guild, say("screen.channel-name").In(about.Language), gms(about)); err != nil {
			return set, err
		}
	default:
		n, err := strconv.ParseUint(place, 10, 64)
		if err != nil {
			return set, refuse(say("screen.old"))
		}
		now.Kind, now.Channel = campaign.ScreenExisting, transcript.ChannelID(n)
		if now.Channel == set.Channel {
			now.Kind = set.Kind
		}
		if why := secrecyText(d.discord.Secrecy(c.Guild, now.Channel), about); !why.Empty() {
			return set, refuse(texts.Join(" ", why, say("screen.or-other")))
		}
	}
	hello := onlookers{desk: d, guild: c.Guild, campaign: about, set: now, readers: []transcript.SpeakerID{c.By.User}}
	if err := hello.proof(ctx); err != nil {
		return set, err
	}
	return now, d.keepScreen(ctx, c.Guild, about, now)
}

// proof says in the chosen place, and nowhere else, that the screen is there.
func (o onlookers) proof(ctx context.Context) error {
	w := spot{channel: o.set.Channel}
	if o.set.Channel == 0 {
		w = o.direct()[0]
	}
	_, err := o.send(ctx, letterOf(say("screen.here-now", "campaign", plain(o.campaign.Name))), w, text{})
	return err
}

// keepScreen keeps where the screen is, and has a running session go by it.
func (d *Desk) keepScreen(ctx context.Context, g transcript.GuildID, c campaign.Campaign, set campaign.Screen) error {
	if set.Kind == "" {
		set.Kind = campaign.ScreenDirect
	}
	if err := d.library.Campaign(c.ID).SetScreen(ctx, set); err != nil {
		return err
	}
	if s := d.stayFor(g, c.ID); s != nil {
		s.setScreen(set)
	}
	return nil
}
