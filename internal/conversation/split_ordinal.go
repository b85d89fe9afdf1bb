package conversation

import (
	"strings"
	"unicode"
)

// ordinal decides "am 3. Mai" and "…, 3. Stock links" against "costs 3. Then".
func (s *splitter) ordinal(before, after []rune, last bool) verdict {
	if unicode.IsLower(after[0]) {
		return sentenceGoesOn
	}
	if !unicode.IsLetter(after[0]) || baseLanguage(s.language) == "en" {
		return sentenceEnds
	}
	next, whole := firstWord(after)
	if !whole && !last {
		return sentenceOpen
	}
	if isMonth(next) {
		return sentenceGoesOn
	}
	return verdictOf(!s.beforeOrdinal(before, next))
}

// roman decides "der II. Rang" and "Friedrich II. war" against "Kapitel II. Dann".
// In other languages than German a numeral has no dot of its own.
func (s *splitter) roman(before, after []rune, last bool) verdict {
	if baseLanguage(s.language) != "de" {
		return verdictOf(!unicode.IsLower(after[0]) || s.low)
	}
	if unicode.IsLower(after[0]) {
		return sentenceGoesOn
	}
	if !unicode.IsLetter(after[0]) {
		return sentenceEnds
	}
	next, whole := firstWord(after)
	if !whole && !last {
		return sentenceOpen
	}
	return verdictOf(!s.beforeOrdinal(before, next))
}

// beforeOrdinal reports whether what stands before a number with a dot, and next
// behind it, make it an ordinal.
func (s *splitter) beforeOrdinal(before []rune, next string) bool {
	previous := strings.ToLower(wordBefore(before))
	if baseLanguage(s.language) != "de" {
		return germanArticles[previous] // the others are English words, too
	}
	counted := ordinalNouns[strings.ToLower(next)]
	switch {
	case germanArticles[previous], germanDeterminers[previous], behindClauseMark(before):
		return counted || !sentenceStarters[next]
	}
	return counted && !germanBeforeCardinal[previous]
}

// behindClauseMark reports whether a clause mark stands before the last word.
func behindClauseMark(rs []rune) bool {
	i := len(rs)
	for i > 0 && !unicode.IsSpace(rs[i-1]) {
		i--
	}
	for i > 0 && unicode.IsSpace(rs[i-1]) {
		i--
	}
	return i > 0 && isClauseMark(rs[i-1])
}

// dated decides "on Dec. 3" and "Mo. 3. Mai" against "at the end of Dec. Then". ok is
// false if the last word before is no abbreviation of a date.
func (s *splitter) dated(before, after []rune, last bool) (v verdict, ok bool) {
	name, ok := strings.CutSuffix(lastWord(before), ".")
	if !ok || name == "" || !unicode.IsUpper([]rune(name)[0]) {
		return sentenceOpen, false
	}
	name = strings.ToLower(name)
	if shortMonths[name] {
		return verdictOf(!unicode.IsDigit(after[0]) && !unicode.IsLower(after[0])), true
	}
	if !shortDays[baseLanguage(s.language)][name] || strings.EqualFold(wordBefore(before), "the") {
		return sentenceOpen, false // "behind the Sun. Then"
	}
	if !unicode.IsUpper(after[0]) {
		return verdictOf(!unicode.IsDigit(after[0]) && !unicode.IsLower(after[0])), true
	}
	next, whole := firstWord(after)
	if !whole && !last {
		return sentenceOpen, true
	}
	return verdictOf(!isMonth(next)), true
}

// isMonth reports whether word names a month, in full or short.
func isMonth(word string) bool {
	word = strings.ToLower(word)
	return months[word] || shortMonths[word]
}

var (
	months = wordSet(`januar jänner februar märz april mai juni juli august september oktober november dezember
		january february march may june july october december`)
	shortMonths    = wordSet("jan jän feb febr mär mrz mar apr jun jul aug sep sept okt oct nov dez dec")
	englishDays    = wordSet("mon tue tues wed thu thur thurs fri sat sun")
	shortDays      = map[string]map[string]bool{"": englishDays, "en": englishDays, "de": wordSet("mo di mi do sa so")}
	germanArticles = wordSet(`der das dem den des im vom zum zur beim bis ab seit jeder jede jedes jedem jeden
		ein eine einem einen eines`)
	// germanDeterminers are those that are words of other languages, too, or
	// stand behind a verb.
	germanDeterminers = wordSet(`am die einer dies diese dieser dieses diesem diesen jener jene jenes welche welcher welches
		mein meine meinem meinen meiner meines dein deine deinem deinen deiner deines sein seine seinem seinen seiner seines
		ihr ihre ihrem ihren ihrer ihres unser unsere unserem unseren unserer unseres euer eure eurem euren eurer eures`)
	// ordinalNouns are nouns that an ordinal stands before without an article.
	ordinalNouns = wordSet(`stock stockwerk etage reihe rang ranges mal versuch tag nacht woche monat jahr jahrhundert stufe grad
		grades klasse runde zug gang tür straße gasse platz teil kapitel akt stunde bezirk ebene zimmer haus kompanie
		weltkrieg jh jhd obergeschoss untergeschoss ordnung level regiment gebot regel strophe offizier kreis`)
	// germanBeforeCardinal are words behind which a number is no ordinal: "Platz 3."
	germanBeforeCardinal = wordSet(`platz stufe kapitel zimmer raum seite nummer haus tisch grad level rang etage stock punkt teil
		kostet kosten ist sind bin bist war waren hat habe hast haben etwa circa`)
)
