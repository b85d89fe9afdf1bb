package demo

import (
	"context"
	"fmt"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// trailing is how many silence frames end a transmission, as a Discord client
// sends them.
const trailing = 5

// noticed is how much of a line has come when it is known that somebody speaks.
const noticed = 100 * time.Millisecond

// A mouth sends one member's packets. Members of a call number them through
// all they ever say; time that passes in silence shows in the timestamp.
type mouth struct {
	who   transcript.SpeakerID
	mu    sync.Mutex // held while it speaks: nobody says two things at once
	seq   uint16
	start time.Time // what timestamp 0 means
	enc   *opus.Encoder
}

func newMouth(who transcript.SpeakerID, start time.Time) (*mouth, error) {
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		return nil, fmt.Errorf("make a member's encoder: %w", err)
	}
	return &mouth{who: who, start: start, enc: enc}, nil
}

// say plays pcm, whole frames at the Discord rate, as a line of the scene in
// real time from at on.
func (m *mouth) say(ctx context.Context, table Table, tape *Tape, line string, pcm []int16, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := time.Now(); at.Before(now) {
		at = now
	}
	tape.began(line, at)
	begun, late := at, time.Duration(0)
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	stamp := uint32(audio.Discord.Samples(at.Sub(m.start)))
	var frame audio.Frame
	for i := 0; len(pcm) > 0 || i < trailing; {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		// Who is late to begin is noticed late, which is not the bot's doing.
		if lag := time.Since(at); lag > late && at.Sub(begun) < noticed {
			late = lag
			tape.began(line, begun.Add(late))
		}
		packet := []byte(opus.SilenceFrame)
		if len(pcm) > 0 {
			copy(frame[:], pcm)
			pcm = pcm[min(len(frame), len(pcm)):]
			var err error
			if packet, err = m.enc.Encode(nil, &frame); err != nil {
				return fmt.Errorf("encode a member's speech: %w", err)
			}
			tape.member(at, frame[:])
		} else {
			i++
		}
		table.Receive(m.who, voice.Packet{Seq: m.seq, Timestamp: stamp, Opus: packet})
		m.seq++
		stamp += uint32(len(frame))
		at = at.Add(audio.FrameDuration) // absolute: a late frame does not delay the rest
		timer.Reset(time.Until(at))
	}
	return nil
}
