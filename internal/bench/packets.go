package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"glyphoxa/internal/audio"
)

// A packetStep is what is done with one packet.
type packetStep struct {
	what string
	// prepare, if not nil, makes what the next n calls work on: no packet can
	// be opened twice.
	prepare func(n int)
	call    func(i int)
}

// measurePackets returns what the steps cost.
func measurePackets(ctx context.Context, steps []packetStep, quick bool) ([]Cost, error) {
	costs := make([]Cost, len(steps))
	for i, s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		took, allocs := s.measure(quick)
		costs[i] = Cost{
			What: s.what, Per: "packet",
			Micros: rounded(took.Seconds()*1e6, 1e3),
			Share:  share(took, audio.FrameDuration),
			Allocs: allocs,
		}
	}
	return costs, nil
}

// measure returns how long a call takes, as the median of some batches, and how
// often it allocates. What it prepares counts for neither.
func (s packetStep) measure(quick bool) (time.Duration, int) {
	batch, batches := 1000, 15
	if quick {
		batch, batches = 100, 3
	}
	took := make([]time.Duration, batches)
	var allocs uint64
	for round := -1; round < batches; round++ { // one more, so that buffers have grown
		if s.prepare != nil {
			s.prepare(batch)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		for i := range batch {
			s.call(i)
		}
		d := time.Since(begun)
		runtime.ReadMemStats(&after)
		if round >= 0 {
			took[round] = d
			allocs += after.Mallocs - before.Mallocs
		}
	}
	slices.Sort(took)
	return took[batches/2] / time.Duration(batch), int(allocs) / (batch * batches)
}

// must2 is must for two values.
func must2[T, U any](t T, u U, err error) (T, U) {
	if err != nil {
		panic(fmt.Sprintf("bench: %v", err))
	}
	return t, u
}
