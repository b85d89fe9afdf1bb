package voicetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// locales are the languages that a command can be localised into.
// https://discord.com/developers/docs/reference#locales
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// localised checks what a command, an option or a choice is called or described
// as in other languages. each checks one of them.
func (c *checker) localised(at string, in map[string]string, each func(at, s string)) {
	for _, locale := range slices.Sorted(maps.Keys(in)) {
		at := at + "." + locale
		if !slices.Contains(locales, locale) {
			c.fault(at, "BASE_TYPE_CHOICES", "Value must be one of (%s).", strings.Join(locales, ", "))
			continue
		}
		each(at, in[locale])
	}
}

// names checks a name and a description in other languages.
func (c *checker) names(at string, names, descriptions map[string]string) {
	c.localised(at+".name_localizations", names, func(at, s string) {
		if !commandName.MatchString(s) || strings.ToLower(s) != s {
			c.fault(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	})
	c.localised(at+".description_localizations", descriptions, func(at, s string) { c.text(at, s, 1, 100) })
}

// beside notes names that stand beside one another. In each language, and in
// that of whoever has none of them, they have to differ.
type beside map[string]bool

// taken notes a name in every language and reports whether it was there before in
// one of them.
func (b beside) taken(name string, in map[string]string) (clash bool) {
	for _, locale := range locales {
		shown := name
		if s, ok := in[locale]; ok {
			shown = s
		}
		key := fmt.Sprint(locale, " ", shown)
		clash = clash || b[key]
		b[key] = true
	}
	return clash
}

// longest is how much a text counts towards the size of a command: "when
// localization fields are present, only the longest localization for each field
// (including the default value) is counted".
// https://discord.com/developers/docs/interactions/application-commands#slash-commands
func longest(s string, in map[string]string) int {
	n := length16(s)
	for _, other := range in {
		n = max(n, length16(other))
	}
	return n
}
