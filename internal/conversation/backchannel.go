package conversation

import "strings"

// backchannels are the words by which a listener says no more than "I am
// listening". A line made of nothing else takes no turn: nobody who hears
// "mhm" stops talking.
var backchannels = map[string]map[string]bool{
	"": foldedSet(`m mm mmm mhm mhmm mmhm hm hmm hmmm uh um uhm ah aha oh ooh huh eh ha hah haha ok okay`),
	"en": foldedSet(`yeah yep yup yes right sure true wow nice cool great good interesting really indeed
		uhhuh uhuh mmhmm alright fine exactly isee`),
	"de": foldedSet(`ja jo joa jaja genau klar gut stimmt echt wirklich ach so achso aha soso krass cool
		schön gut na äh ähm öh richtig okay eben verstehe achja jawohl`),
	"fr": foldedSet(`ouais oui euh ben bah voilà exactement daccord bien super génial cool bon tiens vraiment carrément compris`),
	"es": foldedSet(`sí claro vale ya ajá eh pues bueno bien exacto guay genial verdad entiendo`),
	"it": foldedSet(`sì già certo giusto vero bene bello ehm eh beh esatto capisco ecco davvero`),
	"pt": foldedSet(`sim claro pois tá certo isso é exato legal fixe verdade entendo ã né beleza`),
	"nl": foldedSet(`ja jaja hoor precies klopt goed oké leuk mooi echt waar eh nou snap`),
}

// joinBackchannels makes one word of backchannels of two, whose halves are none.
var joinBackchannels = strings.NewReplacer(
	"uh-huh", "uhhuh", "mm-hmm", "mmhmm", "i see", "isee", "ach ja", "achja", "d'accord", "daccord", "d’accord", "daccord",
)

// isBackchannel reports whether text, in language (a BCP 47 tag), is nothing
// but backchannels: at most three of them. Empty text is none: that nothing
// was understood is another matter.
func isBackchannel(text, language string) bool {
	words := lineWords(joinBackchannels.Replace(strings.ToLower(text)))
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	base := baseLanguage(language)
	for _, w := range words {
		if !backchannels[""][w.fold] && !backchannels[base][w.fold] {
			return false
		}
	}
	return true
}
