package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A chorister answers by agent and keeps what each was asked.
type chorister struct {
	mu    sync.Mutex
	asked []string
	says  map[transcript.AgentID]string
}

func (c *chorister) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	var heard []string
	for _, l := range append(q.History, q.Answers...) {
		heard = append(heard, l.Name+": "+l.Text)
	}
	c.mu.Lock()
	c.asked = append(c.asked, fmt.Sprintf("%s hears [%s] and is told [%s]", q.Agent.Name, strings.Join(heard, " / "), q.Direct))
	c.mu.Unlock()
	return says(200*ms, c.says[q.Agent.ID])(ctx, q)
}

// TestSecondHearsFirst: of two that are called in one line the second is asked when
// the first has been heard, and knows what the table heard of it.
func TestSecondHearsFirst(t *testing.T) {
	t.Run("whole", func(t *testing.T) {
		mind := &chorister{says: map[transcript.AgentID]string{"bart": "I saw nothing.", "greta": "He is lying."}}
		tb := table{lines: []said{{kara, 0, time.Second, "Greta and Bart, what do you think?"}}, mind: mind}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		want := []string{
			"Greta hears [Kara: Greta and Bart, what do you think?] and is told []",
			"Bart hears [Kara: Greta and Bart, what do you think? / Greta: He is lying.] and is told []",
		}
		if got := strings.Join(mind.asked, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("asked:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
		}
		if got, want := tb.book.outcomes(), "Greta spoken, Bart spoken"; got != want {
			t.Errorf("turns: %s, want %s", got, want)
		}
	})
	t.Run("of an answer that was cut, what was heard", func(t *testing.T) {
		mind := &chorister{says: map[transcript.AgentID]string{"bart": "I saw the ferry go down. The captain was drunk as a lord.", "greta": "Aye."}}
		tb := table{
			lines: []said{
				{kara, 0, time.Second, "Bart and Greta, what happened?"},
				{kara, 4 * time.Second, time.Second, "Wait, hold on a moment there."},
			},
			mind: mind, end: 20 * time.Second,
		}
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		var line string
		for _, l := range tb.book.lines {
			if strings.HasPrefix(l, "Bart: ") {
				line = strings.TrimSuffix(l, " --")
			}
		}
		if !strings.HasPrefix(line, "Bart: I saw the ferry") || strings.Contains(line, "lord") {
			t.Fatalf("Bart was not cut: %q", tb.book.lines)
		}
		if len(mind.asked) < 2 || !strings.Contains(mind.asked[1], "/ "+line+"]") {
			t.Errorf("asked %q, want it to end with %q", mind.asked, line)
		}
	})
}

// TestCrowdIsAnswered: four that are called in one line all answer, however long
// the first ones take (T14: the line is bounded by what is asked, not by whom).
func TestCrowdIsAnswered(t *testing.T) {
	crowd := []campaign.Agent{
		bart, greta,
		{ID: "silas", Kind: campaign.NPC, Name: "Silas"},
		{ID: "mirela", Kind: campaign.NPC, Name: "Mirela"},
		{ID: "odo", Kind: campaign.NPC, Name: "Odo"},
	}
	long := strings.Repeat("A word of mine about it is said here. ", 5)
	tb := table{
		lines:  []said{{kara, 0, 4 * time.Second, "Bart, Greta, Silas, Mirela and Odo, what do you think?"}},
		agents: crowd, mind: says(0, long), end: 3 * time.Minute,
		opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Greta spoken, Silas spoken, Mirela spoken, Odo spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// exchangeAt has Bart and Greta talk from a moment on.
func exchangeAt(t *testing.T, at time.Duration, topic string, turns int, more ...deed) func(context.Context, *Conversation) {
	t.Helper()
	return gmDoes(t, append([]deed{{at, func(ctx context.Context, c *Conversation) error {
		return c.Exchange(ctx, "bart", "greta", topic, turns)
	}}}, more...)...)
}

// ends tells how exchanges ended.
func (tb *table) ends() string {
	var all []string
	for _, n := range noticed[ExchangeEnded](tb) {
		all = append(all, fmt.Sprintf("%s %d/%d %s", n.End, n.Heard, n.Of, n.Who))
	}
	return strings.TrimSpace(strings.Join(all, "; "))
}

func TestExchange(t *testing.T) {
	chatter := map[transcript.AgentID]string{"bart": "Greta, is the mill haunted?", "greta": "Bart, what do you mean?"}
	const long = "The mill has stood there since my grandfather was a boy and older. Nobody goes there. Nobody comes back."
	tests := []struct {
		name  string
		says  map[transcript.AgentID]string
		turns int
		lines []said
		deeds []deed
		opts  Options
		want  string // turns
		ends  string
		extra int
	}{
		{
			name: "four turns, and what they call each other starts no other", says: chatter, turns: 4,
			want: "Bart spoken, Greta spoken, Bart spoken, Greta spoken", ends: "done 4/4", extra: 4,
		},
		{name: "two", says: chatter, turns: 2, want: "Bart spoken, Greta spoken", ends: "done 2/2", extra: 2},
		{
			name: "a player interrupts", says: map[transcript.AgentID]string{"bart": long}, turns: 4,
			lines: []said{{kara, 3 * time.Second, 2 * time.Second, "Enough of this, we are leaving."}},
			want:  "Bart cut", ends: "cut 0/4", extra: 1,
		},
		{
			name: "nobody interrupts with a cough", says: chatter, turns: 2,
			lines: []said{{kara, 2 * time.Second, 300 * ms, "mhm"}},
			want:  "Bart spoken, Greta spoken", ends: "done 2/2", extra: 2,
		},
		{
			name: "a player speaks to one who is silent", says: map[transcript.AgentID]string{"bart": long, "greta": "Aye."}, turns: 4,
			lines: []said{{kara, 1500 * ms, time.Second, "Greta, is that so?"}},
			opts:  Options{InterruptBy: ByNobody},
			want:  "Bart cut, Greta spoken", ends: "addressed 0/4 Kara", extra: 1,
		},
		{
			name: "a player types to one", says: map[transcript.AgentID]string{"bart": long, "greta": "Aye."}, turns: 4,
			deeds: []deed{{2 * time.Second, func(ctx context.Context, c *Conversation) error { return c.TypeTo(ctx, kara, "greta", "is that so") }}},
			want:  "Bart cut, Greta spoken", ends: "addressed 0/4 Kara", extra: 1,
		},
		{
			name: "the GM asks the Butler", says: map[transcript.AgentID]string{"bart": "Is it?", "greta": "Aye."}, turns: 2,
			deeds: []deed{{200 * ms, func(ctx context.Context, c *Conversation) error {
				return c.TypeTo(ctx, gm, "butler", "what is the mill")
			}}},
			want: "Butler declined, Bart spoken, Greta spoken", ends: "done 2/2", extra: 2,
		},
		{
			name: "the other is muted meanwhile", says: chatter, turns: 4,
			deeds: []deed{{time.Second, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "greta", true) }}},
			want:  "Bart spoken, Greta declined", ends: "muted 1/4", extra: 2,
		},
		{
			name: "who speaks is muted", says: map[transcript.AgentID]string{"bart": long}, turns: 4,
			deeds: []deed{{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Mute(ctx, "bart", true) }}},
			want:  "Bart cut", ends: "muted 0/4", extra: 1,
		},
		{
			name: "off the record", says: chatter, turns: 4,
			deeds: []deed{{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, true) }}},
			want:  "Bart spoken, Greta cut", ends: "cut 1/4", extra: 2,
		},
		{
			name: "the GM stops it", says: map[transcript.AgentID]string{"bart": long}, turns: 4,
			deeds: []deed{{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }}},
			want:  "Bart cut", ends: "cut 0/4", extra: 1,
		},
		{
			name: "listen only", says: chatter, turns: 4,
			deeds: []deed{{200 * ms, func(ctx context.Context, c *Conversation) error { return c.SetMode(ctx, ListenOnly) }}},
			want:  "Bart superseded", ends: "missed 0/4", extra: 1,
		},
		{
			name: "in writing", says: chatter, turns: 3, opts: Options{TextOnly: true},
			want: "Bart spoken, Greta spoken, Bart spoken", ends: "done 3/3", extra: 3,
		},
		{
			name: "one fails", says: map[transcript.AgentID]string{"bart": "Greta?", "greta": ""}, turns: 3,
			want: "Bart spoken, Greta declined", ends: "missed 1/3", extra: 2,
		},
		{
			name: "another is begun", says: map[transcript.AgentID]string{"bart": long, "greta": "Aye."}, turns: 2,
			deeds: []deed{{2 * time.Second, func(ctx context.Context, c *Conversation) error {
				return c.Exchange(ctx, "greta", "bart", "", 2)
			}}},
			want: "Bart cut, Greta spoken, Bart spoken", ends: "replaced 0/2 ; done 2/2", extra: 3,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				agents: []campaign.Agent{bart, greta, {ID: "butler", Kind: campaign.Butler, Name: "Butler"}},
				lines:  tt.lines, mind: &chorister{says: tt.says}, opts: tt.opts, end: 40 * time.Second, extra: tt.extra,
				meanwhile: exchangeAt(t, 100*ms, "the mill", tt.turns, tt.deeds...),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.want {
				t.Errorf("turns: %s, want %s", got, tt.want)
			}
			if got := tb.ends(); got != tt.ends {
				t.Errorf("exchange: %s, want %s", got, tt.ends)
			}
			for _, turn := range tb.book.turns {
				if turn.Outcome != transcript.Spoken && turn.Why == "" || turn.Reason == "" {
					t.Errorf("a turn of %s, %s, has no reason", turn.Name, turn.Outcome)
				}
			}
		})
	}
}

// TestExchangeWithOneWhoIsNotInterrupted: an agent that nobody interrupts speaks to
// its end when a player's words end the exchange. It is over all the same.
func TestExchangeWithOneWhoIsNotInterrupted(t *testing.T) {
	stubborn := bart
	stubborn.Interruptible = campaign.InterruptNever
	tb := table{
		agents: []campaign.Agent{stubborn, greta},
		lines:  []said{{kara, 600 * ms, time.Second, "Greta, is that so?"}}, end: 40 * time.Second, extra: 1,
		mind:      &chorister{says: map[transcript.AgentID]string{"bart": "It is old. Nobody goes there. Nobody comes back.", "greta": "Aye."}},
		opts:      Options{Campaign: campaign.Campaign{Talk: campaign.TalkNormal}},
		meanwhile: exchangeAt(t, 0, "the mill", 4),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Greta spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
	if got, want := tb.ends(), "addressed 0/4 Kara"; got != want {
		t.Errorf("exchange: %s, want %s", got, want)
	}
}

// TestExchangeAsked: what each of the two is told, and what it heard.
func TestExchangeAsked(t *testing.T) {
	mind := &chorister{says: map[transcript.AgentID]string{"bart": "Is it haunted?", "greta": "It is."}}
	tb := table{mind: mind, end: 20 * time.Second, extra: 3, meanwhile: exchangeAt(t, 100*ms, "the mill", 3)}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Bart hears [] and is told [Begin to talk to Greta, about this: the mill.]",
		"Greta hears [Bart: Is it haunted?] and is told [You are talking to Bart, about this: the mill. Answer what was just said.]",
		"Bart hears [Bart: Is it haunted? / Greta: It is.] and is told " +
			"[You are talking to Greta, about this: the mill. Answer what was just said. It is the last that is said of it: ask nothing back.]",
	}
	if got := strings.Join(mind.asked, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("asked:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}

// TestExchangeAsksFirst: each turn waits for the GM, who may have one done again.
func TestExchangeAsksFirst(t *testing.T) {
	var o offered
	play := func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }
	tb := table{
		mind: &chorister{says: map[transcript.AgentID]string{"bart": "Is it haunted?", "greta": "It is."}},
		end:  60 * time.Second, extra: 3, opts: Options{Mode: AskFirst, Observe: o.observe},
		meanwhile: exchangeAt(
			t, 0, "the mill", 2,
			deed{5 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Redo(ctx, o.last().Turn, "shorter") }},
			deed{10 * time.Second, play}, deed{20 * time.Second, play},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart superseded, Bart spoken, Greta spoken"; got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
	if got, want := tb.ends(), "done 2/2"; got != want {
		t.Errorf("exchange: %s, want %s", got, want)
	}
}

// TestExchangeRefused: what cannot be an exchange begins none.
func TestExchangeRefused(t *testing.T) {
	tb := table{mind: says(0, "Aye."), end: 5 * time.Second, meanwhile: func(ctx context.Context, c *Conversation) {
		for _, tt := range []struct {
			name          string
			first, second transcript.AgentID
			turns         int
			want          error
		}{
			{"with itself", "bart", "bart", 2, ErrExchange},
			{"too short", "bart", "greta", 1, ErrExchange},
			{"too long", "bart", "greta", 5, ErrExchange},
			{"somebody who is not here", "bart", "nobody", 2, ErrAbsent},
		} {
			if err := c.Exchange(ctx, tt.first, tt.second, "", tt.turns); !errors.Is(err, tt.want) {
				t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
			}
		}
	}}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(tb.book.turns) > 0 {
		t.Errorf("turns: %s", tb.book.outcomes())
	}
}
