package bench

import (
	"errors"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

// A heard is what members hear of an answer: packets that are not silence
// frames.
type heard []heardPacket

// add adds those of packets that are not silence frames.
func (h *heard) add(packets []heardPacket) {
	for _, p := range packets {
		if !opus.IsSilence(p.opus) {
			*h = append(*h, p)
		}
	}
}

// timing returns when the answer began to be heard and the longest time within
// it in which nothing was sent.
func (h heard) timing() (first time.Time, gap time.Duration, err error) {
	decoder := opus.NewDecoder(audio.Speech)
	var pcm []int16
	for i, p := range h {
		if i > 0 {
			gap = max(gap, p.at.Sub(h[i-1].at)-audio.FrameDuration)
		}
		if !first.IsZero() {
			continue
		}
		if pcm, err = decoder.Decode(pcm[:0], p.opus); err != nil {
			return time.Time{}, 0, err
		}
		if audio.Peak(pcm) >= audio.VoicedLevel {
			first = p.at
		}
	}
	if first.IsZero() {
		return time.Time{}, 0, errors.New("nothing was to be heard of the answer")
	}
	return first, gap, nil
}
