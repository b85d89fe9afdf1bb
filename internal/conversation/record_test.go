package conversation

import (
	"context"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// linesOf returns what was kept, one line each.
func linesOf(tb *table) string {
	var all []string
	for _, n := range noticed[LineKept](tb) {
		all = append(all, n.Line.Name+": "+n.Line.Text)
	}
	return strings.Join(all, "\n")
}

// Off the record what is being said is thrown away and the agent falls silent;
// on it again, all is as before.
func TestOffTheRecord(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, tell me a story."}, // the answer: from 1.5 s on
			{joren, 2500 * ms, 2 * time.Second, "This is nobody's business."},
			{kara, 6 * time.Second, time.Second, "Bart, nor is this."},
			{kara, 12 * time.Second, time.Second, "Bart, hello again."},
		},
		mind: says(0, "It was a dark and stormy night and nobody slept at all. And so on, for very long."),
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(3*time.Second))
			if err := c.OffRecord(ctx, true); err != nil {
				t.Error(err)
			}
			until(ctx, time.Now().Add(7*time.Second))
			if err := c.OffRecord(ctx, false); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := linesOf(&tb); strings.Contains(got, "business") || strings.Contains(got, "nor is this") || !strings.Contains(got, "hello again") {
		t.Errorf("kept:\n%s", got)
	}
	if got := tb.book.outcomes(); got != "Bart cut, Bart spoken" {
		t.Errorf("turns: %s", got)
	}
}

// Whoever takes back their consent in mid-sentence takes the sentence with it,
// and nobody else's.
//
// Case: H10.
func TestDrop(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, 3 * time.Second, "We should go now."},
			{joren, 0, 3 * time.Second, "My secret is that."},
		},
		mind: says(0, "Aye."),
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(2*time.Second))
			if err := c.Drop(ctx, joren); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := linesOf(&tb); got != "Kara: We should go now." {
		t.Errorf("kept:\n%s", got)
	}
}

// TestRestIsNotHeard: of what somebody says whom nobody listens to, since an agent
// speaks and they have a loudspeaker, the rest is heard; but not when it is thrown
// away before that. Case: H10.
func TestRestIsNotHeard(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(ctx context.Context, c *Conversation) error
		kept bool
	}{
		{"nothing", func(context.Context, *Conversation) error { return nil }, true},
		{"off the record", func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, true) }, false},
		{"drop", func(ctx context.Context, c *Conversation) error { return c.Drop(ctx, joren) }, false},
		{"drop another's", dropKara, true},
		{"forget", func(ctx context.Context, c *Conversation) error { return c.Forget(ctx, joren) }, false},
		{"strike", func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now())
			return err
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := visit{
				parlour: parlour{people: []speaking{
					{who: kara, phrases: []phrase{{0, time.Second, "Bart, hello."}}},
					{who: joren, phrases: []phrase{
						{1600 * ms, 900 * ms, "Here is my secret."},
						{2900 * ms, time.Second, "It was me."},
						{8 * time.Second, time.Second, "Shall we go?"},
					}},
				}},
				ears: ears{delay: 50 * ms},
				tb: table{mind: says(0, "Good day."), opts: Options{
					Loudspeakers: map[transcript.SpeakerID]transcript.Loudspeaker{joren: transcript.LoudspeakerOn},
				}},
			}
			v.tb.meanwhile = gmDoes(t, deed{2500 * ms, tt.do}, deed{6 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.OffRecord(ctx, false)
			}})
			v.hold(t)
			got := linesOf(&v.tb)
			if strings.Contains(got, "secret") || strings.Contains(got, "It was me") != tt.kept || !strings.Contains(got, "Shall we go") {
				t.Errorf("kept:\n%s", got)
			}
		})
	}
}

// Somebody who comes late is known from then on.
func TestMeet(t *testing.T) {
	const dana transcript.SpeakerID = 9
	tb := table{
		lines: []said{
			{dana, 0, time.Second, "Hello, all."},
			{dana, 4 * time.Second, time.Second, "Hello again."},
		},
		mind: says(0, "Aye."),
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(3*time.Second))
			if err := c.Meet(ctx, transcript.Speaker{ID: dana, Name: "dana", Character: "Mara", Role: transcript.Player}); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := linesOf(&tb), "Someone: Hello, all.\nMara: Hello again."; got != want {
		t.Errorf("kept:\n%s\nwant:\n%s", got, want)
	}
}
