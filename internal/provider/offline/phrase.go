package offline

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"glyphoxa/internal/llm"
)

// seed makes a number of what was said and how often we have spoken, so that
// the same request has the same answer and the same question, asked again,
// another one.
func seed(text string, turns int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(append([]byte(text), byte(turns))) // a hash takes everything
	return h.Sum64()
}

// pick returns one of the phrases, the same for the same turn.
func (t turn) pick(phrases []string) string { return phrases[t.seed%uint64(len(phrases))] }

// fill is pick with what into the place of %.
func (t turn) fill(phrases []string, what string) string {
	return strings.Replace(t.pick(phrases), "%", what, 1)
}

// phrase says what the tools returned.
func (t turn) phrase(in intent) string {
	var said []string
	for _, r := range t.results {
		if s := t.result(in, r); s != "" && !slices.Contains(said, s) {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

func (t turn) result(in intent, r llm.ToolResult) string {
	switch r.Name {
	case "dice":
		total, ok := rolled(r.Content)
		if r.IsError || !ok {
			return t.pick(t.words.noRoll)
		}
		return t.fill(t.words.roll, total)
	case "remember_knowledge":
		first, _, _ := strings.Cut(strings.ToLower(r.Content), "\n")
		switch {
		case r.IsError:
			return t.pick(t.words.listen)
		case strings.Contains(first, "already"):
			return t.pick(t.words.knew)
		}
		return t.pick(t.words.noted)
	case "recap":
		if r.IsError || strings.TrimSpace(r.Content) == "" {
			return t.pick(t.words.unknown)
		}
		return strings.TrimSpace(r.Content)
	case "kg_query", "transcript_search":
		if r.IsError {
			return t.nothing(in)
		}
		return t.told(in, statements(r.Content))
	}
	return t.nothing(in)
}

var total = regexp.MustCompile(`=\s*(-?\d+)`)

// rolled finds the total in a line such as "2d6: 3 + 5 = 8". The number that is
// spoken is the number that was rolled, so it is not read from anything else.
func rolled(s string) (string, bool) {
	m := total.FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// nothing says that there is nothing to say.
func (t turn) nothing(in intent) string {
	switch in.kind {
	case chat:
		return t.pick(t.words.listen)
	case more:
		return t.pick(t.words.noMore)
	default:
		return t.pick(t.words.unknown)
	}
}

// without answers when there is no tool for what is wanted.
func (t turn) without(in intent) string {
	switch in.kind {
	case roll:
		return t.pick(t.words.noRoll)
	case greet:
		return t.pick(t.words.greet)
	case thank:
		return t.pick(t.words.welcome)
	case tell:
		return t.pick(t.words.listen)
	default:
		return t.nothing(in)
	}
}
