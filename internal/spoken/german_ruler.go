package spoken

import "strings"

// germanRuler says "der Achte", in the case that the words before tell.
func germanRuler(s *scan, v uint64, rest string) (said string, n int) {
	if strings.HasPrefix(rest, ".") && strings.TrimFunc(rest, func(r rune) bool { return !isVoiced(r) }) != "" {
		n = 1 // at the end it is the sentence's, too
	}
	name, at := wordBefore(s.text[:s.at])
	title, at := wordBefore(s.text[:at])
	before, _ := wordBefore(s.text[:at])
	title, before = strings.ToLower(title), strings.ToLower(before)
	woman := strings.HasSuffix(title, "in")
	dative := germanDative[before] || before == "vom" || before == "zum" || before == "beim" || before == "dem" || before == "zur"
	accusative := germanAccusative[before]
	genitive := before == "des" || strings.HasSuffix(title, "s")
	article, ending := "der", "e"
	switch {
	case strings.HasSuffix(name, "s") && !genitive && !dative && !accusative:
		return "", 0 // Heinrichs is a genitive, Charles is none
	case woman && (genitive || dative):
		ending = "en"
	case woman:
		article = "die"
	case genitive:
		article, ending = "des", "en"
	case dative:
		article, ending = "dem", "en"
	case accusative:
		article, ending = "den", "en"
	}
	ordinal := germanOrdinal(v, ending)
	return article + " " + strings.ToUpper(ordinal[:1]) + ordinal[1:], n
}
