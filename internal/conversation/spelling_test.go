package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestSpelling: names are kept as they are spelt, however they were heard, and
// nothing else is changed.
func TestSpelling(t *testing.T) {
	morwenna := campaign.Agent{ID: "morwenna", Kind: campaign.NPC, Name: "Morwenna Vale"}
	list := []campaign.Name{
		{Text: "Greta", Heard: []string{"Gretta", "greater"}},
		{Text: "Bart", Heard: []string{"part"}},
		{Text: "Saltmarsh", Heard: []string{"salt marsh"}},
		{Text: "Nobody", Heard: []string{"nobody"}}, // changes nothing
	}
	for _, tt := range []struct{ name, line, want, turns string }{
		{"from the list", "Gretta, is Gretta's hat here?", "Greta, is Greta's hat here?", "Greta spoken"},
		{"a place", "Bart, is it far to salt marsh?", "Bart, is it far to Saltmarsh?", "Bart spoken"},
		{"a word, where a name is called", "Part, do you know any part of it?", "Bart, do you know any part of it?", "Bart spoken"},
		{"a word, where it is one", "We need a greater part of the gold.", "We need a greater part of the gold.", ""},
		{"by its sound", "Burt, do you know Burton?", "Bart, do you know Burton?", "Bart spoken"},
		{"in two words", "More wenna, what do you want?", "Morwenna, what do you want?", "Morwenna Vale spoken"},
		{"by its sound and with an 's", "Hello Morvenna, where is the key?", "Hello Morwenna, where is the key?", "Morwenna Vale spoken"},
		{"spoken of, it stays", "I think Burt is lying to us, you know.", "I think Burt is lying to us, you know.", ""},
		{"nothing to correct", "Bart, good evening.", "Bart, good evening.", "Bart spoken"},
	} {
		for _, early := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				tb := table{
					lines: []said{{kara, 0, 2 * time.Second, tt.line}}, agents: []campaign.Agent{bart, greta, morwenna}, early: early,
					mind: says(300*ms, "Aye."), opts: Options{NameList: list},
				}
				if _, err := tb.run(t); err != nil {
					t.Fatal(err)
				}
				if got := strings.TrimPrefix(tb.book.lines[0], "Kara: "); got != tt.want {
					t.Errorf("kept %q, want %q", got, tt.want)
				}
				if got := tb.book.outcomes(); got != tt.turns {
					t.Errorf("turns: %s, want %s (%+v)", got, tt.turns, noticed[Addressed](&tb))
				}
			})
		}
	}
}

// TestSpellingEarly: an answer that was begun before the end is let go although a
// name was heard otherwise.
func TestSpellingEarly(t *testing.T) {
	var count Early
	tb := table{
		lines: []said{{kara, 0, 2 * time.Second, "Gretta, do you know Burt?"}}, early: true,
		mind: says(300*ms, "Aye."), opts: Options{NameList: []campaign.Name{{Text: "Greta", Heard: []string{"Gretta"}}}},
	}
	tb.meanwhile = func(ctx context.Context, c *Conversation) {
		until(ctx, time.Now().Add(8*time.Second))
		count = c.Early()
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if count.Begun != 1 || count.Dropped != 0 {
		t.Errorf("begun %d, thrown away %d, want 1 and 0", count.Begun, count.Dropped)
	}
}

// TestTypedStays: what somebody typed is as they typed it.
func TestTypedStays(t *testing.T) {
	tb := table{
		mind: says(0, "Aye."), end: 5 * time.Second, opts: Options{NameList: []campaign.Name{{Text: "Greta", Heard: []string{"Gretta"}}}},
		meanwhile: gmDoes(t, deed{time.Second, func(ctx context.Context, c *Conversation) error { return c.Type(ctx, kara, "Burt and Gretta") }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.lines[0], "Kara: Burt and Gretta"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}

// TestCorrection: one correction of the GM's holds for what is remembered and for
// what is said from then on.
func TestCorrection(t *testing.T) {
	mind := &chorister{says: map[transcript.AgentID]string{"bart": "Aye.", "greta": "No."}}
	tb := table{
		lines: []said{
			{kara, 0, 2 * time.Second, "Bart, where is Zbigniev?"},
			{kara, 10 * time.Second, 2 * time.Second, "Bart, and Zbigniev's sister?"},
		},
		mind: mind,
		meanwhile: gmDoes(t, deed{6 * time.Second, func(ctx context.Context, c *Conversation) error {
			if err := c.SetNames(ctx, []campaign.Name{{Text: "Zbyszek", Heard: []string{"Zbigniev"}}}); err != nil {
				return err
			}
			return c.Respell(ctx, "Zbigniev", "Zbyszek")
		}}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := "Bart hears [Kara: Bart, where is Zbyszek? / Bart: Aye. / Kara: Bart, and Zbyszek's sister?] and is told []"
	if got := mind.asked[len(mind.asked)-1]; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

// TestCorrectionOfAnswers: a correction in mid-session holds for what was answered,
// heard or not: for why it was, for saying it again, and for going on with it. What
// the GM has said is corrected in its line.
func TestCorrectionOfAnswers(t *testing.T) {
	const answer = "Zbigniev went home. He lives by the mill. Zbigniev sleeps there now."
	right := strings.ReplaceAll(answer, "Zbigniev", "Zbyszek")
	cut := deed{3310 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}
	correct := func(ctx context.Context, c *Conversation) error { return c.Respell(ctx, "Zbigniev", "Zbyszek") }
	for _, tt := range []struct {
		name  string
		lines []said
		deeds []deed
		extra int
		want  string // what is kept from then on
	}{
		{
			"said again",
			nil,
			[]deed{{6 * time.Second, func(ctx context.Context, c *Conversation) error {
				why, err := c.Why(ctx)
				if err != nil {
					return err
				}
				return c.SayAgain(ctx, why[0].Turns[0].ID)
			}}},
			1, "Bart: He lives by the mill. Zbyszek sleeps there now.",
		},
		{
			"what the GM has it say, in line still",
			nil,
			[]deed{{6 * time.Second, func(ctx context.Context, c *Conversation) error {
				return errors.Join(c.Say(ctx, "bart", "Well."), c.Say(ctx, "greta", "Zbigniev is asleep."), correct(ctx, c))
			}}},
			2, "Bart: Well. | Greta: Zbyszek is asleep.",
		},
		{
			"asked to go on",
			[]said{{kara, 8 * time.Second, time.Second, "Bart, go on."}},
			nil,
			0, "Kara: Bart, go on. | Bart: And so on.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &asked{brain: func(ctx context.Context, q Question) iter.Seq2[string, error] {
				if len(q.History) == 1 {
					return says(0, answer)(ctx, q)
				}
				return says(0, "And so on.")(ctx, q)
			}}
			tb := table{
				lines: append([]said{{kara, 0, time.Second, "Bart, where is Zbigniev?"}}, tt.lines...),
				mind:  mind, end: 20 * time.Second, extra: tt.extra, opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
			}
			kept := 0 // when the name had been corrected
			var why []Ruling
			tb.meanwhile = gmDoes(t, append([]deed{cut, {5 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
				if err := correct(ctx, c); err != nil {
					return err
				}
				tb.book.mu.Lock()
				kept = len(tb.book.lines)
				tb.book.mu.Unlock()
				why, err = c.Why(ctx)
				return err
			}}}, tt.deeds...)...)
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got, want := why[0].Line.Text, "Bart, where is Zbyszek?"; got != want {
				t.Errorf("it was decided about %q, want %q", got, want)
			}
			if got := join(why[0].Turns[0].Heard, why[0].Turns[0].Unheard); got != right {
				t.Errorf("answered was %q, want %q", got, right)
			}
			if got := strings.Join(tb.book.lines[kept:], " | "); got != tt.want {
				t.Errorf("kept %s\nwant %s", got, tt.want)
			}
			if last := mind.all[len(mind.all)-1]; len(tt.lines) > 0 && !strings.HasSuffix(right, last.Unsaid) {
				t.Errorf("asked to go on with %q, want the rest of %q", last.Unsaid, right)
			}
		})
	}
}

// slowBook is a journal that takes a second for each line.
type slowBook struct{ *book }

func (b slowBook) Append(ctx context.Context, l *transcript.Line) error {
	until(ctx, time.Now().Add(time.Second))
	return b.book.Append(ctx, l)
}

// TestCorrectionAfterTheJournal: when a correction is made all that was said before
// is in the journal, where it is corrected next, and is right for whoever asks why.
func TestCorrectionAfterTheJournal(t *testing.T) {
	tb := table{mind: says(0, "Aye."), end: 20 * time.Second}
	tb.keeps = slowBook{&tb.book}
	tb.meanwhile = func(ctx context.Context, c *Conversation) {
		if err := errors.Join(c.Type(ctx, kara, "Zbigniev is here."), c.Respell(ctx, "Zbigniev", "Zbyszek")); err != nil {
			t.Error(err)
		}
		tb.book.mu.Lock()
		defer tb.book.mu.Unlock()
		if len(tb.book.lines) != 1 {
			t.Errorf("the journal has %d lines, want 1", len(tb.book.lines))
		}
		if why, err := c.Why(ctx); err != nil || why[0].Line.Text != "Zbyszek is here." {
			t.Errorf("it was decided about %+v, %v", why, err)
		}
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
}

// TestCorrectionMeanwhile: an answer that is being said when a name in it is corrected
// is kept with the right one, whether it is heard to its end or not.
func TestCorrectionMeanwhile(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []said
		heard string
		rest  string
	}{
		"heard": {nil, "I saw Zbyszek go by.", ""},
		"cut":   {[]said{{kara, 2200 * ms, time.Second, "wait a moment there"}}, "I saw Zbyszek", "go by."},
	} {
		t.Run(name, func(t *testing.T) {
			tb := table{
				lines: append([]said{{kara, 0, time.Second, "Bart, hello."}}, tt.lines...),
				mind:  says(0, "I saw Zbigniev go by."), end: 10 * time.Second,
			}
			tb.meanwhile = func(ctx context.Context, c *Conversation) {
				until(ctx, time.Now().Add(1800*ms))
				if err := c.Respell(ctx, "Zbigniev", "Zbyszek"); err != nil {
					t.Error(err)
				}
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0]; got.Heard != tt.heard || got.Unheard != tt.rest {
				t.Errorf("heard %q, unheard %q; want %q and %q", got.Heard, got.Unheard, tt.heard, tt.rest)
			}
			if got := tb.book.lines[1]; !strings.HasPrefix(got, "Bart: "+tt.heard) {
				t.Errorf("kept %q", got)
			}
		})
	}
}

// FuzzLineSpans: there are as many spans as words, in order and apart.
func FuzzLineSpans(f *testing.F) {
	f.Add("Gretta's hat, «Élodie’s» 3.5 don't")
	f.Add("a\xffb 's ’")
	f.Fuzz(func(t *testing.T, text string) {
		words, spans := lineWords(text), lineSpans(text)
		if len(words) != len(spans) {
			t.Fatalf("%d words, %d spans in %q", len(words), len(spans), text)
		}
		end := 0
		for _, s := range spans {
			if s[0] < end || s[1] < s[0] || s[1] > len(text) {
				t.Fatalf("spans %v of %q", spans, text)
			}
			end = s[1]
		}
	})
}

// FuzzSpelt: to look only for names whose words are in a line finds the same as to
// look for all of them.
func FuzzSpelt(f *testing.F) {
	list := []campaign.Name{
		{Text: "Greta", Heard: []string{"Gretta", "great a"}},
		{Text: "Saltmarsh", Heard: []string{"salt marsh", "salt"}},
		{Text: "Gudrun d'Arc", Heard: []string{"gut run", "dark's"}},
		{Text: "Łukasz", Heard: []string{"lukas", "Straße", "か"}},
	}
	f.Add("Is Gretta's salt marsh, great a?")
	f.Add("GUT-RUN in the STRASSE: Lukas’s\xff か\u3099")
	f.Fuzz(func(t *testing.T, text string) {
		r := &running{spellings: spellings(list, "en")}
		want := text
		for _, s := range r.spellings {
			want, _ = campaign.Respell(want, s.heard, s.right, s.setOff)
		}
		if got := r.spelt(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	})
}

// BenchmarkSpelt: two minutes of talk, and a list of 200 names.
func BenchmarkSpelt(b *testing.B) {
	var list []campaign.Name
	for i := range 200 {
		name := fmt.Sprintf("%c%carin%c", 'A'+i%26, "aeiou"[i%5], 'a'+i/26)
		list = append(list, campaign.Name{Text: name, Heard: []string{name + "h", "salt " + name, name + "x"}})
	}
	r := &running{spellings: spellings(list, "en")}
	line := strings.Repeat("I was at the harbour this morning and saw the ferry go down with all its barrels. ", 20)
	for b.Loop() {
		r.spelt(line)
	}
}
