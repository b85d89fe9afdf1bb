package offline

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"glyphoxa/internal/llm"
)

const (
	maxQuotes = 8   // in a recap
	maxQuote  = 200 // runes of one
)

// wantsRecap reports whether a system prompt asks for a session to be retold.
func wantsRecap(system string) bool {
	first, _, _ := strings.Cut(system, "\n")
	return strings.TrimSpace(first) == "TASK: recap"
}

// retell tells a session by quoting its lines "Name: text", which are in the
// last message: the first, the last, and those that say most, in the order in
// which they were said.
func retell(req llm.Request) string {
	words := readTurn(req).words
	var lines []line
	for _, m := range slices.Backward(req.Messages) {
		if m.Role == llm.User {
			lines = transcriptLines(m.Text)
			break
		}
	}
	if len(lines) == 0 {
		return words.silence
	}
	var quotes []string
	for _, i := range telling(lines) {
		text, claimed := strings.CutSuffix(lines[i].text, claimMark)
		quote := words.quote
		if claimed {
			quote = words.claim
		}
		quotes = append(quotes, fmt.Sprintf(quote, lines[i].who, shorten(text)))
	}
	return strings.Join(quotes, "\n")
}

// quoted is how a recap quotes: see [phrases].
var quoted = regexp.MustCompile(`([^“”„]+?) (said|sagte|claims|behauptet): [“„]([^“”„]*)[”“]`)

// claimMark stands behind what is not so, and is told as what somebody claims.
const claimMark = " [a claim]"

// transcriptLines reads the lines of a transcript, or of the recaps of its
// parts, which are quotes of it.
func transcriptLines(text string) (lines []line) {
	if all := quoted.FindAllStringSubmatch(text, -1); all != nil {
		for _, m := range all {
			text := m[3]
			if m[2] == "claims" || m[2] == "behauptet" {
				text += claimMark
			}
			lines = append(lines, line{strings.TrimSpace(m[1]), text})
		}
		return lines
	}
	lines = linesBackwards(text)
	slices.Reverse(lines)
	for i, l := range lines {
		text, claimed := strings.CutSuffix(l.text, claimMark)
		if rest, cut := strings.CutSuffix(text, " [cut off]"); cut {
			text = strings.TrimRight(rest, " ,;:.—") + "…"
		}
		if claimed {
			text += claimMark
		}
		lines[i].text = text
		// A quote inside the quote would end it.
		lines[i].text = strings.NewReplacer("“", "'", "”", "'", "„", "'").Replace(lines[i].text)
	}
	return slices.DeleteFunc(lines, func(l line) bool { return l.who == "" || l.text == "" })
}

// telling returns the places of the lines to quote, in order.
func telling(lines []line) []int {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	last := len(lines) - 1
	says := func(i int) int {
		if i == 0 || i == last {
			return 1 << 20 // how it began and how it ended are always told
		}
		return len(lines[i].terms())
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(says(b), says(a)) })
	var chosen []int
	told := make(map[string]bool)
	for _, i := range order {
		same := strings.Join(tokens(lines[i].text), " ")
		if len(chosen) < maxQuotes && !told[same] {
			told[same] = true
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// shorten cuts a long line after a word.
func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxQuote {
		return s
	}
	s = string([]rune(s)[:maxQuote])
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ,;:.") + "…"
}
