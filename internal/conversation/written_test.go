package conversation

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// TestTextOnly: while the table is text-only answers are written, kept and
// remembered, no voice is asked and nothing is spoken.
func TestTextOnly(t *testing.T) {
	mind := &told{words: "One is here. Two is here. Three is here."}
	var asked atomic.Int32
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, count."},
			{kara, 6 * time.Second, time.Second, "Bart, again."},
			{joren, 6600 * ms, 5 * time.Second, "and so on and so on"}, // nothing waits for quiet
			{kara, 16 * time.Second, time.Second, "Bart, aloud."},
		},
		mind: mind,
		opts: Options{TextOnly: true},
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(15*time.Second))
			if err := c.SetTextOnly(ctx, false); err != nil {
				t.Error(err)
			}
		},
		mouth: voiceFunc(func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
			asked.Add(1)
			yield(sound(24000, letters(u.Text)), nil)
		}),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	const answer = "Bart: One is here. Two is here."
	want := []string{"Kara: Bart, count.", answer, "Kara: Bart, again.", answer, "Joren: and so on and so on", "Kara: Bart, aloud.", answer}
	if !equal(tb.book.lines, want) {
		t.Errorf("kept %q, want %q", tb.book.lines, want)
	}
	if got := tb.book.outcomes(); got != "Bart spoken, Bart spoken, Bart spoken" {
		t.Errorf("turns: %s", got)
	}
	if got, want := ch.spoken(), []string{"17.5s-18.7s"}; !equal(got, want) || asked.Load() != 2 {
		t.Errorf("spoken %v, want %v; the voice was asked %d times, want 2", got, want, asked.Load())
	}
	for _, n := range noticed[Written](&tb) {
		if n.Agent != "bart" || "Bart: "+n.Text != answer {
			t.Errorf("written %+v", n)
		}
	}
	if got := len(noticed[Written](&tb)); got != 2 {
		t.Errorf("%d answers were written, want 2", got)
	}
	if got := mind.of["bart"]; !strings.Contains(got, answer) {
		t.Errorf("Bart was told %s", got)
	}
}

// TestTextOnlyFromNowOn: an answer that is being heard is finished aloud.
func TestTextOnlyFromNowOn(t *testing.T) {
	tb := counting()
	tb.meanwhile = func(ctx context.Context, c *Conversation) {
		until(ctx, time.Now().Add(2*time.Second))
		if err := c.SetTextOnly(ctx, true); err != nil {
			t.Error(err)
		}
	}
	if got, want := tb.whole(t), []string{"1.5s-3.9s"}; !equal(got, want) {
		t.Errorf("spoken %v, want %v", got, want)
	}
}
