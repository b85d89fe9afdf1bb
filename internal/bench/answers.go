package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// Answers is how long a table waited for its answers in one case.
type Answers struct {
	Case  Case `json:"case"`
	Turns int  `json:"turns"`
	// First is from the last voiced sample of the question to the first voiced
	// packet of the answer.
	First Spread `json:"first_voiced_packet"`
	// Sum is the sum of the parts that First cannot be less than: the pause by
	// which somebody shows that they may have finished, the recogniser, the model's
	// first clause, the voice's first sound.
	Sum Millis `json:"sum_of_parts_ms"`
	// Own is the median of Beyond.
	Own   Millis  `json:"own_ms"`
	Ratio float64 `json:"ratio"` // of the median of First to Sum
	// Budget is what the design allows, and Within whether the median of First
	// keeps to it.
	Budget Millis `json:"budget_ms"`
	Within bool   `json:"within_budget"`
	// Gap is the longest time within an answer in which nothing is sent.
	Gap    Spread  `json:"gap_between_sentences"`
	Stages []Stage `json:"stages"`
	// Beyond is our own work: what each turn has beyond Sum, less what it had to
	// wait for a quiet moment.
	Beyond Spread `json:"own"`
	Extra  Extra  `json:"extra_requests_per_turn"`
}

// A Stage is where a part of the time goes.
type Stage struct {
	Name string `json:"name"`
	Part Millis `json:"part_ms"` // how long it has to take
	Took Spread `json:"took"`
}

// A Case is how fast the stand-ins are.
type Case struct {
	Recogniser Millis `json:"recogniser_ms"` // sound → its words
	Voice      Millis `json:"voice_ms"`      // a piece of text → its first sound
	// Streams says that the recogniser hears as it goes. Else it is asked once, at
	// the pause.
	Streams bool `json:"streams"`
	// With names the providers, where they are real ones; the times are then those
	// that these take by themselves.
	With string `json:"with,omitempty"`
}

// The cases: a slow recogniser such as a large model on a common machine, a
// fast one over a network, and that with a fast voice; and one that hears as it
// goes.
var cases = [...]Case{
	{Recogniser: ms(1500), Voice: ms(450)},
	{Recogniser: ms(300), Voice: ms(450)},
	{Recogniser: ms(300), Voice: ms(150)},
	{Recogniser: ms(100), Voice: ms(150), Streams: true},
}

func ms(n int) Millis { return Millis(time.Duration(n) * time.Millisecond) }

func (c Case) String() string {
	if c.With != "" {
		return c.With
	}
	kind := "asked once"
	if c.Streams {
		kind = "hearing as it goes"
	}
	return fmt.Sprintf("a recogniser of %g ms, %s, and a voice of %g ms", c.Recogniser.ms(), kind, c.Voice.ms())
}

const (
	// pauseSilence is how long a silence is a pause.
	pauseSilence = 96 * time.Millisecond
	// onceLimit and streamLimit are what the design allows beyond the providers'
	// own time with a recogniser that is asked once, and with one that hears as it
	// goes.
	onceLimit   = 240 * time.Millisecond
	streamLimit = 60 * time.Millisecond
	// quietFor is how long nobody may have spoken before an answer starts: what a
	// conversation has if nothing is said of it.
	quietFor = 300 * time.Millisecond
)

// limit is what the design allows beyond the providers' own time.
func (c Case) limit() time.Duration {
	if c.Streams {
		return streamLimit
	}
	return onceLimit
}

// parts is how long each stage of a turn has to take. Stages without a part
// need not take any time.
func (c Case) parts() transcript.Stages {
	s := transcript.Stages{
		Endpoint:   pauseSilence,
		Recognise:  time.Duration(c.Recogniser),
		FirstText:  clauseWritten(),
		FirstAudio: time.Duration(c.Voice),
	}
	if c.Streams { // it works while the pause is waited for
		s.Recognise = max(0, s.Recognise-pauseSilence)
	}
	return s
}

// A turn is a question and its answer, as measured.
type turn struct {
	first, gap time.Duration
	stages     transcript.Stages
}

// lull is how long the answer waited for a quiet moment, having been ready before
// it might begin.
func (t turn) lull() time.Duration {
	ready := -t.stages.Wait
	for _, s := range chain(t.stages) {
		ready += s.took
	}
	return min(t.stages.Wait, max(0, quietFor-ready))
}

// tablesAtOnce is at how many tables questions are asked at once. They mostly
// wait, and there are many questions.
const tablesAtOnce = 6

// measure asks the question a number of times, in a call. What is said is kept as
// it always is, in SQLite.
func (c Case) measure(ctx context.Context, log *slog.Logger, turns int) (Answers, error) {
	tables := min(tablesAtOnce, turns)
	var all played
	var mu sync.Mutex
	err := atOnce(ctx, tables, func(ctx context.Context, i int) error {
		// One after the other, and not all in step.
		if err := pause(ctx, time.Now().Add(time.Duration(i)*1200*time.Millisecond)); err != nil {
			return err
		}
		p, err := c.atTable(ctx, log, (turns+i)/tables)
		mu.Lock()
		defer mu.Unlock()
		all.add(p)
		return err
	})
	if err != nil {
		return Answers{}, err
	}
	return c.answers(all), nil
}

// atTable asks at one table.
func (c Case) atTable(ctx context.Context, log *slog.Logger, turns int) (took played, err error) {
	err = engine{"sqlite", emptyFile}.with(ctx, log, func(db *store.DB) error {
		p, err := newPages(ctx, db)
		if err != nil {
			return err
		}
		if err := errors.Join(p.begin(ctx), p.enter(ctx)); err != nil {
			return err
		}
		s := c.newSeat(turns)
		s.room = openLocal
		s.journal, s.session, s.scene = p.campaign, p.session, p.scene
		took, err = s.play(ctx, log, turns)
		return err
	})
	return took, err
}

// answers sums turns up.
func (c Case) answers(p played) Answers {
	return Answers{Case: c}.of(p, chain(c.parts()), time.Duration(c.Recogniser)+clauseWritten()+time.Duration(c.Voice)+c.limit())
}

// of sums turns up, whose stages have parts.
func (a Answers) of(p played, parts []named, budget time.Duration) Answers {
	for _, part := range parts {
		a.Sum += Millis(part.took)
	}
	took := func(of func(turn) time.Duration) Spread { return spreadOf(p.turns, of) }
	a.Turns = len(p.turns)
	a.First = took(func(t turn) time.Duration { return t.first })
	a.Gap = took(func(t turn) time.Duration { return t.gap })
	a.Beyond = took(func(t turn) time.Duration { return t.first - time.Duration(a.Sum) - t.lull() })
	for i, part := range parts {
		a.Stages = append(a.Stages, Stage{
			Name: part.name,
			Part: Millis(part.took),
			Took: took(func(t turn) time.Duration { return chain(t.stages)[i].took }),
		})
	}
	// What no stage owns: from a sample to the window that it is judged in, from
	// one goroutine to the next, from a frame to its packet.
	a.Stages = append(a.Stages, Stage{Name: "between", Took: took(func(t turn) time.Duration {
		rest := t.first
		for _, s := range chain(t.stages) {
			rest -= s.took
		}
		return rest
	})})
	a.Own = a.Beyond.P50
	a.Ratio = rounded(float64(a.First.P50)/float64(a.Sum), 1e3)
	a.Budget = Millis(budget)
	a.Within = a.First.P50 <= a.Budget
	a.Extra = extraOf(p.early, len(p.turns))
	return a
}

// An Extra is what was asked of providers and not needed, since it was asked
// before it was known to be: requests per answered turn.
type Extra struct {
	Answers float64 `json:"answers_thrown_away"`
	Words   float64 `json:"recognitions_thrown_away"`
}

func extraOf(e conversation.Early, answered int) Extra {
	per := func(n int64) float64 { return rounded(float64(n)/float64(max(1, answered)), 1e3) }
	return Extra{per(e.Dropped), per(e.Wasted)}
}

func (p *played) add(q played) {
	p.turns = append(p.turns, q.turns...)
	p.early = sum(p.early, q.early)
}

func sum(a, b conversation.Early) conversation.Early {
	return conversation.Early{
		Begun: a.Begun + b.Begun, Dropped: a.Dropped + b.Dropped,
		Asked: a.Asked + b.Asked, Wasted: a.Wasted + b.Wasted,
		Foreseen: a.Foreseen + b.Foreseen,
	}
}

type named struct {
	name string
	took time.Duration
}

// chain returns the stages that follow each other from the last voiced sample
// to the first voiced packet. The first word is a part of the first text, and
// the first sound is all of them.
func chain(s transcript.Stages) []named {
	var all []named
	s.Each(func(name string, d time.Duration) {
		if name != "first_word" && name != "first_sound" {
			all = append(all, named{name, d})
		}
	})
	return all
}
