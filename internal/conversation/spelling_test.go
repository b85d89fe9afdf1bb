package conversation

import (
	"context"
	"fmt"
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
