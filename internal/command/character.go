package command

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

const (
	maxCharacter = 60 // runes of a name
	maxAliases   = 8  // of one character
	maxOwn       = 20 // characters of one player
)

// A casting is what a command about characters is about.
type casting struct {
	campaign campaign.Campaign
	book     Book
	file     campaign.File
	playing  map[transcript.SpeakerID]transcript.CharacterID
	by       transcript.SpeakerID // who asks
	who      transcript.SpeakerID // whose characters
	gm       bool                 // by is one
}

// castingFor reads what a command about characters is about. Players manage
// their own, a GM anybody's.
func (d *Desk) castingFor(ctx context.Context, c discord.Command) (*casting, error) {
	found, book, err := d.campaignFor(ctx, c.Call)
	if err != nil {
		return nil, err
	}
	k := &casting{campaign: found, book: book, by: c.By.User, who: c.By.User, gm: isGM(found, c.By.User)}
	if who := transcript.SpeakerID(c.Args.ID(optPlayer)); who != 0 && who != k.by {
		if !k.gm {
			return nil, refuse(notYoursText(found))
		}
		if c.People[who].Bot {
			return nil, refuse(say("character.bot"))
		}
		k.who = who
	}
	if k.file, err = book.File(ctx); err != nil {
		return nil, err
	}
	k.playing, err = book.Playing(ctx)
	return k, err
}

// change has do change whom people play, one at a time, so that what one has
// read still holds when it writes. Whoever is not at the table, and has no
// character, is not let: else anybody in the server could play along.
func (d *Desk) change(ctx context.Context, c discord.Command, do func(k *casting) (told text, err error)) error {
	leave, err := d.casting.enter(ctx, c.Guild)
	if err != nil {
		return err
	}
	defer leave()
	k, err := d.castingFor(ctx, c)
	if err != nil {
		return err
	}
	if !k.gm && !slices.ContainsFunc(k.file.Characters, func(ch campaign.Character) bool { return ch.Player == k.by }) {
		voice := c.Call
		voice.Channel = 0 // only where they are themselves
		at, err := d.playedAt(ctx, voice)
		if err != nil {
			return err
		}
		if at != k.campaign.ID {
			return refuse(say("character.join-first"))
		}
	}
	told, err := do(k)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: told.In(c.Locale), Private: true})
}

// characterList carries out /glyphoxa character list.
func (d *Desk) characterList(ctx context.Context, c discord.Command) error {
	k, err := d.castingFor(ctx, c)
	if err != nil {
		return err
	}
	return c.Answer.Reply(ctx, discord.Message{Text: charactersText(k).In(c.Locale), AsFile: "characters.md", Private: true})
}

// characterAdd carries out /glyphoxa character add.
func (d *Desk) characterAdd(ctx context.Context, c discord.Command) error {
	return d.change(ctx, c, func(k *casting) (text, error) {
		if n := len(ownCharacters(k.file, k.who)); n >= maxOwn {
			return text{}, refuse(say("character.too-many", "n", n))
		}
		name, err := k.name(c.Args[optCharacter], "")
		if err != nil {
			return text{}, err
		}
		aliases, err := k.names(c.Args[optAliases], "", nil)
		if err != nil {
			return text{}, err
		}
		ch, err := k.book.AddCharacter(ctx, campaign.Character{Name: name, Aliases: without(aliases, name), Player: k.who})
		if err != nil {
			return text{}, err
		}
		alike := k.alike(ch)
		if !k.gm { // a player is not told what sounds like a name they may not know
			set, err := k.book.Screen(ctx)
			if err == nil {
				alike := alike // the letter may be drawn later
				err = d.toGMs(ctx, c.Guild, k.campaign, func(locale string) discord.Message {
					return discord.Message{Text: newCharacterText(set, k.who, ch, alike, locale)}
				})
			}
			if err != nil {
				d.log.LogAttrs(ctx, slog.LevelWarn, "the GM was not told of a new character", slog.Any("err", err))
			}
			alike = nil
		}
		k.file.Characters = append(k.file.Characters, ch)
		d.recast(c.Guild, k)
		return addedText(k, ch, alike), nil
	})
}

// characterPlay carries out /glyphoxa character play.
func (d *Desk) characterPlay(ctx context.Context, c discord.Command) error {
	return d.change(ctx, c, func(k *casting) (text, error) {
		ch, err := k.find(c.Args[optCharacter], func(ch campaign.Character) bool { return k.gm || mayPlay(ch, k.who) })
		if err != nil {
			return text{}, err
		}
		was := ch.Player
		ch, err = k.book.ChangeCharacter(ctx, ch.ID, func(now *campaign.Character) error {
			if !k.gm && !mayPlay(*now, k.who) {
				return refuse(say("character.taken"))
			}
			now.Player, now.Retired = k.who, false
			return nil
		})
		if err != nil {
			return text{}, gone(err)
		}
		if err := k.book.SetPlaying(ctx, k.who, ch.ID); err != nil {
			return text{}, err
		}
		k.put(ch)
		k.playing[k.who] = ch.ID
		d.recast(c.Guild, k, was)
		return playsText(k, ch), nil
	})
}

// characterAlias carries out /glyphoxa character alias.
func (d *Desk) characterAlias(ctx context.Context, c discord.Command) error {
	return d.change(ctx, c, func(k *casting) (text, error) {
		ch, err := k.find(c.Args[optCharacter], k.mine)
		if err != nil {
			return text{}, err
		}
		more, err := k.names(c.Args[optAliases], ch.ID, ch.Aliases)
		if err != nil {
			return text{}, err
		}
		ch, err = k.book.ChangeCharacter(ctx, ch.ID, func(now *campaign.Character) error {
			now.Aliases = without(append(slices.Clone(now.Aliases), more...), now.Name)
			if len(now.Aliases) > maxAliases {
				return refuse(say("character.too-many-aliases"))
			}
			return nil
		})
		if err != nil {
			return text{}, gone(err)
		}
		return aliasText(ch), nil
	})
}

// characterRetire carries out /glyphoxa character retire.
func (d *Desk) characterRetire(ctx context.Context, c discord.Command) error {
	return d.change(ctx, c, func(k *casting) (text, error) {
		ch, err := k.find(c.Args[optCharacter], k.mine)
		if err != nil {
			return text{}, err
		}
		ch, err = k.book.ChangeCharacter(ctx, ch.ID, func(now *campaign.Character) error {
			now.Retired = true
			return nil
		})
		if err != nil {
			return text{}, gone(err)
		}
		k.put(ch)
		d.recast(c.Guild, k, ch.Player)
		return retiredText(k, ch), nil
	})
}

// characterTable carries out /glyphoxa character table.
func (d *Desk) characterTable(ctx context.Context, c discord.Command) error {
	return d.change(ctx, c, func(k *casting) (text, error) {
		id := campaign.SharedMicrophone
		if _, said := c.Args[optShared]; said && !c.Args.Yes(optShared) {
			id = ""
		}
		if id != "" || k.playing[k.who] == campaign.SharedMicrophone {
			if err := k.book.SetPlaying(ctx, k.who, id); err != nil {
				return text{}, err
			}
			k.playing[k.who] = id
		}
		d.recast(c.Guild, k)
		return tableText(k), nil
	})
}

// recast has the running session know whom somebody plays now, and those who
// are named besides.
func (d *Desk) recast(g transcript.GuildID, k *casting, others ...transcript.SpeakerID) {
	s := d.stayFor(g, k.campaign.ID)
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, who := range append(others, k.who) {
		if who == 0 {
			continue
		}
		s.players[who] = playedBy(k.file, k.playing, who)
	}
	if s.session != nil {
		s.tell()
		s.nudge()
	}
}

// mine reports whether the caller manages a character.
func (k *casting) mine(ch campaign.Character) bool { return k.gm || ch.Player == k.by }

// put makes ch what the casting knows of it.
func (k *casting) put(ch campaign.Character) {
	for i := range k.file.Characters {
		if k.file.Characters[i].ID == ch.ID {
			k.file.Characters[i] = ch
		}
	}
}

// find returns the character of that name, or alias, among those for which may
// is true. One of whoever the command is about goes before another's.
func (k *casting) find(name string, may func(campaign.Character) bool) (campaign.Character, error) {
	folded := campaign.Fold(name)
	var found []campaign.Character
	for _, ch := range k.file.Characters {
		same := func(n string) bool { return campaign.Fold(n) == folded }
		if may(ch) && folded != "" && (same(ch.Name) || slices.ContainsFunc(ch.Aliases, same)) {
			found = append(found, ch)
		}
	}
	slices.SortStableFunc(found, func(a, b campaign.Character) int { return k.near(a) - k.near(b) })
	if len(found) == 0 {
		return campaign.Character{}, refuse(noCharacterText(k, name, may))
	}
	return found[0], nil
}

func (k *casting) near(ch campaign.Character) int {
	if ch.Player == k.who {
		return 0
	}
	return 1
}

// gone explains what the store says of a character.
func gone(err error) error {
	if _, ok := errors.AsType[*Complaint](err); ok {
		return err
	}
	return errors.Join(refuse(say("character.gone")), err)
}
