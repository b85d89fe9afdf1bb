package conversation

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// fourTimes is a table at which Kara asks Bart every ten seconds, whose answer
// comes back from Joren's microphone each time.
func fourTimes() *table {
	tb := &table{mind: says(0, errand)}
	for i := range time.Duration(4) {
		at := i * 10 * time.Second
		tb.lines = append(tb.lines,
			said{kara, at, time.Second, "Bart, what now?"},
			said{joren, at + 1910*ms, 1500 * ms, "Ask Greta about it, my old friend."})
	}
	return tb
}

// TestLoudspeaker: after two echoes a lane is deaf while an agent speaks, and
// the GM is told, once for each setting, who and what to do about it.
func TestLoudspeaker(t *testing.T) {
	for _, tt := range []struct {
		name    string
		table   transcript.Loudspeaker // of everybody
		setting transcript.Loudspeaker
		set     transcript.Loudspeaker // after 15 s
		heard   int                    // of the four, how many were recognised
		told    int
	}{
		{"by default", "", "", "", 2, 1},
		{"the table's", transcript.LoudspeakerOn, "", "", 0, 0},
		{"their own before the table's", transcript.LoudspeakerOn, transcript.LoudspeakerOff, "", 4, 0},
		{"auto", "", transcript.LoudspeakerAuto, "", 2, 1},
		{"on", "", transcript.LoudspeakerOn, "", 0, 0},
		{"off", "", transcript.LoudspeakerOff, "", 4, 0},
		{"set on", "", "", transcript.LoudspeakerOn, 2, 0},
		{"set off", "", transcript.LoudspeakerOn, transcript.LoudspeakerOff, 2, 0},
		{"set to auto, which begins anew", "", "", transcript.LoudspeakerAuto, 4, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := fourTimes()
			tb.opts.Loudspeaker = tt.table
			tb.opts.Loudspeakers = map[transcript.SpeakerID]transcript.Loudspeaker{joren: tt.setting}
			if tt.set != "" {
				tb.meanwhile = func(ctx context.Context, c *Conversation) {
					until(ctx, time.Now().Add(15*time.Second))
					if err := c.SetLoudspeaker(ctx, joren, tt.set); err != nil {
						t.Error(err)
					}
				}
			}
			if tt.name == "set on" { // before the second echo
				tb.lines = append(tb.lines[:3:3], tb.lines[4:]...)
				tt.heard = 1
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := len(tb.hints) - 4; got != tt.heard {
				t.Errorf("%d of Joren's utterances were recognised, want %d", got, tt.heard)
			}
			dropped := len(tb.lines) - 4
			if got := len(noticed[LineDropped](tb)); got != dropped {
				t.Errorf("%d were said to be dropped, want %d", got, dropped)
			}
			troubles := noticed[Trouble](tb)
			if len(troubles) != tt.told {
				t.Fatalf("the GM was told %v, want %d", troubles, tt.told)
			}
			for _, n := range troubles {
				e, ok := errors.AsType[*EchoError](n.Err)
				if !ok || e.Speaker != joren || !strings.Contains(e.Error(), "Joren") || !strings.Contains(e.Error(), "loudspeaker: off") {
					t.Errorf("the GM was told %v", n.Err)
				}
			}
			if got := tb.book.outcomes(); got != "Bart spoken, Bart spoken, Bart spoken, Bart spoken" {
				t.Errorf("turns: %s", got)
			}
		})
	}
}

// TestDeafOnlyWhileSomebodySpeaks: who is deaf while an agent speaks does not
// hold it, is heard again once it is silent, and says the rest of what they had
// begun.
func TestDeafOnlyWhileSomebodySpeaks(t *testing.T) {
	tb := counting(
		said{kara, 2010 * ms, 800 * ms, "stop"},
		said{kara, 5 * time.Second, time.Second, "and what is it"},
		// Bart answers that from 6.5 s to 8.9 s.
		said{joren, 8510 * ms, 900 * ms, "mhm"},
	)
	tb.opts.Loudspeakers = map[transcript.SpeakerID]transcript.Loudspeaker{kara: transcript.LoudspeakerOn}
	if got := tb.whole(t)[0]; got != "1.5s-3.9s" {
		t.Errorf("spoken %v", got)
	}
	if got, want := tb.book.lines[2], "Kara: and what is it"; got != want {
		t.Errorf("kept %q, want %q", tb.book.lines, want)
	}
}
