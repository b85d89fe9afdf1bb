package conversation

import (
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
)

// TestGoOnEarly: the rest of an answer is begun early as well and said once, and is
// still there if that is thrown away.
func TestGoOnEarly(t *testing.T) {
	const rest = "Three is here." // the fourth is not written yet when the answer ends
	more := []phrase{{8250 * ms, time.Second, "And hurry up with it, my good man."}, {16 * time.Second, time.Second, "Go on."}}
	for _, tt := range []struct {
		name           string
		more           []phrase
		asked          int
		begun, dropped int64
	}{
		{"said", nil, 1, 2, 0},
		{"thrown away", more, 2, 4, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &ponderer{brain: says(0, "One is here. Two is here. "+rest+" Four is here.")}
			phrases := append([]phrase{{0, time.Second, "Bart, count for me now."}, {7 * time.Second, time.Second, "Go on."}}, tt.more...)
			v := visit{
				parlour: parlour{people: []speaking{{who: kara, phrases: phrases}}}, ears: ears{delay: 50 * ms},
				tb: table{agents: []campaign.Agent{bart}, mind: mind},
			}
			v.hold(t)
			if got := v.tb.book.lines[len(v.tb.book.lines)-1]; got != "Bart: "+rest || len(mind.asked) != tt.asked {
				t.Errorf("kept %s; asked %d times", v.tb.book.story(), len(mind.asked))
			}
			if v.early.Begun != tt.begun || v.early.Dropped != tt.dropped {
				t.Errorf("early %+v", v.early)
			}
		})
	}
}

// TestEarlyAfterACut: who cuts an agent off is answered early as well, and by one
// that knows how far it came; also when it comes to the end of its sentence first.
func TestEarlyAfterACut(t *testing.T) {
	for _, tt := range []struct {
		when  campaign.Interruptible
		long  time.Duration
		begun int64
	}{
		{campaign.InterruptAlways, time.Second, 2},
		{campaign.InterruptAlways, 500 * ms, 2}, // it is cut when they have paused already
		{campaign.InterruptSentence, time.Second, 1},
	} {
		one := bart
		one.Interruptible = tt.when
		mind := &listener{words: func(q Question) string {
			if strings.Contains(q.History[len(q.History)-1].Text, "mill") {
				return "It burnt."
			}
			return story
		}}
		v := visit{
			parlour: parlour{people: []speaking{{who: kara, phrases: []phrase{
				{0, time.Second, "Bart, where is the key?"},
				{2 * time.Second, tt.long, "Bart, what of the mill?"},
			}}}},
			ears: ears{delay: 50 * ms}, tb: table{agents: []campaign.Agent{one, greta}, mind: mind},
		}
		v.hold(t)
		if v.early.Dropped != 0 || v.early.Begun != tt.begun {
			t.Errorf("%s, %v: early %+v", tt.when, tt.long, v.early)
		}
		if got := mind.history(len(mind.questions) - 1); !strings.Contains(got, "Bart: The mill") || len(mind.questions) != 2 {
			t.Errorf("%s, %v: asked %d times, at last of:\n%s", tt.when, tt.long, len(mind.questions), got)
		}
	}
}
