package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
)

// Asking somebody to go on is a small part of a language, and people vary it
// without end: "no no, sorry, do please go on, my lady". So it is known by a
// grammar, not by a list of sentences:
//
//	line  = { small | lead } ask { small } [ line ]
//
// An ask is a phrase in which small words may stand where the language puts
// them: "erzähl ~ weiter" is also "erzähl doch bitte weiter". A line that holds a
// word that is in none of these asks for something else: "go on without us".

// A goOnGrammar is how one asks in a language. The words are in goon_words.go.
type goOnGrammar struct {
	small []pattern // may stand anywhere and change nothing: "please"
	lead  []pattern // may stand before an ask: "sorry to interrupt"
	asks  []pattern
}

// A pattern is a phrase: one slot behind the other.
type pattern []slot

// A slot is for one word of some, for any number of small ones, or for no more.
type slot struct {
	words    []string // folded
	optional bool
	small    bool
	end      bool
}

// patterns reads phrases, one between two commas. In each, blanks part the slots:
// "a|b" is one word or the other, "a|b?" one of them or none, "~" any number of
// small words, and "." the end of the line.
func patterns(written string) (all []pattern) {
	for p := range strings.SplitSeq(fold(written), ",") {
		var one pattern
		for s := range strings.FieldsSeq(p) {
			words, optional := strings.CutSuffix(s, "?")
			one = append(one, slot{strings.Split(words, "|"), optional, s == "~", s == "."})
		}
		all = append(all, one)
	}
	return all
}

// goOnWords bound what a line may have: so much talk is about something.
const goOnWords = 16

// asksToGoOn reports whether a line asks a, or whoever speaks, to go on, and
// says nothing else. English is understood at every table.
func asksToGoOn(line, language string, a campaign.Agent) bool {
	words := lineWords(line)
	if len(words) > goOnWords {
		return false
	}
	called := make(map[string]bool)
	for _, name := range slices.Concat([]string{a.Name, a.KnownAs}, a.Aliases, a.Titles) {
		for _, w := range lineWords(name) {
			called[w.fold] = true
		}
	}
	for _, tag := range []string{baseLanguage(language), "en"} {
		if g, ok := goOnGrammars[tag]; ok && newGoOnParser(g, words, called).line(0) {
			return true
		}
	}
	return false
}

// A goOnParser reads one line. Its methods take where in the words they begin.
type goOnParser struct {
	*goOnGrammar
	words []string
	// skips has, for each word, where it goes on behind something small that
	// begins there; failed are the words at which no line begins. Without these
	// two, reading could take long.
	skips  [goOnWords][]int
	failed [goOnWords + 1]bool
}

// newGoOnParser returns a parser of words, of which those that are called are
// small, too.
func newGoOnParser(g *goOnGrammar, words []lineWord, called map[string]bool) *goOnParser {
	p := &goOnParser{goOnGrammar: g}
	for _, w := range words {
		p.words = append(p.words, w.fold)
	}
	for at, w := range p.words {
		skip := func(to int) bool {
			if !slices.Contains(p.skips[at], to) {
				p.skips[at] = append(p.skips[at], to)
			}
			return false // there may be others
		}
		if called[w] {
			skip(at + 1)
		}
		for _, f := range g.small {
			p.has(f, at, skip)
		}
	}
	return p
}

func (p *goOnParser) line(at int) bool {
	if p.failed[at] {
		return false
	}
	ok := p.skip(at, p.line) ||
		slices.ContainsFunc(p.lead, func(f pattern) bool { return p.has(f, at, p.line) }) ||
		slices.ContainsFunc(p.asks, func(f pattern) bool { return p.has(f, at, p.end) })
	p.failed[at] = !ok
	return ok
}

// end reports whether nothing comes any more that is not small or asks again.
func (p *goOnParser) end(at int) bool {
	return at == len(p.words) || p.skip(at, p.end) || p.line(at)
}

// skip reports whether something small stands there, and then what follows.
func (p *goOnParser) skip(at int, then func(int) bool) bool {
	return at < len(p.words) && slices.ContainsFunc(p.skips[at], then)
}

// has reports whether f stands there, and then what follows.
func (p *goOnParser) has(f pattern, at int, then func(int) bool) bool {
	if len(f) == 0 {
		return then(at)
	}
	s, rest := f[0], func(at int) bool { return p.has(f[1:], at, then) }
	switch {
	case s.end:
		return at == len(p.words)
	case s.small:
		return rest(at) || p.skip(at, func(at int) bool { return p.has(f, at, then) })
	case at < len(p.words) && slices.Contains(s.words, p.words[at]) && rest(at+1):
		return true
	}
	return s.optional && rest(at)
}
