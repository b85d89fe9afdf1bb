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

// Whatever the GM wants an agent to say is said, one thing after another.
func TestSayInLine(t *testing.T) {
	say := func(text string) func(context.Context, *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "bart", text) }
	}
	var o offered
	var ended []transcript.TurnID
	again := func(n int) func(context.Context, *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.SayAgain(ctx, ended[n]) }
	}
	play := func(ctx context.Context, c *Conversation) error { return c.Play(ctx, o.last().Turn) }
	redo := func(ctx context.Context, c *Conversation) error { return c.Redo(ctx, o.last().Turn, "shorter") }
	hello := []said{{kara, 0, time.Second, "Bart, hello."}}
	for _, tt := range []struct {
		name  string
		lines []said
		opts  Options
		think time.Duration
		deeds []deed
		extra int
		story string
		turns string
	}{
		{
			name: "two things", deeds: []deed{{time.Second, say("One.")}, {1200 * ms, say("Two.")}}, extra: 2,
			story: "Bart: One. | Bart: Two.", turns: "Bart spoken, Bart spoken",
		},
		{
			name: "three, while others talk", lines: []said{{joren, 0, 3 * time.Second, "and so on"}},
			deeds: []deed{{time.Second, say("One is here.")}, {1200 * ms, say("Two.")}, {2 * time.Second, say("Three.")}}, extra: 3,
			story: "Joren: and so on | Bart: One is here. | Bart: Two. | Bart: Three.", turns: "Bart spoken, Bart spoken, Bart spoken",
		},
		{
			name: "two things again",
			deeds: []deed{
				{time.Second, say("One.")}, {3 * time.Second, say("Two.")}, {6 * time.Second, again(0)}, {6100 * ms, again(1)},
			},
			extra: 4,
			story: "Bart: One. | Bart: Two. | Bart: One. | Bart: Two.", turns: "Bart spoken, Bart spoken, Bart spoken, Bart spoken",
		},
		{
			name: "behind what was let go", lines: hello, opts: Options{Mode: AskFirst},
			deeds: []deed{{4 * time.Second, play}, {4100 * ms, say("Two.")}}, extra: 1,
			story: "Kara: Bart, hello. | Bart: Aye. | Bart: Two.", turns: "Bart spoken, Bart spoken",
		},
		{
			name: "while an answer is asked for anew", lines: hello, opts: Options{Mode: AskFirst}, think: time.Second,
			deeds: []deed{{4 * time.Second, redo}, {4100 * ms, say("Two.")}, {8 * time.Second, play}}, extra: 2,
			story: "Kara: Bart, hello. | Bart: Two. | Bart: Aye.", turns: "Bart superseded, Bart spoken, Bart spoken",
		},
		{
			name: "its own answer gives way", lines: hello, think: 3 * time.Second,
			deeds: []deed{{2 * time.Second, say("Two.")}}, extra: 1,
			story: "Kara: Bart, hello. | Bart: Two.", turns: "Bart superseded, Bart spoken",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, ended = offered{}, nil
			tt.opts.Observe = func(n Notice) {
				o.observe(n)
				if n, ok := n.(TurnEnded); ok {
					ended = append(ended, n.Turn.ID)
				}
			}
			tb := table{
				lines: tt.lines, mind: says(tt.think, "Aye."), mouth: tone{delay: 400 * ms}, opts: tt.opts,
				end: 20 * time.Second, extra: tt.extra, meanwhile: gmDoes(t, tt.deeds...),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.story(); got != tt.story {
				t.Errorf("kept %q, want %q", got, tt.story)
			}
			if got := tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s", got, tt.turns)
			}
		})
	}
}

// What the GM wants said over those who talk is not interrupted by them, whoever may
// interrupt and however they go on. Who begins to talk, or speaks to the agent, is
// heard as ever.
func TestSayOverTalk(t *testing.T) {
	const bell = "The bell tolls. Run for your lives, all of you!" // 2.4 s, from 6 s on
	long := []phrase{{2 * time.Second, 9 * time.Second, "and so on"}}
	for _, tt := range []struct {
		name   string
		policy Policy
		people []speaking
		turns  string
	}{
		{"a player, and anyone may", ByAnyone, []speaking{{who: joren, phrases: long}}, "Bart spoken"},
		{"the GM", ByPartner, []speaking{{who: gm, phrases: long}}, "Bart spoken"},
		{
			"who takes breath", ByAnyone,
			[]speaking{{who: joren, phrases: []phrase{{2 * time.Second, 5 * time.Second, "and so on"}, {7200 * ms, 2 * time.Second, "and on"}}}},
			"Bart spoken",
		},
		{
			"who takes breath at that moment", ByAnyone,
			[]speaking{{who: joren, phrases: []phrase{{2 * time.Second, 3900 * ms, "and so on"}, {6100 * ms, 2 * time.Second, "and on"}}}},
			"Bart spoken",
		},
		{
			"in a piece of its own", ByAnyone,
			[]speaking{{
				who: joren, more: map[int]bool{1: true},
				phrases: []phrase{{2 * time.Second, 5 * time.Second, "and so on"}, {7100 * ms, 2 * time.Second, "and on"}},
			}},
			"Bart spoken",
		},
		{
			"another begins", ByAnyone,
			[]speaking{{who: joren, phrases: long}, {who: kara, phrases: []phrase{{7 * time.Second, time.Second, "wait a moment please"}}}},
			"Bart cut",
		},
		{
			"who stops and begins again", ByAnyone,
			[]speaking{{who: joren, phrases: []phrase{{2 * time.Second, 4100 * ms, "That is all there is."}, {7 * time.Second, time.Second, "wait a moment please"}}}},
			"Bart cut",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := visit{
				parlour: parlour{people: tt.people}, ears: ears{delay: 50 * ms},
				tb: table{
					mind: brain(nil), extra: 1, opts: Options{InterruptBy: tt.policy, NoEarly: true},
					meanwhile: gmDoes(t, deed{3 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Say(ctx, "bart", bell) }}),
				},
			}
			v.hold(t)
			if got := v.tb.book.outcomes(); got != tt.turns {
				t.Errorf("turns: %s, want %s; heard %v", got, tt.turns, v.spoken())
			}
			if got := v.spoken(); len(got) == 0 || v.frames[0] != 6*time.Second {
				t.Errorf("heard %v, want from 6 s on", got)
			}
		})
	}
}
