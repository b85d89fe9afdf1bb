package conversation

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A run is one attempt at an answer: of a turn, whose cost is its number, of a head
// start that nobody heard of, or of a filler.
type run struct {
	began     time.Time
	asked     []Question
	wrote     []string // by question
	said      []string // what the voice was asked for
	frames    []time.Time
	committed bool
}

// runKey is under what a context has the number of its run.
type runKey struct{}

// A venue is a parlour that keeps what every run sent into it.
type venue struct {
	parlour
	leave map[transcript.SpeakerID]time.Duration // when somebody leaves, about
	stirs bool                                   // who begins to speak stirs before it, and others do for nothing

	watch    sync.Mutex
	runs     map[int]*run
	speaking int // at once
	tangled  bool
}

// tally gives every run a number.
func (v *venue) tally(ctx context.Context) (context.Context, func() float64) {
	v.watch.Lock()
	defer v.watch.Unlock()
	if v.runs == nil {
		v.runs = make(map[int]*run)
	}
	n := len(v.runs) + 1
	v.runs[n] = &run{began: time.Now()}
	return context.WithValue(ctx, runKey{}, n), func() float64 { return float64(n) }
}

// of changes the run of ctx, if it has one.
func (v *venue) of(ctx context.Context, change func(*run)) {
	v.watch.Lock()
	defer v.watch.Unlock()
	if n, ok := ctx.Value(runKey{}).(int); ok {
		change(v.runs[n])
	}
}

// Hear implements [Channel].
func (v *venue) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	return func(yield func(voice.Event, error) bool) {
		gone := make(map[transcript.SpeakerID]bool)
		for ev, err := range v.parlour.Hear(ctx) {
			if err != nil {
				yield(ev, err)
				return
			}
			who := speakerOf(ev)
			if at, ok := v.leave[who]; ok && time.Since(v.start) >= at {
				if !gone[who] && !yield(voice.Gone{Speaker: who}, nil) {
					return
				}
				gone[who] = true
				continue
			}
			events := []voice.Event{ev}
			if _, began := ev.(voice.Began); began && v.stirs {
				events = []voice.Event{voice.Stirred{Speaker: who, At: time.Now()}, voice.Stirred{Speaker: gm, At: time.Now()}, ev}
			}
			for _, ev := range events {
				if !yield(ev, nil) {
					return
				}
			}
		}
	}
}

func speakerOf(ev voice.Event) transcript.SpeakerID {
	switch ev := ev.(type) {
	case voice.Began:
		return ev.Speaker
	case voice.Sound:
		return ev.Speaker
	case voice.Paused:
		return ev.Speaker
	case voice.Resumed:
		return ev.Speaker
	case voice.Ended:
		return ev.Speaker
	}
	return 0
}

// Speak implements [Channel].
func (v *venue) Speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (sent int, err error) {
	enter := func(n int) {
		v.watch.Lock()
		defer v.watch.Unlock()
		v.speaking += n
		v.tangled = v.tangled || v.speaking > 1
	}
	enter(1)
	defer enter(-1)
	return v.parlour.Speak(ctx, func(yield func(*audio.Frame, error) bool) {
		for f, err := range frames {
			if err == nil {
				v.of(ctx, func(r *run) { r.frames = append(r.frames, time.Now()) })
			}
			if !yield(f, err) {
				return
			}
		}
	})
}

// A moodyMind answers in one of several ways, by what it is asked.
type moodyMind struct {
	venue *venue
	ways  []way
	takes func(text string) time.Duration
	seed  uint64
}

// A way is how a mind answers.
type way struct {
	words  []string
	fails  bool // after them
	stalls bool
	rolls  bool // a tool does, before them
	acts   bool // it does what leaves a trace, before them
}

// The mood of a text, to choose by.
func mood(text string, seed uint64) int {
	n := seed
	for _, c := range []byte(text) {
		n = n*31 + uint64(c)
	}
	return int(n >> 1 & 0xffff)
}

// Reply implements [Mind].
func (m *moodyMind) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		last := string(q.Agent.ID) + q.Direct
		if n := len(q.History); n > 0 {
			last += q.History[n-1].Text
		}
		w := m.ways[mood(last+string(q.Amiss), m.seed)%len(m.ways)]
		n := 0
		m.venue.of(ctx, func(r *run) {
			n = len(r.asked)
			q := q
			q.History = slices.Clone(q.History)
			r.asked, r.wrote = append(r.asked, q), append(r.wrote, "")
		})
		if !until(ctx, time.Now().Add(m.takes(last))) {
			yield("", ctx.Err())
			return
		}
		if w.rolls {
			q.Ran(diceTool, "1d20 = 17", false)
		}
		if w.acts && q.Commit(ctx) == nil {
			m.venue.of(ctx, func(r *run) { r.committed = true })
			q.Ran("note", "noted", false)
		}
		for _, word := range w.words {
			m.venue.of(ctx, func(r *run) { r.wrote[n] += word })
			if !yield(word, nil) {
				return
			}
		}
		if w.stalls {
			<-ctx.Done()
			yield("", ctx.Err())
		} else if w.fails {
			yield("", errors.New("mind: 503"))
		}
	}
}

// A moodyForeseer is a moodyMind that looks things up ahead.
type moodyForeseer struct{ *moodyMind }

// Foresee implements [Foreseer].
func (m moodyForeseer) Foresee(ctx context.Context, q Question) {
	until(ctx, time.Now().Add(m.takes(q.History[0].Text)))
}

// A moodyReferee says the same of every doubt, after a while.
type moodyReferee struct {
	name  string
	err   error
	after time.Duration
}

// Whom implements [Referee].
func (m moodyReferee) Whom(ctx context.Context, _ Doubt) (string, error) {
	if !until(ctx, time.Now().Add(m.after)) {
		return "", ctx.Err()
	}
	return m.name, m.err
}

// A moodyBook refuses writes in some seconds.
type moodyBook struct {
	book
	start  time.Time
	closed func(second int) bool
	kept   []transcript.Line
}

func (b *moodyBook) refuses() error {
	if b.closed != nil && b.closed(int(time.Since(b.start)/time.Second)) {
		return errors.New("disk full")
	}
	return nil
}

// Append implements [Journal].
func (b *moodyBook) Append(ctx context.Context, l *transcript.Line) error {
	if err := b.refuses(); err != nil {
		return err
	}
	_ = b.book.Append(ctx, l)
	b.kept = append(b.kept, *l)
	return nil
}

// AddTurn implements [Journal].
func (b *moodyBook) AddTurn(ctx context.Context, t transcript.Turn) error {
	if err := b.refuses(); err != nil {
		return err
	}
	return b.book.AddTurn(ctx, t)
}
