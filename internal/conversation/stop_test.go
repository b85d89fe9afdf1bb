package conversation

import (
	"context"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// What the GM stops is silent at once, and what was not said can be had: by
// "go on", or by the GM's word.
func TestStop(t *testing.T) {
	for _, by := range []string{"go on", "say it again", "nobody"} {
		t.Run(by, func(t *testing.T) {
			mind := &asked{brain: says(0, tally)}
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: mind, end: 20 * time.Second}
			var stopped transcript.TurnID // the turn that ended last
			tb.opts.Observe = func(n Notice) {
				if n, ok := n.(TurnEnded); ok {
					stopped = n.Turn.ID
				}
			}
			want := "Kara: Bart, hello. | Bart: One is here. --"
			again := func(ctx context.Context, c *Conversation) error { return c.SayAgain(ctx, stopped) }
			deeds := []deed{{2310 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}}
			switch by {
			case "go on":
				tb.lines = append(tb.lines, said{kara, 5 * time.Second, time.Second, "Go on."})
				want += " | Kara: Go on. | Bart: One is here. Two is here."
			case "say it again":
				tb.extra = 2
				deeds = append(deeds, deed{5 * time.Second, again}, deed{8 * time.Second, again})
				want += " | Bart: Two is here. | Bart: Two is here."
			}
			tb.meanwhile = gmDoes(t, deeds...)
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.book.story(); got != want {
				t.Errorf("kept %s\nwant %s", got, want)
			}
			if got := ch.spoken()[0]; got != "1.5s-2.32s" {
				t.Errorf("heard %v, want silence from the end of that frame on", ch.spoken())
			}
			if by == "go on" && mind.all[1].Unsaid != "Two is here." {
				t.Errorf("asked to go on with %q", mind.all[1].Unsaid)
			}
		})
	}
}

// What was about to be said when the GM stopped it waits, and what is said
// afterwards is answered.
func TestStopKeepsWhatWaits(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{
			{joren, 0, time.Second, "Greta, hello."},
			{kara, 1600 * ms, 300 * ms, "Bart, hello."},
			{joren, 6 * time.Second, time.Second, "Greta, and now?"},
		},
		mind: says(0, tally), end: 20 * time.Second,
		opts: Options{Observe: o.observe},
		meanwhile: gmDoes(t,
			deed{2500 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
			deed{12 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
		),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Greta cut, Greta spoken, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
	if got := ch.spoken(); len(got) != 3 || !strings.HasPrefix(got[1], "7.5s-") || !strings.HasPrefix(got[2], "12s-") {
		t.Errorf("heard %v", got)
	}
}

// A Stop takes back what the GM had let go and nobody has heard yet; another
// changes nothing.
func TestStopTwice(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, "Aye."), mouth: tone{delay: time.Second},
		opts: Options{Mode: AskFirst, Observe: o.observe}, end: 20 * time.Second,
		meanwhile: gmDoes(t,
			deed{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
			deed{3500 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
			deed{3600 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
			deed{8 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
		),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got := tb.book.outcomes(); got != "Bart spoken" || ch.frames[0] != 8*time.Second {
		t.Errorf("turns: %s, heard %v", got, ch.spoken())
	}
}

// What a Stop takes back waits from then on, and not since it was first offered.
func TestStopOffersAnew(t *testing.T) {
	var o offered
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 1600 * ms, 22 * time.Second, "and so on"},
		},
		mind: says(0, "Aye."), mouth: tone{delay: 500 * ms}, end: 60 * time.Second, extra: 1,
		opts: Options{Observe: o.observe},
		meanwhile: gmDoes(t,
			deed{15 * time.Second, func(ctx context.Context, c *Conversation) error {
				if err := c.Say(ctx, "greta", tally+" "+tally+" "+tally); err != nil {
					return err
				}
				return nil
			}},
			deed{19 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
			deed{20 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
			deed{40 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
		),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Greta cut, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s; heard %v", got, want, ch.spoken())
	}
}

// While answers are written, one that was being found when the GM stopped it is
// not written unless they want it: see [TestAskFirstOfWhatIsBeingWritten].
func TestStopInWriting(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(3*time.Second, tally), opts: Options{TextOnly: true},
		meanwhile: gmDoes(t, deed{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart superseded"; got != want || len(noticed[Written](&tb)) != 0 {
		t.Errorf("turns: %s, want %s; written %v", got, want, noticed[Written](&tb))
	}
}
