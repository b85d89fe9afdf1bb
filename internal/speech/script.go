package speech

import "unicode"

// scripts are the scripts of languages that are not written in Latin letters.
var scripts = map[string][]*unicode.RangeTable{
	"ar": {unicode.Arabic}, "fa": {unicode.Arabic}, "ur": {unicode.Arabic},
	"be": {unicode.Cyrillic}, "bg": {unicode.Cyrillic}, "kk": {unicode.Cyrillic}, "mk": {unicode.Cyrillic},
	"mn": {unicode.Cyrillic}, "ru": {unicode.Cyrillic}, "uk": {unicode.Cyrillic}, "sr": {unicode.Cyrillic, unicode.Latin},
	"el": {unicode.Greek}, "he": {unicode.Hebrew}, "hy": {unicode.Armenian}, "ka": {unicode.Georgian},
	"hi": {unicode.Devanagari}, "mr": {unicode.Devanagari}, "ne": {unicode.Devanagari},
	"bn": {unicode.Bengali}, "ta": {unicode.Tamil}, "te": {unicode.Telugu}, "th": {unicode.Thai},
	"ja": {unicode.Han, unicode.Hiragana, unicode.Katakana}, "ko": {unicode.Hangul, unicode.Han}, "zh": {unicode.Han},
	"yue": {unicode.Han},
}

// foreignScript reports whether most letters of text are of a script that the
// language, a BCP 47 tag, is not written in. Without a language nothing is
// foreign. Names in Latin letters belong in any language.
func foreignScript(text, language string) bool {
	primary := Language(language)
	if primary == "" {
		return false
	}
	own, ok := scripts[primary]
	if !ok {
		own = []*unicode.RangeTable{unicode.Latin}
	}
	letters, foreign := 0, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		// Common covers letters that are not of one script, such as the long
		// vowel mark of Japanese.
		if !unicode.In(r, own...) && !unicode.In(r, unicode.Latin, unicode.Common) {
			foreign++
		}
	}
	return 2*foreign > letters
}
