package bench

import (
	"context"
	"fmt"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
)

// Who sits at the tables.
const (
	asker transcript.SpeakerID = 4 // the one who asks
	other transcript.SpeakerID = 5 // who asks at the same time
)

// trailing is how many silence frames end a transmission, as a Discord client
// sends them.
const trailing = 5

// packed returns what somebody says, in packets.
func packed(frames []audio.Frame) ([][]byte, error) {
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, fmt.Errorf("make a member's encoder: %w", err)
	}
	return encoded(enc, frames)
}

// say has somebody send packets, one every 20 ms, and the silence after them. It
// returns when the last of the packets was sent: a member whose timers are late
// speaks late, which is not the bot's doing.
func say(ctx context.Context, in room, who transcript.SpeakerID, packets [][]byte) (last time.Time, err error) {
	at := time.Now()
	for i := range len(packets) + trailing {
		if err := pause(ctx, at); err != nil {
			return time.Time{}, err
		}
		packet := []byte(opus.SilenceFrame)
		if i < len(packets) {
			packet = packets[i]
			last = time.Now()
		}
		in.say(who, at, packet)
		at = at.Add(audio.FrameDuration)
	}
	return last, nil
}
