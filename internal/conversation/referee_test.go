package conversation

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// whistle is a referee that always says the same, after a while, whether it is
// still wanted or not.
type whistle struct {
	name  string
	err   error
	after time.Duration
	asked func(Doubt)
}

func (w whistle) Whom(_ context.Context, d Doubt) (string, error) {
	if w.asked != nil {
		w.asked(d)
	}
	time.Sleep(w.after)
	return w.name, w.err
}

// doubtful sounds like Bart, and is a word.
const doubtful = "Part, another ale."

func TestReferee(t *testing.T) {
	tests := []struct {
		name    string
		referee whistle
		lines   []said
		reasons []string // of all lines, in order: what they hold
		answers string
	}{
		{
			"it says who",
			whistle{name: "Bart"},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{`"part" at the start may be "Bart", and the model that was asked says that it is`},
			"Bart",
		},
		{
			"it says who, with a full stop",
			whistle{name: " bart.\n"},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"says that it is"},
			"Bart",
		},
		{
			"it says who at the last moment",
			whistle{name: "Bart", after: 299 * time.Millisecond},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"says that it is"},
			"Bart",
		},
		{
			"it is late",
			whistle{name: "Bart", after: 301 * time.Millisecond},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{`nobody is named; "part" at the start may be "Bart", and the model that was asked was late`},
			"",
		},
		{
			"it does not let go",
			whistle{name: "Bart", after: 5 * time.Second},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"was late"},
			"",
		},
		{
			"nobody",
			whistle{},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"says that it is not"},
			"",
		},
		{
			"junk",
			whistle{name: "The line is most likely meant for Bart."},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"named nobody that it may"},
			"",
		},
		{
			"somebody who is not in the scene",
			whistle{name: "Mirela"},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"named nobody that it may"},
			"",
		},
		{
			"somebody who was not in question",
			whistle{name: "Greta"},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"named nobody that it may"},
			"",
		},
		{
			"it fails",
			whistle{name: "Bart", err: errors.New("status 500")},
			[]said{{kara, 0, time.Second, doubtful}},
			[]string{"could not say"},
			"",
		},
		{
			"without it the one they were talking to",
			whistle{after: time.Second},
			[]said{{kara, 0, time.Second, "Greta, hello."}, {kara, 6 * time.Second, time.Second, doubtful}},
			[]string{`"Greta" is named`, `they were talking to "Greta"; "part" at the start may be "Bart", and`},
			"Greta Greta",
		},
		{
			"with it not the one they were talking to",
			whistle{name: "Bart"},
			[]said{{kara, 0, time.Second, "Greta, hello."}, {kara, 6 * time.Second, time.Second, doubtful}, {kara, 12 * time.Second, time.Second, "And a bread."}},
			[]string{`"Greta" is named`, "says that it is", `they were talking to "Bart"`},
			"Greta Bart Bart",
		},
		{
			"what would be answered is not for her",
			whistle{},
			[]said{{kara, 0, time.Second, "Greta, hello."}, {kara, 6 * time.Second, time.Second, "Can I sit here?"}},
			[]string{`"Greta" is named`, `it may be for "Greta", and the model that was asked says that it is not`},
			"Greta",
		},
		{
			"what would not be answered is for her",
			whistle{name: "Greta"},
			[]said{{kara, 0, time.Second, "Greta, hello."}, {kara, 6 * time.Second, time.Second, "Do I smell smoke?"}},
			[]string{`"Greta" is named`, `it may be for "Greta", and the model that was asked says that it is`},
			"Greta Greta",
		},
		{
			"others are answered meanwhile",
			whistle{name: "Bart", after: 250 * time.Millisecond},
			[]said{{kara, 0, time.Second, doubtful}, {joren, 100 * time.Millisecond, time.Second, "Greta, hello."}},
			[]string{`"Greta" is named`, "says that it is"},
			"Greta Bart",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{lines: tt.lines, mind: says(0, "Aye."), opts: Options{Referee: tt.referee}}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			var answers []string
			for _, turn := range tb.book.turns {
				answers = append(answers, turn.Name)
			}
			if got := strings.Join(answers, " "); got != tt.answers {
				t.Errorf("answered by %q, want %q", got, tt.answers)
			}
			addressed := noticed[Addressed](&tb)
			if len(addressed) != len(tt.reasons) {
				t.Fatalf("%d lines were addressed, want %d", len(addressed), len(tt.reasons))
			}
			for i, want := range tt.reasons {
				if got := addressed[i].Reason; !strings.Contains(got, want) {
					t.Errorf("because %s; want %s", got, want)
				}
			}
		})
	}
}

// TestRefereeIsAskedInDoubtOnly: what is clear costs no request, and what is
// asked names those who are meant to be in question.
func TestRefereeIsAskedInDoubtOnly(t *testing.T) {
	var asked []Doubt
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, another ale."},
			{joren, 6 * time.Second, time.Second, "Part of me wants to leave."},
			{joren, 12 * time.Second, time.Second, "roll initiative"},
			{joren, 18 * time.Second, time.Second, doubtful},
		},
		mind: says(0, "Aye."),
		opts: Options{Referee: whistle{asked: func(d Doubt) { asked = append(asked, d) }}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 {
		t.Fatalf("asked %d times, want once", len(asked))
	}
	d := asked[0]
	if d.Line.Text != doubtful || d.Line.Speaker != joren || len(d.Candidates) != 1 || d.Candidates[0].ID != bart.ID || len(d.Present) != 2 || d.Language != "en" {
		t.Errorf("asked %+v", d)
	}
}

// TestRefereeReadsWhatWasSaid: it is told what the agent has heard in the last minute, at
// most four lines.
func TestRefereeReadsWhatWasSaid(t *testing.T) {
	var before []string
	tb := table{
		lines: []said{
			{joren, 0, time.Second, "a long time ago"},
			{joren, 62 * time.Second, time.Second, "one two"},
			{joren, 65 * time.Second, time.Second, "three four"},
			{kara, 68 * time.Second, time.Second, "Bart, hello."},
			{joren, 76 * time.Second, time.Second, "five six"},
			{joren, 79 * time.Second, time.Second, doubtful},
		},
		mind: says(0, "Aye."),
		opts: Options{Referee: whistle{name: "Bart", asked: func(d Doubt) {
			for _, l := range d.Before {
				before = append(before, l.Name+": "+l.Text)
			}
		}}},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := []string{"Joren: three four", "Kara: Bart, hello.", "Bart: Aye.", "Joren: five six"}
	if !equal(before, want) {
		t.Errorf("before it %q, want %q", before, want)
	}
}

// TestRefereeIsOvertaken: who has turned to somebody else since does not get an
// answer to what they said before.
func TestRefereeIsOvertaken(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, doubtful}},
		mind:  says(0, "Aye."),
		opts:  Options{Referee: whistle{name: "Bart", after: 290 * time.Millisecond}},
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(1600*time.Millisecond))
			if err := c.Type(ctx, kara, "Greta, hello."); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Greta "+string(transcript.Spoken); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := noticed[Addressed](&tb); len(got) != 2 || !strings.Contains(got[1].Reason, "turned to somebody else") {
		t.Errorf("addressed %+v", got)
	}
}

// TestRefereeCannotCallWhoHasLeft: an agent that leaves while the referee is
// being asked is not made to answer.
func TestRefereeCannotCallWhoHasLeft(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, doubtful}},
		mind:  says(0, "Aye."),
		opts:  Options{Referee: whistle{name: "Bart", after: 200 * time.Millisecond}},
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(1600*time.Millisecond))
			if err := c.Enter(ctx, Scene{ID: "cellar", Agents: []campaign.Agent{greta}}); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(tb.book.turns) > 0 {
		t.Errorf("%v answered", tb.book.outcomes())
	}
	if got := noticed[Addressed](&tb); len(got) != 1 || !strings.Contains(got[0].Reason, "named nobody that it may") {
		t.Errorf("addressed %+v", got)
	}
}

// TestRefereeOfUnkeptWords: what must not be kept is asked about, and not kept.
func TestRefereeOfUnkeptWords(t *testing.T) {
	var asked string
	tb := table{
		lines: []said{{kara, time.Second, time.Second, doubtful}},
		mind:  says(0, "Aye."),
		opts:  Options{Referee: whistle{name: "Bart", asked: func(d Doubt) { asked = d.Line.Text }}},
		meanwhile: func(ctx context.Context, c *Conversation) {
			if err := c.Meet(ctx, unkeptKara()); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tb.book.lines, " | "); asked != doubtful || got != "Bart: Aye." {
		t.Errorf("asked %q, kept %q", asked, got)
	}
}

// TestRefereeOfTypedLines: what is typed is asked about as what is said, and whoever
// typed it need not wait.
func TestRefereeOfTypedLines(t *testing.T) {
	for _, tt := range []struct {
		name    string
		text    string
		referee whistle
		reason  string
		answers string
	}{
		{"it says who", doubtful, whistle{name: "Bart", after: 200 * ms}, "the model that was asked says that it is", "Bart spoken"},
		{"it is late", doubtful, whistle{name: "Bart", after: time.Second}, "the model that was asked was late", ""},
		{"nobody", doubtful, whistle{after: 200 * ms}, "says that it is not", ""},
		{"it is clear without", "Bart, another ale.", whistle{name: "Greta", after: 200 * ms}, `"Bart" is named at the start`, "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				mind: says(0, "Aye."), opts: Options{Referee: tt.referee}, end: 10 * time.Second,
				meanwhile: func(ctx context.Context, c *Conversation) {
					request, hangUp := context.WithCancel(ctx)
					start := time.Now()
					if err := c.Type(request, kara, tt.text); err != nil {
						t.Error(err)
					}
					hangUp() // what Discord asked for is done with
					if d := time.Since(start); d > 0 {
						t.Errorf("Type took %v", d)
					}
					if idle, err := c.Idle(ctx); idle || err != nil {
						t.Errorf("idle %v, %v, while it is asked about", idle, err)
					}
				},
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.answers {
				t.Errorf("turns: %q, want %q", got, tt.answers)
			}
			if got := noticed[Addressed](&tb); len(got) != 1 || !strings.Contains(got[0].Reason, tt.reason) {
				t.Errorf("addressed %+v, want because %s", got, tt.reason)
			}
		})
	}
}

// TestRefereeOfNobodyElse: a line that is written to one agent is in no doubt.
func TestRefereeOfNobodyElse(t *testing.T) {
	tb := table{
		mind: says(0, "Aye."), end: 10 * time.Second,
		opts: Options{Referee: whistle{name: "Bart", asked: func(d Doubt) { t.Errorf("asked about %q", d.Line.Text) }}},
		meanwhile: func(ctx context.Context, c *Conversation) {
			if err := c.TypeTo(ctx, kara, "greta", doubtful); err != nil {
				t.Error(err)
			}
		},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got := tb.book.outcomes(); got != "Greta spoken" {
		t.Errorf("turns: %s", got)
	}
}

// TestRefereeAfterTheEnd: a referee that is being asked about a typed line does not
// keep a session that is stopped.
func TestRefereeAfterTheEnd(t *testing.T) {
	var thought time.Duration
	tb := table{
		mind: says(0, "Aye."), end: time.Second,
		opts:      Options{Referee: patient{&thought}},
		meanwhile: gmDoes(t, deed{900 * ms, func(ctx context.Context, c *Conversation) error { return c.Type(ctx, kara, doubtful) }}),
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if thought != 100*ms || len(tb.book.turns) > 0 {
		t.Errorf("it thought for %v; turns: %s", thought, tb.book.outcomes())
	}
}

// patient is a referee that thinks until it is told to stop.
type patient struct{ thought *time.Duration }

func (p patient) Whom(ctx context.Context, _ Doubt) (string, error) {
	start := time.Now()
	<-ctx.Done()
	*p.thought = time.Since(start)
	return "", ctx.Err()
}
