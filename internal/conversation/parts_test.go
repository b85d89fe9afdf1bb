package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// The parts of a conversation are tested by themselves elsewhere. Here two of them
// meet.

// story is long enough to be spoken over.
const story = "The mill has stood there since my grandfather was a boy and older. Nobody goes there. Nobody comes back."

// TestDraftBlocksNobody: an answer that was begun early and waits for the GM keeps
// no other from being heard.
func TestDraftBlocksNobody(t *testing.T) {
	people := []speaking{
		{who: kara, phrases: []phrase{{0, time.Second, "Bart, where is the key?"}}},
		{who: joren, phrases: []phrase{{4 * time.Second, time.Second, "Greta, where is the door?"}}},
	}
	var o offered
	v := visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms}}
	v.tb = table{mind: says(0, "Under the mat."), opts: Options{Observe: o.observe}}
	v.tb.meanwhile = gmDoes(
		t,
		deed{0, func(ctx context.Context, c *Conversation) error { return c.SetAskFirst(ctx, "bart", true) }},
		deed{10 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
	)
	v.hold(t)
	if got, want := v.tb.book.outcomes(), "Greta spoken, Bart spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
	if v.early.Begun != 2 || v.early.Dropped != 0 || len(o.all) != 1 {
		t.Errorf("early %+v; %d offers", v.early, len(o.all))
	}
	if len(v.frames) == 0 || v.frames[0] > 6*time.Second {
		t.Errorf("heard: %v", v.spoken())
	}
}

// TestAskFirstInLine: the GM is asked about an answer that waited for the end of the
// sentence before it when that was wanted.
func TestAskFirstInLine(t *testing.T) {
	slow := bart
	slow.Interruptible = campaign.InterruptSentence
	people := []speaking{{who: kara, phrases: []phrase{
		{0, time.Second, "Bart, where is the key?"},
		{2 * time.Second, time.Second, "Bart, what of the mill?"},
	}}}
	var o offered
	v := visit{parlour: parlour{people: people}, ears: ears{delay: 50 * ms}}
	v.tb = table{
		agents: []campaign.Agent{slow, greta}, mind: says(0, story), opts: Options{Observe: o.observe},
		meanwhile: gmDoes(t, deed{3500 * ms, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, AskFirst) }}),
	}
	v.hold(t)
	if got := len(v.spoken()); got != 1 || len(o.all) == 0 || v.early.Begun != 1 || v.early.Dropped != 0 {
		t.Errorf("heard %v, %d offers, early %+v; turns: %s", v.spoken(), len(o.all), v.early, v.tb.book.outcomes())
	}
}

// TestSpeltWhileItWaits: a line whose name is put right while its answer waits is
// there once, as it is right.
func TestSpeltWhileItWaits(t *testing.T) {
	mind := &listener{words: func(q Question) string {
		if q.Agent.ID == "bart" {
			return story
		}
		return "Aye."
	}}
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, what of the mill?"}}, mind: mind, extra: 0,
		opts: Options{InterruptBy: ByNobody},
		meanwhile: gmDoes(
			t,
			deed{3 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.TypeTo(ctx, kara, "greta", "Who is Gretchin?")
			}},
			deed{4 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Respell(ctx, "Gretchin", "Gretchen") }},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	got := mind.history(len(mind.questions) - 1)
	if strings.Count(got, "Who is") != 1 || !strings.HasSuffix(got, "Kara: Who is Gretchen?") {
		t.Errorf("the last question:\n%s", got)
	}
}

// TestStrikeDuringTheReferee: a line that is struck, or forgotten, while the referee
// thinks about it is answered by nobody.
func TestStrikeDuringTheReferee(t *testing.T) {
	for name, do := range map[string]func(context.Context, *Conversation) error{
		"struck": func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-5*time.Second))
			return err
		},
		"forgotten": func(ctx context.Context, c *Conversation) error { return c.Forget(ctx, kara) },
	} {
		t.Run(name, func(t *testing.T) {
			mind := &listener{words: func(Question) string { return "Aye." }}
			tb := table{
				lines: []said{{kara, 0, time.Second, doubtful}}, mind: mind,
				opts:      Options{Referee: whistle{name: "Bart", after: 250 * ms}},
				meanwhile: gmDoes(t, deed{1600 * ms, do}),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if len(mind.questions) > 0 || len(noticed[Addressed](&tb)) > 0 {
				t.Errorf("asked %d times; %v", len(mind.questions), tb.notices)
			}
		})
	}
}

// TestEarlyCostsOnce: what was asked for early and thrown away is the cost of no
// turn, and what was let go is that of one.
func TestEarlyCostsOnce(t *testing.T) {
	var tallies atomic.Int64
	opts := Options{Tally: func(ctx context.Context) (context.Context, func() float64) {
		tallies.Add(1)
		return ctx, func() float64 { return 1 }
	}}
	v := visit{parlour: parlour{people: goesOn(250 * ms)}, ears: ears{delay: 50 * ms}, tb: table{mind: says(0, "Aye."), opts: opts}}
	v.hold(t)
	if len(v.tb.book.turns) != 1 || v.tb.book.turns[0].Cost != 1 || tallies.Load() != 2 {
		t.Errorf("%d tallies, turns %+v", tallies.Load(), v.tb.book.turns)
	}
}

// TestEarlyScruples: what is asked for again is asked for again early, once, and
// nothing shows of it.
func TestEarlyScruples(t *testing.T) {
	mind := &ponderer{brain: func(ctx context.Context, q Question) iter.Seq2[string, error] {
		if q.Amiss == "" {
			return says(0, "I rolled a 17.")(ctx, q)
		}
		return says(0, "I would rather not roll.")(ctx, q)
	}}
	v := visit{
		parlour: parlour{people: ask}, ears: ears{delay: 50 * ms},
		tb: table{agents: []campaign.Agent{dicey, greta}, mind: mind},
	}
	v.hold(t)
	if got, want := v.tb.book.story(), "Kara: Bart, where is the key? | Bart: I would rather not roll."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if len(mind.asked) != 2 || v.early.Begun != 1 || v.early.Dropped != 0 || v.frames[0] != v.ends[0] {
		t.Errorf("asked %d times; early %+v; ended at %v, heard from %v", len(mind.asked), v.early, v.ends[0], v.frames[0])
	}
}

// TestButlerDuringEarlyWork: the GM's question to the Butler is nothing to the answer
// that is begun meanwhile.
func TestButlerDuringEarlyWork(t *testing.T) {
	butler := campaign.Agent{ID: "butler", Kind: campaign.Butler, Name: "Butler"}
	v := visit{
		parlour: parlour{people: ask}, ears: ears{delay: 50 * ms},
		tb: table{agents: []campaign.Agent{bart, greta, butler}, mind: says(0, "Under the mat.")},
	}
	v.tb.meanwhile = gmDoes(t, deed{1200 * ms, func(ctx context.Context, c *Conversation) error {
		return c.TypeTo(ctx, gm, "butler", "Butler, what is the key for?")
	}})
	v.hold(t)
	if got, want := v.tb.book.outcomes(), "Butler spoken, Bart spoken"; got != want || v.early.Begun != 1 || v.early.Dropped != 0 {
		t.Errorf("turns: %s, want %s; early %+v", got, want, v.early)
	}
}

// TestSceneDuringAnExchange: an exchange goes on in another scene if both are in it,
// and else ends with what is being said.
func TestSceneDuringAnExchange(t *testing.T) {
	for _, tt := range []struct {
		agents      []campaign.Agent
		turns, ends string
	}{
		{[]campaign.Agent{greta, bart}, "Bart spoken, Greta spoken", "done 2/2"},
		{[]campaign.Agent{bart}, "Bart spoken", "missed 1/2"},
		{[]campaign.Agent{greta}, "Bart spoken", "missed 1/2"},
	} {
		tb := table{
			mind: says(0, "Is it haunted?"), end: 20 * time.Second, extra: strings.Count(tt.turns, "spoken"),
			meanwhile: exchangeAt(t, 0, "the mill", 2, deed{500 * ms, func(ctx context.Context, c *Conversation) error {
				return c.Enter(ctx, Scene{ID: "hall", Agents: tt.agents})
			}}),
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		if tb.book.outcomes() != tt.turns || tb.ends() != tt.ends {
			t.Errorf("turns: %s, want %s; exchange: %s, want %s", tb.book.outcomes(), tt.turns, tb.ends(), tt.ends)
		}
	}
}

// TestExchangeIsOffered: an exchange whose turn waits for the GM is over when a
// player speaks to an agent, and so is the offer; so it is when that is struck.
func TestExchangeIsOffered(t *testing.T) {
	for name, do := range map[string]func(ctx context.Context, c *Conversation) error{
		"addressed": func(ctx context.Context, c *Conversation) error { return c.TypeTo(ctx, kara, "greta", "Is that so?") },
		"missed": func(ctx context.Context, c *Conversation) error {
			_, err := c.Strike(ctx, time.Now().Add(-time.Minute))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var o offered
			tb := table{
				mind: says(0, "Is it haunted?"), end: 20 * time.Second, extra: 1, opts: Options{Mode: AskFirst, Observe: o.observe},
				meanwhile: exchangeAt(t, 0, "the mill", 2, deed{5 * time.Second, do}, deed{6 * time.Second, func(ctx context.Context, c *Conversation) error {
					o.mu.Lock()
					first := o.all[0].Turn
					o.mu.Unlock()
					if err := c.Play(ctx, first); !errors.Is(err, ErrPassed) {
						return fmt.Errorf("played: %w", err)
					}
					return nil
				}}),
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.ends(); !strings.HasPrefix(got, name+" 0/2") || len(ch.frames) > 0 {
				t.Errorf("exchange: %s; heard %v", got, ch.spoken())
			}
		})
	}
}

// TestFillerGivesWay: who goes on while an agent is heard to think is answered once,
// by an answer that was begun early.
func TestFillerGivesWay(t *testing.T) {
	slow := brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
		delay := 20 * time.Second
		if strings.Contains(q.History[len(q.History)-1].Text, "mill") {
			delay = 0
		}
		return says(delay, "Aye.")(ctx, q)
	})
	v := visit{
		parlour: parlour{people: []speaking{
			{who: kara, phrases: []phrase{{2 * time.Second, time.Second, "Bart, hear me out now."}, {4300 * ms, time.Second, "Bart, what of the mill?"}}},
		}},
		ears: ears{delay: 50 * ms},
		tb:   table{mind: slow, opts: Options{FillerAfter: 1200 * ms}},
	}
	v.hold(t)
	if got, want := v.tb.book.outcomes(), "Bart superseded, Bart spoken"; got != want || v.early.Begun != 2 || v.early.Dropped != 0 {
		t.Errorf("turns: %s, want %s; early %+v", got, want, v.early)
	}
	if got := v.spoken(); len(got) != 2 || v.frames[0] != 4200*ms || !slices.Contains(v.frames, v.ends[1]) {
		t.Errorf("heard %v; ended %v", got, v.ends)
	}
}

// TestNoFillerInWriting: nobody is heard to think once answers are written.
func TestNoFillerInWriting(t *testing.T) {
	tb := table{
		lines: []said{{kara, 2 * time.Second, time.Second, "Bart, what of the mill?"}}, mind: says(4*time.Second, "Aye."),
		opts:      Options{FillerAfter: 1200 * ms},
		meanwhile: gmDoes(t, deed{3800 * ms, func(ctx context.Context, c *Conversation) error { return c.SetTextOnly(ctx, true) }}),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if got := ch.spoken(); len(got) != 1 || ch.frames[0] < 7*time.Second {
		t.Errorf("heard %v", got)
	}
}

// TestWhyOfARedone: what the GM has done again is known, and can be said again, like
// what an agent says of itself.
func TestWhyOfARedone(t *testing.T) {
	var o offered
	tb := table{
		mind: says(0, "Is it haunted?"), end: 30 * time.Second, extra: 3, opts: Options{Mode: AskFirst, Observe: o.observe},
		meanwhile: exchangeAt(
			t, 0, "the mill", 2,
			deed{5 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Redo(ctx, o.last().Turn, "shorter") }},
			deed{10 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }},
			deed{15 * time.Second, func(ctx context.Context, c *Conversation) error {
				why, err := c.Why(ctx)
				if n := len(why); n < 2 || len(why[1].Turns) != 1 || why[1].Turns[0].Outcome != transcript.Spoken {
					t.Errorf("why: %+v", why)
				}
				return err
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
}
