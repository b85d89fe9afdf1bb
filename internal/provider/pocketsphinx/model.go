package pocketsphinx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Model is a language model and dictionary on disk, made by a [Builder].
type Model struct {
	LM   string // a trigram model in sphinxbase's binary form
	Dict string // pronunciations of its words
	// Names are the campaign's names as they are to be written.
	Names []string
}

// DefaultDictionary is where the packages of Debian and Ubuntu put CMUdict.
const DefaultDictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

// defaultEnglish is where they put the model of general English. Without it the
// recogniser works too, less well.
const defaultEnglish = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"

// ErrNotInstalled says that the acoustic model or its dictionary is missing.
var ErrNotInstalled = errors.New("the English model of pocketsphinx is not installed (apt install pocketsphinx-en-us)")

// version is to be raised when the code makes another model of the same corpus.
const version = "1"

// keyOf names a corpus by its content. Each field is written with its length, so
// that no two corpora are written alike.
func keyOf(c Corpus) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q %q %q %q %q\n", version, sentencesText, classesText, pronunciationsText, nameFrames, possessiveFrames)
	for _, n := range c.Names {
		fmt.Fprintf(h, "%q %q\n", n.Text, n.Say)
	}
	fmt.Fprintf(h, "%q\n", c.Sentences)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// installed reads the installed dictionary and adds our own words to it.
func installed(ctx context.Context, file string) (dictionary, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotInstalled
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // was only read
	d, err := readDictionary(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	for _, l := range lines(pronunciationsText) {
		word, sounds, _ := strings.Cut(l, " ")
		d.add(word, sounds)
	}
	return d, nil
}

// count counts the words of the general corpus and of the campaign.
func count(ctx context.Context, c Corpus) (*ngrams, error) {
	sentences, words := general()
	g := newNgrams()
	for i, s := range sentences {
		if err := stopped(ctx, i); err != nil {
			return nil, err
		}
		g.add(whole(strings.Fields(s)))
	}
	for _, w := range words {
		g.add(fragment{w})
	}
	for _, s := range c.Sentences {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if w := spoken(s); len(w) > 0 {
			g.add(whole(w))
		}
	}
	for i, n := range c.Names {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		for _, f := range nameFragments(n.Text, sentences, 7*i) {
			g.add(f)
		}
	}
	return g, nil
}

func whole(words []string) fragment {
	return append(append(fragment{begin}, words...), end)
}

// said returns the pronunciations that the campaign gives. Those of a name of
// several words are given for all of its words, divided by commas or vertical
// bars, or, respelled, by spaces; if the parts do not match the words, the
// spelling is used instead.
func said(names []Name) dictionary {
	d := dictionary{}
	for _, n := range names {
		words := spoken(n.Text)
		parts := []string{n.Say}
		if len(words) > 1 {
			parts = strings.FieldsFunc(n.Say, func(r rune) bool { return r == ',' || r == '|' })
			if len(parts) == 1 {
				parts = strings.Fields(n.Say)
			}
		}
		if n.Say == "" || len(parts) != len(words) {
			continue
		}
		for i, w := range words {
			for _, p := range pronunciations(parts[i]) {
				d.add(w, p)
			}
		}
	}
	return d
}

// writeFile writes a file whole or not at all.
func writeFile(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // fails when it has been renamed
	_, err = f.Write(content)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
