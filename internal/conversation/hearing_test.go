package conversation

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
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

// TestTenthOfASecond: an utterance of 100 ms is a line if there are words in it, and
// is dropped with a reason if there are none.
func TestTenthOfASecond(t *testing.T) {
	for _, tt := range []struct{ text, lines, dropped string }{
		{"Bart?", "Kara: Bart? | Bart: Aye.", ""},
		{"", "", "no words"},
		{"Bart, tell us all that you know of the mill.", "", "more words than can be said in that time"},
	} {
		tb := table{lines: []said{{kara, 0, 100 * ms, tt.text}}, mind: says(0, "Aye.")}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		var dropped []string
		for _, d := range noticed[LineDropped](&tb) {
			dropped = append(dropped, d.Reason)
		}
		if got := strings.Join(tb.book.lines, " | "); got != tt.lines || strings.Join(dropped, "") != tt.dropped {
			t.Errorf("%q: kept %q, dropped %q", tt.text, got, dropped)
		}
	}
}

// A rated is a recogniser that notes how urgent each line is.
type rated struct {
	speech.Recognizer
	lines []said
	mu    sync.Mutex
	of    map[string]int
}

func (r *rated) Recognize(ctx context.Context, h speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return r.Recognizer.Recognize(ctx, h, func(yield func([]int16) bool) {
		for pcm := range sound {
			r.mu.Lock()
			text := r.lines[pcm[0]-1000].text
			r.of[text] = max(r.of[text], h.Priority)
			r.mu.Unlock()
			if !yield(pcm) {
				return
			}
		}
	})
}

// TestWhoIsHeardFirst: where a recogniser has no room for all, whoever interrupts an
// agent comes first, then whoever talks with one, then the others. Case: S12.
func TestWhoIsHeardFirst(t *testing.T) {
	lines := []said{
		{kara, 0, time.Second, "Bart, hello."},
		{joren, 5 * time.Second, time.Second, "pass the chips"},
		{kara, 5 * time.Second, time.Second, "And what of the mill?"},
		{kara, 7500 * ms, time.Second, "No, that is not what I meant."}, // over the answer
	}
	ears := &rated{Recognizer: dictation{lines: lines}, lines: lines, of: make(map[string]int)}
	tb := table{lines: lines, hears: ears, mind: says(0, strings.Repeat("It is so, ", 4)+"they say.")}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		"Bart, hello.": 0, "pass the chips": 0, "And what of the mill?": 1, "No, that is not what I meant.": 2,
	} {
		if got := ears.of[text]; got != want {
			t.Errorf("%q has priority %d, want %d", text, got, want)
		}
	}
}

// TestStalledRecogniser: a recogniser that takes no sound until the longest utterance
// there is has ended gets all of it. Of what is longer the newest is lost, and counted.
func TestStalledRecogniser(t *testing.T) {
	const longest = (30*time.Second + 416*ms) / (32 * ms) // with what is handed over from before it began
	for _, tt := range []struct {
		pieces, least, most int
	}{
		{int(longest), int(longest), int(longest)},
		{int(2 * longest), int(longest), int(3 * longest / 2)},
	} {
		wakes := make(chan struct{})
		var got []int16 // the number of each piece
		r := &running{words: make(chan words), over: make(chan struct{}), Conversation: &Conversation{
			ears: hearFunc(func(_ context.Context, sound iter.Seq[[]int16], _ func(speech.Hypothesis, error) bool) {
				<-wakes
				for pcm := range sound {
					got = append(got, pcm[0])
				}
			}),
		}}
		var l lane
		r.begin(t.Context(), &l, time.Now())
		for i := range tt.pieces {
			l.open.hear([]int16{int16(i)})
		}
		l.open.close()
		close(wakes)
		u := (<-r.words).utterance
		r.wg.Wait()
		if len(got) < tt.least || len(got) > tt.most || u.dropped != tt.pieces-len(got) {
			t.Errorf("of %d pieces %d are heard, %d counted as lost; want %d to %d", tt.pieces, len(got), u.dropped, tt.least, tt.most)
		}
		if last := got[len(got)-1]; int(last) != len(got)-1 {
			t.Errorf("of %d pieces the last that is heard is number %d, and %d are", tt.pieces, last, len(got))
		}
	}
}

// TestLevelOfAVoice: how loud somebody speaks is how loud they are while they do. A
// silent room around their words says nothing about it.
func TestLevelOfAVoice(t *testing.T) {
	const room, soft, voice = 23, 47, 3277 // -63, -57 and -20 dBFS
	for _, tt := range []struct {
		name   string
		pieces []int16
		want   float64
	}{
		{"a voice", []int16{voice, voice}, -20},
		{"a voice with pauses", []int16{room, voice, room, room}, -20},
		{"a soft voice with pauses", []int16{room, soft, room, room}, -57},
		{"nothing but a room", []int16{room, room}, audio.Floor},
		{"nothing", nil, audio.Floor},
	} {
		u := &utterance{sound: make(chan []int16, len(tt.pieces))}
		for _, level := range tt.pieces {
			u.hear(slices.Repeat([]int16{level}, 512))
		}
		if got := u.heard().Level; math.Abs(got-tt.want) > 0.5 {
			t.Errorf("%s: %.1f dBFS, want %.0f", tt.name, got, tt.want)
		}
	}
}
