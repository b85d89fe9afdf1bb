package conversation

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// A recorder is a voice that remembers what it was asked for.
type recorder struct {
	speech.Synthesizer
	mu  sync.Mutex
	all []speech.Utterance
}

func (v *recorder) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	v.mu.Lock()
	v.all = append(v.all, u)
	v.mu.Unlock()
	return v.Synthesizer.Synthesize(ctx, u)
}

// TestFiller: an agent that thinks for long is heard to think, from a sound that
// was made before anybody asked. It is no line, no turn and no memory.
func TestFiller(t *testing.T) {
	hello := said{kara, 500 * ms, time.Second, "Bart, hello."}
	hrm := bart
	hrm.Fillers = []string{"Hrrrrrrrmmm."} // 600 ms
	for _, tt := range []struct {
		name  string
		agent campaign.Agent
		lines []said
		think time.Duration
		mouth speech.Synthesizer
		opts  Options
		heard []string
	}{
		// The line ends at 1.5 s, and it is known at 2 s.
		{name: "at once", agent: hrm, lines: []said{hello}, heard: []string{"2s-2.2s"}},
		{name: "before the filler is due", agent: hrm, lines: []said{hello}, think: 600 * ms, heard: []string{"2.6s-2.8s"}},
		{name: "late", agent: hrm, lines: []said{hello}, think: 3 * time.Second, heard: []string{"2.7s-3.3s", "5s-5.2s"}},
		{name: "during the filler", agent: hrm, lines: []said{hello}, think: time.Second, heard: []string{"2.7s-3.5s"}},
		{name: "one of the language's", agent: bart, lines: []said{hello}, think: 3 * time.Second, heard: []string{"2.7s-3s", "5s-5.2s"}},
		{name: "the GM is asked", agent: hrm, lines: []said{hello}, think: 3 * time.Second, opts: Options{Mode: AskFirst}},
		{name: "in writing", agent: hrm, lines: []said{hello}, think: 3 * time.Second, opts: Options{TextOnly: true}},
		{name: "never", agent: hrm, lines: []said{hello}, think: 3 * time.Second, heard: []string{"5s-5.2s"}},
		{
			name: "somebody speaks over the filler", agent: hrm, lines: []said{hello, {joren, 2710 * ms, 700 * ms, "hm"}},
			think: 3 * time.Second, heard: []string{"2.7s-2.82s", "5s-5.2s"},
		},
		{
			name: "somebody speaks when it is due", agent: hrm, lines: []said{hello, {joren, 2210 * ms, 700 * ms, "hm"}},
			think: 3 * time.Second, heard: []string{"3.21s-3.81s", "5s-5.2s"},
		},
		{
			name: "its voice cannot say it", agent: hrm, lines: []said{hello}, think: 3 * time.Second,
			mouth: tone{fail: "Hrrr"}, heard: []string{"5s-5.2s"},
		},
		{
			name: "its voice never comes to an end of it", agent: hrm, lines: []said{hello}, think: 3 * time.Second,
			mouth: voiceFunc(func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				for yield(sound(24000, 200*ms), nil) && strings.HasPrefix(u.Text, "Hrrr") {
				}
			}),
			heard: []string{"5s-5.2s"},
		},
		{
			name: "it is not made when it is due", agent: hrm, lines: []said{hello}, think: 3 * time.Second,
			mouth: voiceFunc(func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				_ = strings.HasPrefix(u.Text, "Hrrr") && !until(ctx, time.Now().Add(4*time.Second)) || yield(sound(24000, 200*ms), nil)
			}),
			heard: []string{"4s-4.2s", "5s-5.2s"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &asked{brain: says(tt.think, "Aye.")}
			tb := table{
				agents: []campaign.Agent{tt.agent, greta}, lines: tt.lines, mind: mind, mouth: tt.mouth, opts: tt.opts, end: 15 * time.Second,
			}
			tb.opts.FillerAfter = 1200 * ms
			if tt.name == "never" {
				tb.opts.FillerAfter = 0
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := ch.spoken(); !equal(got, tt.heard) {
				t.Errorf("heard %v, want %v", got, tt.heard)
			}
			if got := tb.book.story(); strings.Contains(got, "Hm") || strings.Contains(got, "Hr") {
				t.Errorf("kept %s", got)
			}
			if n := len(noticed[Trouble](&tb)); n != 0 {
				t.Errorf("%d troubles", n)
			}
		})
	}
}

// TestFillersAreFew: at most every third answer of an agent begins with one;
// they take turns, each is made once, and no mind hears of them.
func TestFillersAreFew(t *testing.T) {
	voice := &recorder{Synthesizer: tone{}}
	mind := &asked{brain: says(2*time.Second, "Aye.")}
	tb := table{mind: mind, mouth: voice, opts: Options{FillerAfter: time.Second}}
	for i := range 8 {
		tb.lines = append(tb.lines, said{kara, 500*ms + time.Duration(i)*6*time.Second, time.Second, "Bart, hello."})
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	// The fillers of "Hmm…", "Well…" and "Let me think…" take as long as they
	// have bytes; answers come 2.5 s after the line's end.
	want := []string{
		"2.5s-2.8s", "4s-4.2s", "10s-10.2s", "16s-16.2s",
		"20.5s-20.86s", "22s-22.2s", "28s-28.2s", "34s-34.2s",
		"38.5s-39.26s", "40s-40.2s", "46s-46.2s",
	}
	if got := ch.spoken(); !equal(got, want) {
		t.Errorf("heard %v, want %v", got, want)
	}
	var made []string
	for _, u := range voice.all {
		if u.Text != "Aye." {
			made = append(made, u.Text)
		}
	}
	slices.Sort(made)
	if want := slices.Concat(fillers["en"], fillers["en"]); len(made) != len(want) {
		t.Errorf("made %q, want each once for each of two agents", made)
	}
	if got := tb.book.outcomes(); strings.Count(got, "Bart spoken") != 8 || len(tb.book.turns) != 8 {
		t.Errorf("turns: %s", got)
	}
	for _, q := range mind.all {
		if text := allText(q.History); strings.Contains(text, "…") {
			t.Errorf("the mind was told %s", text)
		}
	}
}

// TestFillersFollowTheVoice: an agent that is given another voice thinks aloud
// with it, and one that comes later has fillers as well.
func TestFillersFollowTheVoice(t *testing.T) {
	voice := &recorder{Synthesizer: tone{}}
	tb := table{
		agents: []campaign.Agent{bart}, mind: says(0, "Aye."), mouth: voice, end: 4 * time.Second,
		opts: Options{FillerAfter: time.Second},
		meanwhile: gmDoes(t,
			deed{time.Second, func(ctx context.Context, c *Conversation) error {
				return c.SetVoice(ctx, "bart", speech.Voice{Name: "deep"})
			}},
			deed{2 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.Recast(ctx, Scene{ID: "2", Agents: []campaign.Agent{bart, greta}})
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	for _, u := range voice.all {
		count[u.Voice.Name]++
	}
	if got := fmt.Sprint(count); got != fmt.Sprint(map[string]int{"": 8, "deep": 4}) {
		t.Errorf("made with each voice: %v", got)
	}
}

// TestStockIsBounded: however many agents there are, no more is kept than fits.
func TestStockIsBounded(t *testing.T) {
	voice := &recorder{Synthesizer: tone{}}
	tb := table{mind: says(0, "Aye."), mouth: voice, end: 4 * time.Second, opts: Options{FillerAfter: time.Second}}
	for i := range 40 {
		tb.agents = append(tb.agents, campaign.Agent{ID: transcript.AgentID(fmt.Sprint(i)), Kind: campaign.NPC, Name: fmt.Sprint("Number", i)})
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(voice.all) != stockMost {
		t.Errorf("%d were made, want %d", len(voice.all), stockMost)
	}
}

// TestFillersOfLaterScenes: when there is no room for more, those go whose agents
// have left, so that whoever comes is heard to think as well.
func TestFillersOfLaterScenes(t *testing.T) {
	tb := table{
		lines: []said{{kara, 20 * time.Second, time.Second, "Bart, hello."}}, mind: says(4*time.Second, "Aye."),
		opts: Options{FillerAfter: time.Second}, end: 40 * time.Second,
	}
	tb.meanwhile = gmDoes(t, deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
		return c.Enter(ctx, Scene{ID: "cellar", Agents: []campaign.Agent{tb.agents[0], bart}})
	}})
	for i := range stockMost / len(fillers["en"]) {
		tb.agents = append(tb.agents, campaign.Agent{ID: transcript.AgentID(fmt.Sprint(i)), Kind: campaign.NPC, Name: fmt.Sprint("Number", i)})
	}
	voice := &recorder{Synthesizer: tone{}}
	tb.mouth = voice
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ch.spoken(), []string{"22s-22.3s", "25.5s-25.7s"}; !equal(got, want) {
		t.Errorf("heard %v, want %v: a filler and the answer", got, want)
	}
	if got, want := len(voice.all), stockMost+len(fillers["en"])+1; got != want {
		t.Errorf("the voice was asked %d times, want %d: those of whoever stayed are there still", got, want)
	}
}
