package demo

import (
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A sluggish table takes its time with one of the packets.
type sluggish struct {
	packet uint16
	by     time.Duration
}

func (s sluggish) Receive(_ transcript.SpeakerID, p voice.Packet) {
	if p.Seq == s.packet {
		time.Sleep(s.by)
	}
}

// TestLateToBegin: a line begins as late as what it is noticed by is sent, so that
// a pause of this machine is not taken for one of the bot's. One that comes later
// changes nothing.
func TestLateToBegin(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table sluggish
		want  time.Duration
	}{
		{"in time", sluggish{}, 0},
		{"late with the second frame", sluggish{0, 150 * time.Millisecond}, 130 * time.Millisecond},
		{"late with the fourth", sluggish{2, 150 * time.Millisecond}, 130 * time.Millisecond},
		{"late with the tenth", sluggish{8, 150 * time.Millisecond}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := NewTape()
				m, err := newMouth(1, time.Now())
				if err != nil {
					t.Fatal(err)
				}
				pcm := make([]int16, 20*len(audio.Frame{}))
				if err := m.say(t.Context(), tt.table, tape, "ask", pcm, time.Now()); err != nil {
					t.Fatal(err)
				}
				if got, ok := tape.offset("ask"); got != tt.want || !ok {
					t.Errorf("it began after %v, want %v", got, tt.want)
				}
			})
		})
	}
}
