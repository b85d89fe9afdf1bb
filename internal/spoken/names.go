package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// names are the names that are said otherwise than they are written, by their
// first run of letters, the longest first.
type names map[string][]name

type name struct {
	text string
	said string
}

// newNames takes names and how they are said. A name of several words whose
// respelling has as many gives each of them, too: who says "Mirela Voss" says
// "Mirela". A name written in capitals is the same name; one in lower case is
// another word: Will is not "will".
func newNames(says map[string]string, t *tongue) names {
	all := map[string]string{}
	for text, say := range says {
		texts, parts := strings.Fields(text), respelled(say, len(strings.Fields(text)), t)
		if len(parts) == 0 {
			continue
		}
		all[strings.Join(texts, " ")] = strings.Join(parts, " ")
		if len(parts) != len(texts) || len(texts) == 1 {
			continue
		}
		for i, word := range texts {
			first := []rune(word)[0]
			if _, listed := says[word]; !listed && len(word) >= 3 && unicode.IsUpper(first) {
				all[word] = parts[i]
			}
		}
	}
	n := names{}
	for text, said := range all {
		n.add(text, said)
		if loud := strings.ToUpper(text); loud != text {
			if _, listed := all[loud]; !listed {
				n.add(loud, said)
			}
		}
	}
	for _, list := range n {
		slices.SortFunc(list, func(a, b name) int {
			return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
		})
	}
	return n
}

func (n names) add(text, said string) {
	if first := text[:run(text)]; first != "" {
		n[first] = append(n[first], name{text, said})
	}
}

// respelled returns the words that a respelling has: parts of it are divided by
// commas or bars, or else by spaces. Syllables in capitals are stressed, which no
// voice knows; some would spell them. A list of phonemes is for recognisers and
// gives none.
func respelled(say string, words int, t *tongue) []string {
	parts := strings.FieldsFunc(say, func(r rune) bool { return r == ',' || r == '|' })
	switch {
	case words == 1 && len(parts) > 1:
		parts = parts[:1] // the others are other ways to say it
	case len(parts) == 1:
		parts = strings.Fields(say)
	}
	phonemes := len(parts) > 1
	for i, p := range parts {
		p = strings.TrimSpace(p)
		phonemes = phonemes && strings.ToUpper(p) == p
		parts[i] = strings.ToLower(p)
		if t != nil && t.openA != "" && strings.HasSuffix(parts[i], "-a") {
			parts[i] = strings.TrimSuffix(parts[i], "a") + t.openA
		}
	}
	if phonemes || slices.ContainsFunc(parts, func(p string) bool { return p == "" }) {
		return nil
	}
	return parts
}

// name knows the campaign's names. What makes a genitive stays behind them.
func (s *scan) name() (said string, n int) {
	if len(s.names) == 0 {
		return "", 0
	}
	rest := s.rest()
	first := rest[:run(rest)]
	list := s.names[first]
	if list == nil && s.tongue != nil && s.tongue.genitive != "" {
		list = s.names[strings.TrimSuffix(first, s.tongue.genitive)]
	}
	for _, name := range list {
		after, ok := strings.CutPrefix(rest, name.text)
		switch {
		case !ok:
		case ends(after):
			return name.said, len(name.text)
		case s.tongue != nil && s.tongue.genitive != "" && strings.HasPrefix(after, s.tongue.genitive) && ends(after[len(s.tongue.genitive):]):
			return name.said + s.tongue.genitive, len(name.text) + len(s.tongue.genitive)
		}
	}
	return "", 0
}
