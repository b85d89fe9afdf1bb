package conversation

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// onsetLimit is the budget from the onset of speech over an agent to silence.
const onsetLimit = 200 * time.Millisecond

// golden returns a part of the detector's golden clip: see
// voice/vad/testdata/README.md.
func golden(t *testing.T, from, to time.Duration) []audio.Frame {
	t.Helper()
	f, err := os.Open("../voice/vad/testdata/golden.wav")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := audio.NewWAVReader(f)
	if err != nil {
		t.Fatal(err)
	}
	up, err := audio.NewResampler(w.Rate(), audio.Discord)
	if err != nil {
		t.Fatal(err)
	}
	var pcm []int16
	buf := make([]int16, 1600)
	for {
		n, err := w.Read(buf)
		pcm = up.Append(pcm, buf[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	frames := make([]audio.Frame, (to-from)/audio.FrameDuration)
	for i := range frames {
		copy(frames[i][:], pcm[audio.Discord.Samples(from)+i*len(frames[i]):])
	}
	return frames
}

// TestOnsetToSilence measures, with real packets, a real detector and the real
// mouth, how long after the first voiced sample of somebody who interrupts the
// last frame of the agent leaves, wherever in its frame and in the detector's
// window that sample lies; and that a cough's hold goes on without a word lost.
// Case: T09.
func TestOnsetToSilence(t *testing.T) {
	// "I draw my sword and step toward the dragon.", voiced from 40 ms on.
	frames := golden(t, 1180*ms, 3380*ms)
	for _, tt := range []struct {
		name  string
		text  string // what is understood
		spoke bool   // the answer was heard whole
	}{
		{"words", "I draw my sword and step toward the dragon", false},
		{"noise", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var worst time.Duration
			for phase := time.Duration(0); phase < 160*ms; phase += 7 * ms {
				silent, turn := overTheAgent(t, frames, phase, tt.text)
				worst = max(worst, silent)
				if (turn.Outcome == transcript.Spoken) != tt.spoke || tt.spoke != (turn.Unheard == "") {
					t.Errorf("phase %v: %s, heard %q", phase, turn.Outcome, turn.Heard)
				}
			}
			t.Logf("from onset to silence: %v at worst", worst)
			if worst > onsetLimit {
				t.Errorf("from onset to silence: %v, want at most %v", worst, onsetLimit)
			}
		})
	}
}

// overTheAgent has Kara speak over Bart and returns how long after her onset he
// falls silent, and what became of his turn.
func overTheAgent(t *testing.T, frames []audio.Frame, phase time.Duration, text string) (silent time.Duration, turn transcript.Turn) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var left []time.Time
		tab, err := voice.NewTable(voice.TableOptions{Out: func(p voice.Packet, at time.Time) {
			mu.Lock()
			defer mu.Unlock()
			if !opus.IsSilence(p.Opus) {
				left = append(left, at)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		ears := hearFunc(func(_ context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
			for range sound {
			}
			yield(speech.Hypothesis{Text: text, Final: true, Confidence: 0.9}, nil)
		})
		turns := make(chan transcript.Turn, 4)
		c := New(slog.New(slog.DiscardHandler), tab, ears, says(0, count+" "+count), tone{}, new(book), Options{
			Campaign: campaign.Campaign{Language: "en", Talk: campaign.TalkLong},
			People:   crew,
			Scene:    Scene{Agents: []campaign.Agent{bart, greta}},
			Observe: func(n Notice) {
				if n, ok := n.(TurnEnded); ok {
					turns <- n.Turn
				}
			},
		})
		var running sync.WaitGroup
		running.Go(func() {
			if err := c.Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
		if err := c.Type(t.Context(), kara, "Bart, count."); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second + phase)

		enc, err := opus.NewEncoder(opus.EncoderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p := voice.Packet{Seq: 1, Timestamp: 1}
		onset := time.Now().Add(40 * ms)
		for i := range frames {
			time.Sleep(audio.FrameDuration) // a frame leaves when it is full
			if p.Opus, err = enc.Encode(p.Opus[:0], &frames[i]); err != nil {
				t.Fatal(err)
			}
			tab.Receive(kara, p)
			p.Seq, p.Timestamp = p.Seq+1, p.Timestamp+960
			if i == 30 {
				mu.Lock()
				silent = left[len(left)-1].Add(audio.FrameDuration).Sub(onset)
				mu.Unlock()
			}
		}
		for range 5 {
			time.Sleep(audio.FrameDuration)
			p.Opus = append(p.Opus[:0], opus.SilenceFrame...)
			tab.Receive(kara, p)
			p.Seq, p.Timestamp = p.Seq+1, p.Timestamp+960
		}
		turn = <-turns
		tab.Close()
		running.Wait()
	})
	return silent, turn
}
