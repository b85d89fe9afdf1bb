package conversation

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/speech"
)

// TestWordsInOrder: what one person says is kept in the order in which they
// said it, though a long utterance takes longer to understand than the short
// one after it. A recogniser that is lost in one holds up the next only so
// long.
func TestWordsInOrder(t *testing.T) {
	for _, tt := range []struct {
		name  string
		takes time.Duration // for the first
		end   time.Duration
		want  string
	}{
		{"late", 2 * time.Second, 0, "Kara: first of all | Joren: me too | Kara: and then"},
		{"very late", time.Minute, 2 * time.Minute, "Joren: me too | Kara: and then | Kara: first of all"},
		{"lost at the end", time.Minute, 4 * time.Second, "Joren: me too | Kara: and then"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{
					{kara, 0, time.Second, "first of all"},
					{kara, 1600 * ms, 500 * ms, "and then"},
					{joren, 1500 * ms, 500 * ms, "me too"},
				},
				end:  tt.end,
				mind: says(0, "Hm."),
			}
			tb.ears.takes = func(text string) time.Duration {
				if text == "first of all" {
					return tt.takes
				}
				return 0
			}
			if tt.name == "late" {
				tt.want = "Joren: me too | Kara: first of all | Kara: and then"
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tb.book.lines, " | "); got != tt.want {
				t.Errorf("kept %s, want %s", got, tt.want)
			}
			if got := noticed[Trouble](&tb); (len(got) > 0) != (tt.name == "lost at the end") {
				t.Errorf("the GM was told %v", got)
			}
		})
	}
}

// hearFunc is a recogniser made of a function.
type hearFunc func(ctx context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool)

func (f hearFunc) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) { f(ctx, sound, yield) }
}

// TestStrangeRecognisers: a recogniser may be done before the speaker is, may
// have nothing to say, and may fail: every utterance is accounted for.
func TestStrangeRecognisers(t *testing.T) {
	hello := speech.Hypothesis{Text: "Bart, hello.", Final: true, Confidence: 0.9}
	for _, tt := range []struct {
		name    string
		hears   hearFunc
		lines   string
		dropped int
	}{
		{
			"done early", func(_ context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
				for range sound {
					yield(hello, nil)
					return
				}
			}, "Kara: Bart, hello. | Bart: Aye.", 0,
		},
		{"nothing", func(context.Context, iter.Seq[[]int16], func(speech.Hypothesis, error) bool) {}, "", 1},
		{
			"an error", func(_ context.Context, _ iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
				yield(speech.Hypothesis{}, errors.New("ears: 503"))
			}, "", 1,
		},
		{
			"an error after words", func(_ context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
				for range sound {
				}
				_ = yield(hello, nil) && yield(speech.Hypothesis{}, errors.New("ears: broke off"))
			}, "", 1,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{lines: []said{{kara, 0, 2 * time.Second, ""}}, hears: tt.hears, mind: says(0, "Aye.")}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tb.book.lines, " | "); got != tt.lines {
				t.Errorf("kept %s, want %s", got, tt.lines)
			}
			if got := noticed[LineDropped](&tb); len(got) != tt.dropped {
				t.Errorf("dropped %v, want %d", got, tt.dropped)
			}
		})
	}
}

// TestTypedBlank: a line without words is none.
func TestTypedBlank(t *testing.T) {
	tb := table{
		end: 5 * time.Second, mind: says(0, "Aye."),
		meanwhile: func(ctx context.Context, c *Conversation) {
			for _, text := range []string{"", " \n", "  Bart, hello. "} {
				if err := c.Type(ctx, kara, text); err != nil {
					t.Error(err)
				}
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(tb.book.lines, " | "), "Kara: Bart, hello. | Bart: Aye."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// TestTypedAtTheEnd: a line typed while the table closes is kept; after that
// the typist is told.
func TestTypedAtTheEnd(t *testing.T) {
	var late error
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, count."}},
		end:   2 * time.Second,
		mind:  says(0, "One is here. ", "Two is here."), // the first until 2.1 s
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(2050*ms))
			if err := c.Type(ctx, joren, "Bart, hello."); err != nil {
				t.Error(err)
			}
			late = c.Type(context.WithoutCancel(ctx), joren, "Bart, good bye.")
			for late == nil {
				time.Sleep(100 * ms)
				late = c.Type(context.WithoutCancel(ctx), joren, "chips")
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(late, ErrOver) {
		t.Errorf("after the end: %v, want %v", late, ErrOver)
	}
	if got, want := tb.book.lines[1], "Joren: Bart, hello."; got != want {
		t.Errorf("kept %q", tb.book.lines)
	}
}
