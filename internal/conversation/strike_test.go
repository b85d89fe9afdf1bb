package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// What is struck is in nobody's memory any more, and out of the journal as soon
// as that has it.
func TestStrike(t *testing.T) {
	for _, refuse := range []int{0, 4} {
		t.Run(fmt.Sprintf("the journal refuses %d times", refuse), func(t *testing.T) {
			mind := &asked{brain: says(0, "Aye.")}
			struck := 0
			tb := table{
				lines: []said{
					{kara, 0, time.Second, "Bart, hello."},
					{kara, 10 * time.Second, time.Second, "Bart, this is a secret."},
					{joren, 18 * time.Second, 5 * time.Second, "And this, too."},
					{kara, 25 * time.Second, time.Second, "Bart, go on."},
				},
				mind: mind, book: book{refuse: refuse},
				opts: Options{Session: "s", History: []Past{{transcript.Line{Session: "old", Text: "Long ago."}, []transcript.AgentID{"bart"}}}},
				meanwhile: gmDoes(t, deed{20 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
					struck, err = c.Strike(ctx, time.Now().Add(-12*time.Second))
					return err
				}}),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if struck != 2 {
				t.Errorf("%d lines struck, want 2", struck)
			}
			var told []string
			for _, l := range mind.all[len(mind.all)-1].History {
				told = append(told, l.Text)
			}
			if got, want := strings.Join(told, " "), "Long ago. Bart, hello. Aye. Bart, go on."; got != want {
				t.Errorf("Bart was told %s, want %s", got, want)
			}
			if got := fmt.Sprint(tb.book.struck); got != "[3]" {
				t.Errorf("struck from %s on, want from line 3", got)
			}
			if got := tb.book.story(); strings.Contains(got, "too") {
				t.Errorf("kept %s", got)
			}
		})
	}
}

// What an agent is saying when its question is struck is kept nowhere, and it
// cannot be asked to go on.
func TestStrikeWhatIsBeingSaid(t *testing.T) {
	mind := &asked{brain: says(0, tally)}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 6 * time.Second, time.Second, "Bart, go on."}},
		mind:  mind, opts: Options{Session: "s"},
		meanwhile: gmDoes(t, deed{2300 * ms, func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-time.Minute))
			return err
		}}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if q := mind.all[1]; len(q.History) != 1 || q.Unsaid != "" {
		t.Errorf("asked %+v", q)
	}
	if turn := tb.book.turns[0]; turn.Outcome != transcript.Cut || turn.Heard != "" || turn.Unheard != "" {
		t.Errorf("the turn is kept as %+v", turn)
	}
	if got, want := tb.book.story(), "Kara: Bart, hello. | Kara: Bart, go on. | Bart: "+tally; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// Whose words are forgotten is in no reason either, and what is struck
// afterwards begins at the same line.
func TestStrikeAfterForget(t *testing.T) {
	var why []Ruling
	tb := table{
		lines: []said{{joren, 0, time.Second, "Greta, hello."}, {kara, 5 * time.Second, time.Second, "Bart, hello."}},
		mind:  says(0, "Aye."), opts: Options{Session: "s"}, end: 20 * time.Second,
		meanwhile: gmDoes(t,
			deed{9 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
				if err = c.Forget(ctx, kara); err == nil {
					why, err = c.Why(ctx)
				}
				return err
			}},
			deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
				_, err := c.Strike(ctx, time.Now().Add(-6*time.Second))
				return err
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(why) != 1 || why[0].Line.Speaker != joren {
		t.Errorf("why: %+v", why)
	}
	if got := fmt.Sprint(tb.book.struck); got != "[3]" {
		t.Errorf("struck from %s on, want from line 3", got)
	}
}

// Lines that were struck before the journal had them are not rescued.
func TestStruckIsNotRescued(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 10 * time.Second, time.Second, "Bart, a secret."}},
		mind:  says(0, "Aye."), book: book{refuse: 1000}, opts: Options{Session: "s"}, end: 20 * time.Second,
		meanwhile: gmDoes(t, deed{15 * time.Second, func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-8*time.Second))
			return err
		}}),
	}
	_, err := tb.run(t)
	unsaved, ok := errors.AsType[*UnsavedError](err)
	if !ok || len(unsaved.Lines) != 2 || unsaved.Lines[1].Text != "Aye." {
		t.Errorf("unsaved %+v", unsaved)
	}
}

// TestStruckTurnsAreNotRescued: nor are they among what was said and not said in the
// answers, be it what they answer or what they are.
func TestStruckTurnsAreNotRescued(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{kara, 5 * time.Second, time.Second, "Bart, who did it?"},
			{kara, 9 * time.Second, time.Second, "Bart, thanks."},
		},
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			if strings.Contains(q.History[len(q.History)-1].Text, "who") {
				return says(0, "The murderer is Silas.")(ctx, q)
			}
			return says(0, "Aye.")(ctx, q)
		}),
		meanwhile: gmDoes(
			t,
			deed{8500 * ms, func(ctx context.Context, c *Conversation) error {
				_, err := c.Strike(ctx, time.Now().Add(-5*time.Second))
				return err
			}},
		),
	}
	tb.keeps = refusing{&tb.book}
	_, err := tb.run(t)
	unsaved, ok := errors.AsType[*UnsavedError](err)
	if !ok || len(unsaved.Lines) != 4 || len(unsaved.Turns) != 3 {
		t.Fatalf("unsaved %+v", unsaved)
	}
	for i, want := range []string{"Aye.", "", "Aye."} {
		if got := unsaved.Turns[i].Heard + unsaved.Turns[i].Unheard; got != want {
			t.Errorf("of answer %d %q is handed back, want %q", i, got, want)
		}
	}
}
