package main

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

const (
	echoDelay = 400 * time.Millisecond
	echoGain  = 0.25 // −12 dB
)

// parrot answers each question with the next of its lines.
type parrot struct {
	mu    sync.Mutex
	lines []string
}

func (p *parrot) Reply(context.Context, conversation.Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		p.mu.Lock()
		line := p.lines[0]
		p.lines = p.lines[1:]
		p.mu.Unlock()
		yield(line, nil)
	}
}

// nowhere is a journal that keeps nothing.
type nowhere struct{}

func (nowhere) Append(context.Context, *transcript.Line) error { return nil }
func (nowhere) AddTurn(context.Context, transcript.Turn) error { return nil }

// loudspeaker returns what a member's loudspeaker and microphone make of what
// the bot sends: the same, quieter and later.
func loudspeaker(t *testing.T, send func(voice.Packet)) func(voice.Packet, time.Time) {
	t.Helper()
	dec := opus.NewDecoder(audio.Discord)
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var pcm []int16
	return func(p voice.Packet, _ time.Time) {
		packet := []byte(opus.SilenceFrame)
		if !opus.IsSilence(p.Opus) {
			var err error
			if pcm, err = dec.Decode(pcm[:0], p.Opus); err != nil {
				t.Error(err)
				return
			}
			var frame audio.Frame
			for i := range min(len(frame), len(pcm)) {
				frame[i] = int16(echoGain * float64(pcm[i]))
			}
			if packet, err = enc.Encode(nil, &frame); err != nil {
				t.Error(err)
				return
			}
		}
		back := voice.Packet{Seq: p.Seq, Timestamp: p.Timestamp, Opus: packet}
		time.AfterFunc(echoDelay, func() { send(back) })
	}
}

// TestLiveEcho: what NPCs say comes back from a player's microphone, 400 ms
// later and 12 dB quieter, and is read by a real recogniser. Nothing of it is a
// line, a question or an interruption.
func TestLiveEcho(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	const kara = transcript.SpeakerID(1)
	name := filepath.Join("..", "..", "campaigns", "lanterns.yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := campaign.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	ears, cleanup, err := newEars(t.Context(), cfg, file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cleanup)
	mouth, err := newVoice(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		setting transcript.Loudspeaker
		told    int
	}{
		{"auto", transcript.LoudspeakerAuto, 1},
		{"off", transcript.LoudspeakerOff, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answers := []string{
				"Ask Odo Brand about the old chapel. He knows who has the key.",
				"The last lantern on the sea wall went dark three nights ago.",
				"A room at the Silver Heron costs two silver for the night, and the soup is free.",
				"Edith Marsh leads the Lantern Guild. She has not been seen for three days.",
			}
			var table *voice.Table
			var mu sync.Mutex // order of packets
			table, err := voice.NewTable(voice.TableOptions{Out: loudspeaker(t, func(p voice.Packet) {
				mu.Lock()
				defer mu.Unlock()
				table.Receive(kara, p)
			})})
			if err != nil {
				t.Fatal(err)
			}
			turns := make(chan transcript.Turn, 16)
			var agents []campaign.Agent
			for _, a := range file.Agents {
				if a.Kind == campaign.NPC {
					agents = append(agents, a)
				}
			}
			echoes, told := 0, 0
			talk := conversation.New(slog.New(slog.DiscardHandler), table, ears, &parrot{lines: append(answers, answers...)}, mouth, nowhere{}, conversation.Options{
				Campaign:     file.Campaign,
				People:       []transcript.Speaker{{ID: kara, Name: "kay", Character: "Kara", Role: transcript.Player}},
				Scene:        conversation.Scene{Agents: agents},
				Loudspeakers: map[transcript.SpeakerID]transcript.Loudspeaker{kara: tt.setting},
				Observe: func(n conversation.Notice) {
					switch n := n.(type) {
					case conversation.LineKept:
						t.Logf("%s: %s", n.Line.Name, n.Line.Text)
						if n.Line.Agent == "" && !strings.HasSuffix(n.Line.Text, "what now?") {
							t.Errorf("the echo was kept: %q", n.Line.Text)
						}
					case conversation.LineDropped:
						t.Logf("  dropped: %s", n.Reason)
						if n.Echo {
							echoes++
						}
					case conversation.Trouble:
						if _, ok := errors.AsType[*conversation.EchoError](n.Err); ok {
							told++
						} else {
							t.Error(n.Err)
						}
					case conversation.TurnEnded:
						turns <- n.Turn
					}
				},
			})
			var running sync.WaitGroup
			running.Go(func() {
				if err := talk.Run(t.Context()); err != nil {
					t.Error(err)
				}
			})
			for range answers {
				if err := talk.Type(t.Context(), kara, "Mirela, what now?"); err != nil {
					t.Fatal(err)
				}
				if turn := <-turns; turn.Outcome != transcript.Spoken {
					t.Errorf("%s, %s: heard %q", turn.Outcome, turn.Why, turn.Heard)
				}
				time.Sleep(2 * time.Second) // for the rest of the echo
			}
			table.Close()
			running.Wait()
			if told != tt.told || echoes < 2 {
				t.Errorf("%d echoes were dropped, the GM was told %d times", echoes, told)
			}
		})
	}
}
