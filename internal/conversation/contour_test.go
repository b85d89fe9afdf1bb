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
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// contourOf returns the contour of frames as a room makes them: a quarter of the
// level, with two later copies of them, and late by a part of a frame.
func contourOf(frames []audio.Frame, room bool) contour {
	var pcm []float64
	for _, f := range frames {
		for i := 0; i < len(f); i += 3 {
			pcm = append(pcm, float64(f[i]))
		}
	}
	var c contour
	var shade [shadeSamples]float64
	for at := 0; at+len(shade) <= len(pcm); at += len(shade) {
		copy(shade[:], pcm[at:])
		for i := range shade {
			if k := at + i - 117; room && k >= 400 {
				shade[i] = 0.25*pcm[k] + 0.12*pcm[k-130] + 0.06*pcm[k-400]
			} else if room {
				shade[i] = 0
			}
		}
		c = append(c, shadeFrom(&shade))
	}
	return c
}

// TestAlike: a sound is like its echo in a room, and not like another one, even
// of the same voice.
func TestAlike(t *testing.T) {
	said := golden(t, 1220*ms, 3380*ms)  // "I draw my sword and step toward the dragon."
	other := golden(t, 6900*ms, 8900*ms) // "Roll for initiative, everyone."
	for _, tt := range []struct {
		name  string
		heard contour
		said  contour
		same  bool
	}{
		{"itself", contourOf(said, false), contourOf(said, false), true},
		{"its echo", contourOf(said, true), contourOf(said, false), true},
		{"600 ms of its echo", contourOf(said, true)[10:40], contourOf(said, false)[10:40], true},
		{"another part", contourOf(said, false)[10:50], contourOf(said, false)[50:90], false},
		{"another voice", contourOf(other, false)[:90], contourOf(said, false)[:90], false},
		{"silence", make(contour, 40), contourOf(said, false)[:40], false},
		{"nothing", nil, nil, false},
	} {
		if got := alike(tt.heard, tt.said); (got >= sameSound) != tt.same {
			t.Errorf("%s: %.2f", tt.name, got)
		}
	}
}

// TestEchoBySound: an echo in which the recogniser reads other words, or none,
// is an echo, for what it sounds like; a person over the same answer is one.
// Real packets, a real detector and the real mouth; 400 ms later, at −12 dB.
// Case: T01.
func TestEchoBySound(t *testing.T) {
	answer := golden(t, 1180*ms, 3380*ms)
	for _, tt := range []struct {
		name    string
		echo    bool
		text    string
		think   time.Duration
		outcome transcript.Outcome
	}{
		{"an echo, misread", true, "lion bread", 0, transcript.Spoken},
		{"an echo in which nothing is read", true, "", 0, transcript.Spoken},
		{"an echo of a filler", true, "lion bread", 5 * time.Second, transcript.Spoken},
		{"a person", false, "roll for initiative", 0, transcript.Cut},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var table *voice.Table
				enc, err := opus.NewEncoder(opus.EncoderOptions{})
				if err != nil {
					t.Fatal(err)
				}
				back := func(p voice.Packet, frame *audio.Frame) {
					p.Opus = []byte(opus.SilenceFrame)
					if frame != nil {
						for i := range frame {
							frame[i] /= 4
						}
						if p.Opus, err = enc.Encode(nil, frame); err != nil {
							t.Error(err)
						}
					}
					time.AfterFunc(400*ms, func() { table.Receive(kara, p) })
				}
				dec := opus.NewDecoder(audio.Discord)
				table, err = voice.NewTable(voice.TableOptions{Out: func(p voice.Packet, _ time.Time) {
					if !tt.echo {
						return
					}
					if opus.IsSilence(p.Opus) {
						back(p, nil)
						return
					}
					pcm, err := dec.Decode(nil, p.Opus)
					if err != nil {
						t.Error(err)
						return
					}
					frame := audio.Frame(pcm)
					back(p, &frame)
				}})
				if err != nil {
					t.Fatal(err)
				}
				ears := hearFunc(func(_ context.Context, sound iter.Seq[[]int16], yield func(speech.Hypothesis, error) bool) {
					for range sound {
					}
					yield(speech.Hypothesis{Text: tt.text, Final: true, Confidence: 0.9}, nil)
				})
				pensive := bart
				pensive.Fillers = []string{"I draw my sword and think."}
				mouth := voiceFunc(func(_ context.Context, u speech.Utterance, yield func(audio.Clip, error) bool) {
					answer := answer
					if u.Text == pensive.Fillers[0] {
						answer = answer[:90] // a longer one is none
					}
					for i := range answer {
						if !yield(audio.Clip{Rate: audio.Discord, PCM: answer[i][:]}, nil) {
							return
						}
					}
				})
				var turn transcript.Turn
				var echoes, kept int
				c := New(slog.New(slog.DiscardHandler), table, ears, says(tt.think, "I draw my sword. I step toward the dragon."), mouth, new(book), Options{
					Campaign:    campaign.Campaign{Language: "en"},
					People:      crew,
					Scene:       Scene{Agents: []campaign.Agent{pensive, greta}},
					FillerAfter: 1200 * ms,
					Observe: func(n Notice) {
						switch n := n.(type) {
						case TurnEnded:
							turn = n.Turn
						case LineDropped:
							if n.Echo {
								echoes++
							}
						case LineKept:
							if n.Line.Text == tt.text {
								kept++
							}
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
				if !tt.echo {
					time.Sleep(time.Second)
					p := voice.Packet{Seq: 1, Timestamp: 1}
					for _, f := range golden(t, 6900*ms, 8900*ms) {
						time.Sleep(audio.FrameDuration)
						back(p, &f)
						p.Seq, p.Timestamp = p.Seq+1, p.Timestamp+960
					}
				}
				time.Sleep(15 * time.Second)
				table.Close()
				running.Wait()
				if turn.Outcome != tt.outcome {
					t.Errorf("%s, %s", turn.Outcome, turn.Why)
				}
				if (echoes > 0) != tt.echo || (kept > 0) == tt.echo {
					t.Errorf("%d echoes dropped, %d lines kept", echoes, kept)
				}
			})
		})
	}
}
