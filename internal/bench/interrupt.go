package bench

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/transcript"
)

// Interruptions is what becomes of an agent over whom people say something.
type Interruptions struct {
	People int `json:"people"`
	Cut    int `json:"cut"` // answers that ended there
	// Silent is from the first voiced packet of a person to the last packet of the
	// agent before it falls silent.
	Silent Spread `json:"onset_to_silence"`
}

// FalseHolds is what becomes of one over whom people cough, laugh, hum, and send
// its own words back.
type FalseHolds struct {
	Kinds []Kind `json:"kinds"`
	// Gap is the longest silence, and After the longest time that one went on after
	// the sound had ended.
	Gap   Millis `json:"longest_gap"`
	After Millis `json:"longest_after_the_sound"`
}

// A Kind is what became of one kind of sound.
type Kind struct {
	Name string `json:"name"`
	Made int    `json:"made"`
	Held int    `json:"held"` // the answer, for a while
	Cut  int    `json:"cut"`  // it, so that it was not heard whole
}

// sum returns what became of all.
func (f FalseHolds) sum() (k Kind) {
	for _, o := range f.Kinds {
		k.Made, k.Held, k.Cut = k.Made+o.Made, k.Held+o.Held, k.Cut+o.Cut
	}
	return k
}

// overlays has each sound made, some at a time.
func (s seat) overlays(ctx context.Context, log *slog.Logger, sounds []clip.Disturbance, atATime int) ([]overlay, error) {
	all := make([]overlay, len(sounds))
	err := shared(ctx, len(sounds), atATime, func(ctx context.Context, i int) (err error) {
		if all[i], err = s.disturb(ctx, log, sounds[i]); err != nil {
			return fmt.Errorf("%d, a %s: %w", i, sounds[i].Kind, err)
		}
		return nil
	})
	return all, err
}

func (s seat) measureInterruptions(ctx context.Context, log *slog.Logger, people []clip.Disturbance, atATime int) (Interruptions, error) {
	all, err := s.overlays(ctx, log, people, atATime)
	if err != nil {
		return Interruptions{}, err
	}
	i := Interruptions{People: len(all)}
	for _, o := range all {
		if o.turn.Outcome == transcript.Cut {
			i.Cut++
		}
	}
	i.Silent = spreadOf(all, func(o overlay) time.Duration { return o.silent().Sub(o.onset) })
	return i, nil
}

func (s seat) measureFalseHolds(ctx context.Context, log *slog.Logger, sounds []clip.Disturbance, atATime int) (FalseHolds, error) {
	all, err := s.overlays(ctx, log, sounds, atATime)
	if err != nil {
		return FalseHolds{}, err
	}
	var f FalseHolds
	for _, name := range []string{"cough", "laugh", "mhm", "echo"} {
		k := Kind{Name: name}
		for i, o := range all {
			if sounds[i].Kind != name {
				continue
			}
			k.Made++
			holds := o.holds()
			if len(holds) > 0 {
				k.Held++
			}
			if o.turn.Outcome != transcript.Spoken || o.turn.Unheard != "" {
				k.Cut++
			}
			for _, g := range holds {
				f.Gap = max(f.Gap, Millis(g.to.Sub(g.from)))
				if !o.over.IsZero() {
					f.After = max(f.After, Millis(g.to.Sub(o.over)))
				}
			}
		}
		if k.Made > 0 {
			f.Kinds = append(f.Kinds, k)
		}
	}
	return f, nil
}
