package offline

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A known is one line that a tool returned: a statement about somebody or
// something, or what somebody said.
type known struct {
	head   string // of whom or what, with the label of the statement
	text   string
	belief bool
}

// numbered is one line of a result: "1. (believes) [npc] Mirela Voss, debt: …".
var numbered = regexp.MustCompile(`^\s*\d+[.)]\s+(.*)$`)

var bracketed = regexp.MustCompile(`^(?:\[[^\]]*\]|\((?i:believes|glaubt)\))\s*`)

// statements reads the numbered lines of a result. Other lines are for models.
func statements(content string) (out []known) {
	for l := range strings.Lines(content) {
		m := numbered.FindStringSubmatch(strings.TrimRight(l, "\r\n"))
		if m == nil {
			continue
		}
		k := known{text: strings.TrimSpace(m[1])}
		unmark := func() {
			for {
				mark := bracketed.FindString(k.text)
				if mark == "" {
					return
				}
				k.belief = k.belief || mark[0] == '('
				k.text = k.text[len(mark):]
			}
		}
		unmark()
		if head, text, ok := strings.Cut(k.text, ": "); ok && utf8.RuneCountInString(head) <= 100 {
			k.head, k.text = head, strings.TrimSpace(text)
		}
		unmark()
		if k.text != "" {
			out = append(out, k)
		}
	}
	return out
}

// A candidate is a statement and how well it fits a question.
type candidate struct {
	known
	order int
	score float64
	meant bool // it shares a word that is not just a name called
}

// rank orders statements by the words that they share with question. A word
// that many of them have says little; a name that is called says less.
func rank(all []known, question []term) []candidate {
	heads, texts := make([][]string, len(all)), make([][]string, len(all))
	for i, k := range all {
		heads[i], texts[i] = tokens(k.head), tokens(k.text)
	}
	ranked := make([]candidate, len(all))
	for i, k := range all {
		ranked[i] = candidate{known: k, order: i}
	}
	for _, q := range question {
		n := 0
		for i := range all {
			if hasLike(texts[i], q.word) || hasLike(heads[i], q.word) {
				n++
			}
		}
		weight := math.Log1p(float64(len(all)) / float64(max(n, 1)))
		if q.call {
			weight /= 4
		}
		for i := range ranked {
			inText, inHead := hasLike(texts[i], q.word), hasLike(heads[i], q.word)
			switch {
			case inText && inHead:
				ranked[i].score += 1.4 * weight
			case inText:
				ranked[i].score += weight
			case inHead:
				ranked[i].score += 0.8 * weight
			default:
				continue
			}
			ranked[i].meant = ranked[i].meant || !q.call
		}
	}
	slices.SortStableFunc(ranked, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.order-b.order)
	})
	return ranked
}

// told chooses from what is known and says it.
func (t turn) told(in intent, all []known) string {
	l, _ := t.topic(in)
	question := l.terms()
	echo := strings.Join(tokens(l.text), " ")
	all = slices.DeleteFunc(all, func(k known) bool {
		return strings.Join(tokens(k.text), " ") == echo // the transcript holds the question as well
	})
	if len(all) == 0 {
		return t.nothing(in)
	}
	ranked := rank(all, question)
	asked := slices.ContainsFunc(question, func(q term) bool { return !q.call })
	if asked {
		// An entry that answers to another name than the one it has shares no
		// word with the question, and was still what the tool found first.
		first := slices.IndexFunc(ranked, func(c candidate) bool { return c.order == 0 })
		if ranked[first].score == 0 && in.kind != chat && !ranked[0].meant {
			ranked = slices.Insert(slices.Delete(ranked, first, first+1), 0, candidate{known: all[0], meant: true})
		}
		ranked = slices.DeleteFunc(ranked, func(c candidate) bool { return !c.meant })
	}
	if in.kind == more {
		ranked = slices.DeleteFunc(ranked, func(c candidate) bool { return t.hasSaid(c.text) })
	}
	if len(ranked) == 0 {
		return t.nothing(in)
	}
	return t.say(ranked, in.long)
}

func (t turn) hasSaid(text string) bool {
	return strings.Contains(t.said, " "+strings.Join(tokens(text), " ")+" ")
}

// say tells the best candidate, and in a tale up to two more that fit nearly as
// well.
func (t turn) say(ranked []candidate, long bool) string {
	n := 1
	if long {
		for n < min(len(ranked), 3) && ranked[n].score >= ranked[0].score/2 {
			n++
		}
	}
	parts := make([]string, 0, n)
	for _, c := range ranked[:n] {
		s := sentence(c.known)
		if c.belief {
			s = t.fill(t.words.belief, s)
		}
		parts = append(parts, s)
	}
	if ranked[0].belief {
		return strings.Join(parts, " ")
	}
	return t.fill(t.words.fact, strings.Join(parts, " "))
}

// sentence makes a sentence of a statement. What is too short to be one by
// itself, such as "Owes 40 gold.", gets the name in front.
func sentence(k known) string {
	text := withoutBrackets(strings.TrimSpace(k.text))
	name, _, _ := strings.Cut(k.head, ",")
	words := tokens(text)
	named := slices.ContainsFunc(tokens(name), func(w string) bool { return !function[w] && hasLike(words, w) })
	if name != "" && !named && len(words) < 4 {
		text = name + ": " + text
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.ContainsAny(text[len(text)-1:], ".!?\"'") && !strings.HasSuffix(text, "…") {
		text += "."
	}
	return text
}

// feelings are how a relation says what the one thinks of the other.
var feelings = []string{" hates ", " dislikes ", " likes ", " loves "}

// withoutBrackets makes two sentences of a relation whose feeling stands in
// brackets behind it, which nobody can hear: "Odo owes the guild: forty crowns
// (Odo dislikes the guild)". The words stay those of the tool, so that "go on"
// knows them again. Other brackets are a GM's, and stay.
func withoutBrackets(text string) string {
	inside, ok := strings.CutSuffix(strings.TrimSuffix(text, "."), ")")
	if !ok {
		return text
	}
	for at := 0; ; at++ {
		i := strings.Index(inside[at:], " (")
		if i < 0 {
			return text
		}
		at += i
		relation, feeling := inside[:at], inside[at+len(" ("):]
		for _, verb := range feelings {
			who, whom, ok := strings.Cut(feeling, verb)
			if ok && strings.HasPrefix(relation, who+" ") && strings.Contains(relation[len(who):], " "+whom) {
				return strings.TrimRight(relation, ".") + ". " + feeling + "."
			}
		}
	}
}
