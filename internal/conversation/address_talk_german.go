package conversation

// germanTalk is englishTalk in German.
var germanTalk = tableTalk{
	rules: foldedSet(`menschenkenntnis motiverkennen sinnesschärfe sinnenschärfe heimlichkeit athletik akrobatik arkana fingerfertigkeit fingerfertigkeiten
		gassenwissen taschendiebstahl sagenumwobenes wildnisleben fährtensuchen einstimmung eingestimmt modifikator boni malus mali stufenaufstieg
		w20 w4 w6 w8 w10 w12 w100 gewürfelt patzer patzen krit krits initiative tp lep asp ap xp sl nsc nscs npc npcs scs spielleiter spielleitung
		chars charakterbogen heldenbogen heldendokument geschicklichkeit stärkewert intelligenzwert zauberplatz zauberplätze zaubertrick
		zaubertricks slot slots konzentrationsprobe rettungswurf rettungswürfe talentprobe eigenschaftsprobe fertigkeitsprobe schip schips
		schicksalspunkt schicksalspunkte heldenpunkt inspirationspunkt karmapunkte astralpunkte bonusaktion regelwerk regelbuch hausregel
		grundregelwerk abenteuerpunkte erschwert erschwernis attributsprobe flächenschaden multiclass build sneaken looten dice d20 ac dc hp feat
		feats skill skills skillen geskillt level leveln level-up cast casten castet spell spells minis battlemap hexfelder metagaming ingame
		outgame ot outtime intime rollenspiel rollenspielerisch pnp dsa dnd pathfinder cthulhu shadowrun heldenwerte eigenschaftswert addier addiere
		addieren mut-wert marschordnung marschreihenfolge marschformation flankiert`),
	rulesPhrases: phraseSetOf(`motiv erkennen, mit tieren umgehen, auf ihn machen, auf sie machen, auf den bogen, auf meinem bogen, mein charakter, dein charakter,
		kurze rast, lange rast, im echten leben, eine probe, ne probe, die probe, mein wurf, dein wurf, welches talent, welche fertigkeit,
		freie aktion, als aktion, als reaktion, meine reaktion, meine aktion, meine bewegung, meine initiative, gelegenheitsangriff, halber schaden,
		voller schaden, plus zwei, plus vier, minus zwei, sich einstimmen, wie viel schaden, magie entdecken, gedanken lesen, zone der wahrheit,
		magierhand, heilendes wort, magisches geschoss, hinterhältiger angriff, laut regel, laut regeln, das regelwerk, wer ist dran, bin ich dran,
		du bist dran, dran bin ich, in der runde, pro runde, im setting, in der welt eigentlich, mein bonus, meine werte, welche stufe,
		welches level, dein akzent, der akzent, mein akzent, plus eins, plus sechs, plus sieben, plus acht, minus eins, bin ich als nächstes,
		wer ist als nächstes, auf dem würfel, meine würfel, diese würfel, steht im buch, im buch steht, im regelwerk`),
	rulesHints: foldedSet(`probe wurf schaden runde aktion reaktion zauber fähigkeit trifft treffer plus minus konzentration regel attacke parade ausweichen auftritt
		klettern wahrnehmung überzeugen überreden einschüchtern täuschen täuschung talent würfel stufe vorteil nachteil charakter spieler reichweite
		erleichtert rettung nachforschung verbergen einstimmen weisheit kampagne stimme akzent heilkunde naturkunde tierkunde überlebenskunst
		kriegskunst magiekunde selbstbeherrschung willenskraft bonus würfeln würfle würfelt charisma erwürfelt flankieren stats`),
	rulesHintPhrases: phraseSetOf(`wie weit ist, wie weit bin, geht das mit, geht das als, geht das auf, geht das noch, geht das in, geht das überhaupt, klappt das, würde das gehen, auf stufe, im spiel, in echt, ein wurf, der wurf, den wurf, die regel,
		die regeln, auf ihn werfen, eine drauf, nächste runde, diese runde, letzte runde, in dem spiel, dieses spiel, das spiel ist, hab ich noch,
		habe ich noch, hab ich noch übrig, haben wir noch übrig, sinn für, die würfel`),
	ends: []string{"sprobe", "nprobe", "eprobe", "tprobe", "swurf", "erwurf", "swürfe", "swurfe", "punkte", "modifikator", "bonus", "bonusse", "schaden", "sklasse"},
	room: foldedSet(`handy handys telefon telefoniere smartphone laptop rechner computer tastatur headset kopfhörer mikro mikrofon wlan router internet lag
		lags laggt laggen discord zoom skype teamspeak bluetooth usb ladekabel ladegerät akku kamera webcam browser netflix youtube google googlen gegoogelt
		spotify tiktok instagram whatsapp facebook reddit mail mails email pizza pizzen chips popcorn nachos cola fanta espresso burger pommes döner lieferando
		lieferdienst kühlschrank gefrierfach mikrowelle spülmaschine waschmaschine türklingel pinkeln pipi fernseher xbox playstation hausaufgabe hausaufgaben
		piept piepst piepsen fernbedienung schlafanzug schlafi zähneputzen wohnzimmer kinderzimmer spielzeug lego müll müllabfuhr bobbycar fahrrad
		kindergeburtstag geburtstagsfeier gummistiefel sandmännchen tablet ipads katzenklo leckerli tierarzt einkaufsliste drucker fußball
		staubsaugen rasenmäher toaster joghurt müsli cornflakes nutella banane bananen avocado tofu lutscher milchshake limo sprite croissant donut muffin
		pfannkuchen waffeln nuggets currywurst tupperdose thermomix sonnencreme shampoo zahnbürste zahnpasta föhn deo tampon vitamine allergie therapeut
		kieferorthopäde kinderarzt krankenhaus euro paypal steuererklärung jeans hoodie turnschuhe jogginghose reißverschluss schulranzen sonnenbrille lkw
		u-bahn s-bahn tesla basketball tennis yoga fitnessstudio schwimmbad spielplatz trampolin mathe bio semester studium uni hochschule selfie video videos
		stereoanlage karaoke steckdose kabel lichtschalter heizkörper rauchmelder sofa abendbrot ebay airbnb gruppenchat zeitzone controller konsole zocken
		zocke zockst gezockt wasserkocher klausur klausuren bus parkplatz taxi flughafen zahnarzt babysitter mitbewohner mitbewohnerin amazon ikea glühbirne
		podcast playlist meme anime gemutet muten entmuten stummgeschaltet blechern abgehackt roboter übersteuert ruckelt ruckeln eingefroren gummibärchen
		gummibären haribo schoki salzstangen erdnussflips flips knabberzeug clubmate energydrink tiefkühlpizza lasagne sushi ramen afk brb lol alexa siri app
		apps webseite passwort download update mac ipad iphone android bildschirm screenshot tab pdf link twitch film kino trailer spoiler arbeitskollege
		homeoffice frühschicht spätschicht corona ibuprofen paracetamol windel windeln kita kindergarten staubsauger ketchup mayo vegan mcdonalds paketbote dhl
		grafikkarte rucola mitschnitt computerspiel festnetz neustart neustarten call`),
	roomPhrases: phraseSetOf(`test test, eins zwei test, test eins zwei, eins zwei eins zwei, hört man mich, hört der mich, hört es mich, nimmt er auf,
		nimmt es auf, nimmt der auf, nimmt der mich, nimmt er mich, nimmt es mich, nimmt das auf, läuft die aufnahme, die aufnahme läuft, der pegel, den müll,
		der müll, die mülltonne, zähne putzen, zähne geputzt, deine zähne, ab ins bett, dein zimmer aufräumen, den ofen aus, stell einen timer,
		stell einen wecker, erinner mich, die fernbedienung, fürs auto, im auto, vom auto, das auto, dein fahrrad, mein fahrrad, arzttermin, termin beim,
		hör dich nicht, höre dich nicht, hör euch nicht, höre euch nicht, hör euch grad, hör euch gerade, hör dich grad, hör dich gerade, hör dich kaum,
		hör euch kaum, hört ihr mich, hörst du mich, könnt ihr mich, kannst du mich hören, versteh dich nicht so, versteh dich kaum, versteh euch kaum,
		bist voll leise, bist total leise, rausgeflogen, ich flieg raus, ruf dich später, ruf dich zurück, ruf dich nachher, ruf später, ruf ich zurück,
		rufe dich, ruft an, rufe zurück, am telefon, raucherpause, will noch jemand, will noch wer, möchte noch jemand, möchte noch wer, braucht noch jemand,
		braucht noch wer, wer will noch, wie viel uhr, letzte sitzung, nächste sitzung, komm gleich essen, komme gleich essen, gleich essen, morgen arbeiten,
		auf arbeit, es klingelt, hat geklingelt, klingelt grad, klingelt gerade, ton weg, dein ton, kein ton, doppelt gehört, ich hör mich, ich höre mich,
		wer hat hunger, hat wer hunger, hat jemand hunger, habt ihr hunger, brettspiel, videospiel, harry potter, game of thrones, herr der ringe, star wars,
		star trek, baldur's gate, die nächste folge, mal aufs, mach mal leiser, mach leiser, leiser machen, lauter machen, mach mal lauter,
		wer schreibt protokoll, hat wer aufgeschrieben, liegt das an mir, liegt es an mir, seid ihr noch da, ich spiele grad, ich spiel grad, ich spiele gerade,
		ich spiel gerade, im meeting, was verpasst, neu verbinden, neu starten, neu laden, isst du da, du da isst, isst du grad, schluss machen,
		mach mal schluss, mach jetzt schluss, ich mach schluss, mach dann mal schluss, ich log mich aus, aufhören für heute, für heute schluss,
		wie lange spielen wir, bis wann spielen wir`),
	roomHints: foldedSet(`haustür schublade schere waschbecken flur treppenhaus garderobe teppich vorhang miete versicherung rechnung schule sessel hunger
		durst küche laut leise pause sekunde moment tee kater baby duschen rauchen chef urlaub bahn backofen uhr kaffee schokolade kekse strom sofa couch
		heizung stumm hängt hängst rauscht knackt knistert hallt echo leitung verbindung serie kollege kollegin aufnahme freundin lieferung chat stream nudeln
		wäsche verzögerung auto ton abgestürzt montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende feierabend nachtschicht klo toilette
		badezimmer bohrt bohren geburtstag termin auflauf postbote vermieter trockner lautstärke krankenwagen röntgen foto fotos radio straßenbahn motorrad
		benzin traktor aspirin klavier lehrerin`),
	roomHintPhrases: phraseSetOf(`das licht aus, das licht an, mach das licht, in die schule, aus der schule, ins bett gehen, an der tür, warte kurz,
		wartet kurz, moment mal, einen moment, ganz kurz, von nebenan, bist weg, warst weg, meine frau, mein mann, meine kinder, die kinder, mein hund,
		meine katze, die katze, den hund, der hund, das spiel, nächste woche, letzte woche, klingst so, klingst ganz, klingst voll, klingst irgendwie,
		muss kurz, geh kurz, hol kurz, gib mal, reich mal, wie spät, fenster auf, fenster zu, licht an, der ton, wer hat das letzte, ich verhungere, essen ist,
		bestellst du, zum essen, zwei sekunden, zehn sekunden, zwei minuten, kurze pause, pause machen, essen fertig, abendessen ist, wollt ihr noch,
		muss bald los, muss gleich los, muss morgen früh, früh raus, um sechs raus, klingst wie, bist so leise, bist sehr leise, bist zu leise, bist ganz leise,
		bist viel zu leise, meine mama, mein papa, mein vater ruft, wo waren wir stehen geblieben, tee kochen, was bestellen, bestellen wir, zu bestellen,
		notiert, aufgeschrieben, mitgeschrieben, bin ich das, vor die tür stellen, vor der tür abstellen, böser hund, braver hund, runter vom tisch,
		schon wieder weg, ich muss mal, hol mir, muss eben, muss mal eben, muss mal kurz, mach mal die musik, mach mal das fenster, alle so weit, alle soweit,
		alle da, mach noch schnell, mach nur schnell, hol noch schnell, mach noch kurz, ich geh mal eben, gleich zurück, meine schicht, essen ist fertig,
		bin gleich wieder, gleich wieder da, kurz weg, war kurz weg, warst kurz weg, noch jemand was, noch wer was, bist du noch da, noch wer da, eine rauchen,
		kurz rauchen, meine brille, mein schreibtisch, wir spielen, am spielen, die notizen, in meinen notizen, einkaufen gehen, noch einkaufen, von der arbeit,
		nach der arbeit, muss ins bett, geh ins bett`),
	outside: foldedSet(`mama mami mutti papa papi vati oma opa omi opi`),
	pets: foldedSet(`schatz schatzi schätzchen spatz spatzi spätzchen mausi maus mäuschen bärchen hasi hase häschen liebling schnucki süße süßer engelchen
		mäuse krümel zwerg mieze kätzchen babe baby bienchen herzchen`),
	echoes:     foldedSet(`sagst sagtest meinst meintest`),
	introduces: phraseSetOf(`nennt man mich, nennt mich, heiß ich, heiße ich, mein name, nie gehört, nennen sie mich, nennen mich, bin ich, zu diensten`),
	parents: phraseSetOf(`ab ins bett, geh ins bett, wieder ins bett, im bett sein, schon im bett, geh in dein zimmer, putz dir die, zähne putzen, wasch dir,
		iss auf, iss dein, zieh deine schuhe, zieh dir die, zieh dich um, noch fünf minuten, sag gute nacht, frag den papa, frag die mama, frag papa, frag mama,
		frag deinen papa, frag deine mama, morgen schule, morgen kindergarten, keine süßigkeiten, kein eis, kein fernsehen, hör auf zu hauen, nicht hauen,
		gute nacht geschichte, liest dir, vorlesen, räum dein, räum bitte, böse katze, böser hund, feiner hund, sitz platz, lass den hund, lass die katze,
		mach sitz, komm kuscheln`),
	phone: phraseSetOf(`mitten im spiel, mitten in einer runde, morgen telefonieren, später telefonieren, du störst nicht, störst gar nicht,
		du störst mich nicht, wer spricht, mit wem spreche, auf wiederhören, danke für den anruf, danke fürs anrufen, falsch verbunden, ich ruf dich,
		ruf mich an, ruf mich zurück, ruf mich später, schöne grüße, liebe grüße, hab dich lieb, hab dich auch lieb, tschüssi, tschau, bis nachher dann,
		wie war die schule, wie war's auf der arbeit, schreib mir ne, schreib mir eine nachricht, ich schreib dir, kann gerade nicht reden,
		soll ich was ausrichten, soll ich ihm was ausrichten, soll ich ihr was ausrichten`),
	phoneIs:    phraseSetOf(`hier ist, hier ist die, hier ist der, hier spricht, ich bin's die, ich bin's der`),
	phoneHello: foldedSet(`hallo ja hi tag guten`),
	phoneHere:  foldedSet(`hier`),
	hangsUp: phraseSetOf(`tschüss, tschüssi, tschau, ciao, bis dann, bis später, bis bald, bis nachher, auf wiederhören, schönen tag noch,
		schönen abend noch, gute nacht, schlaf gut, schlaf schön, hab dich lieb, melde mich`),
	returns: phraseSetOf(`wo waren wir, wo war ich, wo waren wir stehen geblieben, was wollte ich sagen, entschuldige, entschuldigung, verzeihung, verzeih, zurück zu, bin wieder da, wie gesagt,
		so und, so also, okay also, ok also, du wolltest, erzähl weiter, du sagtest, was sagtest du, was hast du gesagt, so jetzt aber`),
	delays: phraseSetOf(`moment, moment mal, einen moment, sekunde, eine sekunde, warte, warte kurz, warte mal, wart mal, halt`),
	us:     foldedSet(`lasst`),
	many:   foldedSet(`dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert hunderte tausend dutzend paar handvoll`),
	unsure: phraseSetOf(`ich glaub, ich glaube, ich denk, ich denke, ich schätze, ich schätz, ich würd sagen, ich weiß nicht`),
	writes: foldedSet(`schreib schreibe notier notiere aufschreiben notieren`),
	down:   foldedSet(`auf aufschreiben notieren`),
	mutters: phraseSetOf(`notiz, notiz an mich, wo hab ich denn, wo habe ich denn, wo hab ich jetzt, wo habe ich jetzt, wo hab ich nur, wo habe ich nur, wo ist denn jetzt schon wieder,
		wo ist denn mein, wo ist denn meine, wo ist denn nur, wo ist nur, wo sind nur, wo ist bloß, wo hab ich bloß, wo habe ich bloß, wo sind denn jetzt, wo sind meine schlüssel,
		was wollt ich grad, was wollte ich gerade, wo ist jetzt mein, wo ist jetzt meine, was hab ich da geschrieben,
		was hab ich mir notiert, das schreib ich, ich schreib mir, wo steht das denn, auf welcher seite`),
	asksGM: phraseSetOf(`muss ich, kann ich erkennen, kann ich da, kann ich auch, kann ich noch, kann ich mit, kann ich irgendwas, kann ich irgendetwas,
		kann ich sehen, kann ich hören, sehe ich, seh ich, höre ich, hör ich, rieche ich, riech ich, spüre ich, spür ich, merke ich, merk ich,
		weiß ich, wüsste ich, kenne ich, kenn ich, erkenne ich, erkenn ich, finde ich, find ich, darf ich da, darf ich auf, darf ich mit,
		hab ich noch, habe ich noch, hab ich denn, habe ich denn, bin ich nah, bin ich noch, bin ich in, komm ich, komme ich, schaffe ich,
		schaff ich, treffe ich, treff ich, wie weit kann ich, was passiert wenn ich, wirkt er, wirkt sie, sieht er aus, sieht sie aus, was ist mein,
		was war mein, wie war mein, brauch ich, brauche ich, sehen wir, hören wir, merken wir, kommen wir, gilt das, geht das als, was sehe ich,
		zählt mein, zählt meine, zählt das als, klappt das, wie sieht sie aus, wie sieht er aus, wie reagiert, wie wirkt, was hat sie an,
		was hat er an, was trägt sie, was trägt er, wie schaut sie, wie schaut er, wie guckt sie, wie guckt er, was hat sie gesagt,
		was hat er gesagt, was sagt sie, was sagt er, wie hieß die, wie hieß der, wie heißt die, wie heißt der, wie hieß sie, wie hieß er,
		wie heißt sie nochmal, wie heißt er nochmal, wer war das nochmal, könnt ich da, könnte ich da, kann ich da was`),
	asksLeave: phraseSetOf(`kann ich, darf ich, soll ich, muss ich, könnte ich, dürfte ich, können wir, dürfen wir, würde ich`),
	wishes:    phraseSetOf(`ich würd, ich würde, ich will, ich möchte, ich wollte, ich mag, ich kann, ich könnte, ich werde, ich werd, ich versuche, ich versuch, ich hätte gern, wir würden, wir wollen, wir können, wir könnten, ich muss, ich tu, ich tue, dann würd ich, würd ich`),
	deeds: foldedSet(`schleichen anschleichen klettern würfeln durchsuchen untersuchen absuchen angreifen zaubern verstecken lauschen belauschen stehlen klauen
		beklauen bezaubern ausweichen hinterherschleichen hauen schlagen schießen heilen entwaffnen knacken einschüchtern überreden täuschen
		anwenden werfen ablenken fesseln verfolgen umarmen einsteigen beobachten einschätzen durchschauen`),
	sends: phraseSetOf(`frag ihn, frag sie, frag mal, fragt ihn, fragt sie, frag die, frag den, frag doch, sag ihm, sag ihr, sagt ihm, sagt ihr, zeig ihm, zeig ihr,
		biete ihm, biete ihr, biet ihm, biet ihr, bezahl ihn, bezahl sie, droh ihm, droh ihr, rede mit ihm, rede mit ihr, red mit ihm, red mit ihr,
		sprich mit ihm, sprich mit ihr, glaub ihm, glaub ihr, vertrau ihm, vertrau ihr`),
	thinks: phraseSetOf(`ich glaub, ich glaube, ich denk, ich denke, ich schätze, ich schätz, ich vermute, ich überleg, ich überlege, ich frag mich, ich frage mich,
		ich wette, ich weiß gar nicht, weiß gar nicht, keine ahnung, mal sehen, mal schauen, mal überlegen, lass mal überlegen, lass mich überlegen,
		vielleicht, eventuell, was wenn, wie hieß, wie war das, wie war nochmal, moment mal, wart mal, warte mal, hab ich vergessen,
		das ist so geil, wie geil, geil, oh gott, oh mein gott, ach du scheiße, scheiße, mist, verdammt, boah, echt jetzt, ernsthaft,
		nicht wahr sein, darf doch nicht, kann doch nicht, das gibt's doch nicht, gibt's doch nicht, war ja klar, typisch, haha, hahaha, juhu,
		jawoll, na toll, na super, ich liebe es, ich feier, feier ich, lustig, witzig, ich kann nicht mehr`),
	talksOf: phraseSetOf(`die ist so, der ist so, sie ist so, er ist so, die ist ja, der ist ja, die ist voll, der ist voll, die ist total, der ist total,
		die ist echt, der ist echt, die hat doch, der hat doch, die klingt, der klingt, die wirkt, der wirkt, sie wirkt, er wirkt, sie klingt,
		er klingt, die mag ich, den mag ich, die find ich, den find ich, die tante, die alte ist, der alte ist, die verschweigt, der verschweigt`),
	anybody: phraseSetOf(`irgendwer, irgendjemand, jungs, mädels, hat jemand, kann jemand, könnte jemand, weiß jemand, hat wer, kann wer, könnte wer, weiß wer, will jemand, will wer, mag jemand, mag wer, jemand von euch, wer von euch, jemand anders`),
	converses: foldedSet(`bin war hab habe hatte haben sind waren kann konnte können will wollte wollen muss musste müssen soll sollte sollen darf dürfen würde würd würden möchte möchten brauche brauch brauchen weiß wusste wissen glaube glaub glauben denke denk denken meine mein meinen verstehe versteh verstehen sehe seh sehen höre hör hören hoffe hoff hoffen wünsche schwöre schwör schwören
		verspreche versprech versprechen vertraue vertrau vertrauen traue trau trauen mag mögen liebe hasse fürchte bitte bitten frage frag fragen suche such suchen nehme nehm nehmen kaufe kauf kaufen zahle zahl zahlen gebe geb geben komme komm kommen kenne kenn kennen heiße heißen danke danken gehe finde find finden werde werd werden wünschte hätte hätt hätten wäre wär wären könnte könnt könnten
		arbeite arbeiten wohne wohnen lebe leben bleibe bleib bleiben warte warten helfe helf helfen sage sag sagen erinnere erinner erinnern schulde schulden biete bieten verlange fordere rate warne spreche rede reden erwarte erwarten verkaufe verkaufen bringe bring bringen diene schlage vermisse vermiss träume stamme reise reisen trage habe's hab's dachte kam kamen ging gingen sah sahen fand fanden
		nahm gab war's hörte verstand gehöre gehören kriege krieg kriegen bekomme bekomm bekommen zahl's möcht sollt wollt dürfte gönne freue freu freuen entschuldige bedanke bedank lüge lüg schenke schenk bezahle bezahl bezahlen meinte mach mache machen tue tu tun`),
	replies: foldedSet(`ja nein nö nee doch danke bitte gern gerne abgemacht niemals natürlich klar sicher unsinn quatsch`),
	article: foldedSet(`eine ne 'ne ein nen 'n natürliche glatte`),
}
