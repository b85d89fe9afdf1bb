package command

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	// openingLife is how long a card can be answered: Discord takes an answer
	// for fifteen minutes.
	openingLife = 15 * time.Minute
	// perPage is how many people are asked about at once: a message has five
	// rows, the scene has the first and the buttons the last.
	perPage = 3
	// nobody is the value of "no character".
	nobody = "-"
)

// An opening is the card that asks the GM which scene it is and who plays
// whom. It is what they have chosen so far; d.mu guards it.
type opening struct {
	by       transcript.SpeakerID
	guild    transcript.GuildID
	campaign transcript.CampaignID
	file     campaign.File
	people   []discord.Person // without the GM
	scene    string
	plays    map[transcript.SpeakerID]transcript.CharacterID
	page     int
	made     time.Time
}

// open begins a campaign where it was left in the caller's channel. When it is
// first played there, or ask says so, it asks before.
func (d *Desk) open(ctx context.Context, who caller, c campaign.Campaign, ask bool) error {
	active, scene, ok, err := d.library.Guild(who.Guild).Active(ctx, who.voice)
	if err != nil {
		return err
	}
	f, err := d.library.Campaign(c.ID).File(ctx)
	if err != nil {
		return err
	}
	known := ok && active == c.ID
	if !known || !hasScene(f, scene) {
		scene = ""
	}
	if known && !ask {
		return d.begin(ctx, who, plan{c, f, scene, nil})
	}
	o := &opening{
		by: who.By.User, guild: who.Guild, campaign: c.ID, file: f, scene: scene,
		plays: map[transcript.SpeakerID]transcript.CharacterID{}, made: time.Now(),
	}
	for _, p := range d.discord.People(who.Guild, who.voice) {
		if !p.Bot && p.User != who.By.User {
			o.people = append(o.people, p)
		}
	}
	for _, ch := range f.Characters {
		if _, plays := o.plays[ch.Player]; ch.Player != 0 && !plays && !ch.Retired {
			o.plays[ch.Player] = ch.ID
		}
	}
	if err := o.playAsBefore(ctx, d.library.Campaign(c.ID)); err != nil {
		return err
	}
	if len(f.Scenes) < 2 && (len(f.Characters) == 0 || len(o.people) == 0) {
		return d.begin(ctx, who, plan{c, f, scene, nil}) // there is nothing to ask
	}
	key := transcript.NewID()
	d.mu.Lock()
	for k, old := range d.openings {
		if time.Since(old.made) > openingLife {
			delete(d.openings, k)
		}
	}
	d.openings[key] = o
	m := o.message(key, who.Locale)
	d.mu.Unlock()
	return who.show(ctx, m)
}

func hasScene(f campaign.File, key string) bool {
	return slices.ContainsFunc(f.Scenes, func(s campaign.Scene) bool { return s.Key == key })
}

// message is the card as it stands, for a reader.
func (o *opening) message(key, locale string) discord.Message {
	m := discord.Message{Text: openingText(o).In(locale)}
	if len(o.file.Scenes) > 1 {
		menu := discord.Menu{ID: button(btnScene, key), Hint: say("opening.scene-hint").In(locale)}
		for i, s := range o.file.Scenes[:min(len(o.file.Scenes), maxItems)] {
			menu.Items = append(menu.Items, discord.Item{
				Label: clip(s.Name, maxLabel), Value: s.Key, Chosen: s.Key == o.scene || o.scene == "" && i == 0,
			})
		}
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	pages := 0
	if len(o.file.Characters) > 0 {
		pages = (len(o.people) + perPage - 1) / perPage
		for i := o.page * perPage; i < min((o.page+1)*perPage, len(o.people)); i++ {
			m.Rows = append(m.Rows, discord.Row{o.menu(key, o.people[i], locale)})
		}
	}
	row := discord.Row{discord.Button{ID: button(btnBegin, key), Label: say("opening.start-label").In(locale), Style: discord.Success}}
	if pages > 1 {
		next := (o.page + 1) % pages
		more := say("opening.more-label", "page", o.page+1, "pages", pages)
		row = append(row, discord.Button{ID: button(btnMore, key, strconv.Itoa(next)), Label: more.In(locale)})
	}
	m.Rows = append(m.Rows, row)
	return m
}

// menu asks whom a person plays.
func (o *opening) menu(key string, p discord.Person, locale string) discord.Menu {
	menu := discord.Menu{
		ID:    button(btnPlays, key, strconv.FormatUint(uint64(p.User), 10)),
		Hint:  clip(say("opening.whom-hint", "player", p.Name).In(locale), maxLabel),
		Items: []discord.Item{{Label: clip(say("opening.plays-none", "player", p.Name).In(locale), maxLabel), Value: nobody}},
	}
	for _, ch := range o.file.Characters {
		if ch.Retired || len(menu.Items) == maxItems {
			continue
		}
		menu.Items = append(menu.Items, discord.Item{
			Label: clip(say("opening.plays-one", "player", p.Name, "character", ch.Name).In(locale), maxLabel), Value: string(ch.ID), Chosen: o.plays[p.User] == ch.ID,
		})
	}
	return menu
}

// openingOf returns the card that somebody presses, with mu held.
func (d *Desk) openingOf(p discord.Pressed, key string) (*opening, error) {
	o := d.openings[key]
	if o == nil || o.by != p.By.User || o.guild != p.Guild || time.Since(o.made) > openingLife {
		return nil, refuse(say("opening.old"))
	}
	return o, nil
}

// openingChosen takes a choice on the card. The person sees it already.
func (d *Desk) openingChosen(p discord.Pressed, verb string, args []string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	o, err := d.openingOf(p, args[0])
	if err == nil {
		o.choose(verb, args[1:], p.Values)
	}
	return err
}

// openingPressed turns a page of the card, or ends it.
func (d *Desk) openingPressed(ctx context.Context, p discord.Pressed, verb string, args []string) error {
	key := args[0]
	d.mu.Lock()
	o, err := d.openingOf(p, key)
	if err != nil {
		d.mu.Unlock()
		return err
	}
	if verb == btnBegin {
		chosen := o.done()
		d.mu.Unlock()
		return d.opened(ctx, p, key, chosen)
	}
	o.choose(verb, args[1:], p.Values)
	m := o.message(key, p.Locale)
	d.mu.Unlock()
	return p.Answer.Update(ctx, m)
}

// choose takes one choice. What cannot be meant is ignored: it is for the GM
// alone, and they see what is chosen.
func (o *opening) choose(verb string, args, values []string) {
	switch {
	case verb == btnMore:
		if page, err := strconv.Atoi(args[0]); err == nil && page >= 0 && page*perPage < len(o.people) {
			o.page = page
		}
	case len(values) != 1:
	case verb == btnScene:
		if hasScene(o.file, values[0]) {
			o.scene = values[0]
		}
	case verb == btnPlays:
		user, err := strconv.ParseUint(args[0], 10, 64)
		who := transcript.SpeakerID(user)
		if err != nil || !slices.ContainsFunc(o.people, func(p discord.Person) bool { return p.User == who }) {
			return
		}
		delete(o.plays, who)
		id := transcript.CharacterID(values[0])
		if !slices.ContainsFunc(o.file.Characters, func(c campaign.Character) bool { return c.ID == id }) {
			return
		}
		for other, plays := range o.plays { // a character has one player
			if plays == id {
				delete(o.plays, other)
			}
		}
		o.plays[who] = id
	}
}

// done returns the card as it stands, apart from what is chosen afterwards.
func (o *opening) done() opening {
	c := *o
	c.plays = maps.Clone(o.plays)
	c.file.Characters = slices.Clone(o.file.Characters)
	return c
}

// opened begins what the card says. If it cannot, the card stays.
func (d *Desk) opened(ctx context.Context, p discord.Pressed, key string, o opening) error {
	who, err := d.caller(ctx, p.Call, p.Answer.Update)
	if err != nil {
		return err
	}
	c, err := d.mine(ctx, p.Call, o.campaign) // still
	if err != nil {
		return err
	}
	book := d.library.Campaign(c.ID)
	for i := range o.file.Characters {
		ch := &o.file.Characters[i]
		player := o.playerOf(*ch)
		if player == ch.Player {
			continue
		}
		if err := book.Plays(ctx, ch.ID, player); err != nil {
			return err
		}
		ch.Player = player
	}
	if err := o.keepPlaying(ctx, book); err != nil {
		return err
	}
	if err := d.begin(ctx, who, plan{c, o.file, o.scene, o.plays}); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.openings, key)
	return nil
}

// playerOf returns who plays a character: as chosen for those who are here,
// and as it was for everybody else. A person may have several characters; to
// choose one of them takes none of the others away.
func (o *opening) playerOf(ch campaign.Character) transcript.SpeakerID {
	for who, plays := range o.plays {
		if plays == ch.ID {
			return who
		}
	}
	asked := slices.ContainsFunc(o.people, func(p discord.Person) bool { return p.User == ch.Player })
	if _, plays := o.plays[ch.Player]; asked && !plays && !ch.Retired {
		return 0 // they said that they play nobody
	}
	return ch.Player
}
