package pocketsphinx

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A speller writes the recogniser's lower-case words as people write them:
// names in their own spelling, "I", and a capital at the beginning.
type speller struct {
	names []spelling // those of most words first
}

// A spelling is how spoken words are written.
type spelling struct {
	spoken  []string
	written string
}

// common are the words of the general corpus: one of them that is also part of
// a name, such as "hope", is more often the word.
var common = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	sentences, words := general()
	for _, s := range sentences {
		for w := range strings.FieldsSeq(s) {
			m[w] = true
		}
	}
	for _, w := range words {
		m[w] = true
	}
	return m
})

func newSpeller(names []string) *speller {
	s := &speller{}
	for _, n := range names {
		s.add(n)
		parts := strings.Fields(n)
		if len(parts) < 2 {
			continue
		}
		for _, p := range parts {
			if w := spoken(p); len(w) == 1 && !common()[w[0]] && !slices.Contains(small, w[0]) {
				s.add(p)
			}
		}
	}
	slices.SortStableFunc(s.names, func(a, b spelling) int { return len(b.spoken) - len(a.spoken) })
	return s
}

// add adds a name unless it is one common word.
func (s *speller) add(name string) {
	w := spoken(name)
	if len(w) == 0 || len(w) == 1 && common()[w[0]] {
		return
	}
	s.names = append(s.names, spelling{w, strings.Join(strings.Fields(name), " ")})
}

// write returns words as a line of text.
func (s *speller) write(words []string) string {
	var out []string
	for i := 0; i < len(words); {
		n, text := s.at(words[i:])
		out = append(out, text)
		i += n
	}
	return capital(strings.Join(out, " "))
}

// at returns how the first n of words are written.
func (s *speller) at(words []string) (n int, text string) {
	for _, name := range s.names {
		n := len(name.spoken)
		if n > len(words) || !slices.Equal(name.spoken[:n-1], words[:n-1]) {
			continue
		}
		switch words[n-1] {
		case name.spoken[n-1]:
			return n, name.written
		case name.spoken[n-1] + "'s":
			return n, name.written + "'s"
		}
	}
	w := words[0]
	if w == "i" || strings.HasPrefix(w, "i'") {
		return 1, "I" + w[1:]
	}
	return 1, w
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
