package conversation

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestSaid: a word counts as heard once its share of the sound has been played,
// which lies between pauses.
func TestSaid(t *testing.T) {
	second := func(text string) *making { return &making{length: time.Second, to: time.Second, whole: true} }
	paused := func(at ...time.Duration) *making { // three seconds with lulls from one to the next
		m := &making{length: 3 * time.Second, to: 3 * time.Second, whole: true}
		for l := range slices.Chunk(at, 2) {
			m.lulls = append(m.lulls, lull{l[0], l[1]})
		}
		return m
	}
	for _, tt := range []struct {
		name   string
		sound  *making // nil: a second, all of it voiced
		text   string
		played time.Duration
		want   string
	}{
		{"nothing", nil, "One is here.", 0, ""},
		{"less than a word", nil, "One is here.", 330 * ms, ""},
		{"a word", nil, "One is here.", 350 * ms, "One"},
		{"two words", nil, "One is here.", 550 * ms, "One is"},
		{"all but the end", nil, "One is here.", 990 * ms, "One is"},
		{"all", nil, "One is here.", time.Second, "One is here."},
		{"silence before and after", &making{length: 3 * time.Second, from: time.Second, to: 2 * time.Second, whole: true}, "One is here.", 1700 * ms, "One is"},
		{"the silence after", &making{length: 3 * time.Second, from: time.Second, to: 2 * time.Second, whole: true}, "One is here.", 2 * time.Second, "One is here."},
		{"a long word takes longer", nil, "Incomprehensibilities are so.", 700 * ms, ""},
		{"a pause is not part of its word", nil, "Well, I am so sure of it all.", 300 * ms, "Well,"},
		{"digits are words", nil, "It is 1000 coins.", 700 * ms, "It is"},
		{"without spaces", nil, "今日はいい天気です", 600 * ms, "今日はいい"},
		{"quotes and dashes belong to words", nil, "“One” – is here.", 500 * ms, "“One”"},
		{"no letters", nil, "…", 500 * ms, ""},
		{"no text", nil, "", 500 * ms, ""},
		// By its share alone the fourth word would end after 1.46 s.
		{"a pause is where it is", paused(1200*ms, 1400*ms), "Well that was it, or so I think.", 1270 * ms, "Well that was it,"},
		{"the word before it is not over sooner", paused(1700*ms, 1800*ms), "Well that was it, or so I think.", 1750 * ms, "Well that was"},
		{"a silence far from a mark is none of its", paused(200*ms, 300*ms), "Well that was it, or so I think.", 1400 * ms, "Well that was"},
		{"of two the longer one is taken", paused(1000*ms, 1100*ms, 1200*ms, 1500*ms), "Well that was it, or so I think.", 1150 * ms, "Well that was"},
		{"silence is not said", &making{length: time.Second, whole: true}, "One is here.", 500 * ms, ""},
		{
			// As if all of it took 120 ms a sound.
			"its end is not known", &making{length: 500 * ms, to: 500 * ms}, "One is here.", 470 * ms, "",
		},
		{"the same, later", &making{length: 600 * ms, to: 600 * ms}, "One is here.", 520 * ms, "One"},
		{
			"the voice says", &making{length: time.Second, to: time.Second, whole: true, words: []wordEnd{{3, 100 * ms}, {6, 200 * ms}, {12, 900 * ms}}},
			"One is here.", 250 * ms, "One is",
		},
		{
			"the voice says nonsense", &making{length: time.Second, to: time.Second, whole: true, words: []wordEnd{{99, 100 * ms}, {-4, 100 * ms}}},
			"One is here.", 250 * ms, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.sound
			if m == nil {
				m = second(tt.text)
			}
			if got := tt.text[:m.said(tt.text, tt.played)]; got != tt.want {
				t.Errorf("said %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLulls: the silences in the midst of a sound are found however it comes, if a
// voice hisses in them, too, and what is shorter is none.
func TestLulls(t *testing.T) {
	const rate = audio.Rate(16000)
	rng := rand.New(rand.NewPCG(1, 1))
	var pcm []int16
	add := func(d time.Duration, loud int) {
		for range rate.Samples(d) {
			pcm = append(pcm, int16(rng.IntN(2*loud+1)-loud))
		}
	}
	for _, part := range []struct {
		long time.Duration
		loud int
	}{
		{300 * ms, 10},
		{400 * ms, 8000},
		{70 * ms, 0},
		{400 * ms, 8000},
		{150 * ms, 10},
		{400 * ms, 8000},
		{200 * ms, 300},
		{400 * ms, 3000},
		{250 * ms, 10},
	} {
		add(part.long, part.loud)
	}
	want := []lull{{1170 * ms, 1320 * ms}, {1720 * ms, 1920 * ms}}
	for _, size := range []int{160, 777, 16000, len(pcm)} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			var m making
			for c := range slices.Chunk(pcm, size) {
				m.add(audio.Clip{Rate: rate, PCM: c})
			}
			off := func(a, b time.Duration) bool { return (a - b).Abs() > 15*ms }
			if !slices.EqualFunc(m.lulls, want, func(a, b lull) bool { return !off(a.from, b.from) && !off(a.to, b.to) }) {
				t.Errorf("lulls %v, want %v", m.lulls, want)
			}
			if off(m.from, 300*ms) || off(m.to, 2320*ms) || off(m.length, 2570*ms) {
				t.Errorf("voiced from %v to %v of %v", m.from, m.to, m.length)
			}
		})
	}
}

func TestWordLengths(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []float64
	}{
		{"", nil},
		{" … ", nil},
		{"I saw", []float64{1.5, 3.5 + 2}},
		{"Ah, so.", []float64{2.5 + 2, 2.5 + 2}},
		{"the thick queen", []float64{2.5, 3.5, 3.5 + 2}},
		{"Fee: 42", []float64{2.5 + 2, 8.5 + 2}},
		{"schöne Grüße", []float64{0.5 + 5, 0.5 + 5 + 2}},
		{"“Stop” – now —", []float64{4.5 + 2, 3.5 + 2}},
		{"今日は", []float64{1.5, 1.5, 1.5 + 2}},
	} {
		words := wordLengths(tt.text)
		var got []float64
		for _, w := range words {
			got = append(got, w.units)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
		if n := len(words); n > 0 && words[n-1].to != len(tt.text) {
			t.Errorf("%q: ends at %d", tt.text, words[n-1].to)
		}
	}
}

// FuzzSaid: whatever the text, more sound never says less, the end says all of
// it, and a word is never torn.
func FuzzSaid(f *testing.F) {
	f.Add("One is here. Two, three — four!", int64(300), int64(100))
	f.Add("今日は, 7 of\xff them", int64(900), int64(50))
	f.Fuzz(func(t *testing.T, text string, length, from int64) {
		length, from = max(length%100_000, -length%100_000), max(from%1000, -from%1000)
		m := making{from: time.Duration(from) * ms, to: time.Duration(from+length) * ms, whole: true}
		last := 0
		for played := time.Duration(0); played <= m.to; played += m.to/20 + 1 {
			n := m.said(text, played)
			if n < last || n > len(text) {
				t.Fatalf("%v of %v says %d bytes of %d, before that %d", played, m.to, n, len(text), last)
			}
			last = n
		}
		if words := wordLengths(text); len(words) > 0 && length > 0 && !m.stopped(text) && strings.TrimSpace(text[m.said(text, m.to):]) != "" {
			t.Errorf("all of the sound says %q of %q", text[:m.said(text, m.to)], text)
		}
	})
}

// TestHeardToTheWord: what the table heard of a sentence that was cut is what
// the transcript has, what the agent remembers, and what the others do; the
// rest is known apart. Case: T11, T12.
func TestHeardToTheWord(t *testing.T) {
	for _, tt := range []struct {
		name  string
		voice speech.Synthesizer
		heard string
		rest  string
	}{
		// Cut at 3.12 s, which is 1.62 s after its beginning.
		{"by share", tone{}, "The old chapel burned down last", "winter, with all that was in it."},
		{"as the voice says", slowStart{}, "The old", "chapel burned down last winter, with all that was in it."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const answer = "The old chapel burned down last winter, with all that was in it."
			mind := &asked{brain: says(0, answer)}
			tb := table{
				lines: []said{
					{kara, 0, time.Second, "Bart, hello."},
					{kara, 3010 * ms, time.Second, "wait a moment there"},
					{kara, 8 * time.Second, time.Second, "Bart, and you?"},
					{joren, 14 * time.Second, time.Second, "Greta, and you?"},
				},
				mind: mind, mouth: tt.voice, end: 20 * time.Second,
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0]; got.Outcome != transcript.Cut || got.Heard != tt.heard || got.Unheard != tt.rest {
				t.Errorf("%s; heard %q, unheard %q", got.Outcome, got.Heard, got.Unheard)
			}
			if want := "Bart: " + tt.heard + " --"; tb.book.lines[1] != want {
				t.Errorf("kept %q, want %q", tb.book.lines[1], want)
			}
			for _, q := range mind.all[len(mind.all)-2:] {
				line := q.History[1]
				if line.Text != tt.heard || !line.Cut || strings.Contains(allText(q.History[:3]), "winter") {
					t.Errorf("%s remembers %+v", q.Agent.Name, line)
				}
			}
		})
	}
}

func allText(lines []transcript.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Text + "\n")
	}
	return b.String()
}

// slowStart is a voice that lingers on the third word and says so.
type slowStart struct{ tone }

func (v slowStart) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) {
		for c, err := range v.tone.Synthesize(ctx, u) {
			to := 0
			for i, w := range strings.SplitAfter(u.Text, " ") {
				to += len(w)
				end := 100 * ms * time.Duration(i+1)
				if i >= 2 {
					end += 2 * time.Second
				}
				c.Words = append(c.Words, audio.Word{To: to, End: c.Rate.Samples(end)})
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// TestVoiceFaults: a voice that fails and does not say so is found out, what was
// heard of it is what was heard, and the table goes on.
func TestVoiceFaults(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(audio.Clip) audio.Clip
		heard string
		why   string
	}{
		{"it stops in mid-sentence", func(c audio.Clip) audio.Clip {
			c.PCM = c.PCM[:len(c.PCM)/10]
			return c
		}, "The ferry leaves at noon.", errStoppedShort.Error()},
		{"bytes are samples a byte too late", func(c audio.Clip) audio.Clip {
			for i, s := range c.PCM { // as random as the lower byte of speech
				c.PCM[i] = int16(uint16(s+int16(i*i*7919)) << 8)
			}
			return c
		}, "The ferry leaves at noon.", errHiss.Error()},
		{"a rate that is none", func(c audio.Clip) audio.Clip {
			c.Rate = 96000
			return c
		}, "The ferry leaves at noon.", "the voice speaks at 96000 Hz"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 8 * time.Second, time.Second, "Greta, hello."}},
				mind:  says(0, "Good day to you, dear stranger. The ferry leaves at noon."),
				mouth: voiceFunc(func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
					for c, err := range (tone{}).Synthesize(ctx, u) {
						if strings.HasPrefix(u.Text, "Good") && c.PCM != nil && u.Voice.Name == "" {
							c = tt.spoil(c)
						}
						if !yield(c, err) {
							return
						}
					}
				}),
				opts: Options{
					Campaign: campaign.Campaign{Talk: campaign.TalkLong},
					Voices:   map[transcript.AgentID]speech.Voice{"greta": {Name: "hers"}},
				},
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0]; got.Outcome != transcript.Failed || got.Heard != tt.heard || got.Why != tt.why {
				t.Errorf("%s, %s; heard %q", got.Outcome, got.Why, got.Heard)
			}
			if got, want := tb.book.outcomes(), "Bart failed, Greta spoken"; got != want {
				t.Errorf("turns: %s, want %s", got, want)
			}
			if n := len(noticed[Trouble](&tb)); n != 1 {
				t.Errorf("the GM was told %d times", n)
			}
		})
	}
}
