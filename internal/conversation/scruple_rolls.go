package conversation

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numberWords are the numbers that a die, or a few of them, come to; the words are
// folded.
var numberWords = func() map[string]string {
	all := make(map[string]string)
	for _, list := range []string{
		`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
			twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty`,
		`eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig
			einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig fünfundzwanzig sechsundzwanzig siebenundzwanzig achtundzwanzig neunundzwanzig dreißig`,
	} {
		for i, w := range strings.Fields(list) {
			all[fold(w)] = strconv.Itoa(i + 1)
		}
	}
	return all
}()

// rollClaims are the ways to say what a roll came to, folded. In them NUM
// is a number, MANY one that is not "one", which is also a word for anything, NAT
// what may stand before it, and JUST what may stand anywhere.
var rollClaims = claims(
	// English.
	`(?:roll|rolls|rolled|rolling|threw|throws?|thrown|got) (?:myself |you |him |her )?(?:an? |the )(?:NAT )?NUM`,
	`(?:roll|rolls|rolled|rolling) (?:JUST )?(?:of )?(?:NAT )?MANY`,
	`(?:roll|rolls|rolled)(?: is|'s| was| came to| comes to| came up| gives| shows?| says?|:) (?:only |just )?(?:an? )?(?:total of )?(?:NAT )?NUM`,
	`(?:roll|throw|check|save) (?:is|was|of|came to|comes to|came out at) (?:only |just |exactly )?(?:an? )?(?:NAT )?NUM`,
	`(?:die|dice|bones) (?:show|shows|showed|say|says|said|read|reads|come up|comes up|came up|land on|lands on|landed on|land at|give|gives|gave|turn up|turned up)(?: on)? (?:me )?(?:an? )?(?:NAT )?NUM`,
	`(?:that is|that's|that makes|that was|it's|it is) an? (?:NAT )?MANY`,
	`(?:natural|nat|dirty|unmodified) (?P<n>20|twenty|1|nineteen|19)`,
	`\d*d(?:4|6|8|10|12|20|100)(?: ?[-+] ?\d+)?(?: ?(?:=|:|→|is|was|makes|gives|came to|comes to|came up|shows?|says?)) ?(?:an? )?(?:NAT )?NUM`,
	`an? (?:NAT )?NUM on (?:the|my|a|his|her) (?:die|dice|d\d+)`,
	`with an? (?:roll of )?(?:NAT )?NUM (?:on|for)`,
	// German.
	`(?:würfle|würfele|würfelst|würfelt|würfeln|würfelte|würfelten|werfe|warf|wirft)(?: JUST)? (?:eine |ne |die )(?:NAT )?NUM`,
	`(?:würfle|würfele|würfelst|würfelt|würfeln|würfelte|würfelten)(?: JUST)?:? (?:NAT )?MANY`,
	`(?:eine |ne |die )?(?:NAT )?NUM (?:gewürfelt|erwürfelt|geworfen)`,
	`(?:das ist|das war|das wird|das macht|es ist|es wird|ist|gibt das) (?:ja |wohl |doch |also |nur |leider )?(?:eine|ne) (?:NAT )?NUM`,
	`würfel (?:zeigt|zeigen|sagt|sagen|ergibt|ergeben|fällt auf|fallen auf|landet auf|landen auf|steht auf|stehen auf|bleibt auf)(?: JUST)? (?:die |eine |der )?(?:NAT )?NUM`,
	`(?:wurf|probe|ergebnis|würfelwurf)(?: ist| war| ergibt| ergab| von| zeigt| lautet|:)(?: JUST)? (?:eine |die |insgesamt )?(?:NAT )?NUM`,
	`(?:natürliche|glatte|gewürfelte|nat) (?P<n>20|zwanzig|1|eins)`,
	`\d*w(?:4|6|8|10|12|20|100)(?: ?[-+] ?\d+)?(?: ?(?:=|:|→|ist|war|macht|ergibt|ergab|zeigt|sagt)) ?(?:eine )?(?:NAT )?NUM`,
	`(?:eine )?(?:NAT )?NUM auf (?:dem|meinem|einem) (?:w\d+|würfel)`,
)

// unaccented folds a pattern, in which capitals are not letters.
var unaccented = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss")

// claims compiles patterns. A name may stand only once in each, so the group "n"
// is the number.
func claims(patterns ...string) (all []*regexp.Regexp) {
	words := slices.SortedFunc(maps.Keys(numberWords), func(a, b string) int { return len(b) - len(a) })
	many := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "one" || w == "eins" })
	fill := strings.NewReplacer(
		"NUM", `(?P<n>\d{1,3}|`+strings.Join(words, "|")+`)`,
		"MANY", `(?P<n>\d{1,3}|`+strings.Join(many, "|")+`)`,
		"NAT", `(?:natural|nat|dirty|lousy|measly|solid|total of|naturliche|glatte|satte|lausige|gesamte)`,
		"JUST", `(?:just|now|even|only|again|exactly|gerade|eben|nur|genau|wieder|insgesamt|leider|sogar|jetzt|mir|dir|sich)`,
	)
	for _, p := range patterns {
		all = append(all, regexp.MustCompile(`(?:^|[^\p{L}\p{N}])`+fill.Replace(unaccented.Replace(p))))
	}
	return all
}

// afterRoll are the words that may follow the number of a roll, folded. A thing is
// none of them: "seventeen barrels" were not rolled by dice.
var afterRoll = foldedSet(`on for with plus minus against and to in again total altogether exactly damage points but so then if as that which enough
	today my friend there it right
	auf für gegen beim bei mit insgesamt und zum zur im in schaden punkte aber also dann das damit heute wieder reicht genug mein meine gewürfelt erwürfelt geworfen da da's`)
