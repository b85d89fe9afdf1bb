//go:build ignore

// Make writes english.txt.gz and german.txt.gz from lists that README.md names:
//
//	go run make.go american-english language-de/src language-en/src
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// stay are first names that are German words as well, or words that are said at
// German tables.
const stay = `morgen mag frank de rose reine van fan penny star angel may happy sonny gates lane page bell ally
	lucky gray min merci honey candy sunshine ginger bunny doll harmonie cher alta astra audi asia terra brandy
	perl elle shell pet viva con una pier row riva gill garland mead bliss mercy glory honor crystal faith hope
	grace joy olive olympia florida georgia virginia dallas atlanta valencia philippine concordia mala sal
	mark ernst rosa robin can said august jay sky sandy sunny tore june line summer kai gloria victoria aurora
	heide linde freya elsa mina art hart will juni mai april`

var word = regexp.MustCompile(`^[a-z]{2,}$`)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(scowl, de, en string) error {
	english, err := spelling(scowl)
	if err != nil {
		return err
	}
	words := make(map[string]bool)
	for w := range english {
		if w == strings.ToLower(w) { // names have capitals
			words[fold(w)] = true
		}
	}
	if err := write("english.txt.gz", words); err != nil {
		return err
	}

	// The German lists know no capitals. Names are taken out: first names, and
	// what English writes with a capital only.
	german := make(map[string]bool)
	wikipedia, err := list(de, "wikipedia")
	if err != nil {
		return err
	}
	for _, w := range wikipedia {
		german[w] = true
	}
	for w := range english {
		if l := strings.ToLower(w); w != l && !english[l] {
			delete(german, fold(w))
		}
	}
	subtitles, err := list(de, "commonWords")
	if err != nil {
		return err
	}
	for _, w := range subtitles {
		german[w] = true
	}
	for _, dir := range []string{de, en} {
		names, err := list(dir, "firstnames")
		if err != nil {
			return err
		}
		for _, w := range names {
			delete(german, w)
		}
	}
	for w := range strings.FieldsSeq(stay) {
		german[w] = true
	}
	return write("german.txt.gz", german)
}

// spelling reads a list of one word a line, without forms with apostrophes.
func spelling(name string) (map[string]bool, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	words := make(map[string]bool)
	for w := range strings.FieldsSeq(string(data)) {
		if word.MatchString(fold(w)) {
			words[w] = true
		}
	}
	return words, nil
}

// list reads a list in JSON, folded.
func list(dir, name string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		return nil, err
	}
	var words []string
	if err := json.Unmarshal(data, &words); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	for i := range words {
		words[i] = fold(words[i])
	}
	return slices.DeleteFunc(words, func(w string) bool { return !word.MatchString(w) }), nil
}

// fold is what the names are folded by that are looked up.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
	return strings.ReplaceAll(s, "ß", "ss")
}

func write(name string, words map[string]bool) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if _, err := fmt.Fprintln(z, w); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	fmt.Println(name, len(words), "words,", b.Len(), "bytes")
	return os.WriteFile(name, b.Bytes(), 0o644)
}
