package conversation

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/speech"
)

// TestEarlyRevised: a recogniser that hears as it goes may think better of it in the
// end. What was begun for other words is thrown away, and what is heard answers the
// last.
func TestEarlyRevised(t *testing.T) {
	for _, tt := range []struct {
		last  string
		begun int64
		asked int
	}{
		{"Bart, where is the key?", 1, 1},
		{"Bart, where is the kiln?", 1, 2},
		{"Greta, where is the key?", 1, 2},
	} {
		mind := &ponderer{brain: says(10*ms, "Under the mat.")}
		var early Early
		tb := table{
			lines: []said{{kara, 0, time.Second, ""}}, early: true, mind: mind,
			hears: hearFunc(func(_ context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
				for range sound {
					if !yield(speech.Hypothesis{Text: "Bart, where is the key?", Confidence: 0.9}, nil) {
						return
					}
				}
				yield(speech.Hypothesis{Text: tt.last, Final: true, Confidence: 0.9}, nil)
			}),
			meanwhile: func(ctx context.Context, c *Conversation) {
				until(ctx, time.Now().Add(5*time.Second))
				early = c.Early()
			},
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(tt.last, ",")
		if got, want := strings.Join(tb.book.lines, " | "), "Kara: "+tt.last+" | "+name+": Under the mat."; got != want {
			t.Errorf("kept %s, want %s", got, want)
		}
		if len(mind.asked) != tt.asked || early.Begun != tt.begun || early.Dropped != int64(tt.asked-1) {
			t.Errorf("%q: asked %q; early %+v", tt.last, mind.heard(), early)
		}
	}
}

// TestEarlyStarts: to somebody who pauses behind every sentence, answers are begun
// three times and no more. Whatever of it is thrown away costs a request.
func TestEarlyStarts(t *testing.T) {
	var phrases []phrase
	var whole []string
	for i, what := range []string{"key", "map", "rope", "lamp", "boat", "horse"} {
		text := "Bart, where is the " + what + "?"
		phrases = append(phrases, phrase{time.Duration(i) * 1250 * ms, time.Second, text})
		whole = append(whole, text)
	}
	mind := &ponderer{brain: says(10*ms, "Aye.")}
	v := visit{parlour: parlour{people: []speaking{{who: kara, phrases: phrases}}}, ears: ears{delay: 20 * ms, streams: true}, tb: table{mind: mind}}
	v.hold(t)
	if got, want := strings.Join(v.tb.book.lines, " | "), "Kara: "+strings.Join(whole, " ")+" | Bart: Aye."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if v.early.Begun != 3 || v.early.Dropped != 3 || len(mind.asked) != 4 {
		t.Errorf("early %+v, asked %d times; want 3 begun, 3 dropped, and 1 asked at the end", v.early, len(mind.asked))
	}
}
