package conversation

import (
	"context"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// A line that never happened is in nobody's memory, until it did happen.
func TestUnsay(t *testing.T) {
	mind := &asked{brain: says(0, "Aye.")}
	unsay := func(session transcript.SessionID, n int64, yes bool) func(context.Context, *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.Unsay(ctx, session, n, yes) }
	}
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{kara, 10 * time.Second, time.Second, "Bart, a zeppelin lands."},
			{kara, 20 * time.Second, time.Second, "Bart, go on."},
			{kara, 30 * time.Second, time.Second, "Bart, and now?"},
		},
		mind: mind,
		opts: Options{Session: "s", History: []Past{
			{transcript.Line{Session: "old", N: 3, Text: "Long ago."}, []transcript.AgentID{"bart"}},
			{transcript.Line{Session: "old", N: 4, Text: "Not so long ago."}, []transcript.AgentID{"bart"}},
		}},
		meanwhile: gmDoes(t,
			deed{15 * time.Second, unsay("s", 3, true)}, deed{16 * time.Second, unsay("old", 3, true)},
			deed{17 * time.Second, unsay("s", 99, true)}, deed{18 * time.Second, unsay("s", 0, true)},
			deed{25 * time.Second, unsay("s", 3, false)},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"Not so long ago. Bart, hello. Aye. Aye. Bart, go on.",
		"Not so long ago. Bart, hello. Aye. Bart, a zeppelin lands. Aye. Bart, go on. Aye. Bart, and now?",
	} {
		var told []string
		for _, l := range mind.all[len(mind.all)-2+i].History {
			told = append(told, l.Text)
		}
		if got := strings.Join(told, " "); got != want {
			t.Errorf("Bart was told %s\nwant %s", got, want)
		}
	}
}
