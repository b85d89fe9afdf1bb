package conversation

import "strings"

// A lexicon is what addressing knows of a language. Words are folded. The
// lists are our own: small words that do not change, and the talk of a table.
type lexicon struct {
	lead       map[string]bool // may stand before a name at the beginning
	joins      map[string]bool // lead words after which a lone name is not called
	honorific  map[string]bool // may stand right before a name
	style      map[string]bool // such words behind which nothing but a name comes
	noble      map[string]bool // "von": with what comes behind it, a name
	determiner map[string]bool
	particle   map[string]bool // inside a name: "of", "von"
	and, or    map[string]bool
	not        map[string]bool
	meant      map[string]bool // "I meant Mara"
	rather     map[string]bool // "not Mara but Bart"
	preps      map[string]bool // a name behind one is spoken of

	ask     map[string]bool // question words
	second  map[string]bool // forms of you
	aux     map[string]bool // verbs that may begin a question
	subject map[string]bool // pronouns that follow them then
	command map[string]bool // imperatives, and what else only an addressee hears
	third   map[string]bool // verbs whose subject stands before them
	adverb  map[string]bool // may stand before a verb
	copula  map[string]bool // "where is the mill, …"
	gives   map[string]bool // verbs that take a person: "what did you tell Bart"
	self    map[string]bool // I, we
	says    map[string]bool // "I ask Bart …"
	saysTo  map[string]bool // words between: "I turn to Bart"
	atEnd   map[string]bool // words before a name at the end that is called
	object  map[string]bool // such words only behind a command or "es": "sag mir", "geht es dir"

	please map[string]bool

	openers        phraseSet       // what a name may follow that is called: "come on", "weißt du was"
	hedges         phraseSet       // what it may follow, and more must tell: "you see bart" is a question, too
	corrects       map[string]bool // "Bart, sorry, Greta"
	topics         map[string]bool // "what do you know bart about the mill"
	speaking       map[string]bool // "not you, I'm talking to Bart"
	reports        phraseSet       // what comes next somebody else said: "he said", "was like"
	takes          map[string]bool // verbs and what else wants somebody behind it: "I saw Bart"
	closes         map[string]bool // words that end a sentence, so that a name behind them is left over
	particles      map[string]bool // so do "up" and "away", behind what they go with
	moves          map[string]bool // verbs that need nobody: "calm down", "kommst du"
	starts         map[string]bool // words that begin a sentence
	few            map[string]bool // beside articles, what comes before a noun
	transitive     map[string]bool // moves that may be made with somebody: "wake up"
	formal         map[string]bool // verbs before a polite "sie"
	confirms       map[string]bool // "bart right he's the one"
	conditional    map[string]bool // verbs that are no question's: "bart würd ich nicht fragen"
	thing          map[string]bool // it, that: what is nobody
	halves         map[string]bool // verbs that have a second part at the end
	vague          map[string]bool // subjects that may be objects
	praise         map[string]bool // "nice sword bart"
	tail           map[string]bool // words behind everything: "give it to me bart please"
	sequel         map[string]bool // "first Bart then Greta"
	endears        map[string]bool // "rose sweetheart"
	nounPreps      map[string]bool // "you're under arrest bart": with a noun they end a sentence
	units          map[string]bool // "I bet you two silver" does not call two
	plural         map[string]bool // verbs that cannot tell of one: "sergeant are those your men"
	mood           map[string]bool // "das glaubst du doch nicht"
	is             map[string]bool
	becomes        map[string]bool // what makes somebody a captain
	role           map[string]bool // nouns whose name may follow: "the smith Bart"
	describing     map[string]bool // may stand between an article and a title
	describingEnds []string
	titles         map[string][]string // what else they are called: "käpt'n"
	verbNames      map[string]bool     // common names that are verbs: "will we", "hope you"

	agrees     map[string]bool // verbs that begin a question: "stimmt das"
	ours       map[string]bool // "ist mein zimmer noch frei"
	states     map[string]bool // verbs without an object: "liegt das boot noch am steg"
	exists     []string        // "is there anything we could do" is no plan
	places     map[string]bool // prepositions: "on the chin"
	indefinite map[string]bool // determiners: "Bart is a name"
	isIt, it   map[string]bool // "was it Greta?"
	orders     map[string]bool // first words of orders: "I'll have the stew"
	owns       map[string]bool // verbs of what one has: "do you have rope"
	quotes     map[string]bool // "Bart," he said

	common map[string]bool // names that are ordinary words
	stop   map[string]bool // what one says to stop somebody
	answer map[string]bool // backchannels that answer a question
	gm     []string

	goOn      []string // whole lines
	groups    []string // "all of you"
	everybody []string // may mean the people, too
	numbers   map[string]int
	groupYou  map[string]bool
	rules     phraseSet       // talk about the game
	narrates  []string        // sentences that begin so tell what a player does
	planning  phraseSet       // talk among players
	players   []string        // what only the others at the table are called
	aside     phraseSet       // talk about the room in which they sit
	talk      tableTalk       // what tells a line for the table from one for an agent
	scores    phraseSet       // what stands beside a number that somebody rolled
	besides   map[string]bool // what else may stand there
	number    map[string]bool
	verbEnds  []string // ends of verbs in the third person
	notVerbs  map[string]bool
	german    bool   // the grammar is that of German, and else that of English
	youEnd    string // the end of verbs in the second person
	notYou    map[string]bool
}

// lexiconFor returns the lexicon of a BCP 47 tag: English for none, and for a
// language that is not known one that leaves only the places of names.
func lexiconFor(language string) *lexicon {
	switch baseLanguage(language) {
	case "", "en":
		return english
	case "de":
		return german
	}
	return anyLanguage
}

// baseLanguage returns the language of a BCP 47 tag, without region and script.
func baseLanguage(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(base)
}

// small reports whether a word is one of those that hold sentences together, or
// that people call each other by.
func (l *lexicon) small(w string) bool {
	for _, set := range []map[string]bool{
		l.lead, l.honorific, l.determiner, l.particle, l.and, l.or, l.not, l.preps, l.ask, l.second, l.aux, l.subject,
		l.command, l.third, l.adverb, l.atEnd, l.stop, l.answer,
	} {
		if set[w] {
			return true
		}
	}
	return false
}

func foldedSet(words string) map[string]bool { return wordSet(fold(words)) }

// foldedList cuts phrases at commas and folds them.
func foldedList(phrases string) []string {
	var list []string
	for p := range strings.SplitSeq(fold(phrases), ",") {
		list = append(list, strings.Join(strings.Fields(p), " "))
	}
	return list
}

var anyLanguage = &lexicon{gm: []string{"gm", "dm"}}
