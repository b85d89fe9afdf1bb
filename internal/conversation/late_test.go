package conversation

import (
	"context"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestLateSound: a voice that does not notice that it is not wanted any more, and
// goes on making sound of a cut answer while the next is being said, is heard in
// neither. Case: T06, T07.
func TestLateSound(t *testing.T) {
	var late atomic.Int32
	mind := brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		if len(q.History) == 1 {
			return says(0, "One is here and stays here until the sun comes up again over the sea. Two is here as well. ")(ctx, q)
		}
		return says(0, "Aye.")(ctx, q)
	})
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, count."},
			{kara, 2010 * ms, 700 * ms, "wait a moment there"},
		},
		mind: mind, end: 20 * time.Second,
		mouth: voiceFunc(func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
			for made := time.Duration(0); made < letters(u.Text); made += 100 * ms {
				if !yield(sound(24000, 100*ms), nil) && !strings.HasPrefix(u.Text, "Aye") {
					late.Add(1)
					return
				}
				time.Sleep(90 * ms) // whatever its context says
			}
		}),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	// Held when she is heard to begin, at 2.11 s; answered when she has ended.
	got := ch.spoken()
	if len(got) != 2 || !strings.HasPrefix(got[0], "1.5s-2.1") || !strings.HasPrefix(got[1], "3.21s-3.4") {
		t.Errorf("spoken %v", got)
	}
	if late.Load() == 0 {
		t.Error("the voice stopped by itself: the test is none")
	}
	if got := tb.book.turns[0]; got.Outcome != transcript.Cut || got.Heard != "One" {
		t.Errorf("%s; heard %q, unheard %q", got.Outcome, got.Heard, got.Unheard)
	}
	if got := tb.book.turns[1]; got.Outcome != transcript.Spoken || got.Heard != "Aye." {
		t.Errorf("then %s; heard %q", got.Outcome, got.Heard)
	}
}
