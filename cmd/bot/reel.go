package main

import (
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// longestGap is how much remains of a silence between answers. While somebody
// thinks of what to type, nothing is worth listening to.
const longestGap = time.Second

// A reel records what the NPCs say, as a member of the table would hear it.
type reel struct {
	mu  sync.Mutex
	dec *opus.Decoder
	pcm []int16
	end time.Time // of the last packet
}

func newReel() *reel { return &reel{dec: opus.NewDecoder(audio.Discord)} }

// hear records a packet that left at a moment.
func (r *reel) hear(p voice.Packet, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.end.IsZero() && at.After(r.end) {
		gap := min(at.Sub(r.end), longestGap)
		r.pcm = append(r.pcm, make([]int16, audio.Discord.Samples(gap))...)
	}
	// What a member could not decode, nobody heard.
	if pcm, err := r.dec.Decode(r.pcm, p.Opus); err == nil {
		r.pcm = pcm
	}
	r.end = at.Add(audio.FrameDuration)
}

// write writes all of it to a WAV file.
func (r *reel) write(name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := audio.AppendPCM(audio.AppendWAVHeader(nil, audio.Discord, len(r.pcm)), r.pcm)
	return saveFile(name, b)
}
