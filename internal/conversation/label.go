package conversation

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/campaign"
)

// errOthersWords is a mind that answers for somebody else.
var errOthersWords = errors.New("the model answered for somebody else")

// An ownWords keeps to the words of whom an answer is. Models write whole
// dialogues, "I saw nothing. Greta: I did!", and nobody says another's words:
// where a sentence begins with another's name and a colon, the answer is over.
// The agent's own name there is left out.
type ownWords struct {
	own, others []string
	inside      bool // the last piece was a clause
	over        bool
}

// ownWordsIn returns what keeps to the agent's words in the answer to q.
func ownWordsIn(q Question) ownWords {
	s := ownWords{own: callings(q.Agent), others: []string{"Narrator", "GM"}}
	for _, a := range q.Present {
		if a.ID != q.Agent.ID {
			s.others = append(s.others, callings(a)...)
		}
	}
	for _, p := range q.People {
		s.others = append(s.others, sayableName(p.Name))
		s.others = append(s.others, withFirst(p.Character)...)
	}
	return s
}

// callings returns the names under which an agent's lines may stand.
func callings(a campaign.Agent) (names []string) {
	for _, n := range append([]string{a.Name, a.KnownAs}, a.Aliases...) {
		names = append(names, withFirst(n)...)
	}
	return names
}

// sayableName returns a name as the filter leaves it: "sam 77" for "sam_77".
func sayableName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || speakability(r) == gap
	}), " ")
}

// withFirst returns a name and its first word.
func withFirst(name string) []string {
	name = sayableName(name)
	first, _, more := strings.Cut(name, " ")
	if more && utf8.RuneCountInString(first) >= 3 {
		return []string{name, first}
	}
	return []string{name}
}

// take returns p without the agent's own label, and false if it is another's: then
// the answer is over. What is left may be nothing.
func (s *ownWords) take(p piece) (piece, bool) {
	if s.over || p.narration {
		return p, !s.over
	}
	if !s.inside {
		for {
			rest, ok := cutLabel(p.text, s.own)
			if !ok {
				break
			}
			p.text = rest
		}
		if _, s.over = cutLabel(p.text, s.others); s.over {
			return p, false
		}
	}
	s.inside = p.text != "" && !endsSentence(p.text)
	return p, true
}

// cutLabel cuts one of names and a colon off the beginning of text.
func cutLabel(text string, names []string) (rest string, ok bool) {
	body := strings.TrimLeft(text, "\"“„«‘'([ ")
	for _, name := range names {
		if name == "" || len(body) <= len(name) || !strings.EqualFold(body[:len(name)], name) {
			continue
		}
		rest = strings.TrimLeft(body[len(name):], " )]")
		mark, size := utf8.DecodeRuneInString(rest)
		if mark != ':' && mark != '：' {
			continue
		}
		rest = rest[size:]
		if next, _ := utf8.DecodeRuneInString(rest); rest == "" || mark == '：' || unicode.IsSpace(next) || !isVoiced(next) {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}
