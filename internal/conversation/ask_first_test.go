package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// An answer that asks first is offered whole before it is made into sound, and
// waits for one of three words of the GM's. Each is good once.
func TestAskFirst(t *testing.T) {
	play := func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.Play(ctx, id) }
	dismiss := func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.Dismiss(ctx, id) }
	redo := func(ctx context.Context, c *Conversation, id transcript.TurnID) error {
		return c.Redo(ctx, id, "shorter")
	}
	for _, tt := range []struct {
		name   string
		do     func(context.Context, *Conversation, transcript.TurnID) error
		turns  string
		story  string
		offers int
	}{
		{"play", play, "Bart spoken", "Kara: Bart, hello. | Bart: " + tally, 1},
		{"dismiss", dismiss, "Bart declined", "Kara: Bart, hello.", 1},
		{"redo", redo, "Bart superseded, Bart declined", "Kara: Bart, hello.", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o offered
			mind := &asked{brain: says(0, tally)}
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}}, end: heldLimit + 30*time.Second,
				mind: mind, opts: Options{Mode: AskFirst, Observe: o.observe},
			}
			tb.meanwhile = gmDoes(t, deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
				first := o.last()
				if first.Text != tally || !first.Whole || !first.Asks || first.Whom != "Kara" || first.Agent != "bart" {
					t.Errorf("offered %+v", first)
				}
				if err := tt.do(ctx, c, first.Turn); err != nil {
					return err
				}
				for _, again := range []error{c.Play(ctx, first.Turn), c.Redo(ctx, first.Turn, ""), c.Dismiss(ctx, first.Turn)} {
					if !errors.Is(again, ErrPassed) {
						t.Errorf("a second word: %v, want %v", again, ErrPassed)
					}
				}
				return nil
			}})
			if tt.name == "redo" {
				tb.extra = 1
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
			if got := tb.book.story(); got != tt.story {
				t.Errorf("kept %s, want %s", got, tt.story)
			}
			if len(o.all) != tt.offers {
				t.Errorf("%d offers, want %d", len(o.all), tt.offers)
			}
			if tt.name == "play" && ch.frames[0] != 10*time.Second {
				t.Errorf("heard from %v on, want from the word on", ch.frames[0])
			}
			for _, turn := range tb.book.turns {
				if turn.Outcome != transcript.Spoken && turn.Unheard != tally {
					t.Errorf("%s: unheard %q", turn.Outcome, turn.Unheard)
				}
			}
			if tt.name == "redo" && (mind.all[0].Direct != "" || mind.all[1].Direct != "shorter" || len(mind.all[1].History) != 1) {
				t.Errorf("asked anew with %+v", mind.all[1])
			}
		})
	}
}

// TestAskFirstWaits: while an answer waits for the GM others answer, and the
// same person's next line takes its place.
func TestAskFirstWaits(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 3 * time.Second, time.Second, "Greta, hello."},
			{kara, 8 * time.Second, time.Second, "Bart, are you there?"},
		},
		mind: says(0, "Aye."), opts: Options{Observe: o.observe},
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }},
			deed{12 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Greta spoken, Bart superseded, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// TestRedoStaysInLine: an answer that the GM wants done again waits behind one
// that is being said, and those who ask meanwhile do not push it out of the line.
func TestRedoStaysInLine(t *testing.T) {
	var o offered
	long := strings.Repeat("A long story about a dragon is told here. ", 12)
	lines := []said{
		{kara, 0, time.Second, "Bart, hello."},
		{joren, 4 * time.Second, time.Second, "Greta, tell us a story."},
	}
	for i := range waitingTurns + 2 {
		lines = append(lines, said{joren + 10 + transcript.SpeakerID(i), time.Duration(12+2*i) * time.Second, time.Second, "Greta, hello."})
	}
	tb := table{
		lines: lines, end: 3 * time.Minute, extra: 1, // of the second answer
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			switch {
			case q.Agent.ID == "bart" && q.Direct == "shorter":
				return says(0, "Done again.")(ctx, q)
			case q.Agent.ID == "greta" && len(q.History) < 3:
				return says(0, long)(ctx, q)
			}
			return says(0, "Aye.")(ctx, q)
		}),
		opts: Options{Observe: o.observe, Campaign: campaign.Campaign{Talk: campaign.TalkLong}, InterruptBy: ByNobody},
		meanwhile: gmDoes(
			t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }},
			deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.Redo(ctx, o.last().Turn, "shorter")
			}},
			deed{2 * time.Minute, func(ctx context.Context, c *Conversation) error {
				if got := o.last().Text; got != "Done again." {
					t.Errorf("offered last: %q", got)
				}
				return c.Play(ctx, o.last().Turn)
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	dropped := 0
	for _, turn := range tb.book.turns {
		if turn.Why == "too many answers were waiting" {
			dropped++
			if turn.Name == "Bart" {
				t.Error("what the GM wanted done again was dropped")
			}
		}
	}
	if dropped == 0 {
		t.Errorf("the line was never full: %s", tb.book.outcomes())
	}
}

// A tool that leaves a trace waits for the GM as the words do. What was written
// before it is offered.
func TestAskFirstHoldsTools(t *testing.T) {
	for _, played := range []bool{true, false} {
		t.Run(fmt.Sprint("played ", played), func(t *testing.T) {
			var o offered
			ran, refused := time.Duration(0), error(nil)
			start := time.Time{}
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}}, end: 20 * time.Second,
				opts: Options{Mode: AskFirst, Observe: o.observe},
				mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
					return func(yield func(string, error) bool) {
						if !yield("I will remember that. ", nil) {
							return
						}
						if refused = q.Commit(ctx); refused != nil {
							yield("", refused)
							return
						}
						ran = time.Since(start)
						yield("Now it is written.", nil)
					}
				}),
			}
			tb.meanwhile = func(ctx context.Context, c *Conversation) {
				start = time.Now()
				gmDoes(t, deed{5 * time.Second, func(ctx context.Context, c *Conversation) error {
					offer := o.last()
					if offer.Text != "I will remember that." || offer.Whole {
						t.Errorf("offered %+v", offer)
					}
					if played {
						return c.Play(ctx, offer.Turn)
					}
					return c.Dismiss(ctx, offer.Turn)
				}})(ctx, c)
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			switch {
			case played && (ran != 5*time.Second || tb.book.story() != "Kara: Bart, hello. | Bart: I will remember that. Now it is written."):
				t.Errorf("the tool ran at %v, and kept was %s", ran, tb.book.story())
			case !played && (ran != 0 || !errors.Is(refused, context.Canceled)):
				t.Errorf("the tool ran at %v, refused by %v", ran, refused)
			}
		})
	}
}

// An answer whose mind fails, or stalls, is not offered and holds up nobody.
func TestAskFirstFails(t *testing.T) {
	for name, mind := range map[string]brain{
		"fails": func(context.Context, Question) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) { yield("", errors.New("openai: 500")) }
		},
		"breaks off": func(context.Context, Question) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				_ = yield("One is here. Two", nil) && yield("", errors.New("openai: reset"))
			}
		},
		"has nothing to say": says(0),
		"stalls": func(ctx context.Context, _ Question) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) { <-ctx.Done(); yield("", ctx.Err()) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			var o offered
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}}, end: 2 * time.Minute,
				mind: mind, opts: Options{Mode: AskFirst, Observe: o.observe},
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			want := "Bart failed"
			if name == "has nothing to say" {
				want = "Bart declined"
			}
			if got := tb.book.outcomes(); got != want || len(o.all) != 0 || len(ch.frames) != 0 {
				t.Errorf("turns: %s, want %s; %d offers, %d frames", got, want, len(o.all), len(ch.frames))
			}
		})
	}
}

// In writing, what asks first is shown when the GM lets it go, even if its turn
// for the mouth has not come.
func TestAskFirstInWriting(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {joren, 6 * time.Second, time.Second, "Greta, hello."}},
		mind:  says(0, tally), end: 20 * time.Second, opts: Options{Observe: o.observe},
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }},
			deed{0, func(ctx context.Context, c *Conversation) error { return c.SetTextOnly(ctx, true) }},
			deed{5 * time.Second, func(ctx context.Context, c *Conversation) error { return c.SetTextOnly(ctx, false) }},
			// Greta is to be heard.
			deed{8 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
		),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	written := noticed[Written](&tb)
	if len(written) != 1 || written[0].Agent != "bart" || written[0].Text != tally {
		t.Errorf("written %+v", written)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Greta spoken"; got != want || len(ch.spoken()) != 1 {
		t.Errorf("turns: %s, want %s; heard %v", got, want, ch.spoken())
	}
}

// What is being written when the GM wants to be asked first is offered before the
// table reads it, and shown when it is let go.
func TestAskFirstOfWhatIsBeingWritten(t *testing.T) {
	const table1 = "| HP |\n|----|\n| 12 |"
	play := func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.Play(ctx, id) }
	for _, tt := range []struct {
		name   string
		answer string
		ask    func(context.Context, *Conversation) error
		then   func(context.Context, *Conversation, transcript.TurnID) error
		offer  string
		turns  string
		extra  int
	}{
		{
			"all do", tally, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) },
			play, tally, "Bart spoken", 0,
		},
		{
			"its agent does", tally, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) },
			play, tally, "Bart spoken", 0,
		},
		{"it was stopped", tally, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }, play, tally, "Bart spoken", 0},
		{
			"with a table in it", "Look:\n" + table1, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) },
			play, "Look:\n\n" + table1, "Bart spoken", 0,
		},
		{
			"it is dropped", tally, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) },
			func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.Dismiss(ctx, id) },
			tally, "Bart declined", 0,
		},
		{
			"it is asked for anew", tally, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) },
			func(ctx context.Context, c *Conversation, id transcript.TurnID) error {
				return c.Redo(ctx, id, "shorter")
			},
			tally, "Bart superseded, Bart superseded", 1,
		},
		{
			"it has nothing to say", "", func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) },
			nil, "", "Bart declined", 0,
		},
		{
			"and it need not be", tally, func(ctx context.Context, c *Conversation) error {
				return errors.Join(c.SetMode(ctx, AskFirst), c.SetMode(ctx, Live))
			},
			nil, "", "Bart spoken", 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o offered
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(3*time.Second, tt.answer), end: 20 * time.Second,
				opts: Options{TextOnly: true, Observe: o.observe}, extra: tt.extra,
			}
			tb.meanwhile = gmDoes(t,
				deed{2 * time.Second, tt.ask},
				deed{8 * time.Second, func(ctx context.Context, c *Conversation) error {
					if got := o.last().Text; got != tt.offer {
						t.Errorf("offered %q, want %q", got, tt.offer)
					}
					if written := noticed[Written](&tb); len(written) != 0 && tt.offer != "" {
						t.Errorf("the table read %+v before", written)
					}
					if tt.then == nil {
						return nil
					}
					return tt.then(ctx, c, o.last().Turn)
				}},
			)
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
			if n := len(noticed[Written](&tb)); (n == 1) != (tt.turns == "Bart spoken") {
				t.Errorf("%d answers were written", n)
			}
		})
	}
}

// A mind that does not let go and writes when its time is up has nothing left to
// offer: the GM would let go what nobody will ever say, and the mouth would wait
// for it.
func TestAskFirstTooLate(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 80 * time.Second, time.Second, "Greta, hello."},
		}, end: 100 * time.Second,
		opts: Options{Observe: o.observe},
		mind: brain(func(_ context.Context, q Question) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				if q.Agent.ID == "bart" {
					time.Sleep(answerLimit + 5*time.Second) // whatever its context says
				}
				yield("Aye.", nil)
			}
		}),
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }},
			deed{75 * time.Second, func(ctx context.Context, c *Conversation) error {
				for _, late := range o.all {
					if err := c.Play(ctx, late.Turn); !errors.Is(err, ErrPassed) {
						t.Errorf("let go: %v, want %v", err, ErrPassed)
					}
				}
				return nil
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart failed, Greta spoken"; got != want || len(o.all) != 0 {
		t.Errorf("turns: %s, want %s; %d offers", got, want, len(o.all))
	}
}

// What was to wait and is let go because the GM goes live is measured from then
// on: see the ledger, which knows no stage that takes an age.
func TestAskFirstGoesLive(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(3*time.Second, tally), mouth: tone{delay: 200 * ms},
		opts: Options{Mode: AskFirst, Observe: o.observe},
		meanwhile: gmDoes(t,
			deed{2 * time.Second, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, Live) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken"; got != want || len(o.all) != 0 {
		t.Errorf("turns: %s, want %s; %d offers", got, want, len(o.all))
	}
}
