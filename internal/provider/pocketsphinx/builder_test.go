package pocketsphinx

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// files returns what is in the files of m.
func (m Model) files(t *testing.T) files {
	t.Helper()
	lm, err := os.ReadFile(m.LM)
	if err != nil {
		t.Fatal(err)
	}
	dict, err := os.ReadFile(m.Dict)
	if err != nil {
		t.Fatal(err)
	}
	return files{filepath.Base(m.Dict), lm, dict}
}

func (f files) equal(g files) bool {
	return f.key == g.key && bytes.Equal(f.lm, g.lm) && bytes.Equal(f.dict, g.dict)
}

func TestBuildIsCached(t *testing.T) {
	require(t)
	dir := t.TempDir()
	first, err := builder.Build(t.Context(), dir, campaign)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(first.LM)
	if err != nil {
		t.Fatal(err)
	}
	second, err := builder.Build(t.Context(), dir, campaign)
	if err != nil || second.LM != first.LM || second.Dict != first.Dict || !slices.Equal(second.Names, first.Names) {
		t.Errorf("the same campaign makes %v, then %v, %v", first, second, err)
	}
	if after, err := os.Stat(first.LM); err != nil || !os.SameFile(before, after) {
		t.Error("the same campaign was written again")
	}
	other := campaign
	other.Sentences = append(slices.Clone(other.Sentences), "The heron is made of brass.")
	third, err := builder.Build(t.Context(), dir, other)
	if err != nil || third.LM == first.LM {
		t.Errorf("another campaign makes the same model, %v", err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 4 {
		t.Errorf("the directory has %q, want two models", files)
	}
}

func TestBuildWithoutADictionary(t *testing.T) {
	if _, err := newBuilder("/nowhere", "/nowhere").Build(t.Context(), t.TempDir(), campaign); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("the error is %v, want %v", err, ErrNotInstalled)
	}
}

// What is kept of other campaigns changes nothing.
func TestBuildIsTheSameFromTheCache(t *testing.T) {
	require(t)
	english, err := readTrie(defaultEnglish)
	if err != nil {
		t.Skip(err)
	}
	kept := NewBuilder()
	if err := kept.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Corpus{
		"a campaign":    campaign,
		"another":       {Names: []Name{{Text: "Zephyra Nightingale"}}, Sentences: []string{"The astronomer's telescope is made of aluminium."}},
		"nothing in it": {},
	} {
		t.Run(name, func(t *testing.T) {
			own, err := modelOf(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			m, err := mix(t.Context(), own, english, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := written(t, m)
			for _, from := range []string{"the gist", "the files"} {
				m, err := kept.Build(t.Context(), t.TempDir(), c)
				if err != nil {
					t.Fatal(err)
				}
				if got := m.files(t).lm; !bytes.Equal(got, want) {
					t.Errorf("from %s that are kept comes another language model, of %d bytes, want %d", from, len(got), len(want))
				}
			}
		})
	}
	if n := len(kept.kept); n != keptModels {
		t.Errorf("%d models are kept, want %d", n, keptModels)
	}
}

// Sessions of several guilds begin at once.
func TestBuildAtOnce(t *testing.T) {
	require(t)
	b := NewBuilder()
	corpora := []Corpus{campaign, {Names: []Name{{Text: "Zephyra"}}}, campaign, {}}
	got := make([]files, len(corpora))
	var building sync.WaitGroup
	for i, c := range corpora {
		building.Go(func() {
			m, err := b.Build(t.Context(), filepath.Join(t.TempDir(), "models"), c)
			if err != nil {
				t.Error(err)
				return
			}
			got[i] = m.files(t)
		})
	}
	building.Wait()
	for i, c := range corpora {
		if m, err := builder.Build(t.Context(), t.TempDir(), c); err != nil || !m.files(t).equal(got[i]) {
			t.Errorf("model %d is another than alone, %v", i, err)
		}
	}
}

// A countdown is cancelled when it has been asked n times whether it is.
type countdown struct {
	context.Context //nolint:containedctx // it is one
	n               int
	cancel          context.CancelCauseFunc

	last    time.Time
	longest time.Duration // between two times
}

func (c *countdown) Err() error {
	now := time.Now()
	if !c.last.IsZero() {
		c.longest = max(c.longest, now.Sub(c.last))
	}
	c.last = now
	if c.n--; c.n == 0 {
		c.cancel(errEnough)
	}
	return c.Context.Err()
}

var errEnough = errors.New("enough")

// Whenever it is cancelled, building ends at once, with the cause, and leaves
// nothing behind.
func TestBuildIsCancelled(t *testing.T) {
	require(t)
	build := func(b *Builder, at int) (looks int) {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		c := &countdown{Context: ctx, n: at, cancel: cancel}
		dir := filepath.Join(t.TempDir(), "models")
		_, err := b.Build(c, dir, campaign)
		switch {
		case c.n > 0:
			if err != nil {
				t.Errorf("it was not cancelled and says %v", err)
			}
		case !errors.Is(err, errEnough):
			t.Errorf("cancelled at the %dth look, it says %v", at, err)
		case exists(dir):
			t.Errorf("cancelled at the %dth look, it left files behind", at)
		}
		t.Logf("%d looks, %v apart at the most", at-c.n, c.longest.Round(time.Millisecond))
		return at - c.n
	}
	const often = 1 << 30
	b := NewBuilder()
	cold := build(b, often)
	b.kept = nil
	warm := build(b, often)
	if cold < 1000 || warm < 500 {
		t.Errorf("it looks %d times, and then %d times, whether it is cancelled", cold, warm)
	}
	for i := range 5 {
		if n := 1 + i*(cold-1)/4; build(NewBuilder(), n) != n {
			t.Errorf("cancelled at the %dth look, it looked on", n)
		}
		b.kept = nil
		if n := 1 + i*(warm-1)/4; build(b, n) != n {
			t.Errorf("with a gist, cancelled at the %dth look, it looked on", n)
		}
	}
}

func TestBuildGoesOnWhenAnotherIsCancelled(t *testing.T) {
	require(t)
	b := NewBuilder()
	b.turn <- struct{}{} // somebody is at it
	waiting, stop := context.WithCancelCause(t.Context())
	result := make(chan error, 2)
	go func() { result <- b.Warm(waiting) }()
	stop(errEnough)
	if err := <-result; !errors.Is(err, errEnough) {
		t.Errorf("who waits is cancelled and says %v", err)
	}
	go func() { result <- b.Warm(t.Context()) }()
	<-b.turn
	if err := <-result; err != nil || b.gist == nil {
		t.Errorf("after another's end it says %v", err)
	}
}

func TestNth(t *testing.T) {
	v := []float64{3, 1, 2, 2, 0, 7, 2}
	for n, want := range slices.Backward(slices.Sorted(slices.Values(v))) {
		if got, err := nth(t.Context(), slices.Clone(v), len(v)-n); err != nil || got != want {
			t.Errorf("the %dth largest is %v, want %v", len(v)-n, got, want)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	if !exists(DefaultDictionary) {
		b.Skip("the English model is not installed")
	}
	warm := NewBuilder()
	if err := warm.Warm(b.Context()); err != nil {
		b.Fatal(err)
	}
	other := campaign
	for name, build := range map[string]func(dir string) (Model, error){
		"cold": func(dir string) (Model, error) { return NewBuilder().Build(b.Context(), dir, campaign) },
		"warm, other names": func(dir string) (Model, error) {
			other.Names = append(slices.Clone(campaign.Names), Name{Text: "Maren", Say: time.Now().String()})
			return warm.Build(b.Context(), dir, other)
		},
		"warm, same names": func(dir string) (Model, error) { return warm.Build(b.Context(), dir, campaign) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := build(b.TempDir()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
