package conversation

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// playOffers has a GM play each answer some time after it was offered.
func (tb *table) playOffers(after time.Duration) {
	var at atomic.Pointer[Conversation]
	tb.meanwhile = func(_ context.Context, c *Conversation) { at.Store(c) }
	tb.opts.Observe = func(n Notice) {
		if o, ok := n.(TurnOffered); ok {
			time.AfterFunc(after, func() {
				_ = at.Load().Play(context.Background(), o.Turn) // it may be over: that is for the test to see
			})
		}
	}
}

// TestOfferedAtTheEnd: an answer that waits for the GM's word when the session
// ends has an outcome too.
func TestOfferedAtTheEnd(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {joren, 1400 * ms, 8500 * ms, "and so on"}},
		mind:  says(0, "Good day."),
		end:   12 * time.Second,
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.outcomes(), "Bart superseded"; got != want {
		t.Errorf("turns: %q, want %q", got, want)
	}
}

// TestPlayedIsNotPushedOut: an answer that the GM asked for is not the one to
// go when more wait in line than may.
func TestPlayedIsNotPushedOut(t *testing.T) {
	tb := table{
		lines: []said{
			{kara, 0, time.Second, "Bart, hello."},
			{joren, 1400 * ms, 6 * time.Second, "and so on and so on"}, // until Bart is offered
			{101, 7500 * ms, 500 * ms, "Greta, count."},                // holds the mouth
			{102, 9100 * ms, 400 * ms, "Greta, a."},
			{103, 9100 * ms, 400 * ms, "Greta, b."},
			{104, 9100 * ms, 400 * ms, "Greta, c."},
		},
		mind: brain(func(ctx context.Context, q Question) iter.Seq2[string, error] {
			if q.Agent.ID == "bart" {
				return says(0, "Good day.")(ctx, q)
			}
			return says(3*time.Second, "Aye.")(ctx, q)
		}),
		end: 40 * time.Second,
	}
	tb.playOffers(4200 * ms) // at 8.7 s: Greta thinks
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	want := "Greta superseded, Greta spoken, Bart spoken, Greta spoken, Greta spoken"
	if got := tb.book.outcomes(); got != want {
		t.Errorf("turns: %s, want %s", got, want)
	}
}

// TestPlayTooLate: the word of a GM who comes after the offer has passed, or
// after the end, does nothing.
func TestPlayTooLate(t *testing.T) {
	for _, after := range []time.Duration{19990 * ms, 20 * time.Second, 21 * time.Second, time.Minute} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, hello."}, {joren, 1400 * ms, 30 * time.Second, "and so on"}},
			mind:  says(0, "Good day."),
		}
		tb.playOffers(after)
		if _, err := tb.run(t); err != nil {
			t.Fatal(err)
		}
		got := tb.book.outcomes()
		if after != 20*time.Second && (got == "Bart spoken") != (after < 20*time.Second) {
			t.Errorf("played %v after the offer: %s", after, got)
		}
	}
}

// A voice is a synthesiser made of a function.
type voiceFunc func(ctx context.Context, u speech.Utterance, yield func(audio.Clip, error) bool)

func (v voiceFunc) Synthesize(ctx context.Context, u speech.Utterance) iter.Seq2[audio.Clip, error] {
	return func(yield func(audio.Clip, error) bool) { v(ctx, u, yield) }
}

func (voiceFunc) Voices(context.Context) ([]string, error) { return nil, nil }

// sound is a clip that can be heard.
func sound(rate audio.Rate, d time.Duration) audio.Clip {
	pcm := make([]int16, rate.Samples(d))
	for i := range pcm {
		pcm[i] = int16(8000 * (i / 50 % 2 * 2))
	}
	return audio.Clip{Rate: rate, PCM: pcm}
}

// TestStrangeVoices: whatever a voice does, the answer ends, and with an
// outcome that says what was heard of it.
func TestStrangeVoices(t *testing.T) {
	for _, tt := range []struct {
		name    string
		voice   voiceFunc
		outcome transcript.Outcome
		heard   string
	}{
		{
			"no sound", func(context.Context, speech.Utterance, func(audio.Clip, error) bool) {},
			transcript.Failed, "",
		},
		{
			"empty clips", func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				for range 2 {
					if !yield(audio.Clip{Rate: 24000}, nil) {
						return
					}
				}
			},
			transcript.Failed, "",
		},
		{
			"a clip of no rate", func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				yield(audio.Clip{PCM: make([]int16, 480)}, nil)
			},
			transcript.Failed, "",
		},
		{
			"an error after sound", func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				_ = yield(sound(24000, 200*ms), nil) && yield(audio.Clip{}, errors.New("voice: broke off"))
			},
			transcript.Failed, "",
		},
		{
			"another rate in mid-sentence", func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				if yield(sound(24000, 200*ms), nil) && strings.HasPrefix(u.Text, "Two") {
					yield(sound(16000, 200*ms), nil)
				}
			},
			transcript.Failed, "One is here. Two — Three is here. Four is here.",
		},
		{
			"another rate in each sentence", func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
				yield(sound(audio.Rate(16000+8000*(len(u.Text)%2)), 200*ms), nil)
			},
			transcript.Spoken, "One is here. Two is here. Three is here. Four is here.",
		},
		{
			"silence", func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				yield(audio.Clip{Rate: 24000, PCM: make([]int16, 24000)}, nil)
			},
			transcript.Failed, "",
		},
		{
			"an end that never comes", func(ctx context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				_ = yield(sound(24000, 200*ms), nil) && until(ctx, time.Now().Add(time.Hour))
			},
			transcript.Failed, "",
		},
		{
			"a beginning that never comes", func(ctx context.Context, _ speech.Utterance, _ func(audio.Clip, error) bool) {
				until(ctx, time.Now().Add(time.Hour))
			},
			transcript.Failed, "",
		},
		{
			"noise without end", func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				for yield(sound(24000, 100*ms), nil) {
				}
			},
			transcript.Failed, "One is — Two is", // a minute of each, of which nobody knows how much is words
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}},
				mind:  says(0, "One is here. ", "Two is here. ", "Three is here. ", "Four is here."),
				mouth: tt.voice,
				opts:  Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
				end:   5 * time.Minute,
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if len(tb.book.turns) != 1 {
				t.Fatalf("turns: %q", tb.book.outcomes())
			}
			if got := tb.book.turns[0]; got.Outcome != tt.outcome || got.Heard != tt.heard {
				t.Errorf("%s, %s; heard %q; want %s, %q", got.Outcome, got.Why, got.Heard, tt.outcome, tt.heard)
			}
		})
	}
}

// TestStrangeMinds: whatever a model writes, the answer ends.
func TestStrangeMinds(t *testing.T) {
	endless := func(words string) brain {
		return func(ctx context.Context, q Question) iter.Seq2[string, error] {
			return says(0, slices.Repeat([]string{words}, 10_000)...)(ctx, q)
		}
	}
	for _, tt := range []struct {
		name    string
		mind    brain
		outcome string
	}{
		{"ten thousand words", endless("and then "), "Bart spoken"},
		{"ten thousand sentences", endless("It is so. "), "Bart spoken"},
		{"nothing for ever", says(time.Hour, "Well."), "Bart failed"},
		{"nothing", says(0), "Bart declined"},
		{"empty pieces", says(0, "", "", ""), "Bart declined"},
		{"only thoughts", says(0, "<think>", "Who asks?", "</think>"), "Bart declined"},
		{"thoughts without end", says(0, "<think>", "Who asks?"), "Bart declined"},
		{"only a tool's markup", says(0, "<tool_call>", `{"name":"dice"}`, "</tool_call>"), "Bart declined"},
		{"marks without words", endless("... "), "Bart declined"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, count."}}, mind: tt.mind, end: 2 * time.Minute}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.outcomes(); got != tt.outcome {
				t.Errorf("turns: %s, want %s", got, tt.outcome)
			}
			if turn := tb.book.turns[0]; len(turn.Heard) > 1000 {
				t.Errorf("the table heard %d bytes", len(turn.Heard))
			}
		})
	}
}

// TestPartnerBeginsFirst: whoever begins to speak while an answer that has been
// let go still draws its breath is not spoken over.
func TestPartnerBeginsFirst(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, hello."}, {kara, 1500 * ms, 2 * time.Second, "I say, one more thing."}},
		mind:  says(0, "Good day to you, friend."),
		mouth: voiceFunc(func(ctx context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
			hush := audio.Clip{Rate: audio.Discord, PCM: make([]int16, audio.Discord.Samples(100*ms))}
			if !yield(hush, nil) || !until(ctx, time.Now().Add(200*ms)) {
				return
			}
			yield(sound(audio.Discord, time.Second), nil)
		}),
	}
	ch, err := tb.run(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range ch.frames {
		if at > 1800*ms && at < 3500*ms {
			t.Fatalf("spoken %v, while Kara speaks", ch.spoken())
		}
	}
}

// TestCancelled: that somebody stopped the program is no failure, whatever
// the reason they gave. Case: F18.
func TestCancelled(t *testing.T) {
	for _, cause := range []error{nil, errors.New("interrupt")} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, count."}},
			mind:  says(0, "One is here. ", "Two is here. ", "Three is here. ", "Four is here."),
			// While the second sentence is spoken.
			cancel: 2300 * ms, cause: cause,
			opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
		}
		if _, err := tb.run(t); err != nil {
			t.Errorf("cancelled with %v: Run = %v", cause, err)
		}
		if got := tb.book.outcomes(); got != "Bart cut" {
			t.Errorf("cancelled with %v: turns: %s", cause, got)
		}
		if got := noticed[Trouble](&tb); len(got) > 0 {
			t.Errorf("cancelled with %v: the GM was told %v", cause, got)
		}
	}
}

// TestChannelShuts: a channel that closes in mid-sentence has cut the answer;
// nothing has failed.
func TestChannelShuts(t *testing.T) {
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, count."}},
		mind:  says(0, "One is here. ", "Two is here. "),
		end:   2300 * ms, shuts: true,
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := tb.book.lines, []string{"Kara: Bart, count.", "Bart: One is here. --"}; !equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
	if got := noticed[Trouble](&tb); tb.book.outcomes() != "Bart cut" || len(got) > 0 {
		t.Errorf("turns: %s; the GM was told %v", tb.book.outcomes(), got)
	}
}
