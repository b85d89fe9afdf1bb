package spoken

import (
	"strings"
	"unicode/utf8"
)

// The genders of what a table counts, measures and pays with. A compound has the
// gender of its last part: "Silberstück" is a "stück".
var germanNouns = genders(map[gender]string{
	masculine: `taler heller kreuzer gulden dukat silberling groschen beutel sack krug becher humpen schluck trank laib
		bissen happen tropfen löffel teller eimer korb tag monat abend morgen augenblick moment meter kilometer
		zentimeter liter fuß zoll schritt punkt platz würfel wurf pfeil bolzen dolch speer bogen stab ring stein schild
		helm mantel umhang zauber schlag treffer angriff versuch gang stock rang grad teil akt band zug mann ork goblin
		wolf hund drache zwerg elf krieger wächter händler wirt gegner feind bruder sohn schlüssel brief apfel fisch käse
		edelstein rubin smaragd diamant barren schein bonus malus junge bote name löwe riese affe sklave erbe knabe kunde
		zeuge buchstabe gedanke friede funke glaube schütze gefährte geselle bezirk weltkrieg offizier stern kreis sprung schwung`,
	feminine: `münze fackel stunde minute sekunde woche nacht runde meile elle unze tonne flasche phiole schachtel kiste truhe
		ladung portion mahlzeit scheibe tasse schüssel axt klinge armbrust keule karte rolle kugel perle kette rüstung
		waffe stufe reihe etage klasse ebene tür straße gasse frau tochter schwester wache hexe aktion probe chance hälfte
		person leiche wunde stadt zeile seite ordnung kompanie feder kerze decke laterne lampe bank hand uhr regel strophe`,
	neuter: `stück goldstück pfund kilo gramm kilogramm prozent brot bier ale fass glas mal jahr jahrhundert jahrzehnt pferd pony
		schwert messer seil zelt zimmer bett haus leben kapitel stockwerk level buch blatt kind tier huhn ei schaf schwein
		schiff boot tor fenster wort feld hemd kleid paar dutzend auge ende ungeheuer monster skelett gold silber kupfer
		viertel drittel gebot regiment rudel amulett obergeschoss untergeschoss jh jhd gebäude gewölbe gebirge`,
})

func genders(words map[gender]string) map[string]gender {
	m := map[string]gender{}
	for g, list := range words {
		for w := range strings.FieldsSeq(list) {
			m[w] = g
		}
	}
	return m
}

// longestNoun is how many bytes a noun has at most of which the gender is told.
const longestNoun = 40

// germanGender tells the gender of a noun in singular, if it is known or its end
// tells.
func germanGender(noun string) (g gender, known bool) {
	if len(noun) > longestNoun {
		return masculine, false
	}
	noun = strings.ToLower(noun)
	const least = 3 // runes of what may be the last part of a compound
	for part := noun; utf8.RuneCountInString(part) >= least; {
		if g, known = germanNouns[part]; known && (part == noun || utf8.RuneCountInString(part) > least) {
			return g, true
		}
		_, size := utf8.DecodeRuneInString(part)
		part = part[size:]
	}
	if g, known = germanNouns[noun]; known {
		return g, true
	}
	for end := range strings.FieldsSeq("ung heit keit schaft tät tion sion erin tin gin fin") {
		if strings.HasSuffix(noun, end) && len(noun) > len(end)+2 {
			return feminine, true
		}
	}
	switch {
	case strings.HasSuffix(noun, "chen"), strings.HasSuffix(noun, "lein"):
		return neuter, true
	case strings.HasSuffix(noun, "ling"):
		return masculine, true
	case strings.HasSuffix(noun, "e"):
		return feminine, true
	}
	return masculine, false
}

var (
	// germanCounted are nouns that an ordinal stands before without an article:
	// "3. Stock links".
	germanCounted = wordSet(`stock stockwerk etage reihe rang mal versuch tag nacht woche monat jahr jahrhundert stufe grad klasse
		runde zug gang tür straße gasse platz teil kapitel akt stunde bezirk ebene zimmer haus kompanie ordnung level
		weltkrieg jh jhd obergeschoss untergeschoss regiment gebot regel strophe offizier kreis`)
	// germanBeforeCardinal are words behind which a dot ends the sentence: "auf
	// Platz 3."
	germanBeforeCardinal = wordSet(`platz stufe kapitel zimmer raum seite nummer haus tisch grad level rang etage stock punkt teil
		kostet kosten ist sind bin bist war waren hat habe hast haben etwa circa`)
	germanDays = wordSet(`montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so`)
)
