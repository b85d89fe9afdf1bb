package conversation

var german = &lexicon{
	lead: foldedSet(`he hey hallo hi ach oh ah na nun also ja jo nein und aber oder ähm äh hm entschuldige entschuldigung verzeihung verzeih bitte danke guten
		gute morgen tag abend nacht grüß dich gott moin servus genau gut okay ok so dann warte schau tja aha los willkommen seid gegrüßt ey joa jup
		nee ne mensch mann jawohl aye verzeiht halt naja boah öh öhm ehm hmm mh hmmm ähh eh tschüss ade ciao bravo psst pst sorry`),
	joins: foldedSet(`und aber oder nein nicht dann also so ja`),
	honorific: foldedSet(`herr frau fräulein meister meisterin lieber liebe alter alte bruder schwester vater mutter onkel tante doktor dr hauptmann lord lady mein
		meine guter gute junge junger kleiner kleine könig königin prinz käpten käptn kaptein schwesterherz gevatter kapitän leutnant feldwebel
		general admiral baron baronin graf gräfin herzog herzogin fürst fürstin abt äbtissin professor magister ritter sir
		prinzessin kommandant pater junker`),
	style: foldedSet(`herr frau fräulein meister meisterin bruder schwester onkel tante doktor dr hauptmann lord lady könig königin prinz käpten käptn kapitän
		leutnant feldwebel general admiral baron baronin graf gräfin herzog herzogin fürst fürstin abt äbtissin professor magister sir
		prinzessin kommandant pater junker`),
	noble: foldedSet(`von vom zu van de`),
	determiner: foldedSet(`der die das den dem des ein eine einen einem einer mein meine dein deine sein seine ihr ihre unser unsere dieser diese dieses euer eure
		euren eurem eurer eures ihren ihrem ihrer deinen deinem deiner meinen meinem meiner unseren unserem unserer seinen seinem seiner diesen
		diesem jeder jede jedes jeden`),
	particle: foldedSet(`von vom der die das aus zu zum zur van de am im`),
	and:      foldedSet(`und`),
	or:       foldedSet(`oder`),
	not:      foldedSet(`nicht nie kein keine`),
	meant:    foldedSet(`meinte meine gemeint`),
	rather:   foldedSet(`sondern`),
	topics:   foldedSet(`über von`),
	preps:    foldedSet(`über von mit zu bei für gegen ohne nach vor hinter neben wie als um an auf in aus und oder zum zur vom dass ob weil wenn`),
	ask:      foldedSet(`was wat wer wo wann warum wie welche welcher welches wieso wen wem woher wohin weshalb wieviel`),
	second: foldedSet(`du dich dir dein deine deinen deinem deiner deins ihr euch euer eure euren haste biste kannste willste weißte sollste musste
		magste siehste hörste kommste machste gehste gibste hattste warste`),
	aux: foldedSet(`könnt könntest könntet habt seid wollt wisst würdet solltet müsst dürft hättet wärt ist war hat hatte wird würde kann konnte will wollte
		soll sollte muss musste darf sind waren haben gibt gab kommt geht weiß`),
	subject: foldedSet(`es er sie wir ich jemand man da dort denn das`),
	command: foldedSet(`sag sach sage gib zeig zeige komm geh hilf hör höre schau lass lasst öffne nimm bring verkauf verkaufe schenk halt warte antworte sprich erzähl
		erzähle erklär erkläre beschreib bitte danke hallo ich wir noch guten entschuldige verzeih red rede bleib lauf schweig hol führ wiederhole
		vergiss denk spiel sing nenn nenne schwör leg stell setz mach pass wart steh steig schließ zünd trink iss runter rauf weg raus rein hierher
		schnell still nochmal kein keine schnapp heb zieh wirf beeil reiß nix`),
	third: foldedSet(`ist war hat hatte wird würde kann konnte will wollte soll sollte muss musste darf mag mochte sagt sagte weiß wusste ging geht kam kommt gab
		gibt nahm lügt log tat tut macht machte sah sieht sind waren haben hatten wissen und oder von aus schuldet lebt wohnt stahl starb verkauft
		kennt kannte meint meinte glaubt denkt mit plus bringt zieht nimmt`),
	adverb: foldedSet(`nur schon auch nie immer noch gerade wohl doch einfach mal beide hier da dort bestimmt sicher gar übrigens früher eigentlich damals lange`),
	copula: foldedSet(`ist sind war waren kostet kosten`),
	gives:  foldedSet(`gibst gabst sagst sagtest zeigst schuldest zahlst fragst fragtest`),
	self:   foldedSet(`ich wir`),
	says:   foldedSet(`frage sage grüße begrüße flüstere rufe spreche rede wende bitte nicke danke`),
	saysTo: foldedSet(`zu mit an mich leise laut dann auch`),
	atEnd: foldedSet(`du ihr es das bitte hier da dort jetzt dann wieder danke hallo hey nacht morgen abend tag heute auch ja nein gut ihn ihm tschüss willkommen
		zurück`),
	object:     foldedSet(`dir dich mir mich uns euch`),
	please:     foldedSet(`bitte`),
	agrees:     foldedSet(`stimmt geht reicht passt klappt`),
	ours:       foldedSet(`mein meine unser unsere`),
	states:     foldedSet(`steht liegt sitzt hängt läuft fährt dauert wohnt schläft brennt fehlt`),
	exists:     foldedList(`gibt es, gibt's, gibts`),
	indefinite: foldedSet(`ein eine einen einem einer`),
	isIt:       foldedSet(`ist war`),
	it:         foldedSet(`es das er sie`),
	speaking:   foldedSet(`rede red spreche sprech redete sprach`),
	quotes:     foldedSet(`sagte sagt fragte fragt rief flusterte`),
	common: foldedSet(`kraft stark ernst wolf stein berg bach wald koch bauer müller schmied jäger fischer könig ritter schwarz weiß braun grün jung lang kurz rosa
		lilie hoffnung gnade sonne stern blume linde heide frank mark will art gut reich falk hase fuchs bär vogel winter sommer herbst morgen
		sonntag engel wagner weber schneider`),
	stop:   foldedSet(`stopp stop warte halt moment still genug ruhe mal schluss sei nein bitte einen kurz aufhören hör auf`),
	answer: foldedSet(`ja jo joa genau klar stimmt richtig doch gut`),
	gm:     []string{"gm", "sl", "spielleiter", "spielleiterin"},
	goOn:   foldedList(`weiter, erzähl weiter, mach weiter, red weiter, sprich weiter, und dann, und weiter, was dann, was noch, erzähl mir mehr, mehr, fahr fort`),
	groups: foldedList(`ihr alle, ihr beide, ihr beiden, euch allen, euch beiden, einer von euch, alle von euch, euch alle, alle mal herhören, alle herhören, alle mal zuhören, alle zuhören,
		hört alle zu, hört mal alle, hört alle mal, alle aufgepasst, alle mal aufgepasst`),
	everybody: foldedList(`leute, alle zusammen, freunde, meine freunde, meine herren`),
	numbers:   map[string]int{"zwei": 2, "drei": 3, "vier": 4, "funf": 5, "beide": 2, "beiden": 2},
	groupYou:  foldedSet(`ihr euch`),
	rules: phraseSetOf(`initiative, würfel, würfle, würfeln, gewürfelt, rüstungsklasse, trifft das, trifft die, trefferpunkte, lebenspunkte, rettungswurf,
		wer ist dran, du bist dran, ich bin dran, bin ich dran, mein zug, dein zug, natürliche zwanzig, w20, d20, probe auf, wahrnehmungsprobe,
		meinen bogen, auf meinem bogen, bonusaktion, zauberplatz, zauberplätze, charakterbogen, modifikator, gib mir die würfel, kurze rast, lange rast,
		nächste woche, letzte sitzung, letztes mal, die regeln, regelbuch, würfel ich, überzeugen oder, oder täuschen, einschüchtern oder,
		oder überreden, motiv erkennen, heimlichkeit, athletik, akrobatik, arkana, überzeugen würfeln, mit vorteil, mit nachteil,
		konzentriere mich noch, gelegenheitsangriff, zaubertrick, kritischer treffer, krit, schadenswurf, mein bonus, auf dem bogen, meinen notizen,
		nsc, nscs, erfahrungspunkte, außerhalb des spiels, im charakter, trefferwürfel, todesrettungswurf, wahrnehmung, auf täuschen,
		auf überzeugen, meine werte, spielleiter, darf ich würfeln, plus drei, plus fünf, mein wurf, schlechter wurf, guter wurf, würfelwurf,
		wie viel schaden, w4, w6, w8, w10, w12, eine probe, ne probe, die probe, charisma, stärkeprobe, geschicklichkeit, sichtlinie, meine aktion,
		freie aktion, meine reaktion, zauberliste, hinterhältiger angriff, nachschlagen, regelwerk, hausregel, schaff ich das, hab ich das geschafft`),
	players: foldedList(`leute, digga, jungs, mädels`),
	narrates: foldedList(`ich greife, ich nicke, ich zucke, ich lächle, ich schiebe, ich schieb, ich geb ihm, ich geb ihr, ich gebe ihm, ich gebe ihr, ich zeig ihm,
		ich zeig ihr, ich zeige ihm, ich zeige ihr, ich verbeuge, ich lehne mich, ich winke, ich lache, ich seufze, ich schüttle, ich zeige auf,
		ich lausche, ich knie, ich springe, ich guck, ich gucke, ich schau mich, ich schau mal, ich geh mal, ich geh raus, ich geh rein,
		ich schleich, ich such mal, ich durchsuch, ich würd jetzt, ich würde jetzt, ich versuch, ich mach die, ich mache die, ich drehe mich,
		ich dreh mich, ich ziehe, ich durchsuche, ich würfle, ich wirke, ich bewege, ich verstecke, ich schleiche, ich schaue, ich sehe mich,
		ich öffne, ich laufe, ich klettere, ich untersuche, ich benutze, ich versuche, ich nehme den, ich nehme die, ich nehme das, ich hebe,
		ich folge, ich setze, ich stehe, ich schieße, ich schlage, ich werfe, wir gehen, wir verlassen, ich verlasse, wir rasten, mein charakter,
		ich suche nach, ich suche den raum, ich suche die, ich suche das zimmer, ich gehe zu, ich gehe in, ich gehe raus, ich gehe rein,
		ich gehe hinter, ich gehe nach, ich gehe die, ich gehe zum, ich gehe zur, ich gehe an, ich gehe weg, ich gehe auf, ich gehe langsam,
		ich bezahle ihn, ich bezahle sie, ich bezahl ihn, ich bezahl sie, ich drehe um, ich wende mich ab, ich betrete, ich reiche ihm,
		ich reiche ihr, ich reich ihm, ich reich ihr, ich drück ihm, ich drück ihr, ich drücke`),
	planning: phraseSetOf(`sollen wir, der lügt, die lügt, ich trau dem nicht, ich trau der nicht, ich trau ihm nicht, ich trau ihr nicht, trau dem nicht,
		trau der nicht, ich glaub dem, ich glaub der, ich glaub ihm, ich glaub ihr, glauben wir ihm, glauben wir ihr, glauben wir dem,
		glauben wir der, der weiß mehr, die weiß mehr, er weiß mehr, sie weiß mehr, der verheimlicht, die verheimlicht, verschweigt, wir könnten,
		was machen wir, ich würd sagen wir, ich würde sagen wir, ich bin dafür, wollen wir, gehen wir, soll ich, wir sollten, lass uns, lasst uns,
		wohin gehen wir, ich finde wir, trauen wir, vertraut ihr, traut ihr, er lügt, sie lügt, glaubt ihr, haben wir noch, haben wir denn,
		haben wir eigentlich, glaub ich der, glaub ich dem, glaub ich ihm, glaube ich ihm, wie machen wir, wo gehen wir, wer will noch,
		will noch wer, will noch jemand, neuer plan, der plan, mein plan, unser plan, wir schnappen uns, wir schleichen, wir klauen, wir stehlen,
		wir hauen ab, wir verstecken, wir warten bis, was für ein lügner, was für ein idiot, was für ein arsch, der spinnt, die spinnt,
		der verarscht, die verarscht, der will uns, die will uns, der ist mir, die ist mir`),
	verbEnds: []string{"te", "t"},
	notVerbs: foldedSet(`nicht jetzt recht echt direkt dort seit selbst sonst erst zuerst heut vielleicht bestimmt acht stadt welt zeit gott nacht macht licht luft
		bitte heute gute leute karte ernte hütte alte kiste liste seite worte`),
	german: true,
	youEnd: "st",
	notYou: foldedSet(`ist fast erst sonst selbst meist zuerst längst nächst angst lust obst kunst dienst post rest brust herbst wurst fest gast geist last list
		trost durst forst frost rast ernst august`),
	openers: phraseSetOf(`komm schon, na komm, na los, hör mal, hört mal, hör zu, hört zu, hören sie mal, hören sie, sag mal, sagt mal, sag an, schau mal, guck mal,
		pass auf, passt auf, weißt du was, wisst ihr was, ich sag dir was, moment mal, einen moment, warte mal, wartet mal, halt mal, na toll,
		ganz toll, ganz super, super gemacht, gut gemacht, toll gemacht, schön gemacht, sehr gut, na gut, also gut, schon gut, alles klar, alles gut,
		alles gute, tut mir leid, es tut mir leid, tut uns leid, mit verlaub, zu befehl, bei allem respekt, mit allem respekt, zum letzten mal,
		zum glück, um himmels willen, um gottes willen, mein gott, ach du, bis morgen, bis bald, bis später, bis dann, auf wiedersehen, gute nacht,
		guten tag, schönen tag, schönen abend, danke schön, vielen dank, danke dir, danke euch, danke für alles, besten dank, bitte schön,
		keine sorge, keine angst, kein problem, nur die ruhe, ganz ruhig, ruhig, vorsicht, achtung, schnell, leise, los jetzt, hey du, na du, du da,
		sei gegrüßt, seid gegrüßt, grüß dich, grüß gott, grüß euch, willkommen zurück, schön dich zu sehen, freut mich, ganz ehrlich, mal ehrlich,
		ehrlich gesagt, ehrlich, im ernst, jetzt mal im ernst, im übrigen, übrigens, nichts für ungut, mit respekt, viel glück, viel erfolg,
		glückwunsch, natürlich, klar, na klar, selbstverständlich, stimmt, genau, nicht schlecht, auf gehts, auf geht, ja ja, nein nein, nicht jetzt,
		ich bitte dich, ich bitte euch, ich flehe dich an, ich schwöre, ich schwöre es, versprochen, sag schon, sagt schon, raus damit, entschuldigt,
		entschuldigen sie, verzeihen sie, wow, toll, super, prima, perfekt, sieh an, soso, na und, schön, na schön, also schön, nun gut, meinetwegen,
		von mir aus, einverstanden, abgemacht, hervorragend, ausgezeichnet, oh mann, ach komm, ach was, na ja, tja, los los, los doch, hilfe, feuer,
		stopp, aufgepasst, hierher, runter, in deckung, quatsch, unsinn, blödsinn, lügner, gott sei dank, den göttern sei dank, glaub mir,
		glaubt mir, vertrau mir, vertraut mir, nach dir, nach euch, verdammt, verdammt noch mal, halt die klappe, halt den mund, halts maul,
		beruhige dich, beruhig dich, entspann dich, das reicht, das war's, ist gut, ist schon gut, schon okay, sicher, sicher doch, aber sicher,
		freilich, keine ahnung, ganz genau, eben, richtig, echt jetzt, ernsthaft, im gegenteil, was für eine überraschung, mit vergnügen,
		gern geschehen, danke der nachfrage, mahlzeit, prost, danke nochmal, danke nochmals, danke sehr, danke vielmals, nochmals danke,
		seid bedankt, sei bedankt, habt dank, hab dank, die sache ist, die sache ist die, ich wollte dich fragen, ich wollte dich mal fragen,
		ich wollte euch fragen, ich hätte da mal ne frage, ich hätte da eine frage, ich hab ne frage, ich hab mal ne frage, ich habe eine frage,
		wir hätten da mal ne frage, wir haben eine frage, eine frage, eine frage noch, kurze frage, noch eine frage, noch was, noch etwas,
		was ich fragen wollte, was ich dich fragen wollte, ich muss dich was fragen, sag uns, sag mir, sagt uns, erzähl mal, erzähl uns,
		jetzt sag mal, jetzt hör mal, jetzt komm, sei ehrlich, seid ehrlich, tu mir einen gefallen, komm her, komm mal her, hilf mir, hilf uns,
		helft uns, du auch, und du, ihr auch, ich sag mal, sozusagen, quasi, wie gesagt, wie ich schon sagte, ohne witz, hör auf, hört auf, steh auf,
		steht auf, wach auf, wacht auf, gib auf, gebt auf, leb wohl, lebt wohl, sag was, sag doch was, trink was, iss was, tu was, mach was, falsche person, na super, altes haus`),
	hedges:   phraseSetOf(`weißt du, ich mein, ich meine, ich denke, ich glaube, ich glaub`),
	corrects: foldedSet(`quatsch nein nee ne sorry moment verzeihung entschuldigung blödsinn falsch meine mein meinte vielmehr warte stopp`),
	reports: phraseSetOf(`sagte, sagt, gesagt, fragte, gefragt, rief, ruft, gerufen, schrie, schreit, brüllt, brüllte, flüstert, flüsterte, meinte, meint, heißt es,
		steht, stand, schrieb, schreibt, geschrieben, und er so, und sie so, und der so, und die so, er so, sie so, war so`),
	takes: foldedSet(`sehen gesehen siehst sieht sah kennen kennst kennt kannte gekannt traue traust trauen glauben glaube glaubst mag magst liebe liebst hasse
		hasst brauche brauchst brauchen finde findest finden gefunden suche suchst suchen gesucht frag frage fragen fragst gefragt such hol hole
		holen geholt rette retten töte töten getötet ermordet heißt heiße heißen namens genannt nennen kommt kam steht stand sitzt saß liegt wohnt
		lebt ist war sind waren gehört hört nimm nehmen lass lassen noch nur auch sogar selbst vielleicht wohl mal und oder als wie außer gegen ohne
		wegen statt trotz bei mit von zu für um an auf beschütz beschütze bezahl bezahle schlag schlage lock locke ablenken lenk verfolg verfolge
		folge folgen folgst hilf helfen hilfst geholfen triff treffen getroffen besuche besuchen kein zeig gib gebt sag sagt erzähl gerade eben dann
		da hier dort jetzt wieder heute gestern neben hinter dem den der die das herrn arme armer alter bleibt bleib`),
	closes: foldedSet(`mir dir uns euch mich dich weg leid recht genug frei los raus rein runter hoch her hin zurück vor bitte danke klar wahr richtig falsch
		fertig bereit gut schlecht ruhig still stehen sitzen liegen sagen reden sprechen helfen machen gehen kommen warten trinken essen schlafen
		wissen verstehen tun geld gold silber bier wein zeit angst hunger durst hilfe frieden ruhe spaß unsinn quatsch blödsinn selber alleine
		allein zusammen leise laut schnell langsam verletzt müde verrückt betrunken draußen drinnen oben unten hierher sofort schnellstens nachher
		später bald morgen vorhin damals endlich geschafft verstanden gehört gesagt gemacht getan versprochen gewesen gekommen gegangen passiert
		bezahlt verloren gestohlen kaputt ehrlich sicher unmöglich möglich nichts etwas alles dafür davon darüber dazu damit daran aus ab heißen
		drüben hinten vorne`),
	particles: foldedSet(`auf ab aus an zu mit ein um weiter auseinander`),
	moves: foldedSet(`komm kommst geh gehst schläfst lügst träumst verstehst spinnst bleib bleibst lauf steh mach machst pass hör wach steig wartest lebst redest
		sprichst gib renn flieh schlaf schweig spring antworte sprich rede schau guck schwimm kämpf geht lauft rennt flieht bleibt wartet schweigt`),
	starts: foldedSet(`ich wir du ihr da es das jemand hier jetzt so nur sonst wenn aber denn wer was wo wie warum wann wieso woher wohin kannst könnt hast habt
		bist seid willst wollt darf weißt wisst lass lasst bitte weil bevor oder bis obwohl`),
	nounPreps:   foldedSet(`fürs beim in auf bei für ohne aus von nach gegen mit unter vor`),
	units:       foldedSet(`gold silber kupfer münzen mal minuten stunden tage mehr bier`),
	endears:     foldedSet(`liebes schatz süße liebling freundchen liebste liebster`),
	transitive:  foldedSet(`mach gib hör lass bleib`),
	sequel:      foldedSet(`dann`),
	formal:      foldedSet(`sind haben können wollen wissen kennen möchten müssen würden hätten könnten werden dürfen sollen`),
	conditional: foldedSet(`würd würde`),
	thing:       foldedSet(`es das`),
	halves: foldedSet(`hast habt hab habe haben bist bin seid sind kannst könnt können willst wollt wollen musst müsst müssen sollst sollt sollen darfst dürft
		dürfen würdest würd würde könntest könnte möchte möchten werd werde wirst werden lass lasst`),
	vague:   foldedSet(`es das sie da dort`),
	praise:  foldedSet(`schöner schöne schönes guter gute gutes netter nette nettes toller tolle tolles`),
	tail:    foldedSet(`bitte schnell ja ne nein okay oder gell hm`),
	few:     foldedSet(`kein keine keinen keinem keiner zwei drei vier fünf sechs zehn noch'n nen ne viel mehr`),
	mood:    foldedSet(`doch selber selbst auch schon noch gar überhaupt ja eh jetzt heute sonst dir mir`),
	is:      foldedSet(`ist sind war waren`),
	becomes: foldedSet(`als wird werde werden wurde geworden wär wäre`),
	role: foldedSet(`wirt wirtin schmied schmiedin bruder schwester vater mutter frau mann freund freundin magd knecht zauberer hexe händler händlerin sohn
		tochter onkel tante wache hauptmann kapitän könig königin ritter mönch nonne abt bauer müller fischer matrose wächter priester priesterin
		junge mädchen kerl typ herr herrn name namen alte alter kleine`),
	titles: map[string][]string{
		"kapitan": {"Käptn", "Käpt'n", "Käpten", "Kapten", "Kaptein"}, "doktor": {"Doc"}, "professor": {"Prof"},
	},
	describing:     foldedSet(`ernst sehr so ganz zu im dein mein voller voll nicht tot alte ist war wird es das`),
	describingEnds: []string{"e", "en", "er", "em", "es"},
	verbNames:      foldedSet(`will mark`),
	aside: phraseSetOf(`die chips, pizza, aufs klo, gleich wieder da, hört ihr mich, hörst du mich, mikro, mein internet, discord, pause machen,
		mein handy, mein freund ruft, es hat geklingelt, an der tür geklingelt, es klingelt, klingelt an, türklingel, paketbote, postbote,
		der lieferdienst, lieferando, tastatur, mein rechner, mein laptop, laptop, headset, kopfhörer, mein akku, ladekabel, mein bildschirm,
		meine kamera, wlan, meine verbindung, deine verbindung, laggt, ruckelt, du bist gemutet, bist du gemutet, stummgeschaltet, kühlschrank,
		mikrowelle, sushi, döner, cola, bin gleich zurück, gleich zurück, bin kurz weg, kurz weg, bin kurz afk, afk, muss kurz, muss mal kurz,
		ich hol mir, hol mir kurz, aufs klo, auf klo, google, youtube, netflix, whatsapp, pdf, roll20, das fenster aufmachen, morgen arbeiten,
		meine mutter ruft an, meine mutter ruft gerade, meine mama ruft, mein papa ruft, meine frau ruft, mein mann ruft, meine freundin ruft,
		katze ist auf, kinder sind wach, baby schreit, baby weint, hat grad geklingelt, hat gerade geklingelt, bin sofort wieder da, war stumm,
		grad stumm, gerade stumm, auf stumm, gemutet, könnt ihr mich hören, die würfel, meine würfel, schreib mir das, schreib das auf,
		schreib ich mir auf, notier mir, notiere mir, muss morgen früh, essen ist da, pizza ist da, das essen kommt, ich muss mal eben,
		ich muss mal kurz, ich muss kurz, ich muss grad, muss grad mal, sekunde, eine sek, gebt mir kurz, gib mir kurz, gebt mir ne minute,
		habt ihr bestellt, wer hat bestellt, die heizung, musik leiser, musik ist zu, musik aus, playlist, spotify, lautstärke, du bist so leise,
		du hängst, bild hängt, bildschirm, im chat, schick mir den link, nächsten freitag, nächsten samstag, nächsten sonntag, wann spielen wir,
		mein chef, auf arbeit, homeoffice, klausur, hausaufgaben, fußball, film, serie, videospiel, meme, gandalf, star wars, herr der ringe,
		rauslassen, gassi, spülmaschine, waschmaschine, babysitter, klimaanlage, webseite, passwort, bluetooth`),
	talk: germanTalk,
	scores: phraseSetOf(`nicht so gut, nicht schlecht, immerhin, plus, minus, natürliche, nat, krit, ich hab ne, ich habe eine, ich hab eine, hab ne, hab eine, das ist ne, das ist eine, das wären,
		das wär ne, insgesamt, reicht das, reicht, schafft das, schaden, auf dem würfel, schon wieder ne, wieder ne, mit bonus, mit meinem bonus,
		ne glatte, glatte`),
	besides: foldedSet(`schon wieder boah mann ne eine einen ein das ist wären macht also dann ja nein nee oh äh ähm nur gerade mal und mit bonus punkte mist ich
		hab habe gesamt`),
	number: foldedSet(`eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig
		einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig fünfundzwanzig 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25`),
}
