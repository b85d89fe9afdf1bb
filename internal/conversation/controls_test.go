package conversation

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A deed is what the GM does at a moment of a conversation.
type deed struct {
	at time.Duration
	do func(ctx context.Context, c *Conversation) error
}

// gmDoes does deeds in order beside a conversation. None may take time: the loop
// waits for nothing.
func gmDoes(t *testing.T, deeds ...deed) func(context.Context, *Conversation) {
	t.Helper()
	return func(ctx context.Context, c *Conversation) {
		start := time.Now()
		for _, d := range deeds {
			if !until(ctx, start.Add(d.at)) {
				return
			}
			if err := d.do(ctx, c); err != nil {
				t.Errorf("at %v: %v", d.at, err)
			}
			if took := time.Since(start) - d.at; took > 0 {
				t.Errorf("at %v: it took %v", d.at, took)
			}
		}
	}
}

// offered is the latest offer made at a table.
type offered struct {
	mu  sync.Mutex
	all []TurnOffered
}

func (o *offered) observe(n Notice) {
	if n, ok := n.(TurnOffered); ok {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.all = append(o.all, n)
	}
}

func (o *offered) last() TurnOffered {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.all) == 0 {
		return TurnOffered{}
	}
	return o.all[len(o.all)-1]
}

// asked is a mind that keeps its questions.
type asked struct {
	brain
	mu  sync.Mutex
	all []Question
}

func (m *asked) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	m.mu.Lock()
	m.all = append(m.all, q)
	m.mu.Unlock()
	return m.brain(ctx, q)
}

// story returns the lines kept, with what was cut marked.
func (b *book) story() string { return strings.Join(b.lines, " | ") }

// Strike implements [Striker].
func (b *book) Strike(_ context.Context, _ transcript.SessionID, from int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.struck = append(b.struck, from)
	return nil
}

// tally is what Bart says in these tests, from 1.5 s on if nothing keeps him
// from it: two sentences of 0.6 s.
const tally = "One is here. Two is here."

// TestControls does each thing a GM can do in each state that Bart's answer to
// Kara can be in, and says what becomes of it.
func TestControls(t *testing.T) {
	kara0 := said{kara, 0, time.Second, "Bart, hello."}
	states := []struct {
		name  string
		at    time.Duration // when the GM does it
		lines []said
		think time.Duration
		mode  Mode
	}{
		{"thinking", 2 * time.Second, []said{kara0}, 2 * time.Second, Live},
		{"waiting for Greta", 2500 * ms, []said{
			{joren, 0, time.Second, "Greta, hello."},
			{kara, 1600 * ms, 300 * ms, "Bart, hello."},
		}, 0, Live},
		{"waiting for quiet", 3 * time.Second, []said{kara0, {joren, 1100 * ms, 3 * time.Second, "and so on"}}, 0, Live},
		{"offered", 3 * time.Second, []said{kara0}, 0, AskFirst},
		{"audible", 2 * time.Second, []said{kara0}, 0, Live},
		{"held by Kara", 2300 * ms, []said{kara0, {kara, 2 * time.Second, time.Second, "mhm"}}, 0, Live},
	}
	controls := []struct {
		name   string
		silent bool // nothing is to be heard 200 ms later, until the next thing is said
		do     func(ctx context.Context, c *Conversation) error
		want   []string // by state
	}{
		{"nothing", false, func(context.Context, *Conversation) error { return nil }, []string{
			"Bart spoken", "Greta spoken, Bart spoken", "Bart spoken", "Bart declined", "Bart spoken", "Bart spoken",
		}},
		{"stop", true, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }, []string{
			"Bart declined", "Greta cut, Bart declined", "Bart declined", "Bart declined", "Bart cut", "Bart cut",
		}},
		{"mute Bart", false, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "bart", true) }, []string{
			"Bart declined", "Bart declined, Greta spoken", "Bart declined", "Bart declined", "Bart cut", "Bart cut",
		}},
		{"mute all", true, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "", true) }, []string{
			"Bart declined", "Bart declined, Greta cut", "Bart declined", "Bart declined", "Bart cut", "Bart cut",
		}},
		{"listen only", false, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, ListenOnly) }, []string{
			// Who speaks is in the last sentence in two of these states.
			"Bart superseded", "Bart superseded, Greta spoken", "Bart superseded", "Bart superseded", "Bart cut", "Bart spoken",
		}},
		{"ask first", false, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) }, []string{
			"Bart declined", "Greta spoken, Bart declined", "Bart declined", "Bart declined", "Bart spoken", "Bart spoken",
		}},
		{"Bart asks first", false, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }, []string{
			"Bart declined", "Greta spoken, Bart declined", "Bart declined", "Bart declined", "Bart spoken", "Bart spoken",
		}},
		{"live", false, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, Live) }, []string{
			"Bart spoken", "Greta spoken, Bart spoken", "Bart spoken", "Bart declined", "Bart spoken", "Bart spoken",
		}},
		{"off the record", true, func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, true) }, []string{
			"Bart superseded", "Bart superseded, Greta cut", "Bart superseded", "Bart superseded", "Bart cut", "Bart cut",
		}},
		{"strike", true, func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-time.Minute))
			return err
		}, []string{
			"Bart superseded", "Bart superseded, Greta cut", "Bart superseded", "Bart superseded", "Bart cut", "Bart cut",
		}},
		{"Bart leaves", false, func(ctx context.Context, c *Conversation) error {
			return c.Recast(ctx, Scene{ID: "2", Agents: []campaign.Agent{greta}})
		}, []string{
			"Bart superseded", "Bart superseded, Greta spoken", "Bart superseded", "Bart superseded", "Bart spoken", "Bart spoken",
		}},
		{"say", false, func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "bart", "So it is.") }, []string{
			"Bart superseded, Bart spoken", "Greta spoken, Bart spoken, Bart spoken", "Bart superseded, Bart spoken",
			"Bart spoken, Bart declined", "Bart spoken, Bart spoken", "Bart spoken, Bart spoken",
		}},
		{"direct", false, func(ctx context.Context, c *Conversation) error { return c.Direct(ctx, "bart", "lie", 1) }, []string{
			"Bart spoken", "Greta spoken, Bart spoken", "Bart spoken", "Bart declined", "Bart spoken", "Bart spoken",
		}},
	}
	for _, ctl := range controls {
		for i, st := range states {
			t.Run(ctl.name+"/"+st.name, func(t *testing.T) {
				mind := &asked{brain: says(st.think, tally)}
				tb := table{lines: st.lines, mind: mind, opts: Options{Mode: st.mode}, end: heldLimit + time.Minute}
				if ctl.name == "say" {
					tb.extra = 1
				}
				tb.meanwhile = gmDoes(t, deed{st.at, ctl.do})
				ch, err := tb.run(t)
				if err != nil {
					t.Fatal(err)
				}
				if got := tb.book.outcomes(); got != ctl.want[i] {
					t.Errorf("turns: %s, want %s", got, ctl.want[i])
				}
				if last := ch.frames; ctl.silent && len(last) > 0 && last[len(last)-1] > st.at+200*ms {
					t.Errorf("heard %v, want silence 200 ms after %v", ch.spoken(), st.at)
				}
			})
		}
	}
}

// Under listen-only what is said is kept, and no mind is asked.
func TestListenOnly(t *testing.T) {
	mind := &asked{brain: says(0, "Aye.")}
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{gm, 3 * time.Second, time.Second, "Quill, who has the key?"},
			{kara, 12 * time.Second, time.Second, "Bart, and now?"},
		},
		agents: []campaign.Agent{bart, quill}, mind: mind, opts: Options{Mode: ListenOnly},
		meanwhile: gmDoes(t,
			deed{6 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Type(ctx, kara, "Bart, well?") }},
			deed{10 * time.Second, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, Live) }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(mind.all) != 1 {
		t.Errorf("the mind was asked %d times, want once, live again", len(mind.all))
	}
	want := "Kara: Bart, hello. | Max: Quill, who has the key? | Kara: Bart, well? | Kara: Bart, and now? | Bart: Aye."
	if got := tb.book.story(); got != want {
		t.Errorf("kept %s\nwant %s", got, want)
	}
	if got, want := tb.book.outcomes(), "Bart declined, Quill declined, Bart declined, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// No control outlives the conversation.
func TestControlsAfterTheEnd(t *testing.T) {
	tb := table{mind: says(0, "Aye."), end: time.Second}
	tb.meanwhile = func(ctx context.Context, c *Conversation) {
		<-ctx.Done() // which is when it has run
		ctx = context.WithoutCancel(ctx)
		_, why := c.Why(ctx)
		_, strike := c.Strike(ctx, time.Now())
		for i, err := range []error{
			c.SetMode(ctx, Live), c.SetAskFirst(ctx, "bart", true), c.Play(ctx, "x"), c.Redo(ctx, "x", ""), c.Dismiss(ctx, "x"),
			c.Stop(ctx), c.SayAgain(ctx, "x"), c.Hm(ctx, "bart"), c.Say(ctx, "bart", "x"), c.Direct(ctx, "bart", "x", 1),
			c.Mute(ctx, "", true), c.Recast(ctx, Scene{}), c.TypeTo(ctx, kara, "bart", "x"), why, strike,
		} {
			if !errors.Is(err, ErrOver) {
				t.Errorf("control %d: %v, want %v", i, err, ErrOver)
			}
		}
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
}
