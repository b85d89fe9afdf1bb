package conversation

import (
	"context"
	"iter"
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// An agent that was cut, or that said no more than its talk allows, has not
// said all that it had to say. Whoever asks it to go on hears the rest: what is
// written already and follows on what was just heard is said as it stands, and
// otherwise the mind is told what is missing. To anything else it is answered
// as if the rest had never been: nobody has heard it.

// A leftover is what an agent has not said of its last answer.
type leftover struct {
	of   transcript.TurnID
	text string
	// whole: it is sentences, and the answer stopped before them by itself.
	whole bool
}

// reply finds the words of t.
func (r *running) reply(ctx context.Context, t *turn, q Question) iter.Seq2[string, error] {
	if t.rest == "" {
		return r.mind.Reply(ctx, q)
	}
	return func(yield func(string, error) bool) { yield(t.rest, nil) }
}

// keepUnsaid keeps what was not said of t, which has ended.
func (r *running) keepUnsaid(t *turn, outcome transcript.Outcome) {
	switch rest := strings.TrimSpace(t.rec.Unheard); {
	case t.struck || outcome == transcript.Superseded: // it is as if it had not been asked
	case rest == "" || t.aside:
		delete(r.unsaid, t.agent.ID)
	case outcome == transcript.Cut:
		r.unsaid[t.agent.ID] = leftover{of: t.rec.ID, text: rest}
	case outcome == transcript.Spoken && !t.written:
		r.unsaid[t.agent.ID] = leftover{t.rec.ID, rest, endsSentence(rest) && !strings.Contains(rest, transcript.Withdrawn)}
	default:
		delete(r.unsaid, t.agent.ID)
	}
}

// resumes returns what t is to go on with, if it is asked to. What can be said
// as it stands becomes its words.
func (r *running) resumes(t *turn, history []transcript.Line) (unsaid string) {
	t.rest = "" // it may have been another when this was asked before
	left, ok := r.unsaid[t.agent.ID]
	n := len(history)
	if !ok || n == 0 || t.exchange != nil || !asksToGoOn(history[n-1].Text, r.opts.Campaign.Language, t.agent) {
		return ""
	}
	if left.whole && n > 1 && history[n-2].Agent == t.agent.ID && !history[n-2].Cut {
		t.rest = left.text
	}
	return left.text
}

// goOnPhrases are the ways to ask for the rest, as all that a line says. Whom such a
// line is for is another question, and has a list of its own: "what else?" is for
// whoever spoke last, and wants something new (lexicon.goOn).
var goOnPhrases = map[string][]string{
	"en": phrases(`go on, do go on, go ahead, continue, keep going, carry on, you were saying, what were you saying, as you were saying,
		and then, then what, what then, and, finish, finish what you were saying, say the rest, and the rest, the rest, tell us the rest, tell me the rest,
		tell me more, tell us more, go on with the story, continue the story`),
	"de": phrases(`weiter, und weiter, mach weiter, nur weiter, sprich weiter, sprecht weiter, red weiter, rede weiter, erzähl weiter, erzähle weiter,
		erzählt weiter, fahr fort, fahrt fort, fahre fort, und dann, und, was dann, was wolltest du sagen, du wolltest sagen, und der rest, der rest,
		erzähl mir mehr, erzähl mehr, erzähl uns mehr`),
	"fr": phrases(`continue, continuez, vas-y, allez-y, poursuis, poursuivez, et alors, et ensuite, ensuite, et après, la suite, et la suite, tu disais, vous disiez`),
	"es": phrases(`continúa, continúe, sigue, siga, seguid, adelante, y entonces, y luego, y después, qué más, decías, decía usted, sigue contando`),
	"it": phrases(`continua, continuate, vai avanti, prosegui, e poi, e allora, e dopo, stavi dicendo, il resto`),
	"pt": phrases(`continua, continue, segue, siga, vai em frente, e depois, e então, e daí, o resto, dizias, você dizia`),
	"nl": phrases(`ga door, ga verder, verder, en toen, en dan, vertel verder, je zei, de rest`),
}

// phrases cuts a list at its commas, and each phrase into folded words.
func phrases(list string) (all []string) {
	for p := range strings.SplitSeq(list, ",") {
		all = append(all, strings.TrimSpace(spaced(lineWords(p))))
	}
	return all
}

// goOnAround are words before and after such a phrase that change nothing.
var goOnAround = map[string]map[string]bool{
	"en": foldedSet(`please yes yeah no well so ok okay oh sorry now then just`),
	"de": foldedSet(`bitte ja nein also na gut so ok okay oh doch nun denn ruhig einfach mal`),
	"fr": foldedSet(`oui non alors bon donc pardon svp s'il te vous plaît`),
	"es": foldedSet(`por favor sí no bueno pues vale ya`),
	"it": foldedSet(`per favore sì no allora dunque bene`),
	"pt": foldedSet(`por favor sim não então bem`),
	"nl": foldedSet(`alsjeblieft alstublieft ja nee nou dus maar`),
}

// asksToGoOn reports whether a line asks a, or whoever speaks, to go on, and
// says nothing else. English is understood at every table.
func asksToGoOn(line, language string, a campaign.Agent) bool {
	var words []string
	for _, w := range lineWords(line) {
		words = append(words, w.fold)
	}
	called := make(map[string]bool)
	for _, name := range slices.Concat([]string{a.Name, a.KnownAs}, a.Aliases, a.Titles) {
		for _, w := range lineWords(name) {
			called[w.fold] = true
		}
	}
	base := baseLanguage(language)
	return len(words) <= 12 && (isGoOn(words, base, called) || base != "en" && isGoOn(words, "en", called))
}

// isGoOn reports whether words are a phrase of the language with nothing but
// names and small words around it.
func isGoOn(words []string, language string, called map[string]bool) bool {
	small := func(w string) bool { return called[w] || goOnAround[language][w] }
	for from := range words {
		for to := len(words); to > from; to-- {
			if slices.Contains(goOnPhrases[language], strings.Join(words[from:to], " ")) {
				return true
			}
			if !small(words[to-1]) {
				break
			}
		}
		if !small(words[from]) {
			return false
		}
	}
	return false
}
