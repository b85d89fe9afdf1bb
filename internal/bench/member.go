package bench

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// asker is the one who asks.
const asker transcript.SpeakerID = 1

// trailing is how many silence frames end a transmission, as a Discord client
// sends them.
const trailing = 5

// A member asks the question at a table, as often as they are told to.
type member struct {
	table    *voice.Table
	question [][]byte // in packets
	start    time.Time
	seq      uint16
}

func newMember(table *voice.Table) (*member, error) {
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, fmt.Errorf("make a member's encoder: %w", err)
	}
	m := &member{table: table, start: time.Now()}
	for _, f := range questionFrames() {
		p, err := enc.Encode(nil, &f)
		if err != nil {
			return nil, fmt.Errorf("encode the question: %w", err)
		}
		m.question = append(m.question, p)
	}
	return m, nil
}

// ask sends the question, a packet every 20 ms, and the silence after it. It
// returns when the last packet with a voice in it was received: a member whose
// timers are late speaks late, which is not the bot's doing.
func (m *member) ask(ctx context.Context) (voiced time.Time, err error) {
	at := time.Now()
	stamp := uint32(audio.Discord.Samples(at.Sub(m.start)))
	for i := range len(m.question) + trailing {
		if err := pause(ctx, at); err != nil {
			return time.Time{}, err
		}
		packet := []byte(opus.SilenceFrame)
		if i < len(m.question) {
			packet = m.question[i]
			voiced = time.Now()
		}
		m.table.Receive(asker, voice.Packet{Seq: m.seq, Timestamp: stamp, Opus: packet})
		m.seq++
		stamp += uint32(audio.Discord.Samples(audio.FrameDuration))
		at = at.Add(audio.FrameDuration)
	}
	return voiced, nil
}
