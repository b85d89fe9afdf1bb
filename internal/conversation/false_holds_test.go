package conversation

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// A stillness is a gap in what an agent says.
type stillness struct{ from, to time.Time }

// disturb has d happen while Bart speaks and returns the gaps in his speech and
// what became of his turn. ended is when the sound was over; it is zero of an
// echo, which goes on as long as he speaks: answer, for every sentence.
func disturb(t *testing.T, answer []audio.Frame, d clip.Disturbance) (gaps []stillness, ended time.Time, turn transcript.Turn) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var left []time.Time
		enc, err := opus.NewEncoder(opus.EncoderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		dec := opus.NewDecoder(audio.Discord)
		var table *voice.Table
		receive := func(p voice.Packet, frame *audio.Frame) {
			p.Opus = []byte(opus.SilenceFrame)
			if frame != nil {
				if p.Opus, err = enc.Encode(nil, frame); err != nil {
					t.Error(err)
				}
			}
			time.AfterFunc(d.Delay, func() { table.Receive(kara, p) })
		}
		var room clip.Room
		table, err = voice.NewTable(voice.TableOptions{Out: func(p voice.Packet, at time.Time) {
			silent := opus.IsSilence(p.Opus)
			mu.Lock()
			defer mu.Unlock()
			if !silent {
				left = append(left, at)
			}
			switch {
			case d.Kind != "echo":
			case silent:
				receive(p, nil)
			default:
				pcm, err := dec.Decode(nil, p.Opus)
				if err != nil {
					t.Error(err)
					return
				}
				frame := audio.Frame(pcm)
				room.Echo(&frame, d.Gain)
				receive(p, &frame)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		ears := hearFunc(func(ctx context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
			for range sound {
			}
			if until(ctx, time.Now().Add(200*ms)) {
				yield(speech.Hypothesis{Text: d.Read, Final: true, Confidence: d.Sure}, nil)
			}
		})
		mouth := voiceFunc(func(_ context.Context, _ speech.Utterance, yield func(audio.Clip, error) bool) {
			for i := range answer {
				if !yield(audio.Clip{Rate: audio.Discord, PCM: answer[i][:]}, nil) {
					return
				}
			}
		})
		const sentence = "I draw my sword and step toward the dragon. "
		c := New(slog.New(slog.DiscardHandler), table, ears, says(0, sentence, sentence), mouth, new(book), Options{
			Campaign: campaign.Campaign{Language: "en", Talk: campaign.TalkLong},
			People:   crew,
			Scene:    Scene{Agents: []campaign.Agent{bart, greta}},
			Observe: func(n Notice) {
				if n, ok := n.(TurnEnded); ok {
					turn = n.Turn
				}
			},
		})
		var running sync.WaitGroup
		running.Go(func() {
			if err := c.Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
		if err := c.Type(t.Context(), kara, "Bart, what now?"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1510 * ms)
		p := voice.Packet{Seq: 1, Timestamp: 1}
		for i := range d.Sound {
			time.Sleep(audio.FrameDuration)
			receive(p, &d.Sound[i])
			p.Seq, p.Timestamp = p.Seq+1, p.Timestamp+960
			ended = time.Now()
		}
		for range 5 {
			if len(d.Sound) > 0 {
				time.Sleep(audio.FrameDuration)
				receive(p, nil)
				p.Seq, p.Timestamp = p.Seq+1, p.Timestamp+960
			}
		}
		time.Sleep(20 * time.Second)
		table.Close()
		running.Wait()
		for i := range len(left) - 1 {
			if left[i+1].Sub(left[i]) > 3*audio.FrameDuration {
				gaps = append(gaps, stillness{left[i], left[i+1]})
			}
		}
	})
	return gaps, ended, turn
}

// TestFalseHolds measures what sixty coughs, laughs, "mhm"s and echoes do to an
// agent that speaks, with real packets, the real detector and the real mouth. None
// cuts it, no hold goes on for longer than 1.5 s after the sound, and a hold is
// no interruption: the answer is heard whole.
// Case: T04, T05, F05.
func TestFalseHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("sixty tables")
	}
	type tally struct{ all, held, cut int }
	count := make(map[string]*tally)
	var longest, late time.Duration
	answer := clip.Frames(clip.Dragon())
	for i, d := range clip.Disturbances() {
		n := count[d.Kind]
		if n == nil {
			n = new(tally)
			count[d.Kind] = n
		}
		gaps, ended, turn := disturb(t, answer, d)
		n.all++
		if len(gaps) > 0 {
			n.held++
		}
		if turn.Outcome != transcript.Spoken || turn.Unheard != "" {
			n.cut++
			t.Logf("%d, a %s read as %q: %s, %s", i, d.Kind, d.Read, turn.Outcome, turn.Why)
		}
		for _, g := range gaps {
			longest = max(longest, g.to.Sub(g.from))
			if !ended.IsZero() {
				late = max(late, g.to.Sub(ended))
			}
		}
	}
	cut, held := 0, 0
	for _, kind := range []string{"cough", "laugh", "mhm", "echo"} {
		n := count[kind]
		t.Logf("%-5s %d: %d held the answer, %d cut it", kind, n.all, n.held, n.cut)
		cut, held = cut+n.cut, held+n.held
	}
	t.Logf("of 60: %d held, %d cut; the longest gap %v, at most %v after the end of the sound", held, cut, longest, late)
	if cut > 1 || held == 0 {
		t.Errorf("%d of 60 cut the answer and %d held it", cut, held)
	}
	if late > holdLimit || longest > holdLimit+2*time.Second {
		t.Errorf("a hold went on for %v after the sound, and one lasted %v", late, longest)
	}
}

// TestRealInterruptions is the other side of [TestFalseHolds]: people who say
// something over the same agent, at whatever moment, cut it.
func TestRealInterruptions(t *testing.T) {
	if testing.Short() {
		t.Skip("two dozen tables")
	}
	answer := clip.Frames(clip.Dragon())
	cut, people := 0, clip.Interruptions()
	for i, d := range people {
		_, _, turn := disturb(t, answer, d)
		if turn.Outcome == transcript.Cut {
			cut++
		} else {
			t.Logf("%d, %d frames: %s, %s", i, len(d.Sound), turn.Outcome, turn.Why)
		}
	}
	t.Logf("of %d people %d cut the answer", len(people), cut)
	if cut < len(people)-1 {
		t.Errorf("of %d people %d cut the answer", len(people), cut)
	}
}
