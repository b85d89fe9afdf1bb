package conversation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestAnything lets tables happen at random: people who talk at once, minds and
// voices that are slow or fail, scenes that change, offers that are played, an
// end at any moment. Whatever happens, every agent addressed has a turn, every
// turn one outcome, nothing is lost, and the end comes in time.
// Case: F03.
func TestAnything(t *testing.T) {
	for seed := range uint64(150) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			upTo := func(d time.Duration) time.Duration { return time.Duration(rng.Int64N(int64(d))).Round(10 * ms) }
			texts := []string{
				"Bart, hello.", "Greta, hello.", "Bart and Greta, tell us.", "Silas, speak.", "Quill, what now?",
				"go on", "pass the chips", "mhm", "", "stop", "and what about the key?",
				"well met old friend i say", "it is cold", // what agents say
			}
			tb := table{
				agents: []campaign.Agent{bart, greta, muted, {ID: "quill", Kind: campaign.Butler, Name: "Quill"}},
				end:    5*time.Second + upTo(30*time.Second),
				opts: Options{
					Campaign:    campaign.Campaign{Talk: campaign.TalkNormal},
					InterruptBy: []Policy{ByPartner, ByAnyone, ByNobody}[rng.IntN(3)],
					Loudspeakers: map[transcript.SpeakerID]transcript.Loudspeaker{
						kara: []transcript.Loudspeaker{transcript.LoudspeakerAuto, transcript.LoudspeakerOn, transcript.LoudspeakerOff}[rng.IntN(3)],
					},
					TextOnly: rng.IntN(8) == 0,
				},
			}
			// Nobody says two things at once.
			free := map[transcript.SpeakerID]time.Duration{}
			for range 3 + rng.IntN(20) {
				who := []transcript.SpeakerID{kara, joren, gm, 101, 102}[rng.IntN(5)]
				l := said{who, free[who] + upTo(4*time.Second), 200*ms + upTo(3*time.Second), texts[rng.IntN(len(texts))]}
				free[who] = l.at + l.long + 510*ms
				tb.lines = append(tb.lines, l)
			}
			fails := rng.IntN(3) == 0
			delays := make([]time.Duration, 64) // drawn now, since rng is nobody's to share
			for i := range delays {
				delays[i] = upTo(1200 * ms)
			}
			delay := func(text string) time.Duration { return delays[(len(text)*7+int(seed))%len(delays)] }
			tb.ears.takes = delay
			tb.mind = brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
				last := q.History[len(q.History)-1].Text
				if fails && len(q.History)%3 == 0 {
					return func(yield func(string, error) bool) { yield("", errors.New("mind: 503")) }
				}
				return says(delay(last), "Well met, old friend, I say. ", "It is cold. ", "Is it not?")(ctx, q)
			})
			tb.mouth = voiceFunc(func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				switch d := delay(u.Text + "."); {
				case !until(ctx, time.Now().Add(d/4)):
				case fails && d%(30*ms) == 0:
					yield(audio.Clip{}, errors.New("voice: 503"))
				case yield(audio.Clip{Rate: 16000, PCM: make([]int16, 1600)}, nil):
					_ = yield(sound(16000, letters(u.Text)/2), nil) && yield(sound(16000, 100*ms), nil)
				}
			})
			if rng.IntN(3) == 0 {
				tb.cancel = upTo(tb.end)
			}
			tb.playOffers(upTo(3 * time.Second))
			play := tb.meanwhile
			change := upTo(tb.end)
			tb.meanwhile = func(ctx context.Context, c *Conversation) {
				play(ctx, c)
				if until(ctx, time.Now().Add(change)) {
					_ = c.Enter(ctx, Scene{ID: "2", Agents: []campaign.Agent{greta, muted}}) // it may be over
				}
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			over := tb.end
			if tb.cancel > 0 {
				over = tb.cancel
			}
			if late := tb.took - over; late > recogniseLimit {
				t.Errorf("Run ended %v after the end", late)
			}
			if kept := len(noticed[LineKept](&tb)); kept != len(tb.book.lines) {
				t.Errorf("%d lines were said to be kept, %d are", kept, len(tb.book.lines))
			}
			if ended := len(noticed[TurnEnded](&tb)); ended != len(tb.book.turns) {
				t.Errorf("%d turns were said to have ended, %d are kept", ended, len(tb.book.turns))
			}
			for _, turn := range tb.book.turns {
				if turn.Outcome == transcript.Superseded && turn.Heard != "" || turn.Outcome == transcript.Cut && turn.Unheard == "" && turn.Heard == "" {
					t.Errorf("%s: heard %q, unheard %q", turn.Outcome, turn.Heard, turn.Unheard)
				}
				if (turn.Outcome == transcript.Spoken) != (turn.Why == "" || turn.Why == "as text") && turn.Agent != "quill" {
					t.Errorf("%s: why %q", turn.Outcome, turn.Why)
				}
			}
		})
	}
}
