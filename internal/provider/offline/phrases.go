package offline

// phrases are what there is to say besides what the tools return. % is where
// that goes. None of them tells anything about the world.
type phrases struct {
	fact    []string // before what is known
	belief  []string // before what is believed
	unknown []string
	noMore  []string // when asked to go on
	listen  []string // when told something that asks for nothing
	roll    []string // % is the total, and the only number
	noRoll  []string
	noted   []string
	knew    []string
	greet   []string
	welcome []string
	quote   string // in a recap: who, then what
	claim   string // the same of what is not so
	silence string // a recap of nothing
}

var english = &phrases{
	fact: []string{
		"%", "Well. %", "Listen. %", "This much I know. %", "Since you ask. %",
	},
	belief: []string{
		"If you ask me: %", "The way I see it: %", "So I believe: %",
	},
	unknown: []string{
		"I do not know that.", "That I could not tell you.", "You ask the wrong one. I do not know.",
		"I have heard nothing about that.",
	},
	noMore: []string{
		"That is all I know.", "There is no more to tell.", "I have told you what I know.",
	},
	listen: []string{
		"I hear you.", "Is that so.", "Hm. I am listening.",
	},
	roll: []string{
		"The dice say %.", "You get %.", "That makes %.", "There they lie. It is %.",
	},
	noRoll: []string{
		"I cannot roll that.", "Those dice I do not have.",
	},
	noted: []string{
		"I will remember that.", "Good to know. I will keep it in mind.", "I shall not forget it.",
	},
	knew: []string{
		"So I have heard.", "I know that already.",
	},
	greet: []string{
		"Well met.", "Greetings to you.", "Good to see you.",
	},
	welcome: []string{
		"You are welcome.", "Gladly.", "Think nothing of it.",
	},
	quote:   "%s said: “%s”",
	claim:   "%s claims: “%s”",
	silence: "Nothing was said.",
}

var german = &phrases{
	fact: []string{
		"%", "Nun. %", "Hör zu. %", "So viel weiß ich. %", "Wenn du schon fragst. %",
	},
	belief: []string{
		"Wenn du mich fragst: %", "So sehe ich es: %", "Ich glaube: %",
	},
	unknown: []string{
		"Das weiß ich nicht.", "Das kann ich dir nicht sagen.", "Da fragst du den Falschen. Ich weiß es nicht.",
		"Davon habe ich nichts gehört.",
	},
	noMore: []string{
		"Mehr weiß ich nicht.", "Mehr gibt es nicht zu erzählen.", "Ich habe dir gesagt, was ich weiß.",
	},
	listen: []string{
		"Ich höre dir zu.", "So ist das also.", "Hm. Ich höre.",
	},
	roll: []string{
		"Die Würfel sagen %.", "Das macht %.", "Da liegen sie. Es ist die %.",
	},
	noRoll: []string{
		"Das kann ich nicht würfeln.", "Solche Würfel habe ich nicht.",
	},
	noted: []string{
		"Das merke ich mir.", "Gut zu wissen. Ich behalte es im Kopf.", "Ich werde es nicht vergessen.",
	},
	knew: []string{
		"Das habe ich schon gehört.", "Das weiß ich schon.",
	},
	greet: []string{
		"Sei gegrüßt.", "Willkommen.", "Schön, dich zu sehen.",
	},
	welcome: []string{
		"Gern geschehen.", "Gerne.", "Nicht der Rede wert.",
	},
	quote:   "%s sagte: „%s“",
	claim:   "%s behauptet: „%s“",
	silence: "Es wurde nichts gesagt.",
}
