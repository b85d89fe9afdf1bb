package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// TestLeadIsCut: the silence that a voice begins with is not waited for, up to a
// limit: what is longer is meant.
func TestLeadIsCut(t *testing.T) {
	for _, tt := range []struct{ lead, late time.Duration }{
		{0, 0},
		{240 * ms, 20 * ms}, // a little is left, for a soft consonant
		{990 * ms, 20 * ms},
		{time.Second, 20 * ms},
		{1200 * ms, 200 * ms},
	} {
		tb := table{
			lines: []said{{kara, 0, time.Second, "Bart, hello."}}, mind: says(0, "Good day."),
			mouth: voiceFunc(func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
				hush := audio.Clip{Rate: audio.Discord, PCM: make([]int16, audio.Discord.Samples(tt.lead))}
				_ = (tt.lead == 0 || yield(hush, nil)) && yield(sound(audio.Discord, time.Second), nil)
			}),
		}
		ch, err := tb.run(t)
		if err != nil {
			t.Fatal(err)
		}
		first, last := ch.frames[0], ch.frames[len(ch.frames)-1]
		if first != 1500*ms || last != 2480*ms+tt.late {
			t.Errorf("%v of silence: spoken from %v, last frame at %v; want 1.5s and %v", tt.lead, first, last, 2480*ms+tt.late)
		}
	}
}

// TestTwoBrokenSentences: a sentence that the voice cannot say is left out, and with
// the second one the answer ends, however the voice fails.
func TestTwoBrokenSentences(t *testing.T) {
	broken := errors.New("voice: broke off")
	// The ways to fail at a sentence.
	const none, fails, breaks = "no sound", "an error", "an error after some sound"
	for _, tt := range []struct {
		how   map[string]string // by how the sentence begins
		heard string
	}{
		{map[string]string{"Two": none}, "One is here. Three is here. Four is here."},
		{map[string]string{"Two": fails}, "One is here. Three is here. Four is here."},
		{map[string]string{"Two": breaks}, "One is here. Three is here. Four is here."},
		{map[string]string{"Two": none, "Three": none}, "One is here."},
		{map[string]string{"Two": fails, "Three": fails}, "One is here."},
		{map[string]string{"Two": breaks, "Three": breaks}, "One is here."},
		{map[string]string{"Two": none, "Three": breaks}, "One is here."},
		{map[string]string{"Two": breaks, "Three": fails}, "One is here."},
		{map[string]string{"One": none, "Three": none}, "Two is here."},
	} {
		t.Run(fmt.Sprint(tt.how), func(t *testing.T) {
			tb := table{
				lines: []said{{kara, 0, time.Second, "Bart, count."}}, mind: says(0, "One is here. ", "Two is here. ", "Three is here. ", "Four is here."),
				opts: Options{Campaign: campaign.Campaign{Talk: campaign.TalkLong}},
				mouth: voiceFunc(func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
					first, _, _ := strings.Cut(u.Text, " ")
					switch tt.how[first] {
					case none:
					case fails:
						yield(audio.Clip{}, broken)
					case breaks:
						_ = yield(sound(24000, 200*ms), nil) && yield(audio.Clip{}, broken)
					default:
						yield(sound(24000, 600*ms), nil)
					}
				}),
			}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := tb.book.turns[0]; got.Outcome != transcript.Failed || got.Heard != tt.heard {
				t.Errorf("%s; heard %q; want failed, %q", got.Outcome, got.Heard, tt.heard)
			}
		})
	}
}
