package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/tool"
)

// factLimit is how many facts are asked for at a time; the budget in runes
// decides how many of them reach the prompt.
const factLimit = 30

// maxFact bounds one fact, as tools do.
const maxFact = tool.MaxFactText

// know returns what the agent may know, most relevant first: what the last line
// is about, then what is nearest to the agent itself.
func (m *Mind) know(ctx context.Context, q Question, grants *tool.GrantSet) ([]tool.Fact, error) {
	if m.Facts == nil {
		return nil, nil
	}
	asks := inquiries(q, grants)
	found, errs := make([][]tool.Fact, len(asks)), make([]error, len(asks))
	var finding sync.WaitGroup
	for n, i := range asks {
		finding.Go(func() { found[n], errs[n] = m.find(ctx, i) })
	}
	finding.Wait()
	var facts []tool.Fact
	seen := make(map[tool.Fact]bool)
	for n := range asks {
		if errs[n] != nil {
			return nil, fmt.Errorf("what %s knows: %w", q.Agent.ID, errs[n])
		}
		for _, f := range found[n] {
			if !seen[f] {
				seen[f] = true
				facts = append(facts, f)
			}
		}
	}
	return facts, nil
}

// inquiries returns what is to be looked up for the answer to q: what the last
// line is about, if it is about anything, and what the agent's own entry says. How
// far the first reaches is the grant for kg_query; without one, the agent's own
// entry.
func inquiries(q Question, grants *tool.GrantSet) []inquiry {
	scope, ok := grants.Scope("kg_query")
	if !ok {
		scope = tool.OwnNode
	}
	own := inquiry{caller: caller(q), node: q.Agent.Node, scope: tool.OwnNode}
	about := own
	about.scope, about.query = scope, topic(q)
	if about.query == "" {
		return []inquiry{own}
	}
	return []inquiry{about, own}
}

// topic returns what the last line is about: its words, less the names by which
// it addresses the agent, which would find everything about the agent instead.
// They are bare, so that a line has the same topic before a recogniser has set its
// marks and capitals.
func topic(q Question) string {
	if len(q.History) == 0 {
		return ""
	}
	names := withWords(selves(q.Agent))
	var words []string
	for word := range strings.FieldsSeq(q.History[len(q.History)-1].Text) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if word != "" && !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, word) }) {
			words = append(words, strings.ToLower(word))
		}
	}
	return strings.Join(words, " ")
}

// choose returns the lines for those of facts that fit into budget runes, in
// their order. Half of the budget is kept for what entries themselves say, so
// that a crowd of labelled facts cannot push it out.
func choose(facts []tool.Fact, budget int) (tells, beliefs []string) {
	chosen := make([]bool, len(facts))
	used := 0
	take := func(limit int, wanted func(tool.Fact) bool) {
		for i, f := range facts {
			n := utf8.RuneCountInString(factLine(f)) + len("- \n")
			if !chosen[i] && wanted(f) && used+n <= limit {
				chosen[i] = true
				used += n
			}
		}
	}
	take(budget/2, func(f tool.Fact) bool { return f.Key == "" })
	take(budget, func(tool.Fact) bool { return true })
	for i, f := range facts {
		switch {
		case !chosen[i]:
		case f.Belief:
			beliefs = append(beliefs, factLine(f))
		default:
			tells = append(tells, factLine(f))
		}
	}
	return tells, beliefs
}

// factLine writes f as "Mirela Voss, debt: She owes the abbey 40 gold." A cover
// story is written like any other fact.
func factLine(f tool.Fact) string {
	name := oneLine(f.Name)
	if f.Key != "" {
		name += ", " + oneLine(f.Key)
	}
	return clip(name+": "+oneLine(f.Text), maxFact)
}
