package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line is what somebody said.
type line struct {
	who  string // the label in front of it; empty if there was none
	text string
}

// linesBackwards returns the lines of a message that somebody said, the last
// one first. Notes, which stand in brackets, are nobody's.
func linesBackwards(text string) (out []line) {
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if l == "" || strings.ContainsAny(l[:1], "([*<") {
			continue
		}
		who, rest := label(l)
		out = append(out, line{who, rest})
	}
	slices.Reverse(out)
	return out
}

// label splits "Kara Stone: hello" into who and what. A label is a name: at
// most five words, which is what tells it from a sentence with a colon in it.
func label(l string) (who, rest string) {
	name, text, ok := strings.Cut(l, ": ")
	if !ok || utf8.RuneCountInString(name) > 60 || len(strings.Fields(name)) > 5 || strings.ContainsAny(name, ",!?") {
		return "", l
	}
	return name, strings.TrimSpace(text)
}

// tokens returns the words of s in lower case, without marks and without the
// English 's.
func tokens(s string) []string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i, w := range words {
		w = strings.ReplaceAll(w, "’", "'")
		w = strings.TrimSuffix(strings.Trim(w, "'"), "'s")
		words[i] = strings.ReplaceAll(w, "'", "")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// alike reports whether two words are forms of one: room and rooms, burn and
// burned, story and stories. It is generous: who asks repeats the word in the
// form that the question needs.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= max(3, min(len(a), len(b))-1) && len(a)-n <= 3 && len(b)-n <= 3
}

func hasLike(words []string, w string) bool {
	return slices.ContainsFunc(words, func(v string) bool { return alike(v, w) })
}

// A term is a word of a question that an answer may share.
type term struct {
	word string
	call bool // it seems to be how somebody is addressed
}

// terms returns the words that carry l's meaning, each once.
func (l line) terms() (out []term) {
	seen := make(map[string]bool)
	add := func(words []string, call bool) {
		for _, w := range words {
			if !function[w] && !seen[w] {
				seen[w] = true
				out = append(out, term{w, call})
			}
		}
	}
	name, rest, tail := l.address()
	add(rest, false)
	add(name, true)
	add(tail, true)
	return out
}

// address splits a line into the words by which it addresses somebody, in
// front or at the end, and the rest. A recogniser writes no commas: without
// one, a first word or two are taken for a name if what follows begins a
// question or a request.
func (l line) address() (name, rest, tail []string) {
	text := l.text
	if i := strings.LastIndexAny(text, ","); i >= 0 {
		if last := tokens(text[i:]); len(last) <= 2 && len(tokens(text[:i])) > 2 {
			text, tail = text[:i], last
		}
	}
	for {
		head, after, ok := strings.Cut(text, ",")
		if words := tokens(head); !ok || len(words) > 3 || slices.ContainsFunc(words, func(w string) bool { return opens[w] }) {
			break
		} else if len(name) == 0 { // "Stop, Mirela, where …": interjections are no names
			name = slices.DeleteFunc(words, func(w string) bool { return interjection[w] })
		}
		text = after
	}
	rest = skipInterjections(tokens(text))
	for n := 1; n <= 2 && n < len(rest) && len(name) == 0 && !function[rest[n-1]]; n++ {
		if opens[rest[n]] {
			name, rest = rest[:n], skipInterjections(rest[n:])
		}
	}
	return name, rest, tail
}

func skipInterjections(words []string) []string {
	for len(words) > 0 && interjection[words[0]] {
		words = words[1:]
	}
	return words
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

var (
	interjection = set(`hey hello hi oh ah well so now no yes stop wait listen please sorry excuse me say ok okay
		and but then good hallo he ach also nun nein ja halt warte hör bitte entschuldigung sag und aber gut na`)

	// inquires are words that begin a question.
	inquires = set(`who whose what where when why how which is are was were do does did can could will would
		have has had should may might tell describe explain
		wer was wo wann warum wie welche welcher welches ist sind war waren hat habt kannst könnt willst weißt kennst
		erzähl erzähle sag beschreib`)

	// opens are words that begin a question, a request or a statement about
	// oneself: in front of them there may be a name.
	opens = func() map[string]bool {
		m := set("roll role throw remember i we you go give know continue keep würfle würfel wirf merk ich du wir gib")
		for w := range inquires {
			m[w] = true
		}
		return m
	}()

	// function are words that carry no meaning of their own.
	function = func() map[string]bool {
		m := set(`a an the this that these those and or but if of to in on at by for with from into about over
			under up down out off as than then there here it its he him his she her hers they them their we us
			our ours i im me my mine you your yours am is are was were be been being do does did done doing
			dont has have had having can cant could will would shall should may might must not no yes any some
			all just very too also only again more most much many lot who whom whose what which where when why
			how tell know knows heard hear think say says said please thing things something anything anybody
			somebody everybody nobody anyone someone let lets want like get got give make made go went come came see
			saw one ever still yet about us around really mean news
			der die das den dem des ein eine einen einem einer eines und oder aber wenn von zu zum zur im in am
			an auf bei für mit aus nach über unter vor als da dort hier es er ihn ihm sie ihr ihre wir uns unser
			ich mich mir mein meine du dich dir dein deine euch euer bin bist ist sind seid war waren sein hat
			habe hast haben hatte wird werden kann kannst können will willst wollen soll sollen muss müssen
			nicht kein keine ja nein auch nur noch mehr sehr viel viele wer wen wem wessen was welche welcher
			welches wo wann warum wie so denn doch mal bitte etwas jemand weiß weißt wissen sag sagen erzähl
			erzähle erzählen gehört gibt man dass ob schon`)
		for w := range interjection {
			m[w] = true
		}
		return m
	}()
)
