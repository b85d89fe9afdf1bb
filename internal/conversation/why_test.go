package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Why says of the latest lines who was meant, why, and what came of it.
func TestWhy(t *testing.T) {
	var why []Ruling
	var again error
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 5 * time.Second, time.Second, "I draw my sword."},
		},
		mind: says(0, "Aye."), extra: 1,
		meanwhile: gmDoes(t,
			deed{10 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "greta", "Stop it.") }},
			deed{14 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
				why, err = c.Why(ctx)
				again = c.SayAgain(ctx, "no such turn")
				return err
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range why {
		var one strings.Builder
		fmt.Fprintf(&one, "%s: %s → %v", d.Line.Name, d.Line.Text, d.Agents)
		for _, turn := range d.Turns {
			one.WriteString(" " + string(turn.Outcome))
		}
		if d.Reason == "" {
			t.Errorf("%s for no reason", one.String())
		}
		got = append(got, one.String())
	}
	want := "Kara: Bart, hello. → [bart] spoken | Joren: I draw my sword. → [] | :  → [greta] spoken"
	if strings.Join(got, " | ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, " | "), want)
	}
	if !errors.Is(again, ErrPassed) {
		t.Errorf("say again: %v, want %v", again, ErrPassed)
	}
}

// Twenty decisions are remembered, and not more.
func TestWhyForgets(t *testing.T) {
	var why []Ruling
	tb := table{mind: says(0, "Aye."), end: 20 * time.Second}
	tb.meanwhile = gmDoes(t, deed{time.Second, func(ctx context.Context, c *Conversation) (err error) {
		for i := range 30 {
			if err := c.Type(ctx, joren, fmt.Sprintf("number %d", i)); err != nil {
				return err
			}
		}
		why, err = c.Why(ctx)
		return err
	}})
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(why) != rulingsKept || why[0].Line.Text != "number 10" {
		t.Errorf("%d decisions from %q on", len(why), why[0].Line.Text)
	}
}
