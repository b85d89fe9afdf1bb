package pocketsphinx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// keptModels is how many models a Builder keeps: a table that ends a session
// and begins the next one plays the same campaign, seldom more than one beside.
const keptModels = 2

// A Builder makes the models of campaigns. It may be used by several goroutines.
//
// Most of what goes into a model is the same for all campaigns: which pairs and
// triples of general English matter, among the words of any table. A Builder
// works that out once, for the first model or by [Builder.Warm], and keeps it;
// for a campaign it looks only at those that have a word of the campaign's in
// them. It keeps the last two models, too. Together that is 24 MB at most.
//
// The files are the same, byte for byte, as without anything kept.
type Builder struct {
	dict, english string // where they are installed

	// turn is held by whoever works out the gist. Another waits, and goes on by
	// itself if that one is cancelled.
	turn chan struct{}

	mu   sync.Mutex
	gist *gist   // of general English for the words of all campaigns
	kept []files // the last ones, the latest at the end
}

// files is what the files of a model hold.
type files struct {
	key      string
	lm, dict []byte
}

// NewBuilder returns a Builder that uses what the packages of Debian and Ubuntu
// install.
func NewBuilder() *Builder { return newBuilder(DefaultDictionary, defaultEnglish) }

func newBuilder(dict, english string) *Builder {
	return &Builder{dict: dict, english: english, turn: make(chan struct{}, 1)}
}

// Build makes the language model and the dictionary for one campaign and
// writes them into dir, which it creates. The files are named by a hash of what
// they are made from; if they are there already, they are taken. Several
// processes may build at once. When ctx is done it returns the cause, at most some
// 25 ms later, which is what reading the model of English takes.
func (b *Builder) Build(ctx context.Context, dir string, words Corpus) (Model, error) {
	key := keyOf(words)
	base := filepath.Join(dir, key)
	m := Model{LM: base + ".lm.bin", Dict: base + ".dict"}
	for _, n := range words.Names {
		m.Names = append(m.Names, n.Text)
	}
	if exists(m.LM) && exists(m.Dict) {
		return m, nil
	}
	f, err := b.files(ctx, key, words)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = errors.Join(writeFile(m.Dict, f.dict), writeFile(m.LM, f.lm))
	}
	if err != nil {
		return Model{}, fmt.Errorf("build the language model: %w", err)
	}
	return m, nil
}

// Warm works out what the models of all campaigns share, so that the first one
// is made as quickly as the next. Where pocketsphinx is not installed there is
// nothing to do.
func (b *Builder) Warm(ctx context.Context) error {
	english, err := readTrie(b.english)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = b.shared(ctx, english)
	}
	if err != nil {
		return fmt.Errorf("prepare the language model: %w", err)
	}
	return nil
}

// files returns the files of a campaign: those that were kept, or new ones,
// which are kept then.
func (b *Builder) files(ctx context.Context, key string, words Corpus) (files, error) {
	is := func(f files) bool { return f.key == key }
	b.mu.Lock()
	i := slices.IndexFunc(b.kept, is)
	if i >= 0 {
		f := b.kept[i]
		b.kept = append(slices.Delete(b.kept, i, i+1), f)
		b.mu.Unlock()
		return f, nil
	}
	b.mu.Unlock()
	f, err := b.make(ctx, key, words)
	if err != nil {
		return files{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept = append(slices.DeleteFunc(b.kept, is), f)
	b.kept = slices.Delete(b.kept, 0, max(len(b.kept)-keptModels, 0))
	return f, nil
}

func (b *Builder) make(ctx context.Context, key string, words Corpus) (f files, err error) {
	known, err := installed(ctx, b.dict)
	if err != nil {
		return f, err
	}
	own, err := modelOf(ctx, words)
	if err != nil {
		return f, err
	}
	vocabulary := slices.DeleteFunc(slices.Clone(own.words), func(w string) bool { return w == begin || w == end })
	f.key = key
	if f.dict, err = known.encode(ctx, vocabulary, said(words.Names)); err != nil {
		return f, err
	}
	english, err := readTrie(b.english)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	var gist *gist
	if english != nil {
		if gist, err = b.shared(ctx, english); err != nil {
			return f, err
		}
	}
	m, err := mix(ctx, own, english, gist)
	if err != nil {
		return f, err
	}
	f.lm, err = m.encode(ctx)
	return f, err
}

// shared returns the gist of general English for the words of all campaigns.
func (b *Builder) shared(ctx context.Context, english *trie) (*gist, error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	b.mu.Lock()
	g := b.gist
	b.mu.Unlock()
	if g != nil {
		return g, nil
	}
	own, err := modelOf(ctx, Corpus{})
	if err != nil {
		return nil, err
	}
	if g, err = newEnglish(english, own.words).strongest(ctx, nil); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gist = g
	return g, nil
}

func modelOf(ctx context.Context, c Corpus) (*counted, error) {
	g, err := count(ctx, c)
	if err != nil {
		return nil, err
	}
	return g.model(ctx)
}
