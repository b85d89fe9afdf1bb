package command

import (
	"context"
	"slices"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// The groups of commands that people have for themselves, and what is in them.
const (
	groupCharacter = "character"
	charList       = "list"
	charAdd        = "add"
	charPlay       = "play"
	charAlias      = "alias"
	charRetire     = "retire"
	charTable      = "table"

	groupPrivacy     = "privacy"
	privacyShow      = "show"
	privacySet       = "set"
	privacyDelete    = "delete"
	privacyRetention = "retention"
	privacyCaptions  = "captions"
)

// Their options.
const (
	optCharacter = "name"
	optAliases   = "aliases"
	optPlayer    = "player"
	optShared    = "shared"
	optLevel     = "level"
	optDays      = "days"
	optCaptions  = "lines"
)

// peopleCommands are those by which people say whom they play, and what becomes
// of what they say.
func peopleCommands() []subcommand {
	return []subcommand{
		{
			spec: discord.Spec{Name: groupCharacter, Description: "about.character"},
			subs: characterCommands(),
			help: playerHelp,
		},
		{
			spec: discord.Spec{Name: groupPrivacy, Description: "about.privacy"},
			subs: privacyCommands(),
			help: playerHelp,
		},
	}
}

func characterCommands() []subcommand {
	name := discord.Option{Name: optCharacter, Description: "about.character.name", Required: true, Max: new(float64(maxCharacter))}
	known := name
	known.Complete = true
	aliases := discord.Option{Name: optAliases, Description: "about.character.aliases", Max: new(float64(maxAliases * maxCharacter))}
	player := discord.Option{Name: optPlayer, Kind: discord.UserOption, Description: "about.character.player"}
	wanted := aliases
	wanted.Required = true
	return []subcommand{
		{
			spec:    discord.Spec{Name: charList, Description: "about.character.list"},
			private: true, help: playerHelp, do: (*Desk).characterList,
		},
		{
			spec:    discord.Spec{Name: charAdd, Description: "about.character.add", Options: []discord.Option{name, aliases, player}},
			private: true, do: (*Desk).characterAdd,
		},
		{
			spec:    discord.Spec{Name: charPlay, Description: "about.character.play", Options: []discord.Option{known, player}},
			private: true, help: playerHelp, do: (*Desk).characterPlay, complete: completeCharacter,
		},
		{
			spec:    discord.Spec{Name: charAlias, Description: "about.character.alias", Options: []discord.Option{known, wanted}},
			private: true, do: (*Desk).characterAlias, complete: completeCharacter,
		},
		{
			spec:    discord.Spec{Name: charRetire, Description: "about.character.retire", Options: []discord.Option{known}},
			private: true, do: (*Desk).characterRetire, complete: completeCharacter,
		},
		{
			spec: discord.Spec{Name: charTable, Description: "about.character.table", Options: []discord.Option{
				{Name: optShared, Kind: discord.YesNoOption, Description: "about.character.table.shared"}, player,
			}},
			private: true, do: (*Desk).characterTable,
		},
	}
}

func privacyCommands() []subcommand {
	levels := discord.Option{Name: optLevel, Description: "about.privacy.set.level", Required: true}
	for _, l := range levelsOfPrivacy {
		levels.Choices = append(levels.Choices, discord.Choice{Name: levelID(l), Value: string(l)})
	}
	captions := discord.Option{Name: optCaptions, Description: "about.privacy.captions.lines", Required: true}
	for _, c := range captionModes {
		captions.Choices = append(captions.Choices, discord.Choice{Name: captionsID(c), Value: string(c)})
	}
	return []subcommand{
		{
			spec:    discord.Spec{Name: privacyShow, Description: "about.privacy.show"},
			private: true, help: playerHelp, do: (*Desk).privacyShow,
		},
		{
			spec:    discord.Spec{Name: privacySet, Description: "about.privacy.set", Options: []discord.Option{levels}},
			private: true, now: (*Desk).privacySet,
		},
		{
			spec:    discord.Spec{Name: privacyDelete, Description: "about.privacy.delete"},
			private: true, do: (*Desk).privacyDelete,
		},
		{
			spec: discord.Spec{Name: privacyRetention, Description: "about.privacy.retention", Options: []discord.Option{{
				Name: optDays, Kind: discord.IntegerOption, Required: true, Description: "about.privacy.retention.days",
				Min: new(0.0), Max: new(float64(campaign.MaxRetention)),
			}}},
			private: true, gm: true, do: (*Desk).privacyRetention,
		},
		{
			spec:    discord.Spec{Name: privacyCaptions, Description: "about.privacy.captions", Options: []discord.Option{captions}},
			private: true, gm: true, do: (*Desk).privacyCaptions,
		},
	}
}

// completeCharacter suggests characters of the caller's, those that nobody
// plays, and to a GM all.
func completeCharacter(d *Desk, c discord.Completing) []discord.Choice {
	names, ok := d.catalogue(c)
	if !ok || c.Focus != optCharacter {
		return nil
	}
	gm := isGM(names.campaign, c.By.User)
	var out []discord.Choice
	for _, ch := range names.characters {
		if gm || mayPlay(ch, c.By.User) {
			out = append(out, discord.Choice{Name: ch.Name, Value: ch.Name})
		}
	}
	return out
}

// mayPlay reports whether a character is somebody's own, or anybody's.
func mayPlay(ch campaign.Character, who transcript.SpeakerID) bool {
	return ch.Player == who || ch.Player == 0 && !ch.Retired
}

// playedBy returns the name under which a person speaks: that of the character
// of theirs that they play now, or else of their first; empty for none.
func playedBy(f campaign.File, playing map[transcript.SpeakerID]transcript.CharacterID, who transcript.SpeakerID) string {
	if playing[who] == campaign.SharedMicrophone {
		return transcript.TableName(f.Campaign.Language)
	}
	theirs := ownCharacters(f, who)
	if i := slices.IndexFunc(theirs, func(ch campaign.Character) bool { return ch.ID == playing[who] }); i >= 0 {
		return theirs[i].Name
	}
	if len(theirs) > 0 {
		return theirs[0].Name
	}
	return ""
}

// readPeople reads whom people play and whose lines are mirrored, for a stay
// that begins. What was chosen for tonight counts before what was said before,
// but a microphone that several share stays theirs.
func (s *stay) readPeople(ctx context.Context, p plan) error {
	playing, err := s.book.Playing(ctx)
	if err != nil {
		return err
	}
	set, err := s.book.Privacy(ctx)
	if err != nil {
		return err
	}
	s.mirror.set(set.Captions)
	for who, id := range playing {
		if _, chosen := p.plays[who]; chosen && id != campaign.SharedMicrophone {
			continue
		}
		s.mu.Lock()
		s.players[who] = playedBy(p.file, playing, who)
		s.mu.Unlock()
	}
	return nil
}

// playAsBefore has the card show whom people played last, of several.
func (o *opening) playAsBefore(ctx context.Context, book Book) error {
	playing, err := book.Playing(ctx)
	for who, id := range playing {
		if slices.ContainsFunc(ownCharacters(o.file, who), func(ch campaign.Character) bool { return ch.ID == id }) {
			o.plays[who] = id
		}
	}
	return err
}

// keepPlaying keeps whom people play tonight. A shared microphone stays shared.
func (o *opening) keepPlaying(ctx context.Context, book Book) error {
	playing, err := book.Playing(ctx)
	if err != nil {
		return err
	}
	for who, id := range o.plays {
		if now := playing[who]; now == id || now == campaign.SharedMicrophone {
			continue
		}
		if err := book.SetPlaying(ctx, who, id); err != nil {
			return err
		}
	}
	return nil
}

// ownCharacters are those that a person can play: theirs, without the retired.
func ownCharacters(f campaign.File, who transcript.SpeakerID) []campaign.Character {
	var out []campaign.Character
	for _, ch := range f.Characters {
		if ch.Player == who && who != 0 && !ch.Retired {
			out = append(out, ch)
		}
	}
	return out
}
