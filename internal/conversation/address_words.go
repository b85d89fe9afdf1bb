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
	rules     []string // talk about the game
	narrates  []string // sentences that begin so tell what a player does
	planning  []string // talk among players
	verbEnds  []string // ends of verbs in the third person
	notVerbs  map[string]bool
	youEnd    string // the end of verbs in the second person, German only
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

var english = &lexicon{
	lead: foldedSet(`hey hi hello oh ah aye well so ok okay now then yes yeah no nope and but or um uh er eh hm hmm
		listen excuse me sorry please thanks thank you good morning evening day night afternoon greetings
		say look right alright wait oi ho hail again anyway maybe actually`),
	joins:      foldedSet(`and but or no not then so yes maybe actually`),
	honorific:  foldedSet(`dear my good old master mistress mr mister mrs miss ms sir lady lord madam captain brother sister father mother uncle aunt doctor dr young little sweet friend king queen prince princess sergeant`),
	style:      foldedSet(`master mistress mr mister mrs miss ms sir lady lord madam captain brother sister uncle aunt doctor dr king queen prince princess sergeant`),
	noble:      foldedSet(`von van de`),
	determiner: foldedSet(`the a an my your his her our their this that these those some any`),
	particle:   foldedSet(`of the from von van de la le del der al in at`),
	and:        foldedSet(`and`),
	or:         foldedSet(`or`),
	not:        foldedSet(`not don't never isn't wasn't`),
	meant:      foldedSet(`meant mean asking addressing`),
	preps:      foldedSet(`about of to with from for by at on in near behind like than against without between toward towards after before over under around and or because`),
	ask:        foldedSet(`what who where when why how which whose what's who's where's how's why's`),
	second:     foldedSet(`you your yours yourself you're you've you'll you'd ya thee thou thy`),
	aux:        foldedSet(`is was has had does did will would can could should may might must isn't wasn't doesn't didn't won't can't couldn't wouldn't shall are were have do am`),
	subject:    foldedSet(`it he she they we i you anyone anybody someone somebody everyone there`),
	command: foldedSet(`tell give show come go help listen look let let's open take bring sell pour keep stop wait answer speak say
		describe explain please hold run hide follow stay put get hello hi thanks thank good i i'm i'd i've i'll we we're we'd
		we've we'll sorry forgive excuse pass hand fetch lead trust remember forget repeat sing play buy name swear`),
	third: foldedSet(`said told gave went took came ran was knew had has is were are did does lied stole saw thought got left sold
		bought kept made sent owed asked died lost found hid paid isn't wasn't doesn't didn't won't can't could would
		will might must should can may says who's and or of from with at in on but`),
	adverb: foldedSet(`just always never also only still probably really already often usually clearly surely maybe both
		definitely certainly here there over all`),
	copula: foldedSet(`is are was were costs cost much many`),
	gives:  foldedSet(`give tell pay ask show send owe offer sell call promise teach bring buy lend `),
	self:   foldedSet(`i we`),
	says:   foldedSet(`ask tell greet question whisper say shout call turn approach address thank beg nod`),
	saysTo: foldedSet(`to at out over up softly quietly loudly then gently back`),
	atEnd: foldedSet(`you me us it this that please here there now then again thanks hello hi hey night morning evening
		day today tonight tomorrow too yes no ok okay well so him her them right goodbye bye welcome greetings
		cheers farewell sorry yourself mine back`),
	please:     foldedSet(`please`),
	indefinite: foldedSet(`a an some any`),
	isIt:       foldedSet(`is was isn't wasn't`),
	it:         foldedSet(`it that this he she`),
	orders:     foldedSet(`i'll i'd we'll we'd bring show sell pour pass hand fetch`),
	owns:       foldedSet(`have got sell want need serve buy make offer`),
	quotes:     foldedSet(`said says asked asks shouted whispered answered`),
	common: foldedSet(`will hope art mark rose grace may june april faith joy dawn summer hunter smith baker miller cook
		fisher king knight black white brown green young long short stone wood hill mill brook rich frank bill
		drew jack ivy lily daisy robin jay dale cliff glen heath forest chance christian dean earl gene grant
		guy harry jean kit lance mercy miles nick pat patience pearl penny prudence ray rob rusty ruby sandy
		sky skip sterling storm sue violet wade ward wren angel amber autumn charity crystal destiny ash fern
		hazel honor clay rock ford field fox wolf bear major bishop abbot prince duke swift sharp strong`),
	stop:      foldedSet(`stop wait hold on quiet enough shut up halt hang silence hush one moment second a no please just it`),
	answer:    foldedSet(`yeah yep yup yes right sure true fine exactly alright indeed`),
	gm:        []string{"gm", "dm", "game master", "dungeon master"},
	goOn:      foldedList(`go on, continue, keep going, carry on, tell me more, tell us more, and then, what then, what else, what happened then, what happened next, then what, more`),
	groups:    foldedList(`all of you, both of you, any of you, each of you, one of you, you all, y'all, you lot`),
	everybody: foldedList(`everyone, everybody, guys, you guys, folks, gentlemen, ladies and gentlemen, friends, my friends`),
	numbers:   map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2},
	groupYou:  foldedSet(`you`),
	rules: foldedList(`roll initiative, initiative, roll for, roll a, roll me, roll to, roll with, rolled a, i rolled, armor class, armour class, my ac,
		does that hit, does a, does it hit, hit points, hp, saving throw, my turn, your turn, whose turn, who's turn, who's up, who's next,
		spell slot, spell slots, natural twenty, nat twenty, natural one, nat one, d20, d 20, twenty sided, skill check, the dc, what dc,
		perception check, stealth check, persuasion check, insight check, intimidation check, investigation check, a check, my sheet, advantage, disadvantage, bonus action, reaction, level up, character sheet, modifier, proficiency,
		pass the chips, pass the dice, pass me the, pizza, bathroom, toilet, be right back, brb, can you hear me, you're muted,
		are you muted, my mic, your mic, the mic, my internet, discord, take a break, short rest, long rest, next session, last session, next week,
		the rules, rulebook, player's handbook, plus three, plus five, does that work, what do i roll, what do i see, do i see, do i hear, do i notice,
		do i know, can i see, can i roll, can i make, can i use, can i try, can i find, is there a check`),
	narrates: foldedList(`i put, i attack, i draw, i search, i roll, i cast, i move, i hide, i sneak, i look around, i look at, i check, i open, i run,
		i climb, i loot, i investigate, i use, i want to roll, i try to, i pick up, i grab, i walk, i go to, i follow, i sit, i stand, i step,
		i swing, i shoot, i hit, i listen at, we go, we walk, we leave, i leave, i rest, we rest, we attack, i throw, i take the, i take out, my character`),
	planning: foldedList(`should we, shall we, we should, let's go, let's not, let's just, do we, what do we, where do we, can we just, i say we, i think we,
		do you guys, what do you guys, the plan, our plan, trust him, trust her, trust them, believe him, believe her, he's lying, she's lying, is lying, they're lying, guys`),
	verbEnds: []string{"s", "ed"},
	notVerbs: foldedSet(`this us as yes thanks perhaps always sometimes guess plus less his its ours hers yours theirs across
		indeed need speed bed red hundred bread instead ahead dead good old hold and kids goods chess nonsense
		pass miss kiss bless dress cross process focus`),
}

var german = &lexicon{
	lead: foldedSet(`he hey hallo hi ach oh ah na nun also ja jo nein und aber oder ähm äh hm hör hören sie mal zu entschuldige entschuldigung
		verzeihung verzeih bitte danke sag guten gute morgen tag abend nacht grüß dich gott moin servus genau gut okay ok
		so dann warte schau tja aha los willkommen seid gegrüßt`),
	joins:      foldedSet(`und aber oder nein nicht dann also so ja`),
	honorific:  foldedSet(`herr frau fräulein meister meisterin lieber liebe alter alte bruder schwester vater mutter onkel tante doktor dr hauptmann lord lady mein meine guter gute junge junger kleiner kleine könig königin prinz`),
	style:      foldedSet(`herr frau fräulein meister meisterin bruder schwester onkel tante doktor dr hauptmann lord lady könig königin prinz`),
	noble:      foldedSet(`von vom zu van de`),
	determiner: foldedSet(`der die das den dem des ein eine einen einem einer mein meine dein deine sein seine ihr ihre unser unsere dieser diese dieses`),
	particle:   foldedSet(`von vom der die das aus zu zum zur van de am im`),
	and:        foldedSet(`und`),
	or:         foldedSet(`oder`),
	not:        foldedSet(`nicht nie kein keine`),
	meant:      foldedSet(`meinte meine gemeint`),
	preps:      foldedSet(`über von mit zu bei für gegen ohne nach vor hinter neben wie als um an auf in aus und oder zum zur vom dass ob weil wenn`),
	ask:        foldedSet(`was wer wo wann warum wie welche welcher welches wieso wen wem woher wohin weshalb wieviel`),
	second:     foldedSet(`du dich dir dein deine deinen deinem deiner deins ihr euch euer eure euren`),
	aux:        foldedSet(`ist war hat hatte wird würde kann konnte will wollte soll sollte muss musste darf sind waren haben gibt gab kommt geht weiß`),
	subject:    foldedSet(`es er sie wir ich jemand man da dort denn das`),
	command: foldedSet(`sag sage gib zeig zeige komm geh hilf hör höre schau lass lasst öffne nimm bring verkauf verkaufe schenk halt warte
		antworte sprich erzähl erzähle erklär erkläre beschreib bitte danke hallo ich wir noch guten entschuldige verzeih
		red rede bleib lauf schweig hol führ wiederhole vergiss denk spiel sing nenn nenne schwör`),
	third: foldedSet(`ist war hat hatte wird würde kann konnte will wollte soll sollte muss musste darf mag mochte sagt sagte weiß wusste
		ging geht kam kommt gab gibt nahm lügt log tat tut macht machte sah sieht sind waren haben hatten wissen und oder von aus
		schuldet lebt wohnt stahl starb verkauft kennt kannte meint meinte glaubt denkt`),
	adverb: foldedSet(`nur schon auch nie immer noch gerade wohl doch einfach mal beide hier da dort`),
	copula: foldedSet(`ist sind war waren kostet kosten`),
	gives:  foldedSet(`gibst gabst sagst sagtest zeigst schuldest zahlst fragst fragtest`),
	self:   foldedSet(`ich wir`),
	says:   foldedSet(`frage sage grüße begrüße flüstere rufe spreche rede wende bitte nicke danke`),
	saysTo: foldedSet(`zu mit an mich leise laut dann auch`),
	atEnd: foldedSet(`du ihr es das bitte hier da dort jetzt dann wieder danke hallo hey nacht morgen
		abend tag heute auch ja nein gut ihn ihm tschüss willkommen zurück`),
	object:     foldedSet(`dir dich mir mich uns euch`),
	please:     foldedSet(`bitte`),
	indefinite: foldedSet(`ein eine einen einem einer`),
	isIt:       foldedSet(`ist war`),
	it:         foldedSet(`es das er sie`),
	quotes:     foldedSet(`sagte sagt fragte fragt rief flusterte`),
	common: foldedSet(`kraft stark ernst wolf stein berg bach wald koch bauer müller schmied jäger fischer könig ritter schwarz
		weiß braun grün jung lang kurz rosa lilie hoffnung gnade sonne stern blume linde heide frank mark will art
		gut reich falk hase fuchs bär vogel winter sommer herbst morgen sonntag engel wagner weber schneider`),
	stop:      foldedSet(`stopp stop warte halt moment still genug ruhe mal schluss sei nein bitte einen kurz aufhören hör auf`),
	answer:    foldedSet(`ja jo joa genau klar stimmt richtig doch gut`),
	gm:        []string{"gm", "sl", "spielleiter", "spielleiterin"},
	goOn:      foldedList(`weiter, erzähl weiter, mach weiter, red weiter, sprich weiter, und dann, und weiter, was dann, was noch, erzähl mir mehr, mehr, fahr fort`),
	groups:    foldedList(`ihr alle, ihr beide, ihr beiden, euch allen, euch beiden, einer von euch, alle von euch, euch alle`),
	everybody: foldedList(`leute, alle zusammen, freunde, meine freunde, meine herren`),
	numbers:   map[string]int{"zwei": 2, "drei": 3, "vier": 4, "funf": 5, "beide": 2, "beiden": 2},
	groupYou:  foldedSet(`ihr euch`),
	rules: foldedList(`initiative, würfel, würfle, würfeln, gewürfelt, rüstungsklasse, trifft das, trifft die, trefferpunkte, lebenspunkte, rettungswurf,
		wer ist dran, du bist dran, ich bin dran, bin ich dran, mein zug, dein zug, natürliche zwanzig, w20, d20, probe auf, wahrnehmungsprobe, meinen bogen, auf meinem bogen,
		vorteil, nachteil, bonusaktion, zauberplatz, zauberplätze, charakterbogen, modifikator, stufe,
		die chips, gib mir die würfel, pizza, aufs klo, gleich wieder da, hört ihr mich, hörst du mich, mikro, mein internet, discord, pause machen,
		kurze rast, lange rast, nächste woche, letzte sitzung, letztes mal, die regeln, regelbuch, was sehe ich, sehe ich, höre ich, kann ich sehen,
		darf ich würfeln, plus drei, plus fünf`),
	narrates: foldedList(`ich greife, ich ziehe, ich suche, ich durchsuche, ich würfle, ich wirke, ich bewege, ich verstecke, ich schleiche, ich schaue, ich sehe mich,
		ich öffne, ich laufe, ich klettere, ich untersuche, ich benutze, ich versuche, ich nehme den, ich nehme die, ich nehme das, ich hebe, ich gehe,
		ich folge, ich setze, ich stehe, ich schieße, ich schlage, ich werfe, wir gehen, wir verlassen, ich verlasse, wir rasten, mein charakter`),
	planning: foldedList(`sollen wir, wollen wir, wir sollten, lass uns, lasst uns, was machen wir, wohin gehen wir, ich finde wir, trauen wir, vertraut ihr,
		traut ihr, er lügt, sie lügt, glaubt ihr, leute`),
	verbEnds: []string{"te", "t"},
	notVerbs: foldedSet(`nicht jetzt recht echt direkt dort seit selbst sonst erst zuerst heut vielleicht bestimmt acht
		stadt welt zeit gott nacht macht licht luft bitte heute gute leute karte ernte hütte alte kiste liste seite worte`),
	youEnd: "st",
	notYou: foldedSet(`ist fast erst sonst selbst meist zuerst längst nächst angst lust obst kunst dienst post rest brust herbst wurst fest gast geist last list trost durst forst frost geist rast ernst august`),
}
