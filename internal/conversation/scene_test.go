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

// told is a mind that says the same to everybody and keeps what each agent was
// last told.
type told struct {
	delay time.Duration
	words string

	mu sync.Mutex
	of map[transcript.AgentID]string
}

func (m *told) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	var lines []string
	for _, l := range q.History {
		lines = append(lines, l.Name+": "+l.Text)
	}
	if q.Unsaid != "" {
		lines = append(lines, "unsaid: "+q.Unsaid)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = make(map[transcript.AgentID]string)
	}
	m.of[q.Agent.ID] = strings.Join(lines, " | ")
	return says(m.delay, m.words)(ctx, q)
}

// enter changes the scene at a moment.
func enter(t *testing.T, at time.Duration, s Scene) func(context.Context, *Conversation) {
	t.Helper()
	return func(ctx context.Context, c *Conversation) {
		if !until(ctx, time.Now().Add(at)) {
			return
		}
		if err := c.Enter(ctx, s); err != nil {
			t.Error(err)
		}
	}
}

// TestSceneChangesInMidAnswer: the answer is finished, and heard by those who
// were there, not by those who come.
func TestSceneChangesInMidAnswer(t *testing.T) {
	mind := &told{words: "The key is under the stone."} // from 1.5 s, for 1.35 s
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, where is the key?"},
			{joren, 4 * time.Second, time.Second, "Greta, what do you know?"},
			{joren, 10 * time.Second, time.Second, "Bart, what do you know?"},
		},
		agents: []campaign.Agent{bart}, mind: mind,
		meanwhile: func(ctx context.Context, c *Conversation) {
			enter(t, 2*time.Second, Scene{ID: "2", Agents: []campaign.Agent{greta}})(ctx, c)
			enter(t, 6*time.Second, Scene{ID: "3", Agents: []campaign.Agent{bart}})(ctx, c)
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := mind.of["greta"], "Joren: Greta, what do you know?"; got != want {
		t.Errorf("Greta was told %s", got)
	}
	want := "Kara: Bart, where is the key? | Bart: The key is under the stone. | Joren: Bart, what do you know?"
	if got := mind.of["bart"]; got != want {
		t.Errorf("Bart was told %s, want %s", got, want)
	}
}

// TestSceneChangesBeforeTheAnswer: who is not there any more does not answer,
// and what was begun to be said in a scene belongs to it.
func TestSceneChangesBeforeTheAnswer(t *testing.T) {
	silentGreta := greta
	silentGreta.Muted = true
	for _, tt := range []struct {
		name  string
		at    time.Duration
		to    []campaign.Agent
		turns string
	}{
		{"while they think", 2 * time.Second, []campaign.Agent{greta}, "Bart superseded, Greta spoken"},
		{"to nobody", 2 * time.Second, nil, "Greta superseded, Bart superseded"},
		{"one is muted", 2 * time.Second, []campaign.Agent{bart, silentGreta}, "Greta declined, Bart spoken"},
		{"before they are called", 1200 * ms, []campaign.Agent{greta}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines:     []said{{kara, 0, time.Second, "Bart and Greta, hello."}},
				mind:      &told{delay: time.Second, words: "Aye."},
				opts:      Options{Scene: Scene{ID: "1"}},
				meanwhile: enter(t, tt.at, Scene{ID: "2", Agents: tt.to}),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
			for _, n := range noticed[LineKept](&tb) {
				want := transcript.SceneID("1")
				if n.Line.Role == transcript.NPC {
					want = "2"
				}
				if n.Line.Scene != want {
					t.Errorf("%q is in scene %q, want %q", n.Line.Text, n.Line.Scene, want)
				}
			}
		})
	}
}

// TestPast: an agent remembers of earlier sessions what it was there for.
func TestPast(t *testing.T) {
	mind := &told{words: "Aye."}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Greta, hello."}, {kara, 4 * time.Second, time.Second, "Bart, hello."}},
		mind:  mind,
		opts: Options{History: []Past{
			{transcript.Line{Name: "Kara", Text: "I am a spy."}, []transcript.AgentID{"bart"}},
			{transcript.Line{Name: "Joren", Text: "Nice weather."}, []transcript.AgentID{"bart", "greta"}},
		}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := mind.of["greta"], "Joren: Nice weather. | Kara: Greta, hello."; got != want {
		t.Errorf("Greta was told %s, want %s", got, want)
	}
	if got := mind.of["bart"]; !strings.HasPrefix(got, "Kara: I am a spy. | Joren: Nice weather. | ") {
		t.Errorf("Bart was told %s", got)
	}
}

// TestUnsaidIsKept: what an agent was cut off from saying is not forgotten when
// the answer after that is superseded.
func TestUnsaidIsKept(t *testing.T) {
	mind := &told{words: "One is here. Two is here."}
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, count."},
			{kara, 2500 * ms, 500 * ms, "Bart, wait."}, // cuts the second sentence
			{kara, 3500 * ms, 500 * ms, "Bart, no, go on."},
		},
		mind: mind, mouth: tone{delay: 400 * ms},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := tb.book.outcomes(); got != "Bart cut, Bart superseded, Bart spoken" {
		t.Fatalf("turns: %s", got)
	}
	if got := mind.of["bart"]; !strings.HasSuffix(got, "unsaid: Two is here.") {
		t.Errorf("Bart was told %s", got)
	}
}

// TestGoOn: an agent whose answer nobody heard is not the one that spoke last.
func TestGoOn(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{kara, 4 * time.Second, time.Second, "Greta, hello."},
			{joren, 5400 * ms, 21 * time.Second, "and so on"}, // until the offer has passed
			{joren, 28 * time.Second, time.Second, "go on"},
		},
		mind: says(0, "Aye."), opts: Options{WaitLimit: 500 * ms},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Greta declined, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// TestAside: what the Butler answers is read by the GM and heard by nobody, and
// waits for nobody.
func TestAside(t *testing.T) {
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	mind := &told{words: "Greta lies. She has the key."}
	tb := table{
		lines: []said{
			{gm, 0, time.Second, "Quill, who has the key?"},
			{joren, 1200 * ms, 5 * time.Second, "and so on and so on"}, // no quiet moment
			{kara, 7 * time.Second, time.Second, "Quill, who has the key?"},
			{kara, 9 * time.Second, time.Second, "Greta, who has the key?"},
		},
		agents: []campaign.Agent{greta, quill}, mind: mind,
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Quill spoken, Greta spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
	notes := noticed[Whispered](&tb)
	if len(notes) != 1 || notes[0].To != gm || notes[0].Text != mind.words {
		t.Errorf("whispered %+v", notes)
	}
	if got := ch.spoken(); len(got) != 1 {
		t.Errorf("spoken %v, want Greta's answer alone", got)
	}
	for _, l := range tb.book.lines {
		if strings.HasPrefix(l, "Quill:") {
			t.Errorf("kept %q", tb.book.lines)
		}
	}
	if got := mind.of["greta"]; strings.Contains(got, "lies") {
		t.Errorf("Greta was told %s", got)
	}
}

// TestExcuseOnce: an answer that was superseded is no reason to make the same
// excuse again.
func TestExcuseOnce(t *testing.T) {
	var asked atomic.Int32
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, one."},
			{kara, 8 * time.Second, time.Second, "Bart, two."},
			{kara, 9600 * ms, 500 * ms, "Bart, three."},
		},
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			delay := time.Duration(0)
			if asked.Add(1) == 2 {
				delay = 2 * time.Second // superseded before it fails
			}
			return func(yield func(string, error) bool) {
				if until(ctx, time.Now().Add(delay)) {
					yield("", context.DeadlineExceeded)
				} else {
					yield("", ctx.Err())
				}
			}
		}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(strings.Join(tb.book.lines, "\n"), "Forgive me"); got != 1 {
		t.Errorf("%d excuses: %q", got, tb.book.lines)
	}
}
