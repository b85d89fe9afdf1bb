package conversation

import (
	"strings"
	"unicode"
)

// A place says where in a sentence a span stands.
type place int

const (
	midSentence   place = iota
	afterPause          // behind a comma, a dash, an ellipsis
	sentenceStart       // where a sentence, a line or a quotation begins
)

// mayDirect reports whether a span of which held is the beginning, its first
// word included, may still be a stage direction. If not it is let go at once.
func (i *inlineRoom) mayDirect(held []rune) bool {
	words := strings.Fields(string(held))
	if len(words) == 0 {
		return true
	}
	first := bareWord(words[0])
	switch i.place() {
	case sentenceStart:
		return i.span.open != '(' || !unicode.IsUpper(held[0])
	case afterPause:
		return i.span.open != '(' || directions[first]
	default:
		return directions[first]
	}
}

// isDirection reports whether a whole span is something done rather than said.
// In "He said *never* trust him" the word is part of the sentence; in
// "*leans closer* Speak" it is not. The signs, strongest first:
//
//   - It begins with a verb that such remarks begin with, and is not the
//     predicate of a sentence ("he *laughs* at you").
//   - It stands where a sentence begins and tells of somebody ("he waves…").
//   - It stands there in lower case, begins with no number, and is more than a stressed word.
//   - It stands there as a sentence of its own that nobody shouts.
//
// next is the first rune behind it that is no space, 0 at the end.
func (i *inlineRoom) isDirection(span []rune, next rune) bool {
	text := strings.TrimSpace(string(span))
	words := strings.Fields(text)
	if len(words) == 0 {
		return true
	}
	at := i.place()
	first := bareWord(words[0])
	lower := !unicode.IsUpper([]rune(text)[0])
	many := len(words) > 1
	goesOn := unicode.IsLower(next) // the sentence around it does

	switch {
	case directions[first]:
		if at == midSentence {
			return !subjects[strings.ToLower(string(i.word))]
		}
		return lower || !goesOn || many
	case i.span.open == '(':
		return at == sentenceStart && lower && manner(first) && !notManner[first]
	case at == midSentence, unicode.IsDigit([]rune(text)[0]): // *5 gold pieces*, and no less
		return false
	case narrated[first] && many:
		return at == sentenceStart || !goesOn
	case at == afterPause:
		return lower && many && !goesOn
	case lower:
		return many || !goesOn
	}
	switch text[len(text)-1] {
	case '!', '?':
		return false
	case '.':
		return many
	}
	return many && !goesOn && !isClauseMark(next) && !isTerminator(next)
}

// place says where the next span stands.
func (i *inlineRoom) place() place {
	last, before := i.solid[0], i.solid[1]
	switch {
	case last == 0 || last == '\n':
		return sentenceStart
	case strings.ContainsRune("\"“”„»«‘「『", last):
		if isVoiced(before) {
			return midSentence // the "Maid" *burned*
		}
		return sentenceStart
	case last == '…' || last == '.' && before == '.':
		return afterPause
	case isTerminator(last):
		return sentenceStart
	case isClauseMark(last) || last == '-':
		return afterPause
	}
	return midSentence
}

// manner reports whether a word tells how somebody speaks: "softly",
// "smiling", "lächelnd", or does something: "shivers".
func manner(word string) bool {
	for _, end := range []string{"ly", "ing", "s", "end", "lnd"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

func bareWord(w string) string {
	return strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !isVoiced(r) }))
}

var (
	// directions are words that a stage direction begins with, in English and
	// German. The list is our own; it need not be complete, since a direction
	// at the beginning of a sentence is known without it.
	directions = wordSet(`sigh sighs sighing laughs laughing chuckles chuckling chuckle smiles smiling grins grinning
		nods nodding shrugs shrugging whispers whispering leans leaning looks looking glances glancing
		pauses pausing coughs coughing waves waving winks winking snorts groans growls mutters muttering
		mumbles murmurs smirks smirking frowns frowning gestures gesturing points pointing turns turning
		steps walks crosses shakes shaking raises raising lowers lowering clears wipes wiping pours pouring
		sets puts slams taps rubs rubbing scratches bows stares staring squints gulps sniffs spits swallows
		hesitates trembles blushes giggles gasps yawns draws folds softly quietly gently nervously
		seufzt seufzend lacht lachend lächelt lächelnd grinst grinsend nickt nickend zuckt flüstert flüsternd
		lehnt beugt blickt schaut hustet winkt zwinkert schnaubt stöhnt knurrt murmelt brummt runzelt deutet
		zeigt dreht tritt schüttelt hebt senkt räuspert wischt schenkt stellt legt schlägt klopft reibt
		kratzt verbeugt starrt zögert zittert kichert gähnt leise`)
	// subjects make a verb behind them a predicate.
	subjects = wordSet(`he she it who that which one everyone everybody nobody somebody someone
		er sie es wer man jeder niemand jemand`)
	// narrated are words that a told action begins with.
	narrated = wordSet(`he she they er sie`)
	// notManner are words that end as manner wants and tell no manner.
	notManner = wordSet(`perhaps always sometimes this is as his hers us yes was has its ours yours theirs
		towards besides unless nothing something anything everything only family und end`)
)
