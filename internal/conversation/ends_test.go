package conversation

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// Every wait has an end, whoever keeps it waiting.

// TestGoneDuringAHold: who leaves the channel in the middle of a word holds nobody
// for longer, and their words still count.
func TestGoneDuringAHold(t *testing.T) {
	for _, tt := range []struct {
		said    string
		delay   time.Duration
		outcome string
	}{
		{"mhm", 100 * ms, "Bart spoken"},
		{"Wait, what of the miller?", 100 * ms, "Bart cut"},
		{"mhm", 10 * time.Second, "Bart spoken"},
	} {
		tb := table{
			lines: []said{
				{kara, 0, time.Second, "Bart, what of the mill?"},
				{kara, 3 * time.Second, 5 * time.Second, tt.said},
			},
			end: 30 * time.Second, mind: says(0, story), leave: map[transcript.SpeakerID]time.Duration{kara: 4 * time.Second},
			opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
		}
		tb.ears.takes = func(text string) time.Duration {
			if text == tt.said {
				return tt.delay
			}
			return 0
		}
		ch, err := tb.run(t)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(tb.book.outcomes(), tt.outcome) {
			t.Errorf("%q after %v: %s", tt.said, tt.delay, tb.book.outcomes())
		}
		if got := ch.spoken(); tt.outcome == "Bart spoken" && (len(got) != 2 || ch.frames[len(ch.frames)-1] > 10*time.Second) {
			t.Errorf("%q after %v: heard %v", tt.said, tt.delay, got)
		}
	}
}

// TestEndDuringEarlyWork: a session that ends while an answer is begun leaves
// nothing running and nothing heard; what was said is kept.
func TestEndDuringEarlyWork(t *testing.T) {
	for _, think := range []time.Duration{0, 100 * ms, 5 * time.Second} {
		for _, end := range []time.Duration{1120 * ms, 1180 * ms, 1300 * ms, 1490 * ms} {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, where is the key?"}}, end: end, early: true,
				ears: dictation{delay: 50 * ms}, mind: says(think, "Under the mat."),
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.book.story(); got != "Kara: Bart, where is the key?" || len(ch.frames) > 0 {
				t.Errorf("think %v, end %v: kept %s; heard %v", think, end, got, ch.spoken())
			}
			if got := tb.book.outcomes(); got != "Bart superseded" || tb.took > 5*time.Second {
				t.Errorf("think %v, end %v: turns %s; took %v", think, end, got, tb.took)
			}
		}
	}
}

// TestRecogniserHangs: a recogniser that hangs at a pause is asked with the whole,
// and one that hangs then is waited for no longer than two minutes.
func TestRecogniserHangs(t *testing.T) {
	people := append(slices.Clone(ask), speaking{who: joren, phrases: []phrase{{130 * time.Second, time.Second, "Bart, where is the door?"}}})
	for hangs, want := range []string{
		1: "Kara: Bart, where is the key? | Bart: Aye. | Joren: Bart, where is the door? | Bart: Aye.",
		2: "Joren: Bart, where is the door? | Bart: Aye.",
	} {
		idle := true
		v := visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms, hangs: hangs}, tb: table{mind: says(0, "Aye.")}}
		v.tb.meanwhile = gmDoes(t, deed{125 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
			idle, err = c.Idle(ctx)
			return err
		}})
		v.hold(t)
		if got := v.tb.book.story(); want != "" && got != want || !idle {
			t.Errorf("hangs %d times: kept %s, want %s; idle %v", hangs, got, want, idle)
		}
		if hangs == 1 && (len(v.frames) == 0 || v.frames[0] > 6*time.Second) {
			t.Errorf("heard: %v", v.spoken())
		}
		if got := len(noticed[Trouble](&v.tb)); got != max(0, hangs-1) {
			t.Errorf("hangs %d times: %d troubles", hangs, got)
		}
	}
}

// TestClosingLimits: once the channel has closed, what was said is read for 3 s at
// most, and the sentence that is being spoken goes on for 2 s at most.
func TestClosingLimits(t *testing.T) {
	const closes = 2 * time.Second
	for _, tt := range []struct {
		name    string
		reading time.Duration // what Joren's words take
		letters int           // of Bart's sentence, from 1.5 s on
		lines   string
		took    time.Duration // from the end on
	}{
		{"words in time", 2900 * ms, 4, "Kara: Bart, count. | Bart: Aye. | Joren: late words", 2900 * ms},
		{"words too late", 3100 * ms, 4, "Kara: Bart, count. | Bart: Aye.", 3 * time.Second},
		{"a sentence in time", 0, 48, "Kara: Bart, count. | Joren: late words | Bart: " + strings.Repeat("Aye ", 12)[:47] + ".", 1900 * ms},
		{"a sentence too long", 0, 52, "Kara: Bart, count. | Joren: late words | Bart: " + strings.Repeat("Aye ", 12)[:47] + " --", 2 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}, {joren, 1710 * ms, 5 * time.Second, "late words"}},
				mind:  says(0, strings.Repeat("Aye ", 20)[:tt.letters-1]+"."), end: closes,
			}
			tb.ears.takes = func(text string) time.Duration {
				if text == "late words" {
					return tt.reading
				}
				return 0
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.story(); got != tt.lines {
				t.Errorf("kept %s\nwant %s", got, tt.lines)
			}
			if got := tb.took - closes; got != tt.took {
				t.Errorf("it was over %v after the end, want %v", got, tt.took)
			}
		})
	}
}
