package conversation

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// A note is told to the agent's mind, as often as it is for, and nowhere else.
func TestDirect(t *testing.T) {
	mind := &asked{brain: says(0, "Aye.")}
	direct := func(id transcript.AgentID, note string, n int) func(ctx context.Context, c *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.Direct(ctx, id, note, n) }
	}
	tb := table{mind: mind}
	for i := range 6 { // answers at 1.5, 6.5, …
		tb.lines = append(tb.lines, said{kara, time.Duration(5*i) * time.Second, time.Second, "Bart, hello."})
	}
	tb.meanwhile = gmDoes(t,
		deed{0, direct("greta", "laugh", 0)},
		deed{500 * ms, direct("bart", "lie to them", 2)},
		deed{14 * time.Second, direct("bart", "be kind", 0)},
		deed{24 * time.Second, direct("bart", " ", 0)},
	)
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range mind.all {
		got = append(got, q.Direct)
	}
	want := []string{"lie to them", "lie to them", "", "be kind", "be kind", ""}
	if strings.Join(got, ",") != strings.Join(want, ",") {
		t.Errorf("directed by %q, want %q", got, want)
	}
	for _, n := range tb.notices {
		if text := fmt.Sprintf("%+v", n); strings.Contains(text, "lie to") || strings.Contains(text, "be kind") {
			t.Errorf("the note is in %s", text)
		}
	}
}

// An answer that nobody heard does not use a note up.
func TestDirectIsForWhatIsHeard(t *testing.T) {
	mind := &asked{brain: says(time.Second, "Aye.")}
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{kara, 1600 * ms, 500 * ms, "Bart, are you there?"},
			{kara, 8 * time.Second, time.Second, "Bart, well?"},
		},
		mind:      mind,
		meanwhile: gmDoes(t, deed{0, func(ctx context.Context, c *Conversation) error { return c.Direct(ctx, "bart", "lie", 1) }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if n := len(mind.all); n != 3 || mind.all[1].Direct != "lie" || mind.all[2].Direct != "" {
		t.Errorf("asked %d times: %+v", n, mind.all)
	}
}
