package bench

import (
	"errors"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// voicedLevel is the peak, in dBFS, from which a packet holds a voice. The
// conversation's own limit is the same.
const voicedLevel = -45.0

// A heard is what members hear of an answer: packets that are not silence
// frames. They are looked into when the answer is over, since the next packet
// waits while one is taken.
type heard struct {
	mu      sync.Mutex
	packets []heardPacket
}

type heardPacket struct {
	at   time.Time
	opus []byte
}

// hear takes a packet. See [voice.TableOptions].
func (h *heard) hear(p voice.Packet, at time.Time) {
	if opus.IsSilence(p.Opus) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.packets = append(h.packets, heardPacket{at, slices.Clone(p.Opus)})
}

// take returns when the answer began to be heard and the longest time within
// it in which nothing was sent, and forgets it.
func (h *heard) take() (first time.Time, gap time.Duration, err error) {
	h.mu.Lock()
	packets := h.packets
	h.packets = nil
	h.mu.Unlock()

	decoder := opus.NewDecoder(audio.Speech)
	var pcm []int16
	for i, p := range packets {
		if i > 0 {
			gap = max(gap, p.at.Sub(packets[i-1].at)-audio.FrameDuration)
		}
		if !first.IsZero() {
			continue
		}
		if pcm, err = decoder.Decode(pcm[:0], p.opus); err != nil {
			return time.Time{}, 0, err
		}
		if audio.Peak(pcm) >= voicedLevel {
			first = p.at
		}
	}
	if first.IsZero() {
		return time.Time{}, 0, errors.New("nothing was to be heard of the answer")
	}
	return first, gap, nil
}
