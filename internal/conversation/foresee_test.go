package conversation

import (
	"context"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// lookupTakes is how long a scholar looks things up.
const lookupTakes = 200 * ms

// A scholar is a mind that looks up what is asked before it answers, and does so
// ahead if it is told.
type scholar struct {
	brain

	mu    sync.Mutex
	start time.Time
	told  []string   // whose mind was told what, and when
	ended []string   // whose need not know any more, and when
	asked []Question // each of those
	shelf map[string]research
	calls int // at once
	most  int
}

// A research is what was looked up ahead.
type research struct {
	done  chan struct{}
	alive func() bool
}

func researchFor(q Question) string {
	return string(q.Agent.ID) + ": " + strings.Join(foldedWords(q.History[len(q.History)-1].Text), " ")
}

// Foresee implements [Foreseer].
func (s *scholar) Foresee(ctx context.Context, q Question) {
	done := make(chan struct{})
	defer close(done)
	key := researchFor(q)
	s.mu.Lock()
	if s.shelf == nil {
		s.shelf = make(map[string]research)
	}
	s.shelf[key] = research{done, func() bool { return ctx.Err() == nil }}
	s.told = append(s.told, key+" "+time.Since(s.start).String())
	s.asked = append(s.asked, q)
	s.calls++
	s.most = max(s.most, s.calls)
	s.mu.Unlock()
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ended = append(s.ended, key+" "+time.Since(s.start).String())
	})
	until(ctx, time.Now().Add(lookupTakes))
	s.mu.Lock()
	s.calls--
	s.mu.Unlock()
}

func (s *scholar) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		s.mu.Lock()
		r, ok := s.shelf[researchFor(q)]
		s.mu.Unlock()
		if ok && r.alive() {
			<-r.done
		} else if !until(ctx, time.Now().Add(lookupTakes)) {
			yield("", ctx.Err())
			return
		}
		s.brain(ctx, q)(yield)
	}
}

// An inkling is what a recogniser makes of an utterance at a moment of the script.
type inkling struct {
	at   time.Duration
	text string
}

// An attentive recogniser hears one utterance, which begins with the script, as it
// goes. Its last words come delay after the end.
type attentive struct {
	inklings []inkling
	last     string
	delay    time.Duration
}

func (a attentive) Recognize(ctx context.Context, _ speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		start := time.Now().Add(-100 * ms) // what a script takes to say that somebody began
		over := make(chan struct{})
		go func() {
			defer close(over)
			for range sound {
			}
		}()
		defer func() { <-over }()
		for _, i := range a.inklings {
			if !until(ctx, start.Add(i.at)) || !yield(speech.Hypothesis{Text: i.text, Confidence: 0.9}, nil) {
				return
			}
		}
		<-over
		if !until(ctx, time.Now().Add(a.delay)) {
			yield(speech.Hypothesis{}, ctx.Err())
			return
		}
		yield(speech.Hypothesis{Text: a.last, Final: true, Confidence: 0.9}, nil)
	}
}

// foresees has kara say something for two seconds.
func foresees(t *testing.T, s *scholar, ears attentive, change func(*table)) (tb *table, e Early) {
	t.Helper()
	if s.brain == nil {
		s.brain = says(0, "Under the mat.")
	}
	var c *Conversation
	tb = &table{
		lines: []said{{kara, 0, 2 * time.Second, ears.last}},
		hears: ears, mind: s, early: true,
	}
	if change != nil {
		change(tb)
	}
	then := tb.meanwhile
	tb.meanwhile = func(ctx context.Context, running *Conversation) {
		c = running
		s.mu.Lock()
		s.start = time.Now()
		s.mu.Unlock()
		if then != nil {
			then(ctx, running)
		}
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if s.most > 1 {
		t.Errorf("%d lookups at once for one utterance", s.most)
	}
	if len(s.ended) != len(s.told) {
		t.Errorf("told %q, ended %q", s.told, s.ended)
	}
	return tb, c.Early()
}

// TestForesee: while somebody still talks, the mind of whom they address looks up
// what it will need, and the first word comes so much earlier.
func TestForesee(t *testing.T) {
	const key = "Bart, where is the key?"
	for _, tt := range []struct {
		name  string
		heard []inkling
		told  []string
		first time.Duration // from when the mind is asked to its first word
	}{
		{
			"before the pause",
			[]inkling{{500 * ms, "bart"}, {900 * ms, "bart where is"}, {1800 * ms, "bart where is the key"}},
			[]string{"bart: bart 500ms", "bart: bart where is 900ms", "bart: bart where is the key 1.8s"},
			0,
		},
		{
			"the last word just before the pause",
			[]inkling{{500 * ms, "bart where is"}, {1950 * ms, "bart where is the key"}},
			[]string{"bart: bart where is 500ms", "bart: bart where is the key 1.95s"},
			lookupTakes - 146*ms,
		},
		{
			"the last word after the pause",
			[]inkling{{500 * ms, "bart where is"}, {2100 * ms, "bart where is the key"}},
			[]string{"bart: bart where is 500ms"},
			lookupTakes,
		},
		{
			// An unfinished sentence is not answered, and nothing is known of its end.
			"the last word with the end",
			[]inkling{{500 * ms, "bart where is"}, {1500 * ms, "bart where is the"}},
			[]string{"bart: bart where is 500ms", "bart: bart where is the 1.5s"},
			lookupTakes,
		},
		{
			"newest words win",
			[]inkling{
				{500 * ms, "bart"},
				{600 * ms, "bart where"},
				{700 * ms, "bart where is"},
				{790 * ms, "bart where is the"},
				{830 * ms, "bart where is the key"},
				{900 * ms, "Bart, where is the key"},
			},
			[]string{"bart: bart 500ms", "bart: bart where is the 800ms", "bart: bart where is the key 1.1s"},
			0,
		},
		{
			"somebody else at first",
			[]inkling{{400 * ms, "greta"}, {800 * ms, "greta where is"}, {1700 * ms, "bart where is the key"}},
			[]string{"greta: greta 400ms", "greta: greta where is 800ms", "bart: bart where is the key 1.7s"},
			0,
		},
		{
			"somebody else until the pause",
			[]inkling{{800 * ms, "greta where is"}, {2100 * ms, "bart where is the key"}},
			[]string{"greta: greta where is 800ms"},
			lookupTakes,
		},
		{
			"nobody at first",
			[]inkling{{600 * ms, "where"}, {1000 * ms, "where is the key"}, {1800 * ms, "where is the key bart"}},
			[]string{"bart: where is the key bart 1.8s"},
			lookupTakes, // the words turn out to be others
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := new(scholar)
			tb, e := foresees(t, s, attentive{tt.heard, key, 50 * ms}, nil)
			if !slices.Equal(s.told, tt.told) || e.Foreseen != int64(len(tt.told)) {
				t.Errorf("told %q, want %q; counted %d", s.told, tt.told, e.Foreseen)
			}
			if got := tb.book.outcomes(); got != "Bart spoken" {
				t.Fatalf("turns: %s", got)
			}
			if got := tb.book.turns[0].Stages.FirstWord; got != tt.first {
				t.Errorf("the first word came after %v, want %v", got, tt.first)
			}
		})
	}
}

// TestForeseeSooner: what is looked up ahead comes off the time until something is
// heard.
func TestForeseeSooner(t *testing.T) {
	heard := []inkling{{500 * ms, "bart where is"}, {1800 * ms, "bart where is the key"}}
	first := func(mind func(*scholar) Mind) time.Duration {
		tb, _ := foresees(t, &scholar{brain: says(250*ms, "Under the mat.")}, attentive{heard, "Bart, where is the key?", 50 * ms}, func(tb *table) {
			tb.mouth = tone{delay: 150 * ms}
			tb.mind = mind(tb.mind.(*scholar))
		})
		return tb.book.turns[0].Stages.FirstSound
	}
	with := first(func(s *scholar) Mind { return s })
	// One that only answers is not told anything.
	without := first(func(s *scholar) Mind { return brain(s.Reply) })
	// Pause, mind and voice take 96 + 250 + 150 ms, and the end, with the last words,
	// is known after 550.
	if with != 550*ms || without != 696*ms {
		t.Errorf("heard after %v, and after %v if nothing is foreseen", with, without)
	}
}

// TestForeseeNot: nothing is looked up for whoever would not answer.
func TestForeseeNot(t *testing.T) {
	butler := campaign.Agent{ID: "james", Kind: campaign.Butler, Name: "James"}
	at := func(d time.Duration, do func(ctx context.Context, c *Conversation) error) func(*table) {
		return func(tb *table) { tb.meanwhile = gmDoes(t, deed{d, do}) }
	}
	for _, tt := range []struct {
		name   string
		text   string
		change func(*table)
		told   int // before
	}{
		{"no early work", "Bart, where is the key?", func(tb *table) { tb.early = false }, 0},
		{"listen only", "Bart, where is the key?", func(tb *table) { tb.opts.Mode = ListenOnly }, 0},
		{"text only", "Bart, where is the key?", func(tb *table) { tb.opts.TextOnly = true }, 0},
		{"muted", "Silas, where is the key?", func(tb *table) { tb.agents = []campaign.Agent{bart, muted} }, 0},
		{"the Butler", "James, where is the key?", func(tb *table) {
			tb.agents = []campaign.Agent{bart, butler}
			tb.lines[0].who = gm
		}, 0},
		{"absent", "Otto, where is the key?", func(tb *table) {
			tb.opts.Scene.Absent = []campaign.Agent{{ID: "otto", Kind: campaign.NPC, Name: "Otto"}}
		}, 0},
		{"narration", "Bart wipes the table and says nothing.", func(tb *table) { tb.lines[0].who = gm }, 0},
		{"table talk", "Who has the rules for falling, Joren?", nil, 0},
		{"off the record", "Bart, where is the key?", at(700*ms, func(ctx context.Context, c *Conversation) error {
			return c.OffRecord(ctx, true)
		}), 1},
		{"not to be listened to", "Bart, where is the key?", at(700*ms, dropKara), 1},
		{"muted meanwhile", "Bart, where is the key?", at(700*ms, func(ctx context.Context, c *Conversation) error {
			return c.Mute(ctx, "bart", true)
		}), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			words := strings.Fields(tt.text)
			heard := []inkling{{500 * ms, strings.Join(words[:2], " ")}, {1000 * ms, strings.Join(words[:3], " ")}, {1800 * ms, tt.text}}
			s := new(scholar)
			_, e := foresees(t, s, attentive{heard, tt.text, 50 * ms}, tt.change)
			if len(s.told) != tt.told || e.Foreseen != int64(tt.told) {
				t.Errorf("told %q, counted %d; want %d", s.told, e.Foreseen, tt.told)
			}
		})
	}
}

// TestForeseenEnds: what was looked up ahead is over with the utterance, unless
// its agent is to answer: then with the answer.
func TestForeseenEnds(t *testing.T) {
	for _, tt := range []struct {
		name   string
		heard  string
		last   string
		change func(*table)
		ended  []string
		first  time.Duration
	}{
		{
			name: "it was for somebody else", heard: "greta where is it", last: "Bart, where is it?",
			ended: []string{"greta: greta where is it 2.55s"}, first: lookupTakes,
		},
		{
			name: "it was for nobody", heard: "bart was here", last: "Was Bart here, Joren?",
		},
		{
			// Somebody who has said a name alone is waited for, so the answer begins
			// with the end of it. It lasts 0.25 s, and ends with its line.
			name: "it is answered at the end", heard: "bart", last: "Bart?",
			change: func(tb *table) { tb.mind.(*scholar).brain = says(0, "Aye?") },
			ended:  []string{"bart: bart 2.75s"},
		},
		{
			name: "off the record", heard: "bart where is it", last: "Bart, where is it?",
			change: func(tb *table) {
				tb.meanwhile = gmDoes(t, deed{600 * ms, func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, true) }})
			},
			ended: []string{"bart: bart where is it 600ms"},
		},
		{
			name: "the session ends", heard: "bart where is it", last: "Bart, where is it?",
			change: func(tb *table) { tb.cancel, tb.end = 600*ms, 5*time.Second },
			ended:  []string{"bart: bart where is it 600ms"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := new(scholar)
			tb, _ := foresees(t, s, attentive{[]inkling{{500 * ms, tt.heard}}, tt.last, 50 * ms}, tt.change)
			if !slices.Equal(s.ended, tt.ended) {
				t.Errorf("ended %q, want %q", s.ended, tt.ended)
			}
			if turns := tb.book.turns; len(turns) > 0 && turns[0].Outcome == transcript.Spoken && turns[0].Stages.FirstWord != tt.first {
				t.Errorf("the first word came after %v, want %v", turns[0].Stages.FirstWord, tt.first)
			}
		})
	}
}

// TestForeseeUnkept: what is told is a question that leaves nothing behind, and of
// whom nothing is kept, that is said.
func TestForeseeUnkept(t *testing.T) {
	for _, consent := range []transcript.Consent{transcript.ConsentUnkept, ""} {
		s := new(scholar)
		foresees(t, s, attentive{[]inkling{{500 * ms, "bart where is it"}}, "Bart, where is it?", 50 * ms}, func(tb *table) {
			who := crew[0]
			who.Consent = consent
			tb.meanwhile = gmDoes(t, deed{200 * ms, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, who) }})
		})
		q := s.asked[0]
		if q.Unkept != (consent == transcript.ConsentUnkept) {
			t.Errorf("consent %q: unkept %v", consent, q.Unkept)
		}
		if len(q.History) != 1 || q.History[0].Speaker != kara || q.Agent.ID != "bart" || q.Commit != nil || q.Ran != nil {
			t.Errorf("asked %+v", q)
		}
	}
}

// TestForeseeLogsNothing: not a word of what somebody says is in the log, whatever
// becomes of it.
func TestForeseeLogsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		ch := &script{lines: []said{{kara, 0, 2 * time.Second, ""}}, end: 5 * time.Second}
		ears := attentive{[]inkling{{500 * ms, "bart where is"}, {1800 * ms, "greta where is the key"}}, "", 50 * ms}
		opts := Options{People: crew, Scene: Scene{Agents: []campaign.Agent{bart, greta}}}
		s := &scholar{brain: says(0)}
		c := New(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})), ch, ears, s, tone{}, new(book), opts)
		if err := c.Run(t.Context()); err != nil {
			t.Error(err)
		}
		if len(s.told) != 2 || strings.Contains(out.String(), "where") || strings.Contains(out.String(), "key") {
			t.Errorf("told %q, logged %s", s.told, out.String())
		}
	})
}
