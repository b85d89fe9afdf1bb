package speech

import "strings"

// Language returns the language alone of a BCP 47 tag, in lower case: "en" of
// "en-GB", and of "en_GB.UTF-8" as locales are written. There are only letters in it.
func Language(tag string) string {
	tag = strings.ToLower(strings.TrimSpace(tag))
	if end := strings.IndexFunc(tag, func(r rune) bool { return r < 'a' || r > 'z' }); end >= 0 {
		return tag[:end]
	}
	return tag
}
