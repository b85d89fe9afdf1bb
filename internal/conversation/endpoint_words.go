package conversation

import (
	"slices"
	"strings"

	"glyphoxa/internal/campaign"
)

// An ending is what the last words of somebody say about whether more follows.
type ending int

const (
	open       ending = iota // they do not say
	complete                 // a sentence that is whole
	unfinished               // in the middle of one
)

// finished says how what was said ends, going by its words in a language, a
// BCP 47 tag. names are words that people at the table call each other by. It
// knows English and German; of any other language it goes by the marks that a
// recogniser sets.
//
// Many recognisers set none, and some end whatever they are given with a full
// stop: what no sentence ends with outweighs a mark.
func finished(language, said string, names []string) ending {
	said = strings.TrimRight(strings.TrimSpace(said), `"'”’»)`)
	base := baseLanguage(language)
	lang := grammars[base]
	if lang == nil {
		lang = new(grammar)
	}
	words := foldedWords(said)
	if len(words) == 0 {
		return open
	}
	p := lastPoint(said)
	last := words[len(words)-1]
	switch {
	case p == trails, slices.Contains(lang.always, last):
		return unfinished
	case p == question:
		return complete
	case slices.Contains(lang.mostly, last) && p == stop:
		return open
	case slices.Contains(lang.mostly, last):
		return unfinished
	}
	bare := lang.bare(words, names)
	switch {
	case len(bare) == 0, len(bare) == 1 && grammars[base] != nil:
		return open // "Bart.", "Wait.", "Yes.": what they want may be still to come
	case p == stop:
		return complete
	}
	return lang.ending(bare)
}

// A point is what stands behind the last word.
type point int

const (
	nothing point = iota
	stop
	question
	trails // a comma, a dash, three dots
)

func lastPoint(said string) point {
	for _, m := range []struct {
		ends  string
		point point
	}{
		{"...", trails},
		{"…", trails},
		{",", trails},
		{"-", trails},
		{"–", trails},
		{"—", trails},
		{":", trails},
		{";", trails},
		{"、", trails},
		{"，", trails},
		{"?", question},
		{"？", question},
		{"؟", question},
		{".", stop},
		{"!", stop},
		{"。", stop},
		{"！", stop},
		{"।", stop},
	} {
		if strings.HasSuffix(said, m.ends) {
			return m.point
		}
	}
	return nothing
}

// foldedWords returns the words of text, folded.
func foldedWords(text string) (words []string) {
	eachWord(text, func(word string, _, _ int) { words = append(words, word) })
	return words
}

// A grammar is as much of a language as it takes to hear that a sentence is
// whole. Its words are folded.
type grammar struct {
	always []string // no sentence ends with them
	mostly []string // few do, but questions: "what for?"

	callers []string // what may stand before a sentence
	alone   []string // what is a whole answer or greeting
	asking  []string // what a question begins with
	verbs   []string // what a yes-no question begins with
	// bends: a yes-no question with an auxiliary ends with the verb that belongs
	// to it ("kannst du mir helfen")
	bends     []string
	you       []string // who is asked, behind a verb
	orders    []string // what an order begins with
	dangles   []string // behind an order or a question, not the end of it
	leastAsks int      // words of a question, at least
}

// ending goes by the shape of a sentence without any marks, names and
// exclamations around it.
func (g *grammar) ending(words []string) ending {
	switch n := len(words); {
	case all(words, g.alone):
		return complete
	case slices.Contains(g.dangles, words[n-1]):
		return open
	case slices.Contains(g.bends, words[0]):
		if n >= 3 && strings.HasSuffix(words[n-1], "n") {
			return complete
		}
		return open
	case slices.Contains(g.asking, words[0]) && n >= g.leastAsks,
		n >= 3 && slices.Contains(g.verbs, words[0]) && slices.Contains(g.you, words[1]),
		n >= 3 && slices.Contains(g.orders, words[0]):
		return complete
	}
	return open
}

// bare returns words without the names and the exclamations around them.
func (g *grammar) bare(words, names []string) []string {
	around := func(w string) bool { return slices.Contains(g.callers, w) || slices.Contains(names, w) }
	for len(words) > 0 && around(words[0]) {
		words = words[1:]
	}
	for len(words) > 0 && slices.Contains(names, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

func all(words, of []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) })
}

// calledNames returns the words of the names that are called at the table.
func (r *running) calledNames() (names []string) {
	add := func(name string) { names = append(names, foldedWords(name)...) }
	for _, list := range [][]campaign.Agent{r.scene.Agents, r.scene.Absent} {
		for _, a := range list {
			add(a.Shown())
		}
	}
	for _, p := range r.people() {
		add(p.Label())
	}
	return names
}
