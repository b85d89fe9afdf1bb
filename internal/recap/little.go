package recap

import (
	"strings"
	"unicode"

	"golang.org/x/text/language"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// Below either of these a model has nothing to tell, and makes something up.
const (
	fewLines = 4
	fewWords = 20 // different ones: the same word a hundred times tells nothing
)

// tooLittle reports whether said is not enough for a story.
func tooLittle(said []transcript.Line) bool {
	lines, words := 0, map[string]bool{}
	for _, l := range said {
		folded := campaign.Fold(l.Text)
		if folded == "" {
			continue
		}
		lines++
		for w := range strings.FieldsSeq(folded) {
			// Scripts without spaces: a character says about as much as a word.
			if r := []rune(w); unicode.In(r[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
				for _, c := range r {
					words[string(c)] = true
				}
				continue
			}
			words[w] = true
		}
	}
	return lines < fewLines || len(words) < fewWords
}

// littleTexts say that there is nothing to tell, by language.
var littleTexts = map[string]string{
	"en": "Too little was said in this session for a recap.",
	"de": "In dieser Sitzung wurde zu wenig gesagt, um davon zu erzählen.",
	"fr": "Il s'est dit trop peu de choses pendant cette séance pour la raconter.",
	"es": "En esta sesión se dijo demasiado poco para contarla.",
}

func littleText(tag string) string {
	base, _ := language.Make(tag).Base()
	if s, ok := littleTexts[base.String()]; ok {
		return s
	}
	return littleTexts["en"]
}
