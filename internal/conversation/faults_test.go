package conversation

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// TestModelFails: the agent makes one excuse, and no other until it has
// answered again. Case: X20.
func TestModelFails(t *testing.T) {
	down := errors.New("openai: 401")
	var asked int
	var troubles []error
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, one."},
			{kara, 8 * time.Second, time.Second, "Bart, two."},
			{kara, 16 * time.Second, time.Second, "Bart, three."},
			{kara, 24 * time.Second, time.Second, "Bart, four."},
		},
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			asked++
			if asked == 3 {
				return says(0, "Yes.")(ctx, q)
			}
			return func(yield func(string, error) bool) { yield("", down) }
		}),
	}
	tb.opts.Observe = func(n Notice) {
		if n, ok := n.(Trouble); ok {
			troubles = append(troubles, n.Err)
		}
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	const excuse = "Bart: Forgive me, I have lost my thread."
	want := []string{"Kara: Bart, one.", excuse, "Kara: Bart, two.", "Kara: Bart, three.", "Bart: Yes.", "Kara: Bart, four.", excuse}
	if got := tb.book.lines; !equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
	if len(troubles) != 3 || !errors.Is(troubles[0], down) {
		t.Errorf("the GM was told %v", troubles)
	}
}

// TestDeafProvider: a model that ignores its cancellation for 3 s holds up
// nobody. Case: F12.
func TestDeafProvider(t *testing.T) {
	var asked int
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, count."},
			{kara, 2510 * ms, 990 * ms, "Greta, you then."},
		},
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			asked++
			if asked > 1 {
				return says(0, "Gladly.")(ctx, q)
			}
			return func(yield func(string, error) bool) {
				if yield("A rather long sentence to begin with. And", nil) {
					time.Sleep(3 * time.Second) // deaf
					yield(" another.", nil)
				}
			}
		}),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ch.spoken(), []string{"1.5s-2.62s", "4s-4.36s"}; !equal(got, want) {
		t.Errorf("spoken %v, want %v", got, want)
	}
}

// TestProviderDoesNotLetGo: of a model that goes on with an answer that was stopped
// the GM is told, once, when 2 s have passed. Case: F12.
func TestProviderDoesNotLetGo(t *testing.T) {
	const stopped = 2010 * ms // and silent at the end of that frame
	for deaf, want := range map[time.Duration]int{1900 * ms: 0, 2100 * ms: 1, time.Minute: 1} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, count."}}, end: 90 * time.Second,
			mind: brain(func(context.Context, Question) iter.Seq2[string, error] {
				return func(yield func(string, error) bool) {
					if began := 1500 * ms; yield("A rather long sentence to begin with. And", nil) {
						time.Sleep(stopped - began + deaf)
					}
				}
			}),
			meanwhile: gmDoes(t, deed{stopped, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}),
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if got := noticed[Trouble](&tb); len(got) != want {
			t.Errorf("deaf for %v: the GM was told %v, want %d troubles", deaf, got, want)
		}
	}
}

// TestRunEndsWithoutIt: a mind, a voice or a recogniser that does not look at its
// context keeps nobody from going home. The GM is told.
func TestRunEndsWithoutIt(t *testing.T) {
	const end = 3 * time.Second
	deaf := func() { time.Sleep(time.Minute) } // whatever its context says
	for name, tb := range map[string]*table{
		"mind": {mind: brain(func(context.Context, Question) iter.Seq2[string, error] {
			return func(func(string, error) bool) { deaf() }
		})},
		"voice": {mind: says(0, "Aye."), mouth: voiceFunc(func(context.Context, speech.Utterance, func(audio.Clip, error) bool) { deaf() })},
		"recogniser": {mind: says(0, "Aye."), hears: hearFunc(func(context.Context, iter.Seq[[]int16], func(speech.Hypothesis, error) bool) {
			deaf()
		})},
		"nobody": {mind: says(0, "Aye.")},
	} {
		t.Run(name, func(t *testing.T) {
			tb.lines, tb.end = []said{{kara, 0, time.Second, "Bart, hello."}}, end
			tb.meanwhile = func(context.Context, *Conversation) { time.Sleep(2 * time.Minute) } // until that has gone, too
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			told := 0
			for _, n := range noticed[Trouble](tb) {
				if errors.Is(n.Err, errLingers) {
					told++
				}
			}
			limit := recogniseLimit + goneLimit
			if name == "nobody" {
				limit = 0
			}
			if late := tb.took - end; late > limit || told != min(1, int(limit)) {
				t.Errorf("it was over %v after the end, want %v at most; the GM was told %d times", late, limit, told)
			}
		})
	}
}

// TestTurnsLeaveNothing: what was made for a turn is gone when it has ended, and not
// only when the session does.
func TestTurnsLeaveNothing(t *testing.T) {
	var turns []context.Context
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 5 * time.Second, time.Second, "Bart, bye."}}, mind: says(0, "Aye."),
		opts: Options{Tally: func(ctx context.Context) (context.Context, func() float64) {
			turns = append(turns, ctx)
			return ctx, func() float64 { return 0 }
		}},
		meanwhile: gmDoes(t, deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
			return c.do(ctx, func(*running) {
				for i, turn := range turns {
					if turn.Err() == nil {
						t.Errorf("turn %d has ended, and its context has not", i)
					}
				}
			})
		}}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(turns) != 2 {
		t.Errorf("%d turns, want 2", len(turns))
	}
}

// TestJournalFails: a line that cannot be written is written later, in its
// place, and handed back if it never can be. Case: F47.
func TestJournalFails(t *testing.T) {
	script := []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 5 * time.Second, time.Second, "Bart, bye."}}
	want := []string{"Kara: Bart, hello.", "Bart: Hm.", "Kara: Bart, bye.", "Bart: Hm."}

	tb := table{lines: script, mind: says(0, "Hm.")}
	tb.book.refuse = 3
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if !equal(tb.book.lines, want) {
		t.Errorf("kept %q, want %q", tb.book.lines, want)
	}

	tb = table{lines: script, mind: says(0, "Hm.")}
	tb.book.refuse = 1000
	_, err := tb.run(t)
	var unsaved *UnsavedError
	if !errors.As(err, &unsaved) || len(unsaved.Lines) != 4 || unsaved.Lines[1].Text != "Hm." {
		t.Errorf("Run = %v, want the four lines back", err)
	}
}
