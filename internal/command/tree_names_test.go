package command

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
)

// localName is what Discord takes for a name in any language.
// https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming
var localName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// in is a name or a description in a language.
func in(code, english string, others map[string]string) string {
	return cmp.Or(others[code], english)
}

// Each command, option and choice has a name and a description in every
// language, within Discord's limits, and unlike those beside it.
func TestNames(t *testing.T) {
	for _, code := range texts.Languages() {
		t.Run(code, func(t *testing.T) {
			var check func(path string, s discord.Spec)
			check = func(path string, s discord.Spec) {
				beside := map[string]string{}
				one := func(english, name, about string, others map[string]string) {
					if code != texts.Languages()[0] && others[code] == "" {
						t.Errorf("%s %s is described in English only", path, english)
					}
					if !localName.MatchString(name) || strings.ToLower(name) != name {
						t.Errorf("%s %s cannot be called %q", path, english, name)
					}
					if n := utf8.RuneCountInString(about); n == 0 || n > 100 {
						t.Errorf("%s %s: %d letters: %s", path, english, n, about)
					}
					if other, taken := beside[name]; taken {
						t.Errorf("%s: %s and %s are both called %s", path, english, other, name)
					}
					beside[name] = english
				}
				for _, sub := range s.Subs {
					if !texts.Has(nameID(sub.Name)) {
						t.Errorf("%s has no name", nameID(sub.Name))
					}
					one(sub.Name, in(code, sub.Name, sub.Names), in(code, sub.Description, sub.Descriptions), sub.Descriptions)
					check(path+" "+sub.Name, sub)
				}
				for _, o := range s.Options {
					if !texts.Has(nameID(o.Name)) {
						t.Errorf("%s has no name", nameID(o.Name))
					}
					one(o.Name, in(code, o.Name, o.Names), in(code, o.Description, o.Descriptions), o.Descriptions)
					for _, c := range o.Choices {
						name := in(code, c.Name, c.Names)
						if n := utf8.RuneCountInString(name); n == 0 || n > 100 || texts.Has(name) {
							t.Errorf("%s %s cannot offer %q", path, o.Name, name)
						}
						if code != texts.Languages()[0] && c.Names[code] == "" {
							t.Errorf("%s %s offers %q in English only", path, o.Name, name)
						}
					}
				}
			}
			glyphoxa, roll := Specs(true)[0], Specs(true)[1]
			check("", discord.Spec{Subs: []discord.Spec{roll}})
			check("", glyphoxa)
			if about := in(code, glyphoxa.Description, glyphoxa.Descriptions); texts.Has(about) || utf8.RuneCountInString(about) > 100 {
				t.Errorf("the whole is described as %q", about)
			}
		})
	}
}

// A command may have 8000 letters: of each name, description and choice the
// longest counts, in whichever language that is.
// https://discord.com/developers/docs/interactions/application-commands#slash-commands
func TestSize(t *testing.T) {
	const most = 8000
	longest := func(english string, others map[string]string) int {
		n := discord.Units(english)
		for _, s := range others {
			n = max(n, discord.Units(s))
		}
		return n
	}
	var size func(s discord.Spec) int
	size = func(s discord.Spec) int {
		n := longest(s.Name, s.Names) + longest(s.Description, s.Descriptions)
		for _, sub := range s.Subs {
			n += size(sub)
		}
		for _, o := range s.Options {
			n += longest(o.Name, o.Names) + longest(o.Description, o.Descriptions)
			for _, c := range o.Choices {
				n += longest(c.Name, c.Names) + len(c.Value)
			}
		}
		return n
	}
	for _, s := range Specs(true) {
		n := size(s)
		t.Logf("/%s: %d letters of %d", s.Name, n, most)
		if n > most {
			t.Errorf("/%s has %d letters, and may have %d", s.Name, n, most)
		}
	}
}

// The English names are those that the program knows.
func TestEnglishNames(t *testing.T) {
	for id, forms := range texts.Forms("en") {
		if name, ok := strings.CutPrefix(id, "name."); ok && forms[0] != name {
			t.Errorf("%s is %q", id, forms[0])
		}
	}
}

var mentioned = regexp.MustCompile("`/([^`{]+)`")

// Where a sentence names a command it names one that its reader's Discord shows.
func TestMentions(t *testing.T) {
	for _, code := range texts.Languages() {
		n := 0
		for id, forms := range texts.Forms(code) {
			for _, form := range forms {
				for _, m := range mentioned.FindAllStringSubmatch(form, -1) {
					n++
					if lost := follow(code, Specs(true), strings.Fields(m[1])); lost != "" {
						t.Errorf("%s: %s speaks of `/%s`: there is no %q", code, id, m[1], lost)
					}
				}
			}
		}
		if n == 0 {
			t.Errorf("no sentence in %s names a command", code)
		}
	}
}

// follow goes down the tree by the names of a language, and returns what it does
// not find. What follows a command are its options, as "name" or "name:value".
func follow(code string, list []discord.Spec, words []string) (lost string) {
	i := slices.IndexFunc(list, func(s discord.Spec) bool { return in(code, s.Name, s.Names) == words[0] })
	if i < 0 {
		return words[0]
	}
	at, rest := list[i], words[1:]
	if len(at.Subs) > 0 && len(rest) > 0 {
		return follow(code, at.Subs, rest)
	}
	for _, word := range rest {
		name, _, _ := strings.Cut(word, ":")
		if !slices.ContainsFunc(at.Options, func(o discord.Option) bool { return in(code, o.Name, o.Names) == name }) {
			return word
		}
	}
	return ""
}
