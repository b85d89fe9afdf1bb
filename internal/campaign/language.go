package campaign

import (
	"strings"

	"golang.org/x/text/language"
)

// LanguageOf returns the code of a language that somebody wrote, as a code or
// as most people call it, such as de for "Deutsch". It is empty for what is no
// language.
func LanguageOf(written string) string {
	written = strings.Join(strings.Fields(written), " ")
	if code, ok := tongues[Fold(written)]; ok {
		return code
	}
	tag, err := language.Parse(strings.ReplaceAll(written, "_", "-"))
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}

// tongues are languages by their names, folded, in themselves, in English and
// in German.
var tongues = map[string]string{
	"english": "en", "englisch": "en",
	"german": "de", "deutsch": "de",
	"french": "fr", "francais": "fr", "franzosisch": "fr",
	"spanish": "es", "espanol": "es", "spanisch": "es", //nolint:misspell // it is German
	"italian": "it", "italiano": "it", "italienisch": "it",
	"dutch": "nl", "nederlands": "nl", "niederlandisch": "nl",
	"portuguese": "pt", "portugues": "pt", "portugiesisch": "pt", //nolint:misspell // it is Portuguese
	"polish": "pl", "polski": "pl", "polnisch": "pl",
}
