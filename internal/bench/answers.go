package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

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
	// Sum is the sum of the parts that First cannot be less than: the endpoint
	// delay, the recogniser, the model's first clause, the voice's first sound.
	Sum Millis `json:"sum_of_parts_ms"`
	// Own is what the median of First has beyond Sum: our own work.
	Own   Millis  `json:"own_ms"`
	Ratio float64 `json:"ratio"` // of the median of First to Sum
	// Early is what the design allows once an answer is begun before the
	// endpoint delay has passed. That is not built yet.
	Early Millis `json:"budget_with_early_work_ms"`
	// Gap is the longest time within an answer in which nothing is sent.
	Gap    Spread  `json:"gap_between_sentences"`
	Stages []Stage `json:"stages"`
}

// A Stage is where a part of the time goes.
type Stage struct {
	Name string `json:"name"`
	Part Millis `json:"part_ms"` // how long it has to take
	Took Spread `json:"took"`
}

// A Case is how fast the stand-ins are.
type Case struct {
	Recogniser Millis `json:"recogniser_ms"` // end of the utterance → words; it is asked once
	Voice      Millis `json:"voice_ms"`      // a piece of text → its first sound
}

// The cases: a slow recogniser such as a large model on a common machine, a
// fast one over a network, and that with a fast voice.
var cases = [...]Case{
	{ms(1500), ms(450)},
	{ms(300), ms(450)},
	{ms(300), ms(150)},
}

func ms(n int) Millis { return Millis(time.Duration(n) * time.Millisecond) }

func (c Case) String() string {
	return fmt.Sprintf("a recogniser of %g ms and a voice of %g ms", c.Recogniser.ms(), c.Voice.ms())
}

// endpoint is how long a silence ends an utterance: the default of
// [voice.Options].
const endpoint = 500 * time.Millisecond

// earlyLimit is what the design allows beyond the providers' own time with a
// recogniser that is asked once, at the pause.
const earlyLimit = 240 * time.Millisecond

// parts is how long each stage of a turn has to take. Stages without a part
// need not take any time.
func (c Case) parts() transcript.Stages {
	return transcript.Stages{
		Endpoint:   endpoint,
		Recognise:  time.Duration(c.Recogniser),
		FirstText:  clauseWritten(),
		FirstAudio: time.Duration(c.Voice),
	}
}

// A turn is a question and its answer, as measured.
type turn struct {
	first, gap time.Duration
	stages     transcript.Stages
}

// measure asks the question a number of times. What is said is kept as it
// always is, in SQLite.
func (c Case) measure(ctx context.Context, log *slog.Logger, turns int) (a Answers, err error) {
	err = engine{"sqlite", emptyFile}.with(ctx, log, func(db *store.DB) error {
		p, err := newPages(ctx, db)
		if err != nil {
			return err
		}
		if err := errors.Join(p.begin(ctx), p.enter(ctx)); err != nil {
			return err
		}
		s := c.newSeat(turns)
		s.journal, s.session, s.scene = p.campaign, p.session, p.scene
		took, err := s.play(ctx, log, turns)
		if err == nil {
			a = c.answers(took)
		}
		return err
	})
	return a, err
}

// answers sums turns up.
func (c Case) answers(turns []turn) Answers {
	took := func(of func(turn) time.Duration) Spread {
		var all []time.Duration
		for _, t := range turns {
			all = append(all, of(t))
		}
		return spread(all)
	}
	a := Answers{
		Case:  c,
		Turns: len(turns),
		First: took(func(t turn) time.Duration { return t.first }),
		Gap:   took(func(t turn) time.Duration { return t.gap }),
	}
	parts := chain(c.parts())
	for i, p := range parts {
		a.Sum += Millis(p.took)
		a.Stages = append(a.Stages, Stage{
			Name: p.name,
			Part: Millis(p.took),
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
	a.Own = a.First.P50 - a.Sum
	a.Ratio = rounded(float64(a.First.P50)/float64(a.Sum), 1e3)
	a.Early = a.Sum - Millis(endpoint) + Millis(earlyLimit)
	return a
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
