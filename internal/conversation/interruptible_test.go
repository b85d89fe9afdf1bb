package conversation

import (
	"context"
	"iter"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// TestInterruptible: an agent that lets nobody interrupt it speaks to its end,
// and one that finishes its sentences finishes this one and no other. Neither
// waits for what a cough turns out to be. Whoever spoke is answered in any case.
func TestInterruptible(t *testing.T) {
	const answer = "One is here. Two is here, and is not alone. Six is here. Ten is here."
	for _, tt := range []struct {
		name  string
		when  campaign.Interruptible
		by    said
		stop  time.Duration // when the GM stops it
		spoke string
		heard string
		end   string
	}{
		// "Two is here," begins at 2.1 s and its sentence ends at 3.6 s.
		{"words, always", "", said{kara, 2110 * ms, time.Second, "wait a moment there"}, 0, "1.5s-2.22s", "One is here.", "Bart cut, Bart spoken"},
		{"words, at the sentence's end", campaign.InterruptSentence, said{kara, 2110 * ms, time.Second, "wait a moment there"}, 0, "1.5s-3.6s", "One is here. Two is here, and is not alone.", "Bart cut, Bart spoken"},
		{"words, never", campaign.InterruptNever, said{kara, 2110 * ms, time.Second, "wait a moment there"}, 0, "1.5s-4.8s", answer, "Bart spoken, Bart spoken"},
		{"its name, at the sentence's end", campaign.InterruptSentence, said{joren, 2110 * ms, time.Second, "Bart, stop it."}, 0, "1.5s-4.2s", "One is here. Two is here, and is not alone. Six is here.", "Bart cut, Bart spoken"},
		{"its name, never", campaign.InterruptNever, said{joren, 2110 * ms, time.Second, "Bart, stop it."}, 0, "1.5s-4.8s", answer, "Bart spoken, Bart spoken"},
		{"a cough, at the sentence's end", campaign.InterruptSentence, said{kara, 2110 * ms, 400 * ms, ""}, 0, "1.5s-4.8s", answer, "Bart spoken"},
		{"a cough, never", campaign.InterruptNever, said{kara, 2110 * ms, 400 * ms, ""}, 0, "1.5s-4.8s", answer, "Bart spoken"},
		{"in its last sentence", campaign.InterruptSentence, said{kara, 4210 * ms, time.Second, "wait a moment there"}, 0, "1.5s-4.8s", answer, "Bart spoken, Bart spoken"},
		{"the GM, never", campaign.InterruptNever, said{gm, 2110 * ms, time.Second, "Suddenly it is dark."}, 0, "1.5s-4.8s", answer, "Bart spoken"},
		{"the GM stops it, never", campaign.InterruptNever, said{}, 2310 * ms, "1.5s-2.32s", "One is here.", "Bart cut"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			agent := bart
			agent.Interruptible = tt.when
			tb := table{
				agents: []campaign.Agent{agent, greta},
				lines:  []said{{kara, 0, time.Second, "Bart, count."}},
				mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
					if len(q.History) == 1 {
						return says(0, answer)(ctx, q)
					}
					return says(5*time.Second, "Aye.")(ctx, q)
				}),
				end:  15 * time.Second,
				opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
			}
			if tt.by.who != 0 {
				tb.lines = append(tb.lines, tt.by)
			}
			if tt.stop > 0 {
				tb.meanwhile = gmDoes(t, deed{tt.stop, func(ctx context.Context, c *Conversation) error { return c.Stop(ctx) }})
			}
			ch, err := tb.run(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := ch.spoken()[0]; got != tt.spoke {
				t.Errorf("spoken %v, want %v", ch.spoken(), tt.spoke)
			}
			turn := tb.book.turns[0]
			if turn.Heard != tt.heard || (turn.Outcome == transcript.Spoken) != (turn.Unheard == "") {
				t.Errorf("%s; heard %q, unheard %q", turn.Outcome, turn.Heard, turn.Unheard)
			}
			if got := tb.book.outcomes(); got != tt.end {
				t.Errorf("turns: %s, want %s", got, tt.end)
			}
		})
	}
}
