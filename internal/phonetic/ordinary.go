package phonetic

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
)

// The lists are one word a line, in lower case and without accents. Where they
// are from and how they are made is said in words/README.md.
var (
	//go:embed words/english.txt.gz
	englishList []byte
	//go:embed words/german.txt.gz
	germanList []byte

	englishWords = sync.OnceValue(func() wordList { return unpack(englishList) })
	germanWords  = sync.OnceValue(func() wordList { return unpack(germanList) })
)

// Ordinary reports whether word, in lower case and without accents, is an
// ordinary one of the language: one that is not to be taken for a name because
// it sounds like one. First names are none, though many know them. The first
// call unpacks a list, which takes some milliseconds.
func (l *Language) Ordinary(word string) bool { return l.ordinary().has(word) }

// Words yields all ordinary words in order.
func (l *Language) Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.Lines(string(l.ordinary())) {
			if !yield(strings.TrimSuffix(w, "\n")) {
				return
			}
		}
	}
}

// A wordList is words in order, each with a line feed behind it. It is searched
// as it is: a map of it would be ten times as large.
type wordList string

func (l wordList) has(word string) bool {
	from, to := 0, len(l) // of lines that may be it
	for from < to {
		line := from + strings.LastIndexByte(string(l[from:(from+to)/2]), '\n') + 1
		next := line + strings.IndexByte(string(l[line:]), '\n') + 1
		switch w := string(l[line : next-1]); {
		case w == word:
			return true
		case w < word:
			from = next
		default:
			to = line
		}
	}
	return false
}

// unpack reads a list that is part of the program: that it can be read is
// tested.
func unpack(list []byte) wordList {
	z, err := gzip.NewReader(bytes.NewReader(list))
	if err != nil {
		panic(fmt.Sprintf("phonetic: unpack words: %v", err))
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(fmt.Sprintf("phonetic: unpack words: %v", err))
	}
	return wordList(text)
}
