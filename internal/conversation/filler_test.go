package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// The filler is heard at once, before the answer, and leaves no trace.
func TestHm(t *testing.T) {
	hm := func(id transcript.AgentID) func(ctx context.Context, c *Conversation) error {
		return func(ctx context.Context, c *Conversation) error { return c.Hm(ctx, id) }
	}
	long := letters("Hmm…") // what it takes
	hello := said{kara, 0, time.Second, "Bart, hello."}
	for _, tt := range []struct {
		name  string
		lines []said
		think time.Duration
		mouth tone
		opts  Options
		deed  deed
		err   error
		heard []string
	}{
		{
			name: "nobody speaks", deed: deed{time.Second, hm("bart")},
			heard: []string{fmt.Sprintf("1s-%v", time.Second+long)},
		},
		{
			name: "while it thinks", lines: []said{hello}, think: 3 * time.Second,
			deed:  deed{2 * time.Second, hm("bart")},
			heard: []string{fmt.Sprintf("2s-%v", 2*time.Second+long), "4.5s-4.7s"},
		},
		{
			name: "just before the answer", lines: []said{hello}, think: 600 * ms,
			deed:  deed{2 * time.Second, hm("bart")}, // the answer waits for its end
			heard: []string{fmt.Sprintf("2s-%v", 2*time.Second+long+200*ms)},
		},
		{
			name: "its voice is slower than the answer", lines: []said{hello}, think: 600 * ms,
			mouth: tone{delay: 500 * ms}, deed: deed{2500 * ms, hm("bart")},
			heard: []string{"2.6s-2.8s"},
		},
		{
			name: "its voice does not come", mouth: tone{delay: fillerLimit + time.Second}, deed: deed{time.Second, hm("bart")},
		},
		{
			name: "somebody begins to speak", lines: []said{{joren, 1210 * ms, time.Second, "Well."}},
			deed: deed{1220 * ms, hm("bart")}, heard: []string{"1.22s-1.32s"},
		},
		{
			name: "somebody is heard", lines: []said{hello},
			deed: deed{1600 * ms, hm("greta")}, err: ErrSpeaking, heard: []string{"1.5s-1.7s"},
		},
		{name: "nobody of that name", deed: deed{time.Second, hm("nobody")}, err: ErrAbsent},
		{name: "in writing", opts: Options{TextOnly: true}, deed: deed{time.Second, hm("bart")}},
		{
			name: "asking first", opts: Options{Mode: AskFirst}, deed: deed{time.Second, hm("bart")},
			heard: []string{fmt.Sprintf("1s-%v", time.Second+long)},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: tt.lines, mind: says(tt.think, "Aye."), mouth: tt.mouth, opts: tt.opts, end: 15 * time.Second,
				meanwhile: gmDoes(t, deed{tt.deed.at, func(ctx context.Context, c *Conversation) error {
					if err := tt.deed.do(ctx, c); !errors.Is(err, tt.err) {
						t.Errorf("got %v, want %v", err, tt.err)
					}
					return nil
				}}),
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := ch.spoken(); fmt.Sprint(got) != fmt.Sprint(tt.heard) {
				t.Errorf("heard %v, want %v", got, tt.heard)
			}
			if got := tb.book.story(); strings.Contains(got, "Hm") {
				t.Errorf("kept %s", got)
			}
			if n := len(noticed[Trouble](&tb)); n != 0 {
				t.Errorf("%d troubles", n)
			}
		})
	}
}
