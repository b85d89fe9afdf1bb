package conversation

import (
	"context"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/spoken"
	"glyphoxa/internal/transcript"
)

// A reciter is a voice that keeps what it was asked for.
type reciter struct {
	mu    sync.Mutex
	asked []string // "voice: text"
}

func (v *reciter) Synthesize(_ context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	v.mu.Lock()
	v.asked = append(v.asked, u.Voice.Name+": "+u.Text)
	v.mu.Unlock()
	return func(yield func(audio.Clip, error) bool) { yield(sound(24000, letters(u.Text)), nil) }
}

func (*reciter) Voices(context.Context) ([]string, error) { return nil, nil }

// What is written is kept, and what is said is for the voice alone. Case: X17.
func TestSaidOtherwise(t *testing.T) {
	v := &reciter{}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, how much?"}},
		mind:  says(0, "Mirela pays 49 gp. Roll 2d6+3 & go."),
		mouth: v,
		opts:  Options{Reader: spoken.NewReader("en", map[string]string{"Mirela": "mi-REL-a"})},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if want := []string{": mi-rel-ah pays forty-nine gold pieces.", ": Roll two d six plus three and go."}; !equal(v.asked, want) {
		t.Errorf("the voice was given %q, want %q", v.asked, want)
	}
	if want := []string{"Kara: Bart, how much?", "Bart: Mirela pays 49 gp. Roll 2d6+3 & go."}; !equal(tb.book.lines, want) {
		t.Errorf("kept %q, want %q", tb.book.lines, want)
	}
}

// A cut in what is said is a cut in what is written: of "49 gp" nothing was heard
// while the voice was at "gold".
func TestCutInWhatIsSaid(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, how much?"},
			{kara, 2700 * ms, 2 * time.Second, "That is far too much for me."},
		},
		mind: says(0, "You pay me 49 gp and a goat for that."), // "you pay me forty-nine gold pieces and …"
		opts: Options{Reader: spoken.NewReader("en", nil)},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	turn := tb.book.turns[0]
	if want := "You pay me"; turn.Heard != want || turn.Unheard != "49 gp and a goat for that." {
		t.Errorf("heard %q, unheard %q; want %q and the rest", turn.Heard, turn.Unheard, want)
	}
}

// Case: X05, X06.
func TestNarrated(t *testing.T) {
	const answer = "*leans closer* Speak, stranger. (softly) I know *shrugs, saying \"no\"* it."
	for _, tt := range []struct {
		name    string
		opts    Options
		voice   []string
		written string
	}{
		{"X05 dropped", Options{}, []string{": Speak, stranger.", ": I know it."}, "Bart: Speak, stranger. I know it."},
		{
			"X05 told",
			Options{Narrate: true, Narrator: speech.Voice{Name: "teller"}},
			[]string{"teller: leans closer", ": Speak, stranger.", "teller: softly", ": I know", "teller: shrugs, saying \"no\"", ": it."},
			"Bart: *leans closer* Speak, stranger. *softly* I know *shrugs, saying \"no\"* it.",
		},
		{
			"X05 read",
			Options{Narrate: true, TextOnly: true},
			nil,
			"Bart: *leans closer* Speak, stranger. *softly* I know *shrugs, saying \"no\"* it.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := &reciter{}
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, well?"}}, mind: says(0, answer), mouth: v, opts: tt.opts, end: time.Minute}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if !equal(v.asked, tt.voice) {
				t.Errorf("the voices were given\n%q, want\n%q", v.asked, tt.voice)
			}
			if got := tb.book.lines[len(tb.book.lines)-1]; got != tt.written {
				t.Errorf("kept %q, want %q", got, tt.written)
			}
		})
	}
}

// Case: X04.
func TestPosted(t *testing.T) {
	const table1 = "| HP | AC |\n|----|----|\n| 12 | 15 |"
	const list = "- bread\n- ale\n- rope"
	for _, tt := range []struct {
		name, answer string
		opts         Options
		heard        string
		posted       string // empty: nothing
		outcome      string
	}{
		{"X04 table", "Look:\n" + table1 + "\nThat is all.", Options{}, "Look: That is all.", table1, "Bart spoken"},
		{"X04 list", "I have:\n" + list + "\n\nAnything else?", Options{}, "I have: Anything else?", list, "Bart spoken"},
		{"X04 only a table", table1, Options{}, "", table1, "Bart declined"},
		{"X04 only a list", list, Options{}, "bread ale rope", "", "Bart spoken"},
		{"X04 in writing", "Look:\n" + table1, Options{TextOnly: true}, "Look:\n\n" + table1, "", "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, well?"}}, mind: says(0, tt.answer), opts: tt.opts}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0]; strings.TrimSpace(got.Heard) != tt.heard || tb.book.outcomes() != tt.outcome {
				t.Errorf("heard %q, %s (%s); want %q, %s", got.Heard, tb.book.outcomes(), got.Why, tt.heard, tt.outcome)
			}
			var got strings.Builder
			for _, p := range noticed[Posted](&tb) {
				got.WriteString(p.Text)
			}
			if got.String() != tt.posted {
				t.Errorf("posted %q, want %q", got.String(), tt.posted)
			}
		})
	}
}

// An answer that is cut before its table has come has no table. Case: X04.
func TestPostedOnlyIfHeard(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, well?"},
			{kara, 1200 * ms, time.Second, "No, wait, I mean Greta."},
		},
		mind: says(800*ms, "Look:\n| HP |\n|----|\n| 12 |\n"),
		opts: Options{},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	for _, p := range noticed[Posted](&tb) {
		for _, turn := range tb.book.turns {
			if turn.ID == p.Turn && turn.Heard == "" {
				t.Errorf("posted %q of an answer that nobody heard: %s", p.Text, turn.Outcome)
			}
		}
	}
}

// TestPostedOfWhatIsSuperseded: the table of an answer that gave way before anybody
// heard it is not shown; that of the answer after it is, once.
func TestPostedOfWhatIsSuperseded(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, well?"}, {kara, 3 * time.Second, time.Second, "Bart, come on."}},
		mind:  says(0, "Look:\n\n| HP |\n|----|\n| 12 |\n"),
		mouth: tone{delay: 4 * time.Second},
		end:   20 * time.Second,
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart superseded, Bart spoken"; got != want {
		t.Fatalf("turns: %s, want %s", got, want)
	}
	posted := noticed[Posted](&tb)
	if len(posted) != 1 || posted[0].Turn != tb.book.turns[1].ID || tb.book.turns[1].Outcome != transcript.Spoken {
		t.Errorf("posted %v", posted)
	}
}

// Another's lines are never spoken, and what came before them is. Case: C07.
func TestOthersLines(t *testing.T) {
	for _, tt := range []struct {
		name, answer, heard, outcome string
	}{
		{"C07 behind its own", "I saw nothing. Greta: I did! Bart: Liar.", "I saw nothing.", "Bart spoken"},
		{"C07 alone", "Greta: I did!", excuse("en"), "Bart failed"},
		{"F29 its own", "Bart: I saw nothing.", "I saw nothing.", "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := &reciter{}
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, who saw it?"}}, mind: says(0, tt.answer), mouth: v}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0].Heard; got != tt.heard || tb.book.outcomes() != tt.outcome {
				t.Errorf("heard %q, %s; want %q, %s", got, tb.book.outcomes(), tt.heard, tt.outcome)
			}
			if said := strings.Join(v.asked, " "); strings.Contains(said, "did") {
				t.Errorf("the voice was given %q", said)
			}
		})
	}
}

// A loudspeaker sends back what the voice said, and a recogniser writes it as it
// likes. Case: T01.
func TestEchoOfWhatIsSaid(t *testing.T) {
	for _, text := range []string{"forty nine gold pieces for the dragon", "49 gp for the dragon"} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, how much?"}, {joren, 1910 * ms, 2900 * ms, text}},
			mind:  says(0, "49 gp for the dragon."),
			opts:  Options{Reader: spoken.NewReader("en", nil)},
			end:   20 * time.Second,
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if got := tb.echoed(); len(got) != 1 {
			t.Errorf("%q: dropped %q; kept %q", text, got, tb.book.lines)
		}
	}
}

// What is said again is narrated again. Case: X05.
func TestNarratedWhenSaidAgain(t *testing.T) {
	v := &reciter{}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Hello, everybody."}},
		mouth: v,
		extra: 1,
		opts:  Options{Narrate: true, Narrator: speech.Voice{Name: "teller"}},
		meanwhile: gmDoes(t, deed{2 * time.Second, func(ctx context.Context, c *Conversation) error {
			return c.Say(ctx, "bart", "*leans closer* Speak, stranger.")
		}}),
		end: time.Minute,
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if want := []string{"teller: leans closer", ": Speak, stranger."}; !equal(v.asked, want) {
		t.Errorf("the voices were given %q, want %q", v.asked, want)
	}
}
