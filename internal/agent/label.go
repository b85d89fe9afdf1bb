package agent

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are those that may stand in front of a line, longest first.
type names struct {
	own     []string // the agent's: the label is taken off
	foreign []string // anybody else's: the answer ends there
}

// namesIn returns the names that a model may put in front of lines of q: whole
// names, and each word of them.
func namesIn(q Question) names {
	n := names{
		own:     []string{"Assistant", "NPC"},
		foreign: []string{narrator, "User", "Human", "Player", "GM", "Game Master", "System"},
	}
	n.own = append(n.own, withWords(selves(q.Agent))...)
	for _, a := range q.Present {
		if a.ID != q.Agent.ID {
			n.foreign = append(n.foreign, withWords(selves(a))...)
		}
	}
	for _, p := range q.People {
		// A display name may be any words, so only the whole of it is a label.
		if !heralds[strings.ToLower(p.Name)] {
			n.foreign = append(n.foreign, label(p.Name))
		}
		if p.Character != "" {
			n.foreign = append(n.foreign, withWords([]string{label(p.Character)})...)
		}
	}
	called := newNamer(q)
	for _, l := range q.History {
		if !own(q, l) && !heralds[strings.ToLower(l.Name)] {
			n.foreign = append(n.foreign, called.line(l))
		}
	}
	longestFirst(n.own)
	longestFirst(n.foreign)
	n.foreign = slices.DeleteFunc(slices.Compact(n.foreign), func(s string) bool {
		return slices.ContainsFunc(n.own, func(own string) bool { return strings.EqualFold(s, own) })
	})
	return n
}

// heralds are words behind which people put a colon when they speak. Some are also
// called so.
var heralds = map[string]bool{
	"listen": true, "look": true, "wait": true, "remember": true, "note": true, "warning": true, "careful": true,
	"question": true, "answer": true, "truth": true, "fact": true, "rule": true, "first": true, "second": true, "one": true, "two": true,
	"well": true, "now": true, "so": true, "but": true, "and": true, "no": true, "yes": true, "here": true, "this": true,
	"hör": true, "hört": true, "schau": true, "warte": true, "merke": true, "achtung": true, "vorsicht": true, "frage": true,
	"antwort": true, "wahrheit": true, "regel": true, "erstens": true, "zweitens": true, "eins": true, "zwei": true,
	"nun": true, "also": true, "aber": true, "und": true, "nein": true, "ja": true, "hier": true, "eines": true,
}

// withWords returns list and each longer word in it.
func withWords(list []string) []string {
	var all []string
	for _, name := range list {
		all = append(all, name)
		for word := range strings.FieldsSeq(name) {
			if utf8.RuneCountInString(word) >= 3 {
				all = append(all, word)
			}
		}
	}
	return all
}

func longestFirst(list []string) {
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
}

// labels takes the agent's own label off the beginnings of lines, however often
// it stands there, and ends the answer where a line begins with another's:
// models copy the form of the history, and one bare label makes the next answer
// worse. What comes out does not depend on how the words were cut.
type labels struct {
	names   names
	foreign bool // the answer has ended
	spoken  bool // something came out that is not white space

	inLine bool   // past the beginning of the line
	held   string // the beginning of the line, while it may be a label
	bare   bool   // a label was just taken off: white space goes with it
	out    strings.Builder
}

// maxHeld bounds what is held back, in bytes: the longest label with a stage
// direction behind it.
const maxHeld = 400

// write takes words and returns those that are certain.
func (l *labels) write(words string) string {
	l.out.Reset()
	for _, r := range words {
		l.step(r)
	}
	return l.out.String()
}

// close returns what was held back.
func (l *labels) close() string {
	l.out.Reset()
	if l.held != "" {
		l.settle(true)
	}
	if l.held != "" {
		l.say(l.held)
		l.held = ""
	}
	return l.out.String()
}

// restart makes the next words begin a line: a thought ended before them.
func (l *labels) restart() { l.inLine = false }

func (l *labels) step(r rune) {
	switch {
	case l.foreign:
	case l.inLine:
		l.say(string(r))
		l.inLine = r != '\n'
	case l.bare && l.held == "" && (r == ' ' || r == '\t'):
	default:
		l.held += string(r)
		l.settle(false)
	}
}

// settle decides about the beginning of a line. final says that no more comes.
func (l *labels) settle(final bool) {
	whose, size := l.names.match(l.held, final)
	switch {
	case whose == undecided && !final && len(l.held) < maxHeld:
	case whose == ownLabel:
		rest := l.held[size:]
		l.held = ""
		l.bare = true
		for _, r := range rest {
			l.step(r)
		}
	case whose == foreignLabel:
		l.held = ""
		l.foreign = true
	default:
		held := l.held
		l.held = ""
		l.bare = false
		l.inLine = !strings.HasSuffix(held, "\n")
		l.say(held)
	}
}

func (l *labels) say(words string) {
	if !l.spoken {
		// White space before the first word says nothing.
		words = strings.TrimLeftFunc(words, unicode.IsSpace)
		l.spoken = words != ""
	}
	l.out.WriteString(words)
}

// whose says to whom a label belongs.
type whose int

const (
	noLabel whose = iota
	undecided
	ownLabel
	foreignLabel
)

// match says whether line begins with a label, such as "Mirela:",
// "**Mirela Voss**:", "[Mirela]" or "Mirela (softly):", and how long that is.
func (n names) match(line string, final bool) (whose, int) {
	body := strings.TrimLeft(line, " \t")
	if body == "" {
		return undecided, 0
	}
	open := body[:len(body)-len(strings.TrimLeft(body, "*_"))]
	body = body[len(open):]
	body, bracket := strings.CutPrefix(body, "[")
	best := noLabel
	if body == "" && len(open) < 4 {
		best = undecided
	}
	for _, list := range []struct {
		names []string
		whose whose
	}{{n.own, ownLabel}, {n.foreign, foreignLabel}} {
		for _, name := range list.names {
			rest, v := cutFold(body, name)
			if v == foldFull {
				rest, v = labelTail(rest, open, bracket, final)
			}
			switch v {
			case foldFull:
				return list.whose, len(line) - len(rest)
			case foldMaybe:
				best = undecided
			case foldNo:
			}
		}
	}
	return best, 0
}

// labelTail reads what stands between a name and the words: closing marks, a
// stage direction, a colon. It returns the rest.
func labelTail(s, open string, bracket, final bool) (rest string, v fold) {
	if bracket {
		var ok bool
		if s, ok = strings.CutPrefix(s, "]"); !ok {
			return s, maybeIf(s == "")
		}
	}
	s, closed := cutMarks(s, open)
	s = strings.TrimLeft(s, " \t")
	if strings.HasPrefix(s, "(") {
		end := strings.IndexByte(s, ')')
		if end < 0 || end > 80 {
			return s, maybeIf(end < 0 && len(s) <= 80 && !strings.Contains(s, "\n"))
		}
		s = strings.TrimLeft(s[end+1:], " \t")
	}
	switch after, size := utf8.DecodeRuneInString(s); {
	case s == "":
		if bracket && final {
			return s, foldFull
		}
		return s, foldMaybe
	case after == ':' || after == '：':
		s = s[size:]
	case bracket:
		return s, foldFull
	default:
		return s, foldNo
	}
	if !closed {
		if len(s) < len(open) && strings.HasPrefix(open, s) && !final {
			return s, foldMaybe
		}
		s, _ = cutMarks(s, open)
	}
	return s, foldFull
}

// cutMarks cuts as many marks off s as open has.
func cutMarks(s, open string) (rest string, ok bool) {
	if open == "" {
		return s, true
	}
	n := len(s) - len(strings.TrimLeft(s, "*_"))
	return s[min(n, len(open)):], n >= len(open)
}

// A fold is what came of comparing the beginning of a text without regard to
// case.
type fold int

const (
	foldNo    fold = iota
	foldMaybe      // the text ended first
	foldFull
)

func maybeIf(b bool) fold {
	if b {
		return foldMaybe
	}
	return foldNo
}

// cutFold cuts name off the beginning of s.
func cutFold(s, name string) (rest string, v fold) {
	for _, want := range name {
		got, size := utf8.DecodeRuneInString(s)
		switch {
		case size == 0:
			return "", foldMaybe
		case unicode.ToLower(got) != unicode.ToLower(want):
			return s, foldNo
		}
		s = s[size:]
	}
	return s, foldFull
}
