package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// told are the ways to say that something is to be remembered. What comes
// after is the fact.
var told = regexp.MustCompile(`(?i)\b(?:` +
	`(?:please )?remember(?: this)?(?: that\b|:|,)` +
	`|(?:you )?(?:should|must|ought to|need to|have to) (?:also )?know(?: that\b|:|,)?` +
	`|did you know(?: that\b)?` +
	`|(?:i|we) (?:(?:can|must|will|would|have to|just want to|want to|only) )?(?:tell|inform|warn) you(?: now)?(?: that\b|:|,)` +
	`|let (?:me|us) tell you(?: that\b|:|,)?` +
	`|(?:i am|i'm|we are|we're) telling you(?: that\b|:|,)?` +
	`|(?:know|note|hear) (?:this\b|well that\b|that\b)(?: that\b|:|,)?` +
	`|(?:do not|don't|never) forget(?: that\b|:|,)` +
	`|(?:take|make a) note(?: that\b|:|,)?` +
	`|keep in mind(?: that\b|:|,)?` +
	`|mark my words[:,]?|for your information[:,]?` +
	`|merk(?:e|t)? (?:dir|euch)(?: bitte)?(?:[:,]? dass\b|:|,)?` +
	`|(?:du|ihr) (?:solltest|musst|solltet|müsst) wissen(?:[:,]? dass\b|:|,)?` +
	`|(?:ich|wir) (?:sage?|sagen) (?:dir|euch)(?:[:,]? dass\b|:|,)` +
	`|lass (?:dir|euch) gesagt sein(?:[:,]? dass\b|:|,)?` +
	`|vergiss nicht(?:[:,]? dass\b|:|,)|wusstest du(?:[:,]? dass\b|:|,)` +
	`)\s*`)

var (
	// bare is "remember" with the fact right after it.
	bare     = regexp.MustCompile(`(?i)^(?:please )?remember (?:the|a|an|my|our|his|her|your|their|there) `)
	remember = regexp.MustCompile(`(?i)\bremember\b`)
)

// statement returns what l wants remembered, as a sentence, and whom or what it
// is about.
func statement(l line) (fact, subject string, ok bool) {
	switch at := told.FindStringIndex(l.text); {
	case at != nil && !question(l.text[:at[0]], l.text[at[0]:]):
		fact = l.text[at[1]:]
	default:
		_, rest, _ := l.address()
		at := remember.FindStringIndex(l.text)
		if at == nil || !bare.MatchString(strings.Join(rest, " ")+" ") {
			return "", "", false
		}
		fact = l.text[at[1]:]
	}
	if i := strings.LastIndex(fact, ","); i >= 0 && len(tokens(fact[i:])) <= 2 {
		fact = fact[:i] // "…, Mirela"
	}
	fact = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(fact), ".!,;"))
	if strings.HasSuffix(fact, "?") || len(strings.Fields(fact)) < 2 {
		return "", "", false
	}
	first, size := utf8.DecodeRuneInString(fact)
	fact = string(unicode.ToUpper(first)) + fact[size:] + "."
	return fact, about(fact, l.who), true
}

// question reports whether a trigger is inside a question: "do you remember
// that …", "can you tell me if you should know that …".
func question(before, trigger string) bool {
	words := tokens(before)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return last == "you" || last == "du" || last == "ihr" || (last == "do" || last == "to") && strings.HasPrefix(strings.ToLower(trigger), "know")
}

var (
	verbs = set(`is are was were has have had will would can could does did lives lived comes came went lies
		keeps knows wants owes owns hates loves killed stole lost found died burned broke fell
		ist sind war waren hat haben hatte wird kann lebt liegt kommt kam ging starb brannte`)
	articles = set("the a an this that these those my our your his her their der die das den dem ein eine einen mein unser dein")
	speaker  = set("i im we ich wir")
)

// about returns the words in front of the verb, without an article; for "I" it
// is who speaks. Where there is no verb that we know, it is the first words
// that mean something.
func about(fact, who string) string {
	words := strings.Fields(strings.TrimRight(fact, "."))
	fold := func(w string) string { return strings.Join(tokens(w), "") }
	end := slices.IndexFunc(words, func(w string) bool { return verbs[fold(w)] })
	if end < 0 {
		end = slices.IndexFunc(words, func(w string) bool { return len(w) > 4 && strings.HasSuffix(fold(w), "ed") })
	}
	if end >= 1 && end <= 6 {
		subject := words[:end]
		if len(subject) == 1 && speaker[fold(subject[0])] && who != "" {
			return who
		}
		if len(subject) > 1 && articles[fold(subject[0])] {
			subject = subject[1:]
		}
		return strings.Join(subject, " ")
	}
	var some []string
	for _, w := range words {
		if !function[fold(w)] && len(some) < 2 {
			some = append(some, w)
		}
	}
	return strings.Join(some, " ")
}
