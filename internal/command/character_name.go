package command

import (
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// name makes a name of what somebody wrote, for the character id or a new one.
func (k *casting) name(written string, id transcript.CharacterID) (string, error) {
	name := tidyName(written)
	switch {
	case campaign.Fold(name) == "":
		return "", refuse(say("character.no-letters"))
	case len([]rune(name)) > maxCharacter:
		return "", refuse(say("character.long-name"))
	case (transcript.Speaker{Character: name}).Shared():
		return "", refuse(say("character.table-is-no-name"))
	}
	for _, ch := range k.file.Characters {
		if ch.ID != id && slices.ContainsFunc(append([]string{ch.Name}, ch.Aliases...), func(n string) bool { return campaign.Fold(n) == campaign.Fold(name) }) {
			return "", refuse(say("character.name-taken", "character", plain(name)))
		}
	}
	for _, a := range k.file.Agents {
		// What only the GM knows does not show by a refusal: see alike.
		names := []string{a.Shown()}
		if a.KnownAs == "" || k.gm {
			names = append(append(names, a.Name), a.Aliases...)
		}
		if slices.ContainsFunc(names, func(n string) bool { return campaign.Fold(n) == campaign.Fold(name) }) {
			return "", refuse(say("character.name-taken", "character", plain(name)))
		}
	}
	// What is heard would be corrected from this name to another.
	if right, ok := heardAs(k.file.Names, name); ok && !k.isOf(id, right) {
		return "", refuse(say("character.name-taken", "character", plain(name)))
	}
	return name, nil
}

// isOf reports whether a name is one of a character's.
func (k *casting) isOf(id transcript.CharacterID, name string) bool {
	return slices.ContainsFunc(k.file.Characters, func(ch campaign.Character) bool {
		return ch.ID == id && isNamed(name, append([]string{ch.Name}, ch.Aliases...))
	})
}

// names makes a list of names, parted by commas. Those in have are left out.
func (k *casting) names(written string, id transcript.CharacterID, have []string) ([]string, error) {
	var out []string
	for part := range strings.SplitSeq(written, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, err := k.name(part, id)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(slices.Concat(have, out), func(n string) bool { return campaign.Fold(n) == campaign.Fold(name) }) {
			out = append(out, name)
		}
	}
	if len(have)+len(out) > maxAliases {
		return nil, refuse(say("character.too-many-aliases"))
	}
	return out, nil
}

// alike lists the names that are easily taken for one of ch's. It is for a GM's
// eyes.
func (k *casting) alike(ch campaign.Character) []string {
	var out []string
	for _, a := range k.file.Agents {
		if campaign.SoundAlike(a.Name, ch.Name) || a.KnownAs != "" && campaign.SoundAlike(a.KnownAs, ch.Name) {
			out = append(out, a.Name)
		}
	}
	for _, o := range k.file.Characters {
		if o.ID != ch.ID && !o.Retired && campaign.SoundAlike(o.Name, ch.Name) {
			out = append(out, o.Name)
		}
	}
	return out
}

// without returns names without those that are name.
func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return campaign.Fold(n) == campaign.Fold(name) })
}

// tidyName makes one line of a name: no control characters, nothing that is
// invisible or turns the line round, no more than two marks on a letter.
// Joiners stay between letters, where some scripts need them.
func tidyName(s string) string {
	var out []rune
	marks, space := 0, false
	runes := []rune(strings.ToValidUTF8(s, ""))
	letter := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsMark(runes[i]))
	}
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			space = len(out) > 0
			continue
		case r == '\u200c', r == '\u200d':
			if !letter(i-1) || !letter(i+1) {
				continue
			}
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == '\u3164', r == '\u115f', r == '\u1160', r == '\u2800', r == '\ufffc':
			continue // the last ones look like nothing
		case unicode.IsMark(r):
			if marks++; marks > 2 || len(out) == 0 {
				continue
			}
		default:
			marks = 0
		}
		if space {
			out = append(out, ' ')
			space = false
		}
		out = append(out, r)
	}
	return string(out)
}
