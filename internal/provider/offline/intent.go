package offline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A kind is what somebody wants.
type kind int

const (
	chat   kind = iota // nothing that we understand
	ask                // to know something
	more               // the rest of it
	roll               // dice
	tell               // that something be remembered
	recall             // what was said
	story              // what happened
	greet
	thank
)

// An intent is what a line wants.
type intent struct {
	kind    kind
	dice    string // roll
	fact    string // tell
	subject string
	long    bool // ask: a tale rather than one fact
}

var (
	goOn = regexp.MustCompile(`(?i)^(?:go on|continue|keep going|then|what else|anything else|tell me more|more|is that all|you were saying` +
		`|weiter|erzähl(?:e)? weiter|red(?:e)? weiter|sprich weiter|mach weiter|fahr fort|dann|weiter bitte|was noch|sonst noch etwas|mehr)(?: please| bitte)?$`)

	tale = regexp.MustCompile(`(?i)\b(?:tell (?:me|us)|what (?:do|did|have) you (?:know|heard|hear)|describe|explain|talk about|story` +
		`|erzähl|berichte|was weißt du|beschreib|geschichte)`)

	asks = regexp.MustCompile(`(?i)\?|\b(?:tell (?:me|us)|do you know|have you (?:heard|seen)|i wonder|want to know|describe|explain|what about|any news` +
		`|weißt du|kennst du|hast du (?:gehört|gesehen)|möchte wissen|erzähl|beschreib|was ist mit)`)

	whatWasSaid = regexp.MustCompile(`(?i)\b(?:what (?:did|have|has) (?:\S+ ){1,3}(?:say|said|tell|told|promise|promised)|who said|who told` +
		`|did (?:\S+ ){1,3}(?:say|promise|mention)|do you remember|did we talk|have we talked` +
		`|was (?:hat|haben) (?:\S+ ){1,8}(?:gesagt|versprochen|erzählt)|wer hat (?:\S+ ){0,6}gesagt|erinnerst du dich|haben wir (?:\S+ ){0,4}gesprochen)\b`)

	whatHappened = regexp.MustCompile(`(?i)\b(?:recap|sum(?:mary| up)|last session|what (?:has )?happened (?:so far|before|last)|remind us|up to speed` +
		`|zusammenfassung|fass (?:\S+ )?zusammen|letzte[ns]? sitzung|bisher (?:geschah|passiert)|was bisher)\b`)

	greetings = set("hello hi hey greetings morning evening day welcome met hallo servus moin grüß gott morgen abend tag willkommen")
	thanks    = set("thanks thank thankyou cheers danke dank")
)

// understand finds out what l wants.
func understand(l line) intent {
	if fact, subject, ok := statement(l); ok {
		return intent{kind: tell, fact: fact, subject: subject}
	}
	name, rest, _ := l.address()
	if dice, ok := diceIn(l.text, rest); ok {
		return intent{kind: roll, dice: dice}
	}
	bare := strings.Join(rest, " ")
	switch {
	case goOn.MatchString(bare):
		return intent{kind: more}
	case whatHappened.MatchString(l.text):
		return intent{kind: story}
	case whatWasSaid.MatchString(l.text):
		return intent{kind: recall}
	case asks.MatchString(l.text), len(rest) > 0 && inquires[rest[0]]:
		return intent{kind: ask, long: tale.MatchString(l.text)}
	}
	for _, w := range append(name, tokens(l.text)...) {
		switch {
		case thanks[w]:
			return intent{kind: thank}
		case greetings[w] && len(rest) <= 3:
			return intent{kind: greet}
		}
	}
	return intent{kind: chat}
}

// tool returns the tool to call for in, with its arguments, or no name if
// nothing is to be called. has says which tools there are.
func (in intent) tool(t turn, has func(name string) bool) (name string, args json.RawMessage) {
	const looked = 8 // more than an answer holds, so that "go on" has something
	switch {
	case in.kind == roll && has("dice"):
		return "dice", object("dice", in.dice)
	case in.kind == tell && has("remember_knowledge"):
		return "remember_knowledge", object("kind", "fact", "fact", in.fact, "subject", in.subject)
	case in.kind == story && has("recap"):
		return "recap", object()
	case in.kind == recall && has("transcript_search"):
		return "transcript_search", object("query", t.query(t.line), "limit", looked)
	}
	switch in.kind {
	case ask, more, recall, story, chat:
		l, ok := t.topic(in)
		if ok && has("kg_query") {
			return "kg_query", object("query", t.query(l), "limit", looked)
		}
	default: // the rest wants no facts
	}
	return "", nil
}

// topic returns the line that in is about: the last question before, if it asks
// for more. ok is false if there is nothing to look up.
func (t turn) topic(in intent) (l line, ok bool) {
	switch in.kind {
	case more:
		for _, l := range t.earlier {
			if k := understand(l).kind; k == ask || k == recall {
				return l, true
			}
		}
		return l, false
	case chat:
		return t.line, slices.ContainsFunc(t.line.terms(), func(t term) bool { return !t.call })
	default:
		return t.line, true
	}
}

// query returns the words to look up, or all of l if none carries a meaning.
func (t turn) query(l line) string {
	var words []string
	for _, term := range l.terms() {
		words = append(words, term.word)
	}
	if len(words) == 0 {
		return l.text
	}
	return strings.Join(words, " ")
}

// object returns a JSON object of names and values.
func object(pairs ...any) json.RawMessage {
	m := make(map[string]any)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			m[pairs[i].(string)] = pairs[i+1]
		}
	}
	data, err := json.Marshal(m)
	if err != nil {
		panic("offline: strings are not JSON: " + err.Error())
	}
	return data
}
