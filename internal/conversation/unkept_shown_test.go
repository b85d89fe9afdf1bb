package conversation

import (
	"context"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestUnkeptIsNotShown: what is shown of an answer to somebody of whom nothing
// is kept may be kept by whoever it is shown to, so it does not repeat them
// either: not while it waits for the GM, not in writing, not to one person, and
// not when it was cut.
func TestUnkeptIsNotShown(t *testing.T) {
	const line, answer = "Bart, the reliquary lies under the old mill.", "Hear me. So the reliquary lies under the old mill, you say, and nowhere else."
	quill := campaign.Agent{ID: "quill", Kind: campaign.Butler, Name: "Quill"}
	unkeptGM := crew[2]
	unkeptGM.Consent = transcript.ConsentUnkept
	for _, tt := range []struct {
		name string
		opts Options
		line said
		as   transcript.Speaker
		cut  time.Duration
	}{
		{"held", Options{Mode: AskFirst}, said{kara, 500 * ms, time.Second, line}, unkeptKara(), 0},
		{"no quiet moment", Options{}, said{kara, 500 * ms, time.Second, line}, unkeptKara(), 0},
		{"written", Options{TextOnly: true}, said{kara, 500 * ms, time.Second, line}, unkeptKara(), 0},
		{"whispered", Options{}, said{gm, 500 * ms, time.Second, strings.Replace(line, "Bart", "Quill", 1)}, unkeptGM, 0},
		{"cut", Options{}, said{kara, 500 * ms, time.Second, line}, unkeptKara(), 2600 * ms},
		{"cut in the middle of it", Options{}, said{kara, 500 * ms, time.Second, line}, unkeptKara(), 4300 * ms},
	} {
		t.Run(tt.name, func(t *testing.T) {
			deeds := []deed{{0, func(ctx context.Context, c *Conversation) error { return c.Meet(ctx, tt.as) }}}
			if tt.cut > 0 {
				deeds = append(deeds, deed{tt.cut, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }})
			}
			tb := table{
				agents: []campaign.Agent{bart, quill}, lines: []said{tt.line}, mind: says(0, answer), opts: tt.opts,
				meanwhile: gmDoes(t, deeds...),
			}
			if tt.name == "no quiet moment" {
				tb.lines = append(tb.lines, said{joren, 1800 * ms, 8 * time.Second, "and so on"})
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			shown := 0
			for _, n := range tb.notices {
				var text string
				switch n := n.(type) {
				case TurnOffered:
					text = n.Text
				case Written:
					text = n.Text
				case Whispered:
					text = n.Text
				case TurnEnded:
					text = n.Turn.Heard + " " + n.Turn.Unheard
				case LineKept:
					text = n.Line.Text
				default:
					continue
				}
				for words := range strings.SplitSeq(text, transcript.Withdrawn) {
					if strings.Contains(words, "lies under the old") {
						t.Errorf("%T shows %q", n, text)
					}
				}
				if strings.Contains(text, transcript.Withdrawn) {
					shown++
				}
			}
			if shown == 0 {
				t.Error("nothing is shown with words left out: the test is none")
			}
		})
	}
}
