package conversation

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// dropping is a journal that can forget what was not heard.
type dropping struct {
	*book
	dropped []transcript.TurnID
}

func (d *dropping) DropRest(_ context.Context, id transcript.TurnID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.turns {
		if d.turns[i].ID == id { // the turn is there before
			d.dropped = append(d.dropped, id)
		}
	}
	return nil
}

// TestRestIsWhole: whatever was written of an answer that is cut, or put into an
// agent's mouth, is there to be said again: also what no voice was asked for yet.
// Case: T12.
func TestRestIsWhole(t *testing.T) {
	const text = "One is here. Two is here. Three is here. Four is here. Five is here."
	kara0 := said{kara, 0, time.Second, "Bart, count."}
	askFirst := func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }
	say := func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "bart", text) }
	for _, tt := range []struct {
		name  string
		lines []said
		first []deed
		extra int
	}{
		{name: "as it is written", lines: []said{kara0}, extra: 1},
		{name: "in the GM's words", first: []deed{{1500 * ms, say}}, extra: 2},
		{name: "when the GM was asked", lines: []said{kara0}, first: []deed{{0, askFirst}}, extra: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: tt.lines, mind: says(0, text+" Six"), end: 20 * time.Second, extra: tt.extra,
				opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
			}
			tb.playOffers(0)
			play := tb.meanwhile
			tb.meanwhile = func(ctx context.Context, c *Conversation) {
				play(ctx, c)
				gmDoes(t, append(
					tt.first,
					deed{1800 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }},
					deed{5 * time.Second, func(ctx context.Context, c *Conversation) error {
						why, err := c.Why(ctx)
						if err != nil {
							return err
						}
						return c.SayAgain(ctx, why[0].Turns[0].ID)
					}},
				)...)(ctx, c)
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			first, again := tb.book.turns[0], tb.book.turns[1]
			// "Six" is no sentence, and counts only if there is nothing behind it.
			whole := func(s string) bool { return strings.TrimSuffix(s, " Six") == text }
			if first.Outcome != transcript.Cut || !whole(join(first.Heard, first.Unheard)) || !whole(again.Heard) {
				t.Errorf("%s: heard %q, unheard %q; again %q", first.Outcome, first.Heard, first.Unheard, again.Heard)
			}
		})
	}
}

// TestRest: what was cut is said again from the beginning of its sentence, or
// dropped, and then nobody has it any more: not the agent that is asked to go
// on, not the journal, not the GM. Case: T12.
func TestRest(t *testing.T) {
	const answer = "The chapel burned down. It was the baron who set fire to it."
	cut := deed{3310 * ms, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}
	for _, tt := range []struct {
		name  string
		deed  func(ctx context.Context, c *Conversation, id transcript.TurnID) error
		after string // what is kept after the cut
	}{
		{
			"said again", func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.SayAgain(ctx, id) },
			"Bart: It was the baron who set fire to it. | Kara: Bart, go on. | Bart: And so on.",
		},
		{
			"said again, and pressed twice", func(ctx context.Context, c *Conversation, id transcript.TurnID) error {
				if err := c.SayAgain(ctx, id); err != nil {
					return err
				}
				if err := c.SayAgain(ctx, id); !errors.Is(err, ErrAgain) {
					return errors.New("the second press is not refused")
				}
				return nil
			},
			"Bart: It was the baron who set fire to it. | Kara: Bart, go on. | Bart: And so on.",
		},
		{
			"dropped", func(ctx context.Context, c *Conversation, id transcript.TurnID) error { return c.DropRest(ctx, id) },
			"Kara: Bart, go on. | Bart: And so on.",
		},
		{
			"dropped, and said again: what was heard", func(ctx context.Context, c *Conversation, id transcript.TurnID) error {
				return errors.Join(c.DropRest(ctx, id), c.SayAgain(ctx, id))
			},
			"Bart: The chapel burned down. It was the | Kara: Bart, go on. | Bart: And so on.",
		},
		{
			"an answer that nobody knows", func(ctx context.Context, c *Conversation, _ transcript.TurnID) error {
				for _, err := range []error{c.DropRest(ctx, "none"), c.SayAgain(ctx, "none")} {
					if !errors.Is(err, ErrPassed) {
						return errors.New("there is such an answer")
					}
				}
				return nil
			},
			"Kara: Bart, go on. | Bart: And so on.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var last atomic.Value
			mind := &asked{brain: func(ctx context.Context, q Question) iter.Seq2[string, error] {
				if len(q.History) == 1 {
					return says(0, answer)(ctx, q)
				}
				return says(0, "And so on.")(ctx, q)
			}}
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 12 * time.Second, time.Second, "Bart, go on."}},
				mind:  mind, end: 20 * time.Second,
			}
			journal := &dropping{book: &tb.book}
			tb.keeps = journal
			tb.opts.Observe = func(n Notice) {
				if n, ok := n.(TurnEnded); ok {
					last.Store(n.Turn.ID)
				}
			}
			tb.meanwhile = gmDoes(t, cut, deed{5 * time.Second, func(ctx context.Context, c *Conversation) error {
				return tt.deed(ctx, c, last.Load().(transcript.TurnID))
			}})
			if strings.Contains(tt.name, "said again") {
				tb.extra = 1
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			want := "Kara: Bart, hello. | Bart: The chapel burned down. It was the -- | " + tt.after
			if got := tb.book.story(); got != want {
				t.Errorf("kept %s\nwant %s", got, want)
			}
			first := tb.book.turns[0]
			dropped := strings.HasPrefix(tt.name, "dropped")
			if slices.Contains(journal.dropped, first.ID) != dropped {
				t.Errorf("dropped %v", journal.dropped)
			}
			if got := mind.all[len(mind.all)-1].Unsaid; strings.Contains(got, "baron who") == (dropped || tb.extra > 0) {
				t.Errorf("asked to go on with %q", got)
			}
		})
	}
}

// TestRestIsNotSavedAfterAll: what was dropped is not among what the journal
// would not take.
func TestRestIsNotSavedAfterAll(t *testing.T) {
	k := keeper{
		waiting: []record{
			{kind: aTurn, turn: &transcript.Turn{ID: "a", Unheard: "secret"}},
			{kind: aTurn, turn: &transcript.Turn{ID: "b", Unheard: "kept"}},
			{kind: aDropping, dropped: "a"},
		},
		journal: &book{}, log: nil, err: errors.New("disk full"),
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := k.finish(ctx)
	lost, ok := errors.AsType[*UnsavedError](err)
	if !ok || len(lost.Turns) != 2 || lost.Turns[0].Unheard != "" || lost.Turns[1].Unheard != "kept" {
		t.Errorf("lost %+v", err)
	}
}

// TestAgainWithoutGaps: marks of what is not kept are not said.
func TestAgainWithoutGaps(t *testing.T) {
	var id atomic.Value
	tb := table{
		lines: []said{{kara, 500 * ms, 2 * time.Second, "Bart, the reliquary lies under the old mill."}},
		mind:  says(0, "So the reliquary lies under the old mill, you say."), extra: 1,
		opts: Options{Observe: func(n Notice) {
			if n, ok := n.(TurnEnded); ok {
				id.Store(n.Turn.ID)
			}
		}},
		meanwhile: gmDoes(t,
			deed{0, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, unkeptKara()) }},
			deed{8 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.SayAgain(ctx, id.Load().(transcript.TurnID))
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := tb.book.turns[1].Heard; got != "So , you say." {
		t.Errorf("it said %q", got)
	}
}
