package conversation

import (
	"slices"
	"strings"
	"unicode"

	"glyphoxa/internal/campaign"
)

// Two things an agent says are worth asking it again for, before anybody hears
// them: what it has said before, word for word, and what a die came to that nobody
// rolled. Each is asked for once in a turn. What is repeated then is spoken after
// all, since it may be what it has to say; a roll that is still made up is left
// out.

// An Amiss is what was wrong with an answer that is asked for again.
type Amiss string

// What may be wrong.
const (
	// Repeats: it begins like an answer that the agent gave before.
	Repeats Amiss = "repeats"
	// Rolls: it tells of a roll that no tool has rolled.
	Rolls Amiss = "rolls"
)

// diceTool is the tool that rolls.
const diceTool = "dice"

const (
	// repeatsAmong is how many of its own last answers an agent is not to repeat.
	repeatsAmong = 3
	// repeatsWords is how many words a beginning must have to be a repetition:
	// everybody says "Aye, that I can" twice.
	repeatsWords = 5
	// repeatsMost is which part of the words may differ.
	repeatsMost = 0.15
	// rolledAmong is among how many lines a number that is told may have been
	// rolled before.
	rolledAmong = 6
)

// A scruples judges the pieces of one turn's answer.
type scruples struct {
	before [][]string // sentences of its own last answers, and what follows each, folded
	recent string     // what was said lately
	again  bool       // it was asked to say something again
	rolls  bool       // it has dice, and has not rolled them when it is asked
	rolled func() bool
	said   string  // what was passed on
	tried  []Amiss // what it was asked again for
	spare  piece   // what is said if nothing comes of that
}

// scruplesOf returns what judges the answer of t to q.
func scruplesOf(t *turn, q Question, language string) *scruples {
	s := &scruples{rolled: t.rolled.Load, again: t.aside} // the same question of the GM's has the same answer
	s.rolls = slices.ContainsFunc(t.agent.Grants, func(g campaign.Grant) bool { return g.Tool == diceTool })
	if n := len(q.History); n > 0 && q.History[n-1].Agent == "" {
		s.again = s.again || asksAgain(q.History[n-1].Text, language)
	}
	own := 0
	for i, l := range slices.Backward(q.History) {
		if len(q.History)-i <= rolledAmong {
			s.recent += l.Text + " "
		}
		if l.Agent != t.agent.ID || own == repeatsAmong {
			continue
		}
		own++
		sentences := Sentences(l.Text)
		for j := range sentences {
			s.before = append(s.before, foldedWords(strings.Join(sentences[j:], " ")))
		}
	}
	for _, l := range q.Answers {
		s.recent += l.Text + " "
	}
	return s
}

// amiss returns what is wrong with the next piece, if it is to be asked for again;
// and drop, if it is not to be said in any case.
func (s *scruples) amiss(p piece) (again Amiss, drop bool) {
	if s.rolls && !s.rolled() && tellsOfRoll(p.text, s.recent) {
		if !slices.Contains(s.tried, Rolls) {
			return Rolls, true
		}
		return "", true
	}
	if s.said == "" && !s.again && !slices.Contains(s.tried, Repeats) && s.repeats(p.text) {
		return Repeats, false
	}
	return "", false
}

// repeats reports whether text begins like one of the answers before.
func (s *scruples) repeats(text string) bool {
	words := foldedWords(text)
	if len(words) < repeatsWords {
		return false
	}
	return slices.ContainsFunc(s.before, func(old []string) bool {
		old = old[:min(len(old), len(words))]
		return float64(wordDistance(words, old)) <= repeatsMost*float64(len(words))
	})
}

// wordDistance returns how many words have to be put in, left out or exchanged to
// make b of a.
func wordDistance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, w := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if w != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// againPhrases ask for the same once more, wherever in a line they stand.
var againPhrases = map[string][]string{
	"en": foldedList(`say that again, say it again, tell me again, tell us again, again please, once more, repeat that, repeat it, please repeat, come again,
		what did you say, what was that, pardon, beg your pardon, didn't hear, didn't catch, did not hear, missed that, one more time`),
	"de": foldedList(`noch einmal, nochmal, noch mal, wiederhol, wiederhole, wiederholt, wiederholen, wie bitte, was hast du gesagt, was habt ihr gesagt,
		was sagtest du, was sagtet ihr, nicht verstanden, nicht gehört, nicht mitbekommen, wie war das`),
}

// asksAgain reports whether a line asks an agent to repeat itself.
func asksAgain(line, language string) bool {
	text := " " + strings.TrimSpace(spaced(lineWords(line))) + " "
	for _, lang := range []string{"en", baseLanguage(language)} {
		if slices.ContainsFunc(againPhrases[lang], func(p string) bool { return strings.Contains(text, " "+p+" ") }) {
			return true
		}
	}
	return false
}

// tellsOfRoll reports whether text says what a roll came to, by a number that was
// not said before.
func tellsOfRoll(text, before string) bool {
	number, ok := rollIn(text)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(foldedWords(before), func(w string) bool { return sameNumber(w, number) })
}

// rollIn returns the number that text says a roll came to.
func rollIn(text string) (number string, ok bool) {
	text = strings.Join(strings.Fields(fold(text)), " ")
	for _, claim := range rollClaims {
		for _, m := range claim.FindAllStringSubmatchIndex(text, -1) {
			i := claim.SubexpIndex("n")
			if endsRoll(text[m[2*i+1]:]) {
				return text[m[2*i]:m[2*i+1]], true
			}
		}
	}
	return "", false
}

// endsRoll reports whether what follows a number does not make it a number of
// things: "a 17", and not "a 17-year-old" or "17 barrels".
func endsRoll(rest string) bool {
	trimmed := strings.TrimLeft(rest, " *_\"'”“»«)")
	if trimmed == "" {
		return true
	}
	if trimmed == rest && rest[0] == '-' {
		return false
	}
	r := []rune(trimmed)[0]
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
		return true
	}
	if trimmed == rest {
		return false // "17th"
	}
	end := strings.IndexFunc(trimmed, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(trimmed)
	}
	return afterRoll[fold(trimmed[:end])]
}

// sameNumber reports whether a folded word is a number as it was told.
func sameNumber(word, number string) bool { return digits(word) == digits(number) }

// digits returns a number in digits, and any other word as it is.
func digits(word string) string {
	if d := numberWords[fold(word)]; d != "" {
		return d
	}
	return word
}
