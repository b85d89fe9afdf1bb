package command

import (
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// localised fills in what people are shown of a command. The tree names its
// commands and options in English, and describes them by the ID of a sentence;
// here each gets its words, in English and by every other locale. The name of
// the whole command stays as it is.
func localised(s discord.Spec) discord.Spec {
	s.Description, s.Descriptions = worded(s.Description)
	for i, sub := range s.Subs {
		sub.Names = localNames(sub.Name)
		s.Subs[i] = localised(sub)
	}
	options := make([]discord.Option, len(s.Options))
	for i, o := range s.Options {
		o.Names = localNames(o.Name)
		o.Description, o.Descriptions = worded(o.Description)
		choices := make([]discord.Choice, len(o.Choices))
		for j, c := range o.Choices {
			c.Name, c.Names = worded(c.Name)
			choices[j] = c
		}
		o.Choices = choices
		options[i] = o
	}
	s.Options = options
	return s
}

// worded is a sentence in English, and in every other language.
func worded(id string) (string, map[string]string) {
	if !texts.Has(id) {
		return id, nil
	}
	others := map[string]string{}
	for _, code := range texts.Languages()[1:] {
		others[code] = texts.Say(id).In(code)
	}
	return texts.Say(id).In(texts.Languages()[0]), others
}

// localNames is the name of a command or an option in every language but English.
// The same word is the same in all commands.
func localNames(name string) map[string]string {
	_, others := worded(nameID(name))
	return others
}

func nameID(name string) string { return "name." + name }
