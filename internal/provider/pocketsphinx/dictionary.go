package pocketsphinx

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed corpus/pronunciations.txt
var pronunciationsText string

// A dictionary has the pronunciations of words.
type dictionary map[string][]string

// add adds a pronunciation that is not there yet.
func (d dictionary) add(word, sounds string) {
	if !slices.Contains(d[word], sounds) {
		d[word] = append(d[word], sounds)
	}
}

// readDictionary reads a dictionary in CMUdict's form, a word and its phones a
// line, further pronunciations as "word(2)".
func readDictionary(ctx context.Context, r io.Reader) (dictionary, error) {
	d := make(dictionary, 140_000) // CMUdict has nearly as many words
	sc := bufio.NewScanner(r)
	for i := 0; sc.Scan(); i++ {
		if err := stopped(ctx, i); err != nil {
			return nil, err
		}
		word, sounds, ok := strings.Cut(strings.TrimSpace(sc.Text()), " ")
		if !ok || strings.HasPrefix(word, ";;;") || word == "#" {
			continue
		}
		d.add(withoutVariant(word), strings.Join(strings.Fields(sounds), " "))
	}
	return d, sc.Err()
}

// withoutVariant takes the "(2)" off "either(2)".
func withoutVariant(word string) string {
	if i := strings.IndexByte(word, '('); i > 0 {
		return word[:i]
	}
	return word
}

// pronounce returns how word is said: as the campaign says, as the installed
// dictionary has it, or as its spelling suggests. What the campaign says comes
// first but not alone: players, and voices, read names as they are spelt.
func (d dictionary) pronounce(word string, said dictionary) []string {
	if p := said[word]; len(p) > 0 {
		out := slices.Clone(p)
		for _, other := range d.pronounce(word, nil) {
			if !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
		return out[:min(len(out), max(len(p), maxGuesses))]
	}
	if p := d[word]; len(p) > 0 {
		return p
	}
	if stem, ok := strings.CutSuffix(word, "'s"); ok {
		return possessives(d.pronounce(stem, said))
	}
	return d.guess(word)
}

// guess returns pronunciations for a word of no dictionary: those of two words
// that it is made of ("raven" and "ford"), then what the letters say.
func (d dictionary) guess(word string) []string {
	var out []string
	for i := 3; i+3 <= len(word); i++ {
		if a, b := d[word[:i]], d[word[i:]]; len(a) > 0 && len(b) > 0 {
			out = append(out, a[0]+" "+b[0])
		}
	}
	out = out[:min(len(out), 2)]
	for _, g := range guesses(word) {
		if !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out[:min(len(out), maxGuesses)]
}

// possessives adds the sound of 's, which depends on the sound before it.
func possessives(stems []string) []string {
	var out []string
	for _, p := range stems {
		last := p[strings.LastIndexByte(p, ' ')+1:]
		switch {
		case slices.Contains(strings.Fields("S Z SH ZH CH JH"), last):
			p += " AH Z"
		case slices.Contains(strings.Fields("P T K F TH"), last):
			p += " S"
		default:
			p += " Z"
		}
		out = append(out, p)
	}
	return out
}

// encode returns the pronunciations of words, in order, in CMUdict's form.
func (d dictionary) encode(ctx context.Context, words []string, said dictionary) ([]byte, error) {
	var b bytes.Buffer
	for i, word := range words {
		if i%64 == 0 { // a guess takes its time
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
		}
		for i, p := range d.pronounce(word, said) {
			if i == 0 {
				fmt.Fprintf(&b, "%s %s\n", word, p)
			} else {
				fmt.Fprintf(&b, "%s(%d) %s\n", word, i+1, p)
			}
		}
	}
	return b.Bytes(), nil
}
