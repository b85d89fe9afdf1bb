package pocketsphinx

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"glyphoxa/internal/speech"
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

// write returns words as people write them. A name is as many words as its own
// spelling has, whatever it is said with; each is as sure as the least sure of
// those that it is said with.
func (s *speller) write(heard []heardWord) (words []speech.Word) {
	said := make([]string, len(heard))
	for i, w := range heard {
		said[i] = w.text
	}
	for i := 0; i < len(heard); {
		n, text := s.at(said[i:])
		words = append(words, spread(text, heard[i:i+n])...)
		i += n
	}
	if len(words) > 0 {
		words[0].Text = capital(words[0].Text)
	}
	return words
}

// spread returns the words of text, which is how heard is written. A mark that
// nobody says, as in "Salt & Iron", is as sure as all of it.
func spread(text string, heard []heardWord) (words []speech.Word) {
	sure := leastOf(heard)
	for f := range strings.FieldsSeq(text) {
		w := speech.Word{Text: f, Confidence: sure}
		if n := min(len(spoken(f)), len(heard)); n > 0 {
			w.Confidence = leastOf(heard[:n])
			heard = heard[n:]
		}
		words = append(words, w)
	}
	return words
}

func leastOf(words []heardWord) float64 {
	least := 1.0
	for _, w := range words {
		least = min(least, w.sure)
	}
	return least
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
