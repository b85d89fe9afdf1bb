package store

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// namedWeight is what it counts for that a fact is about an entry that the query
// names whole: about as much as one word that one fact in three has. It puts
// what is known of Bart before what only mentions him; it does not put Bart's
// age before the answer to "Bart, who leads the guild?".
const namedWeight = 1.0

// rankFacts returns the facts that hold a word of query, the best first: by the
// weight of the different words they hold, more if the query names their entry
// whole, then those about the reader. Words weigh by their rarity among these
// facts, so that no list of stop words is needed for any language. A query
// without words matches all.
func rankFacts(facts []knowledge.Fact, aliases map[transcript.NodeID][]string, query string) []knowledge.Fact {
	terms := words(query, false)
	type ranked struct {
		fact  knowledge.Fact
		match []float64 // for each term: 1 the word, 0.5 one like it, 0 none
		score float64
	}
	if len(terms) == 0 {
		if strings.TrimSpace(query) != "" {
			return nil
		}
		out := slices.Clone(facts)
		slices.SortStableFunc(out, func(a, b knowledge.Fact) int { return ownFirst(a, b) })
		return out
	}
	list := make([]ranked, len(facts))
	counts := make([]int, len(terms))
	for i, f := range facts {
		r := ranked{fact: f, match: make([]float64, len(terms))}
		names := append([]string{f.Name}, aliases[f.Node]...)
		if slices.ContainsFunc(names, func(n string) bool { return holdsAll(terms, words(n, false)) }) {
			r.score = namedWeight
		}
		has := words(strings.Join(names, " ")+" "+f.Key+" "+f.Text, true)
		for t, term := range terms {
			if r.match[t] = likeness(term, has); r.match[t] > 0 {
				counts[t]++
			}
		}
		list[i] = r
	}
	for i := range list {
		for t, m := range list[i].match {
			list[i].score += m * rarity(counts[t], len(facts))
		}
	}
	list = slices.DeleteFunc(list, func(r ranked) bool { return r.score == 0 })
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), ownFirst(a.fact, b.fact))
	})
	out := make([]knowledge.Fact, len(list))
	for i, r := range list {
		out[i] = r.fact
	}
	return out
}

func ownFirst(a, b knowledge.Fact) int { return boolFirst(a.Own, b.Own) }

func boolFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func holdsAll(terms, name []string) bool {
	return len(name) > 0 && !slices.ContainsFunc(name, func(w string) bool { return !slices.Contains(terms, w) })
}

// likeness compares term with the words of a text: the same word, or one with
// a short ending more or less, as "owes" is to "owe".
func likeness(term string, has []string) float64 {
	like := 0.0
	for _, w := range has {
		if w == term {
			return 1
		}
		if utf8.RuneCountInString(min(term, w)) < 3 { // the shorter, if one begins the other
			continue
		}
		long, short := term, w
		if len(long) < len(short) {
			long, short = short, long
		}
		if rest, ok := strings.CutPrefix(long, short); ok && utf8.RuneCountInString(rest) <= 2 {
			like = 0.5
		}
	}
	return like
}
