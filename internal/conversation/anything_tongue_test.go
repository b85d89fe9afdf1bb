package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/transcript"
)

// A tongue is a language, with what is said in it.
type tongue struct {
	language string
	setting  string
	names    map[transcript.AgentID]string
	sayings  []string // of people; in place of %s stands a word that nobody else says
	ways     []way
	// What the GM has somebody say, types, and types to two.
	say, typed, both string
	referee          []string
	world            []string
}

// tale is more than any talk allows.
func tale(sentence string) []string { return strings.Split(strings.Repeat(sentence, 1000), ".") }

// waysOf are how minds answer in any language, in which they say three sentences,
// in pieces and at once.
func waysOf(pieces, sentences []string) []way {
	return []way{
		{words: pieces},
		{words: sentences},
		{words: sentences, acts: true},
		{words: []string{"<think>Hm.</think>" + sentences[0]}},
		{words: []string{"<tool_call>{\"name\": \"dice\"}</tool_call>"}},
		{words: []string{sentences[0]}, fails: true},
		{words: []string{sentences[0], sentences[1][:4]}, stalls: true},
		{fails: true},
		{stalls: true},
		{},
	}
}

var inEnglish = tongue{
	language: "en",
	setting:  "The river has risen, and the mill is old.",
	names:    map[transcript.AgentID]string{"bart": "Bart", "greta": "Greta", "silas": "Silas", "odo": "Odo", "quill": "Quill"},
	sayings: []string{
		"Bart, what of the %s?", "Bart, what of the %s?", "Greta, hello %s.", "Bart and Greta, tell us of %s.", "Silas, speak of %s.",
		"Odo, where is the %s?", "Quill, what is %s?", "You three, what do you think of %s?", "What do you all think of the %s?",
		"Part, another %s.", "and what about the %s?", "hand me the %s", "Bart, roll for the %s.", "Bart, I think that the %s and",
		"No, Bart, say that again.", "go on", "go on", "Greta, go on.", "Bart, go on.", "mhm", "yes yes", "stop", "wait", "",
		"Bart, where is Zbigniev's %s?", "Greta, is it far to salt marsh and the %s?", "and Zbigniev, with his %s?",
		"Bart, the telephone rings for the %s.", "the telephone is ringing %s",
		earsFail, earsSubtitles, earsPrompt, earsForeign,
		"well met old friend i say", "it is cold", "the mill has stood there since", // what agents say
	},
	ways: append(slices.Insert(waysOf(
		[]string{"Well met, old fri", "end, I say. It is", " cold. Is it not?"},
		[]string{"Well met, old friend, I say. ", "It is cold. ", "Is it not?"}),
		2, way{words: []string{story}}),
		way{words: tale("and then the river rose and the bridge was gone. ")},
		way{words: []string{"Zbigniev is gone. He lives by the salt ", "marsh now. Ask Zbigniev's sister, or ask Zbig", "niev."}},
		way{words: []string{"Zbigniev is gone. He lives by the salt marsh now. Ask Zbigniev."}, acts: true},
		way{words: []string{"I rolled a 17. So it is."}},
		way{words: []string{"Let us see. I rolled a 17. So it is."}, rolls: true},
		way{words: []string{"<think>He is lying.", "</think>"}},
		way{words: []string{"*leans closer* I know. *looks around* Do you?"}},
		way{words: []string{"See here:\n\n| ale | 2 |\n|---|---|\n| wine | 5 |\n\nNow choose."}},
		way{words: []string{"| ale | 2 |\n|---|---|\n| wine | 5 |\n"}},
		way{words: []string{"Greta: I did it. Bart: No."}},
		way{words: []string{"It was me. Greta: No, it was me."}},
		way{words: []string{story}, acts: true},
	),
	say:     "So it is said, and so be it. Do you hear? Do you?",
	typed:   "Who has the key?",
	both:    "Bart and Greta, read this.",
	referee: []string{"Bart", "Greta", "", "the innkeeper", "Bart."},
	world:   []string{"In the tower stands a telephone, and nobody knows who calls.", "Zbigniev is the miller."},
}

var inGerman = tongue{
	language: "de-DE",
	setting:  "Der Fluß ist über die Ufer getreten, und in der Mühle wohnt niemand.",
	names:    map[transcript.AgentID]string{"bart": "Bärbel Öhler", "greta": "Gräfin Grete", "silas": "Jürgen", "odo": "Odo der Schöne", "quill": "Schreiber"},
	sayings: []string{
		"Bärbel, was ist mit %s?", "Bärbel, was ist mit %s?", "Guten Abend, Gräfin, und %s.", "Bärbel und Grete, erzählt uns von %s.",
		"Jürgen, sprich von %s.", "Odo, wo ist %s?", "Schreiber, was ist %s?", "Ihr drei, was haltet ihr von %s?", "Was meint ihr alle zu %s?",
		"Ferkel, noch ein %s.", "und was ist mit %s?", "gib mir mal %s", "Bärbel, würfle für %s.", "Bärbel, ich glaube, dass %s und",
		"Nein, Bärbel, sag das noch mal.", "weiter", "weiter", "Grete, erzähl weiter.", "Bärbel, und dann?", "mhm", "ja ja", "halt", "warte", "",
		"Bärbel, wo ist Zbigniev mit %s?", "Grete, ist es weit nach salt marsh und %s?", "und Zbigniev, mit %s?",
		"Bärbel, das Telefon klingelt wegen %s.", "das telefon klingelt %s",
		earsFail, earsSubtitles, earsPrompt, earsForeign,
		"seid gegrüßt alter freund sage ich", "es ist kalt", "die mühle steht schon dort seit", // what agents say
	},
	ways: append(slices.Insert(waysOf(
		[]string{"Seid gegrüßt, alter Freu", "nd, sage ich. Es ist", " kalt. Nicht wahr?"},
		[]string{"Seid gegrüßt, alter Freund, sage ich. ", "Es ist kalt. ", "Nicht wahr?"}),
		2, way{words: []string{"Die Mühle steht dort, seit mein Großvater ein Bub war, und länger. Niemand geht hin. Niemand kehrt zurück."}}),
		way{words: tale("und dann stieg der Fluß, und die Brücke war fort. ")},
		way{words: []string{"Zbigniev ist fort. Er wohnt nun bei salt ", "marsh. Fragt Zbigniev, oder fragt Zbig", "niev."}},
		way{words: []string{"Zbigniev ist fort. Er wohnt nun bei salt marsh. Fragt Zbigniev."}, acts: true},
		way{words: []string{"Ich habe eine 17 gewürfelt. So ist es."}},
		way{words: []string{"Mal sehen. Ich habe eine 17 gewürfelt. So ist es."}, rolls: true},
		way{words: []string{"*beugt sich vor* Ich weiß es. *sieht sich um* Und Ihr?"}},
		way{words: []string{"Seht her:\n\n| Bier | 2 |\n|---|---|\n| Wein | 5 |\n\nNun wählt."}},
		way{words: []string{"Gräfin Grete: Ich war es. Bärbel Öhler: Nein."}},
		way{words: []string{"Am 3. Mai, z. B. um 8 Uhr, kam Dr. Weiß. „Wer da?“, rief er."}},
	),
	say:     "So sei es gesagt, und so sei es. Hört Ihr? Hört Ihr mich?",
	typed:   "Wer hat den Schlüssel?",
	both:    "Bärbel und Grete, lest das.",
	referee: []string{"Bärbel Öhler", "Gräfin Grete", "", "die Wirtin", "Bärbel Öhler."},
	world:   []string{"Im Turm steht ein Telefon, und niemand weiß, wer anruft.", "Zbigniev ist der Müller."},
}
