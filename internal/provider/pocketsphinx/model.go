package pocketsphinx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Model is a language model and dictionary on disk, made by [Build].
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

// Build makes the language model and the dictionary for one campaign and
// writes them into dir, which it creates. The files are named by a hash of what
// they are made from, so that a campaign that has not changed costs reading its
// words. Several processes may build at once.
func Build(ctx context.Context, dir string, words Corpus) (Model, error) {
	m, err := build(ctx, dir, DefaultDictionary, defaultEnglish, words)
	if err != nil {
		return Model{}, fmt.Errorf("build the language model: %w", err)
	}
	return m, nil
}

func build(ctx context.Context, dir, dict, lm string, words Corpus) (Model, error) {
	base := filepath.Join(dir, key(words))
	m := Model{LM: base + ".lm.bin", Dict: base + ".dict"}
	for _, n := range words.Names {
		m.Names = append(m.Names, n.Text)
	}
	if exists(m.LM) && exists(m.Dict) {
		return m, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Model{}, err
	}
	known, err := installed(dict)
	if err != nil {
		return Model{}, err
	}
	g := count(words)
	if err := ctx.Err(); err != nil {
		return Model{}, err
	}
	said := said(words.Names)
	vocabulary := slices.DeleteFunc(slices.Sorted(maps.Keys(g.uni)), func(w string) bool { return w == begin || w == end })
	err = writeFile(m.Dict, func(w io.Writer) error { return known.write(w, vocabulary, said) })
	if err != nil {
		return Model{}, err
	}
	english, err := readTrie(lm)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Model{}, err
	}
	return m, writeFile(m.LM, mix(g.model(), english).write)
}

// key names a corpus by its content. Each field is written with its length, so
// that no two corpora are written alike.
func key(c Corpus) string {
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
func installed(file string) (dictionary, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotInstalled
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // was only read
	d, err := readDictionary(f)
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
func count(c Corpus) *ngrams {
	sentences, words := general()
	g := newNgrams()
	for _, s := range sentences {
		g.add(whole(strings.Fields(s)))
	}
	for _, w := range words {
		g.add(fragment{w})
	}
	for _, s := range c.Sentences {
		if w := spoken(s); len(w) > 0 {
			g.add(whole(w))
		}
	}
	for i, n := range c.Names {
		for _, f := range nameFragments(n.Text, sentences, 7*i) {
			g.add(f)
		}
	}
	return g
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
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // fails when it has been renamed
	if err := errors.Join(write(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
