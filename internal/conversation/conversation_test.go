package conversation

import (
	"context"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

const ms = time.Millisecond

// TestTable plays scripts and compares what was kept.
func TestTable(t *testing.T) {
	three := says(0, "One is here. ", "Two is here. ", "Three is here.")
	long := campaign.TalkLong
	for _, tt := range []struct {
		name     string
		table    *table
		lines    []string
		outcomes string
	}{
		{
			name:     "the agent that is named answers",
			table:    &table{lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, "Hello there.")},
			lines:    []string{"Kara: Bart, hello.", "Bart: Hello there."},
			outcomes: "Bart spoken",
		},
		{
			// Case: N05.
			name:  "table talk is left alone",
			table: &table{lines: []said{{kara, 0, time.Second, "Pass the chips."}}, mind: three},
			lines: []string{"Kara: Pass the chips."},
		},
		{
			name:  "the GM narrates",
			table: &table{lines: []said{{gm, 0, time.Second, "Bart looks up."}}, mind: three},
			lines: []string{"Max: Bart looks up."},
		},
		{
			// Case: F44.
			name:     "a muted agent is addressed and stays silent",
			table:    &table{lines: []said{{kara, 0, time.Second, "Silas, hello."}}, agents: []campaign.Agent{bart, muted}, mind: three},
			lines:    []string{"Kara: Silas, hello."},
			outcomes: "Silas declined",
		},
		{
			// Case: F16.
			name: "two people who finish at once are both read and both answered",
			table: &table{
				lines: []said{{kara, 0, 2 * time.Second, "Bart, hello."}, {joren, 500 * ms, 1510 * ms, "Greta, hello."}},
				mind:  says(0, "Well met."),
			},
			lines:    []string{"Kara: Bart, hello.", "Joren: Greta, hello.", "Bart: Well met.", "Greta: Well met."},
			outcomes: "Bart spoken, Greta spoken",
		},
		{
			// Bart begins at 1.5 s and needs 600 ms a sentence. Kara is heard
			// to begin at 2.6 s: one sentence is out, the second is not.
			// Case: T11, F46.
			name: "the partner interrupts, and what nobody heard is not remembered",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}, {kara, 2500 * ms, time.Second, "wait stop"}},
				mind:  three, opts: Options{Campaign: campaign.Campaign{Talk: long}},
			},
			lines:    []string{"Kara: Bart, count.", "Bart: One is here. Two is --", "Kara: wait stop"},
			outcomes: "Bart cut",
		},
		{
			name: "another player's chatter does not interrupt",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}, {joren, 2500 * ms, time.Second, "Kara, the chips"}},
				mind:  three, opts: Options{Campaign: campaign.Campaign{Talk: long}},
			},
			lines:    []string{"Kara: Bart, count.", "Bart: One is here. Two is here. Three is here.", "Joren: Kara, the chips"},
			outcomes: "Bart spoken",
		},
		{
			name: "the GM interrupts whomever they like",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}, {gm, 2500 * ms, time.Second, "Suddenly it is dark."}},
				mind:  three, opts: Options{Campaign: campaign.Campaign{Talk: long}},
			},
			lines:    []string{"Kara: Bart, count.", "Bart: One is here. Two is --", "Max: Suddenly it is dark."},
			outcomes: "Bart cut",
		},
		{
			name: "nobody interrupts where nobody may",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}, {kara, 2500 * ms, 500 * ms, "wait stop"}},
				mind:  three, opts: Options{Campaign: campaign.Campaign{Talk: long}, InterruptBy: ByNobody},
			},
			lines:    []string{"Kara: Bart, count.", "Bart: One is here. Two is here. Three is here.", "Kara: wait stop"},
			outcomes: "Bart spoken",
		},
		{
			// Case: T14, F02, F08.
			name: "the same person goes on before the answer is heard: one answer to both",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 1600 * ms, time.Second, "Bart, one more thing."}},
				mind:  says(2*time.Second, "Yes?"),
			},
			lines:    []string{"Kara: Bart, hello.", "Kara: Bart, one more thing.", "Bart: Yes?"},
			outcomes: "Bart superseded, Bart spoken",
		},
		{
			// Case: F04.
			name: "a cough before the answer is heard does not take it away",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 2 * time.Second, 200 * ms, ""}},
				mind:  says(3*time.Second, "Yes?"),
			},
			lines:    []string{"Kara: Bart, hello.", "Bart: Yes?"},
			outcomes: "Bart spoken",
		},
		{
			// Case: F09.
			name: "the same person turns to another agent before the answer is heard: both answer",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 1600 * ms, time.Second, "Greta, and you?"}},
				mind:  says(2*time.Second, "Yes?"),
			},
			lines:    []string{"Kara: Bart, hello.", "Kara: Greta, and you?", "Bart: Yes?", "Greta: Yes?"},
			outcomes: "Bart spoken, Greta spoken",
		},
		{
			// Case: T16.
			name: "where everybody is muted it only listens, and no mind is asked",
			table: &table{
				lines: []said{
					{kara, 0, time.Second, "Silas, hello."},
					{kara, 4 * time.Second, time.Second, "Pass the chips."},
					{joren, 8 * time.Second, time.Second, "Silas, speak up."},
				},
				agents: []campaign.Agent{muted},
			},
			lines:    []string{"Kara: Silas, hello.", "Kara: Pass the chips.", "Joren: Silas, speak up."},
			outcomes: "Silas declined, Silas declined",
		},
		{
			// Case: F37, F46.
			name: "a sentence that cannot be spoken does not take the rest with it",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}}, mind: three, mouth: tone{fail: "Two"},
				opts: Options{Campaign: campaign.Campaign{Talk: long}},
			},
			lines:    []string{"Kara: Bart, count.", "Bart: One is here. Three is here. --"},
			outcomes: "Bart failed",
		},
		{
			name: "an answer with nothing in it is declined",
			table: &table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, "*shrugs slowly*"),
			},
			lines:    []string{"Kara: Bart, hello."},
			outcomes: "Bart declined",
		},
		{
			// Case: F11.
			name: "nothing recognisable is no line",
			table: &table{
				lines: []said{{kara, 0, time.Second, "  "}}, mind: three,
			},
		},
		{
			name: "what is asked while an agent speaks is answered after it",
			table: &table{
				lines: []said{
					{kara, 0, time.Second, "Bart, count."},
					{joren, 2500 * ms, 200 * ms, "Greta, a."},
				},
				mind: three, opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkBrief}},
			},
			lines: []string{
				"Kara: Bart, count.", "Bart: One is here. Two is here.", "Joren: Greta, a.", "Greta: One is here. Two is here.",
			},
			outcomes: "Bart spoken, Greta spoken",
		},
		{
			// Bart thinks until 11.5 s. Of the four turns that wait for him by
			// then the oldest is dropped.
			name: "few turns wait, the oldest goes first",
			table: &table{
				lines: []said{
					{kara, 0, time.Second, "Bart, hello."},
					{101, 2 * time.Second, 500 * ms, "Greta, a."},
					{102, 3 * time.Second, 500 * ms, "Greta, b."},
					{103, 4 * time.Second, 500 * ms, "Greta, c."},
					{104, 5 * time.Second, 500 * ms, "Greta, d."},
				},
				mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
					if q.Agent.ID == "bart" {
						return says(10*time.Second, "Yes?")(ctx, q)
					}
					return says(0, "Aye.")(ctx, q)
				}),
				end: 30 * time.Second,
			},
			lines: []string{
				"Kara: Bart, hello.", "Someone: Greta, a.", "Someone: Greta, b.", "Someone: Greta, c.", "Someone: Greta, d.",
				"Bart: Yes?", "Greta: Aye.", "Greta: Aye.", "Greta: Aye.",
			},
			outcomes: "Greta superseded, Bart spoken, Greta spoken, Greta spoken, Greta spoken",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tt.table.run(t); err != nil {
				t.Fatal(err)
			}
			if got, want := strings.Join(tt.table.book.lines, "\n"), strings.Join(tt.lines, "\n"); got != want {
				t.Errorf("kept:\n%s\nwant:\n%s", got, want)
			}
			if got := tt.table.book.outcomes(); got != tt.outcomes {
				t.Errorf("turns: %s, want %s", got, tt.outcomes)
			}
			// Every turn ends once, and says why if it was not spoken. Case: F03.
			ended := make(map[transcript.TurnID]bool)
			for _, turn := range tt.table.book.turns {
				if ended[turn.ID] || turn.Ended.IsZero() || turn.Reason == "" || (turn.Why == "") != (turn.Outcome == transcript.Spoken) {
					t.Errorf("ended before: %v; turn %+v", ended[turn.ID], turn)
				}
				ended[turn.ID] = true
			}
		})
	}
}

// TestSilenceAfterBargeIn proves that the mouth falls silent with the frame in
// which the interrupter is heard, that nothing of the cut turn comes later, and
// that what nobody heard is kept apart from what was. Moments in between frames
// are chosen so that it does not depend on who is first.
// Case: T06, T07, T08, T09, T12.
func TestSilenceAfterBargeIn(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, count."},
			{kara, 2510 * ms, 990 * ms, "Bart, again please."},
		},
		mind: says(0, "One is here. ", "Two is here."),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	// Heard at 1.5 s; held when Kara is heard to begin, at 2.61 s; again from
	// the end of her line, 3.5 s + 500 ms, whole.
	want := []string{"1.5s-2.62s", "4s-5.2s"}
	if got := ch.spoken(); !equal(got, want) {
		t.Errorf("spoken %v, want %v", got, want)
	}
	// 520 of its 600 ms were heard of the second sentence.
	if cut := tb.book.turns[0]; cut.Heard != "One is here. Two is" || cut.Unheard != "here." {
		t.Errorf("heard %q, unheard %q", cut.Heard, cut.Unheard)
	}
}

// TestLookAhead: only the first sentence waits for the voice. Case: A03.
func TestLookAhead(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, count."}},
		mind:  says(0, "One is here. ", "Two is here."),
		mouth: tone{delay: 300 * ms},
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ch.spoken(), []string{"1.8s-3s"}; !equal(got, want) {
		t.Errorf("spoken %v, want %v: no gap between the sentences", got, want)
	}
}

// TestStartsWhenQuiet: an answer waits until nobody has spoken for 300 ms.
func TestStartsWhenQuiet(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 1400 * ms, 2 * time.Second, "my goodness what a day"},
		},
		mind: says(0, "Good day."),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ch.spoken(), []string{"3.7s-4.16s"}; !equal(got, want) {
		t.Errorf("spoken %v, want %v", got, want)
	}
	if got := tb.book.turns[0].Stages.Wait; got != 2200*ms {
		t.Errorf("waited %v", got)
	}
}

// TestOffer: an answer that finds no quiet moment for 3 s is offered to the
// GM, who may play it or let it pass.
func TestOffer(t *testing.T) {
	for _, tt := range []struct {
		name    string
		play    bool
		outcome string
	}{
		{"played", true, "Bart spoken"},
		{"passed over", false, "Bart declined"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var offered atomic.Value // the turn's ID
			tb := table{
				lines: []said{
					{kara, 0, time.Second, "Bart, hello."},
					{joren, 1400 * ms, 25 * time.Second, "and so on and so on"},
				},
				mind: says(0, "Good day."),
			}
			tb.opts.Observe = func(n Notice) {
				if o, ok := n.(TurnOffered); ok {
					offered.Store(o.Turn)
				}
			}
			tb.meanwhile = func(ctx context.Context, c *Conversation) {
				for offered.Load() == nil {
					if !until(ctx, time.Now().Add(100*ms)) {
						return
					}
				}
				if tt.play {
					if err := c.Play(ctx, offered.Load().(transcript.TurnID)); err != nil {
						t.Error(err)
					}
				}
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.outcome {
				t.Errorf("turns: %s, want %s", got, tt.outcome)
			}
		})
	}
}

// TestEnd: when the channel ends the sentence is finished and open utterances
// are read; when the conversation is cancelled it stops at once. Both ways,
// what was heard is kept. Case: F18.
func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		name        string
		end, cancel time.Duration
		spoken      []string
		lines       []string
	}{
		{"the channel ends", 2300 * ms, 0, []string{"1.5s-2.7s"}, []string{"Kara: Bart, count.", "Joren: late words", "Bart: One is here. Two is here. --"}},
		{"cancelled", 20 * time.Second, 2310 * ms, []string{"1.5s-2.32s"}, []string{"Kara: Bart, count.", "Bart: One is here. --"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{
					{kara, 0, time.Second, "Bart, count."},
					{joren, 2 * time.Second, 5 * time.Second, "late words"},
				},
				end: tt.end, cancel: tt.cancel,
				mind: says(0, "One is here. ", "Two is here. ", "Three is here. ", "Four is here."),
				opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := ch.spoken(); !equal(got, tt.spoken) {
				t.Errorf("spoken %v, want %v", got, tt.spoken)
			}
			if !equal(tb.book.lines, tt.lines) {
				t.Errorf("kept %q, want %q", tb.book.lines, tt.lines)
			}
			if got := tb.book.outcomes(); got != "Bart cut" {
				t.Errorf("turns: %s", got)
			}
		})
	}
}

func equal(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

// TestTenAtOnce: ten people who finish at the same moment are all read, though
// each takes half a second to be understood. Case: F16.
func TestTenAtOnce(t *testing.T) {
	var tb table
	for i := range transcript.SpeakerID(10) {
		tb.lines = append(tb.lines, said{100 + i, 0, time.Second, "hello everyone"})
	}
	tb.mind = says(0, "Hm.")
	tb.ears.delay = 500 * ms
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(tb.book.lines) != 10 {
		t.Errorf("kept %d lines, want 10", len(tb.book.lines))
	}
}

// TestHints: the recogniser is told, each time, what language is spoken at this
// table and which names are. Case: S06, S08.
func TestHints(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {joren, 4 * time.Second, time.Second, "Bart, hello."}},
		mind:  says(0, "Hm."),
		opts:  Options{Names: []string{"Bart", "J'zargo"}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(tb.hints) != 2 {
		t.Fatalf("asked %d times, want 2", len(tb.hints))
	}
	for _, h := range tb.hints {
		if h.Language != "en" || !equal(h.Names, tb.opts.Names) {
			t.Errorf("hints %+v", h)
		}
	}
}

// TestType: a typed line is answered like a spoken one, and a question holds
// what the agent heard and nothing else.
func TestType(t *testing.T) {
	var mu sync.Mutex
	var history []string
	tb := table{
		end: 20 * time.Second,
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			mu.Lock()
			defer mu.Unlock()
			history = nil
			for _, l := range q.History {
				history = append(history, l.Name+": "+l.Text)
			}
			return says(0, "Aye.")(ctx, q)
		}),
		meanwhile: func(ctx context.Context, c *Conversation) {
			for _, s := range []struct {
				scene []campaign.Agent
				text  string
			}{
				{[]campaign.Agent{bart}, "Bart, the code is seven."},
				{[]campaign.Agent{greta}, "Greta, what is the code?"},
			} {
				if err := c.Enter(ctx, Scene{Agents: s.scene}); err != nil {
					t.Error(err)
				}
				if err := c.Type(ctx, kara, s.text); err != nil {
					t.Error(err)
				}
				until(ctx, time.Now().Add(3*time.Second))
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if want := []string{"Kara: Greta, what is the code?"}; !equal(history, want) {
		t.Errorf("Greta was told %q, want %q: she was not there for the rest", history, want)
	}
}
