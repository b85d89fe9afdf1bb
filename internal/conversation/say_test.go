package conversation

import (
	"context"
	"errors"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// What the GM has an agent say is said word by word, by whomever, in whatever
// mode, and is remembered as its line.
func TestSay(t *testing.T) {
	absent := campaign.Agent{ID: "mirela", Kind: campaign.NPC, Name: "Mirela"}
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	const words = "(sighs) Three. Four. Five, six and *seven*!"
	for _, tt := range []struct {
		name  string
		agent transcript.AgentID
		lines []said
		opts  Options
		off   bool
		err   error
		story string
		at    time.Duration
	}{
		{name: "an NPC", agent: "bart", story: "Bart: " + words, at: 3 * time.Second},
		{name: "a muted one", agent: "silas", story: "Silas: " + words, at: 3 * time.Second},
		{name: "one that is not here", agent: "mirela", story: "Mirela: " + words, at: 3 * time.Second},
		{name: "asking first", agent: "bart", opts: Options{Mode: AskFirst}, story: "Bart: " + words, at: 3 * time.Second},
		{name: "listen only", agent: "bart", opts: Options{Mode: ListenOnly}, story: "Bart: " + words, at: 3 * time.Second},
		{name: "in writing", agent: "bart", opts: Options{TextOnly: true}, story: "Bart: " + words},
		{
			name: "when it is quiet", agent: "bart", lines: []said{{joren, 2 * time.Second, 3 * time.Second, "and so on"}},
			story: "Joren: and so on | Bart: " + words, at: 5300 * ms,
		},
		{
			name: "though it is not quiet", agent: "bart", lines: []said{{joren, 2 * time.Second, 9 * time.Second, "and so on"}},
			story: "Bart: " + words + " | Joren: and so on", at: 6 * time.Second,
		},
		{name: "the Butler", agent: "quill", err: ErrAbsent},
		{name: "nobody of that name", agent: "nobody", err: ErrAbsent},
		{name: "off the record", agent: "bart", off: true, err: ErrOffRecord},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.Scene = Scene{Absent: []campaign.Agent{absent}}
			tb := table{
				lines: tt.lines, agents: []campaign.Agent{bart, muted, quill}, opts: tt.opts, end: 20 * time.Second,
				mind: brain(nil), // it is not asked
				meanwhile: gmDoes(t,
					deed{time.Second, func(ctx context.Context, c *Conversation) error { return c.OffRecord(ctx, tt.off) }},
					deed{3 * time.Second, func(ctx context.Context, c *Conversation) error {
						if err := c.Say(ctx, tt.agent, " "+words+" "); !errors.Is(err, tt.err) {
							t.Errorf("got %v, want %v", err, tt.err)
						}
						return nil
					}},
				),
			}
			if tt.err == nil {
				tb.extra = 1
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.book.story(); got != tt.story {
				t.Errorf("kept %q, want %q", got, tt.story)
			}
			if tt.at != 0 && (len(ch.frames) == 0 || ch.frames[0] != tt.at) {
				t.Errorf("heard %v, want from %v on", ch.spoken(), tt.at)
			}
		})
	}
}

// Everybody remembers what the GM had an agent say, and "go on" is for it.
func TestSayIsRemembered(t *testing.T) {
	mind := &asked{brain: says(0, "Aye.")}
	tb := table{
		lines: []said{{kara, 6 * time.Second, time.Second, "Go on."}}, mind: mind, extra: 1,
		meanwhile: gmDoes(t, deed{time.Second, func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "greta", "I saw it.") }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(mind.all) != 1 || mind.all[0].Agent.ID != "greta" || mind.all[0].History[0].Text != "I saw it." {
		t.Errorf("asked %+v", mind.all)
	}
}

// A typed line may say whom it is for. Off the record none is taken.
func TestTypeTo(t *testing.T) {
	tb := table{
		mind: says(0, "Aye."), end: 20 * time.Second,
		meanwhile: gmDoes(t, deed{time.Second, func(ctx context.Context, c *Conversation) error {
			if err := c.TypeTo(ctx, kara, "silas", "Are you there?"); !errors.Is(err, ErrAbsent) {
				t.Errorf("got %v, want %v", err, ErrAbsent)
			}
			return c.TypeTo(ctx, kara, "greta", "I wonder what Bart is up to.")
		}}, deed{10 * time.Second, func(ctx context.Context, c *Conversation) error {
			if err := c.OffRecord(ctx, true); err != nil {
				return err
			}
			for _, err := range []error{c.Type(ctx, kara, "Bart?"), c.TypeTo(ctx, kara, "bart", "Hello?")} {
				if !errors.Is(err, ErrOffRecord) {
					t.Errorf("got %v, want %v", err, ErrOffRecord)
				}
			}
			return nil
		}}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.story(), "Kara: I wonder what Bart is up to. | Greta: Aye."; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// What the GM has an agent say is said though the scene changes before its turn
// has come, and belongs to the scene that it is said in. It was lost: it left
// the line for the mouth without an end.
func TestSayThroughAChangeOfScene(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, tally), extra: 1, end: 20 * time.Second,
		meanwhile: gmDoes(t,
			deed{2 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "greta", "I saw it.") }},
			deed{2100 * ms, func(ctx context.Context, c *Conversation) error {
				return c.Enter(ctx, Scene{ID: "cellar", Agents: []campaign.Agent{bart}, Absent: []campaign.Agent{greta}})
			}},
		),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart spoken, Greta spoken"; got != want {
		t.Fatalf("turns: %s, want %s", got, want)
	}
	if got := tb.book.turns[1].Scene; got != "cellar" {
		t.Errorf("it was said in scene %q, want the new one", got)
	}
}
