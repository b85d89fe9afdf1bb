package conversation

// goOnGrammars are the ways to ask for the rest, by language. Whom such a line is
// for is another question, and has a list of its own besides: "what else?" is for
// whoever spoke last, and wants something new (lexicon.goOn).
//
//nolint:misspell // not all of it is English
var goOnGrammars = map[string]*goOnGrammar{
	"en": {
		small: patterns(`please, pray, just, now, then, kindly, right, thanks, thank you, sir, madam, ma'am, milady, milord, my dear|good? lady|lord|friend,
			sorry, i'm sorry, i am sorry, my? apologies, i|we won't|will not? interrupt you? again|anymore?`),
		lead: patterns(`no|yes|yeah|yep|aye|well|so|ok|okay|oh|ah|hm|hmm|mhm|um|uh|er|and|but|really|wait|alright|aha|hey|wow|indeed|true|listen|quiet|hush|sh|shh|good|great|fine,
			hush|quiet everyone|everybody|all|you, i? beg your pardon, sorry? we got distracted|interrupted, that is? quite a|the story|tale,
			interesting|fascinating|amazing, uh huh, i see, i understand, come on, oh|my dear|god|gods|goodness, excuse|forgive|pardon us|me,
			that is?|was ~ so? interesting|fascinating|amazing, sorry about|for that|this|it|him|her|them|us, sorry about|for the|my noise|interruption|friend|friends,
			sorry to|for interrupt|interrupting you?, i|we ~ didn't|did not? mean|want|wish to interrupt you?, i|we ~ interrupted you?,
			what a story|tale, never mind us|him|her|them|me|that?, ignore|forget us|him|her|them|me|that, don't mind us|him|her|them|me`),
		asks: patterns(`do? ~ go ~ on|ahead, go ~ on ~ talking|speaking, go on with it, go on|ahead with your|the|that story|tale,
			do? ~ continue|proceed, continue|finish with? your|the|that story|tale|sentence|thought,
			do? ~ keep ~ on? ~ going|talking|speaking, do? ~ carry ~ on,
			can|could|will|would|won't you ~ go|carry ~ on, can|could|will|would|won't you ~ continue|finish, would you mind going on, would you be so kind as to go|carry on, would you be so kind as to continue,
			you can|may ~ go|carry ~ on|ahead, you can|may ~ continue|finish|proceed,
			let her|him|them ~ finish|continue|speak|talk, let her|him|them ~ go|carry ~ on, don't stop ~ there?,
			as? you were ~ saying, what were you ~ saying, what were you ~ about|going|trying to say|tell us|me?,
			you were ~ telling us|me something?, you were ~ about|going|trying to say|tell us|me? something?, what did you ~ want to say|tell us|me?,
			and? then what, and? what then, and then, and? after that, afterwards, and then? what happened,
			then? what happened|came ~ next|afterwards|then, then what happened, what happened ~ after that,
			then what did you|he|she|they do|say, what did you|he|she|they do|say next|then, how does|did it|that|this ~ go on, how does|did it|that|this ~ continue|end,
			how does|did the|your|that story|tale ~ go on, how does|did the|your|that story|tale ~ continue|end,
			finish, finish what you were ~ saying, the rest, the rest of it, the rest of the|your story|tale, what is? the rest, what is? the rest of it, what is? the rest of the|your story|tale, and so,
			you didn't|haven't finish|finished ~ your? story|tale|sentence?, i|we want|wish to hear ~ the rest, i|we want|wish to hear ~ more,
			i'd|we'd like|love to hear ~ the rest, i'd|we'd like|love to hear ~ more, may|can|could i|we hear ~ the rest, may|can|could i|we hear ~ more,
			say|tell us|me? ~ the rest of? it?, tell us|me ~ more,
			and ., i'm|we're ~ listening, i|we am|are ~ listening, i'm|we're all ears`),
	},
	"de": {
		small: patterns(`bitte, doch, nur, ruhig, einfach, mal, schon, jetzt, nun, also, denn, gern|gerne, eben, gleich, halt, gerade, mein freund, meine|werte|gute|edle dame|herrin|frau, danke,
			komm|kommt schon?, entschuldigung|entschuldige|entschuldigt|tschuldigung|sorry|pardon, es? tut mir|uns leid, ich|wir unterbreche|unterbrechen dich|euch|sie? nicht mehr|wieder`),
		lead: patterns(`ja|nein|nee|na|so|gut|oh|ach|aha|hm|hmm|mhm|okay|ok|und|aber|dann|los|genau|wirklich|echt|tatsächlich|stimmt|klar|hey,
			verzeihung|verzeih|verzeiht|interessant|spannend|verstehe|unglaublich|moment|still|ruhe|pst|psst, ich verstehe, schon gut,
			na gut|los|schön, ach so, alles klar, entschuldigen|verzeihen sie, sag|sagt|los schon, das ist|war ja? ~ interessant|spannend, mein gott, was für eine geschichte,
			ich|wir wollte|wollten dich|euch|sie? ~ nicht unterbrechen, ich|wir habe|haben dich|euch|sie? ~ unterbrochen, lass dich nicht stören, hör|hört nicht auf ihn|sie|mich|uns`),
		asks: patterns(`weiter, weiter im text, nur zu, ` + tellDE + ` ~ du|ihr|sie? ~ uns|mir? ~ weiter, mach|mache|macht|machen ~ sie? ~ weiter,
			fahr|fahre|fahrt|fahren ~ sie? ~ fort, ` + goOnDE + `, ` + goOnApartDE + `,
			` + canDE + ` du|ihr|sie ~ uns|mir? ~ ` + goOnDE + `, ` + canDE + ` du|ihr|sie ~ uns|mir? ~ ` + goOnApartDE + `,
			du|ihr|sie ` + canDE + ` ~ ` + goOnDE + `, du|ihr|sie ` + canDE + ` ~ ` + goOnApartDE + `,
			lass|lasst|lassen sie? sie|ihn|es ~ ausreden|reden|` + goOnDE + `, lass|lasst|lassen sie? sie|ihn|es ~ ` + goOnApartDE + `,
			` + tellDE + ` ~ uns|mir? ~ es|das? ~ zu ende, ` + tellDE + ` ~ uns|mir? ~ die|deine|eure geschichte ~ weiter,
			` + tellDE + ` ~ uns|mir? ~ die|deine|eure geschichte ~ zu ende, nicht aufhören, hör|hört ~ nicht ~ auf,
			und dann, danach, was dann|danach, was war|kam|geschah|passierte ~ dann|danach, was geschah|passierte als nächstes,
			was ist ~ dann|danach ~ passiert|geschehen, was hast|hat|haben du|er|sie|ihr ~ dann|danach ~ gemacht|getan|gesagt,
			wie geht|ging es? ~ dann? ~ weiter, wie geht|ging es|das ~ aus, wie ist|war es|das|die geschichte? ~ weitergegangen|ausgegangen,
			ich|wir will|wollen|möchte|möchten ~ den rest hören|wissen, ich|wir will|wollen|möchte|möchten ~ mehr davon? hören|wissen,
			darf|dürfen|kann|können ich|wir ~ den rest hören, spann|spannt uns|mich nicht ~ auf die folter, du|ihr warst|wart noch? nicht fertig,
			wie geht|ging die|deine|eure geschichte ~ weiter|aus, wie endet|endete es|das|die|deine|eure geschichte?, was wolltest|wolltet|wollten du|ihr|sie ~ uns|mir? ~ sagen|erzählen,
			du|ihr|sie wolltest|wolltet|wollten ~ uns|mir? ~ etwas|was? ~ sagen|erzählen, du|ihr sagtest|sagtet,
			wo warst|wart|waren du|ihr|sie ~ stehengeblieben, wo warst|wart|waren du|ihr|sie ~ stehen geblieben,
			der rest, den rest, was ist mit dem rest, sag|sage|sagt|` + tellDE + ` ~ uns|mir? ~ den rest, ` + tellDE + ` ~ uns|mir? ~ noch? mehr davon?,
			und ., ich|wir höre|hören|lausche|lauschen ~ zu?, ich bin ganz ohr, wir sind ganz ohr`),
	},
	"fr": {
		small: patterns(`donc, s'il te|vous plaît, svp, je t'en prie, je vous en prie, maintenant, bien`),
		lead: patterns(`oui|non|alors|bon|ah|oh|hm|ok|d'accord|pardon|désolé|désolée|et|mais|allez|vraiment|intéressant,
			excuse|excusez|pardonne|pardonnez moi`),
		asks: patterns(`continue|continuez|poursuis|poursuivez, vas|allez ~ y, continue|continuez|poursuis|poursuivez ton|votre|cette histoire|récit,
			continue|continuez|poursuis|poursuivez l'histoire, continue|continuez de|à parler|raconter,
			peux|pouvez|pourrais|pourriez tu|vous ~ continuer|poursuivre, tu|vous peux|pouvez ~ continuer|poursuivre,
			et alors|ensuite|puis|après, ensuite, la suite, raconte|racontez|dis|dites moi|nous? la suite|le? reste?, raconte|racontez moi|nous? encore,
			raconte|racontez|dis|dites moi|nous? en? plus, tu disais, vous disiez, que disais|disiez tu|vous, qu'est ce que tu|vous disais|disiez,
			tu allais dire quelque? chose?, vous alliez dire quelque? chose?, que s'est il passé ensuite|après|alors,
			qu'est ce qui s'est passé ensuite|après|alors, comment ça|cela|l'histoire finit|continue|termine, ne t'arrête pas, ne vous arrêtez pas,
			je|on t'écoute, nous t'écoutons, je|on vous écoute, nous vous écoutons, laisse|laissez la|le|les finir|terminer|parler|continuer, le reste, et .`),
	},
	"es": {
		small: patterns(`por favor, ya, ahora, pues, señora|señor, se|te|os lo ruego`),
		lead:  patterns(`sí|no|bueno|ah|oh|hm|vale|claro|y|pero|entonces|interesante|perdón|perdona|perdone|disculpa|disculpe, lo siento`),
		asks: patterns(onES + `, ` + onES + ` contando|hablando, ` + onES + ` con? tu|su|la|el historia|relato|cuento, adelante,
			y entonces|luego|después, qué más, qué pasó|ocurrió|sucedió luego|después|entonces, qué? decías|decía usted?, qué estabas|estaba diciendo,
			qué ibas|iba a decir, ibas|iba a decir algo, cuéntanos|cuéntame|dinos|dime más, cuéntanos|cuéntame|dinos|dime el resto, el resto,
			cómo sigue|continúa|termina|acaba, cómo sigue|continúa|termina|acaba la|tu historia, puedes|puede|podrías|podría seguir|continuar,
			no pares, no te detengas, te|le|os escucho|escuchamos, déjala|déjalo|dejadla|dejadlo terminar|acabar|hablar|continuar, y .`),
	},
	"it": {
		small: patterns(`per favore, pure, prego, ti|vi prego, grazie, ora, adesso, dunque`),
		lead:  patterns(`sì|no|allora|bene|ah|oh|hm|ok|e|ma|certo|davvero|interessante|scusa|scusi|scusate|scusami, mi dispiace`),
		asks: patterns(onIT + `, vai|vada|andate ~ avanti, ` + onIT + ` la|il tua|tuo? storia|racconto, ` + onIT + ` a raccontare|parlare,
			e poi|allora|dopo, e poi che? cosa è successo, che? cosa è successo dopo|poi, che? cosa? stavi|stavate|stava dicendo,
			che? cosa volevi|volevate|voleva dire, stavi|stavate|stava per dire qualcosa?, come va a finire, come continua|prosegue|finisce,
			come continua|prosegue|finisce la|tua storia, ` + tellIT + ` ancora, ` + tellIT + ` il resto, ` + tellIT + ` di più, il resto,
			puoi|può|potete|potresti ~ continuare|proseguire, puoi|può|potete|potresti ~ andare avanti, non fermarti|fermatevi,
			ti|vi ascolto|ascoltiamo, lasciala|lascialo|lasciatela finire|parlare|continuare, e .`),
	},
	"pt": {
		small: patterns(`por favor, já, agora`),
		lead:  patterns(`sim|não|então|bem|bom|ah|oh|hm|ok|certo|claro|e|mas|interessante|desculpa|desculpe|perdão, me desculpe|desculpa, sinto muito`),
		asks: patterns(onPT + `, vai|vá ~ em frente, ` + onPT + ` a contar|falar, ` + onPT + ` contando|falando, ` + onPT + ` com? a|sua|tua história,
			e depois|então|daí|aí, então? o que aconteceu depois|então, o que aconteceu em seguida, o que você? dizia|dizias, você? dizia|dizias,
			o que você estava dizendo, o que você? ia|ias dizer, você? ia|ias dizer alguma? coisa?, conta|conte|diga nos|me? mais,
			conta|conte|diga nos|me? o resto, o resto, como continua|segue|termina|acaba, como continua|segue|termina|acaba a|sua história,
			você? pode|podes ~ continuar|seguir|prosseguir, não pare|pares, estou|estamos ouvindo, deixa|deixe ela|ele terminar|acabar|falar|continuar, e .`),
	},
	"nl": {
		small: patterns(`alsjeblieft|alstublieft, maar, eens, dus, vooral, rustig, gerust, nu, even, toch, gewoon`),
		lead:  patterns(`ja|nee|nou|oh|ah|hm|ok|oké|goed|en|echt|interessant|sorry|pardon, het spijt me`),
		asks: patterns(`ga|gaat ~ u? ~ door|verder, verder, en toen|dan|daarna, wat gebeurde er ~ toen|daarna, wat is er ~ toen|daarna ~ gebeurd,
			vertel|vertelt|praat|spreek ~ u? ~ verder|door, je|u zei, wat wilde|wou je|u ~ zeggen|vertellen, je|u wilde|wou ~ iets|wat? ~ zeggen|vertellen,
			hoe gaat|ging het|dat ~ verder, hoe gaat|ging het|je verhaal ~ verder, hoe loopt|liep het|dat ~ af,
			vertel ~ ons|me|mij? ~ de rest, vertel ~ ons|me|mij? ~ wat? ~ meer, de rest, kun|kan|wil je|u ~ doorgaan|verdergaan,
			je|u mag|kunt|kan ~ doorgaan|verdergaan, niet stoppen, stop niet, ik|we|wij luister|luisteren, laat haar|hem ~ uitpraten|uitspreken|doorgaan, en .`),
	},
}

// Words that stand in several phrases of a language.
const (
	tellDE      = `erzähl|erzähle|erzählt|erzählen|sprich|sprecht|sprechen|red|rede|redet|reden|berichte|berichtet`
	canDE       = `kannst|könntest|könnt|könntet|können|könnten|magst|mögt|mögen|darfst|dürft|dürfen|willst|würdest|würdet|würden`
	goOnDE      = `weitererzählen|weiterreden|weitersprechen|weitermachen|fortfahren`
	goOnApartDE = `weiter|fort erzählen|reden|sprechen|machen|fahren`
	onES        = `sigue|siga|sigan|seguid|continúa|continúe|continúen|continuad|prosigue|prosiga`
	onIT        = `continua|continuate|continui|prosegui|proseguite|prosegua`
	tellIT      = `racconta|raccontate|raccontami|raccontaci|dimmi|dicci`
	onPT        = `continua|continue|continuem|segue|siga|prossiga|prossegue`
)
