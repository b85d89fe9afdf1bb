package conversation

import (
	"strings"

	"glyphoxa/internal/campaign"
)

// The words were chosen for what is said at a table in order to be answered.
// One that is missing costs the usual delay, and one too many cuts somebody
// off: of what may end a sentence only what seldom does is on a list.
var grammars = map[string]*grammar{
	"en": {
		always: list("and or but because cause if unless until while whereas although the a an my your our their " +
			"every um uh uhm umm er erm ehm hmm into onto than as i'm i've we're you're they're i'd i'll we'll gonna wanna " +
			"very whose"),
		mostly:  list("to of from with for at by is are was were am been be has had which who when where in on his its some any like"),
		callers: list("hey hi hello oh ah well so okay ok now please listen excuse me and then"),
		alone: list("yes no yeah yep yup nope nah aye nay okay ok sure right fine hello hi hey greetings thanks thank you please " +
			"good morning evening day night bye goodbye farewell stop wait exactly agreed never mind of course not go on continue"),
		asking: list("what what's where where's who who's whom whose why how how's when which"),
		verbs: list("is are was were do does did can could will would shall should have has had may might must " +
			"isn't aren't don't doesn't didn't can't couldn't won't wouldn't haven't hasn't"),
		you: list("you we i he she it they there this that these those the a anyone anybody somebody someone"),
		orders: list("give tell show bring take open close let help follow leave get stop put hand pour sell fetch " +
			"look attack explain describe keep hold come go wait"),
		dangles:   list("is are was were do does did can could will would have has had what where who how why when which and not this these those"),
		leastAsks: 3,
	},
	"de": {
		always: list("und oder aber weil dass wenn ob obwohl damit sondern sowie bevor nachdem sodass falls " +
			"ein eine einen einem einer eines kein keine keinen keinem keiner des dem den im am zum zur vom beim ins ans " +
			"mein meine meinen meinem meiner dein deine deinen deinem deiner seine seinen seinem ihren ihrem " +
			"unser unsere unseren unserem euer eure euren ah ahm ohm hm hmm eh sehr " +
			"für von ohne gegen wegen zwischen als"),
		mostly:  list("der die bin ist sind war waren habe hat wird werde will kann muss soll möchte wer wo wie in bei nach über unter"),
		callers: list("he hey hallo oh ach na also nun gut okay ok bitte hör mal sag sagt"),
		alone: list("ja nein jo nee doch okay ok gut klar genau richtig danke bitte hallo servus moin guten morgen tag abend nacht " +
			"grüß dich gott tschüss halt stopp warte weiter stimmt natürlich sicher niemals vielen dank"),
		asking: list("was wo wer wen wem wessen warum wieso weshalb wie wann wohin woher welche welcher welches welchen welchem wozu womit worum"),
		verbs: list("ist sind war waren hast hat habt haben bist seid weißt weist wisst gibt gibts kennst kennt siehst seht " +
			"glaubst meinst kommst kommt"),
		bends: list("kannst könnt könnten könntest kann können willst wollt würdest würdet " +
			"darf dürfen soll sollen möchtest magst musst"),
		you: list("du ihr sie ich wir er es man das die der den hier dort da jemand"),
		orders: list("gib gebt sag sagt zeig zeigt bring bringt nimm nehmt öffne öffnet lass lasst hilf helft folge folgt geh geht " +
			"komm kommt hol holt verkauf verkaufe erzähl erzähle erklär erkläre erzählt schau schaut"),
		dangles: list("mir dir ihm uns euch ich du er sie wir ihr es ist sind hast hat habt wird kann was wo wer wie warum wann mich dich " +
			"nicht mal bitte"),
		leastAsks: 4,
	},
}

// list returns words, folded as what is said is.
func list(words string) []string {
	all := strings.Fields(words)
	for i, w := range all {
		all[i] = campaign.Fold(w)
	}
	return all
}
