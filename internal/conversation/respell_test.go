package conversation

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
)

// TestCorrectionWhileTheRefereeThinks: a line that is corrected before it is known for
// whom it is, is right for whoever is told for whom it was.
func TestCorrectionWhileTheRefereeThinks(t *testing.T) {
	const want = "Part, another Zbyszek."
	var why []Ruling
	tb := table{
		lines: []said{{kara, 0, time.Second, "Part, another Zbigniev."}},
		mind:  says(0, "Aye."), end: 10 * time.Second,
		opts: Options{Referee: whistle{name: "Bart", after: 250 * ms}},
	}
	tb.meanwhile = gmDoes(t,
		deed{1600 * ms, func(ctx context.Context, c *Conversation) error { return c.Respell(ctx, "Zbigniev", "Zbyszek") }},
		deed{5 * time.Second, func(ctx context.Context, c *Conversation) (err error) {
			why, err = c.Why(ctx)
			return err
		}},
	)
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if len(why) != 1 || why[0].Line.Text != want {
		t.Errorf("it was decided about %+v, want %q", why, want)
	}
	if told := noticed[Addressed](&tb); len(told) != 1 || told[0].Line.Text != want {
		t.Errorf("told about %+v, want %q", told, want)
	}
}

// TestAgainAfterCorrection: what is being said again is not said once more because a
// name in it was corrected meanwhile.
func TestAgainAfterCorrection(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, where is he?"}},
		mind:  says(0, "Zbigniev went home. He lives by the mill, and he sleeps."), end: 20 * time.Second, extra: 1,
		opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
	}
	again := func(want error) func(ctx context.Context, c *Conversation) error {
		return func(ctx context.Context, c *Conversation) error {
			why, err := c.Why(ctx)
			if err != nil {
				return err
			}
			if err := c.SayAgain(ctx, why[0].Turns[0].ID); !errors.Is(err, want) {
				t.Errorf("said again: %v, want %v", err, want)
			}
			return nil
		}
	}
	tb.meanwhile = gmDoes(t,
		deed{8 * time.Second, again(nil)},
		deed{9 * time.Second, func(ctx context.Context, c *Conversation) error { return c.Respell(ctx, "Zbigniev", "Zbyszek") }},
		deed{9500 * ms, again(ErrAgain)},
	)
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
}

// TestRespeltIsRescued: what the journal would not take is handed back with a name as it
// was put right.
func TestRespeltIsRescued(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, where is Zbigniev?"}}, mind: says(0, "Zbigniev went home."), end: 10 * time.Second,
		meanwhile: func(ctx context.Context, c *Conversation) {
			until(ctx, time.Now().Add(5*time.Second))
			if err := c.Respell(context.WithoutCancel(ctx), "Zbigniev", "Zbyszek"); err != nil {
				t.Error(err)
			}
		},
	}
	tb.keeps = refusing{&tb.book}
	_, err := tb.run(t)
	unsaved, ok := errors.AsType[*UnsavedError](err)
	if !ok || len(unsaved.Lines) != 2 || len(unsaved.Turns) != 1 {
		t.Fatal(err)
	}
	for _, text := range []string{unsaved.Lines[0].Text, unsaved.Lines[1].Text, unsaved.Turns[0].Heard} {
		if !strings.Contains(text, "Zbyszek") || strings.Contains(text, "Zbigniev") {
			t.Errorf("handed back %q", text)
		}
	}
}
