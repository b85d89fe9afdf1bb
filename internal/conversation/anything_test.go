package conversation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/transcript"
)

// TestAnything lets tables happen at random: people who talk at once, minds and
// voices that are slow or fail, a GM who does whatever there is to do at any
// moment, an end at any moment. Whatever happens, what a table may count on holds:
// see [evening.check]. How one is drawn is in anything_draw_test.go and
// anything_tongue_test.go, what it meets in anything_fakes_test.go, _ears_, _voice_,
// _gm_ and _names_.
// Case: F03.
func TestAnything(t *testing.T) {
	const seeds = 300
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { newEvening(seed).hold(t) })
	}
}

// An evening is a table at which anything may happen, and what was seen of it.
type evening struct {
	venue
	rng    *rand.Rand // only while it is drawn: then it is nobody's to share
	tongue *tongue
	named  bool // it is about names, and the GM corrects them
	opts   Options
	ears   crowdEars
	mind   Mind
	voice  moodyVoice
	book   moodyBook
	deeds  []whim
	stops  time.Duration // when it is cancelled; 0: never
	plays  time.Duration // how long after it was offered an answer is played; 0: never
	slow   bool          // recognisers may be later than the order of lines is kept for
	gm     hand

	stalls  bool                 // the mind may
	crowded atomic.Bool          // providers were made ready twice at once
	unkept  transcript.SpeakerID // whose words are not kept; 0: nobody's

	mu      sync.Mutex // of notices, while it runs
	notices []seen
	took    time.Duration
	unsaved *UnsavedError
}

// A seen is a notice with its moment.
type seen struct {
	Notice
	at time.Time
}

// hold holds the evening in fake time, and checks it.
func (e *evening) hold(t *testing.T) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		e.opts.Tally = e.tally
		e.book.start = time.Now()
		var c *Conversation
		e.opts.Observe = func(n Notice) {
			e.mu.Lock()
			e.notices = append(e.notices, seen{n, time.Now()})
			e.mu.Unlock()
			if o, ok := n.(TurnOffered); ok && e.plays > 0 {
				time.AfterFunc(e.plays, func() { e.gm.play(ctx, c, o.Turn) })
			}
		}
		log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError + 1}))
		c = New(log, &e.venue, &e.ears, e.mind, &e.voice, &e.book, e.opts)
		var wg sync.WaitGroup
		wg.Go(func() { e.meddle(ctx, c) })
		if e.stops > 0 {
			time.AfterFunc(e.stops, cancel)
		}
		start := time.Now()
		err := c.Run(ctx)
		e.took = time.Since(start)
		cancel()
		wg.Wait()
		if unsaved, ok := errors.AsType[*UnsavedError](err); ok {
			e.unsaved = unsaved
		} else if err != nil {
			t.Error(err)
		}
		e.check(t)
	})
}
