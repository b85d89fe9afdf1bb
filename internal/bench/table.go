package bench

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/speech"
)

// A Table is how a table behaves when people are people: they interrupt, cough,
// stop in mid-sentence and speak at once. All of it happens in real time, in calls.
type Table struct {
	With          string        `json:"with"` // which providers
	Interruptions Interruptions `json:"interruptions"`
	FalseHolds    FalseHolds    `json:"false_holds"`
	Splits        Splits        `json:"splits"`
	Pairs         Pairs         `json:"pairs"`
}

// standIns are what a table has if nothing is said of it.
const standIns = "stand-ins"

// A crowdedness is how often things happen, and at how many tables at once.
type crowdedness struct{ times, sounds, people, tables int }

func (o Options) crowdedness() crowdedness {
	if o.Quick {
		return crowdedness{times: 2, sounds: 4, people: 2, tables: 2}
	}
	return crowdedness{times: o.Turns, sounds: 60, people: 24, tables: 6}
}

// realCrowdedness is that with real providers, which share the machine with us.
func (o Options) realCrowdedness() crowdedness {
	if o.Quick {
		return crowdedness{times: 1, sounds: 1, people: 1, tables: 1}
	}
	return crowdedness{times: max(1, o.Turns/4), sounds: 20, people: 24, tables: 3}
}

// measureTable measures with stand-ins, in calls.
func measureTable(ctx context.Context, log *slog.Logger, c crowdedness) (Table, error) {
	over, answering := standInSeats()
	over.room, answering.room = openLocal, openLocal
	return tableOf(ctx, log, standIns, over, answering, c, clip.Interruptions()[:c.people], clip.Dragon(), nil)
}

// standInSeats returns the seats of stand-ins. Who hears depends on what is said.
func standInSeats() (over, answering seat) {
	over = seat{journal: memory{}}
	answering = over
	answering.mind = typist{}
	answering.mouth = &speech.Tone{FirstAudio: 150 * time.Millisecond, Rune: 25 * time.Millisecond}
	return over, answering
}

// tableOf measures at tables: over is a seat for those over whom sounds are made,
// answering one for those who are asked; people are what those who interrupt sound
// like, and beside what the second of two does.
func tableOf(ctx context.Context, log *slog.Logger, with string, over, answering seat, c crowdedness, people []clip.Disturbance, beside []int16, understood func([]int16) ([]string, error)) (t Table, err error) {
	t.With = with
	if t.Interruptions, err = over.measureInterruptions(ctx, log, people, c.tables); err != nil {
		return t, fmt.Errorf("measure interruptions: %w", err)
	}
	if t.FalseHolds, err = over.measureFalseHolds(ctx, log, clip.Disturbances()[:c.sounds], c.tables); err != nil {
		return t, fmt.Errorf("measure false holds: %w", err)
	}
	if t.Splits, err = answering.measureSplits(ctx, log, c.times, c.tables, understood); err != nil {
		return t, fmt.Errorf("measure utterances with a pause: %w", err)
	}
	if t.Pairs, err = answering.measurePairs(ctx, log, beside, c.times, c.tables); err != nil {
		return t, fmt.Errorf("measure two who speak at once: %w", err)
	}
	return t, nil
}
