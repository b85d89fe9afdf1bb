// Package audio is the vocabulary of sound that every other package shares:
// PCM samples, the rates we use, and the arithmetic between them.
//
// All sound here is mono, signed 16-bit. It starts no goroutines and does no
// I/O beyond the readers and writers it is handed.
package audio

import "time"

// FrameDuration is how much sound one [Frame] holds. Discord paces Opus in
// 20 ms packets, so everything on the send side is counted in frames.
const FrameDuration = 20 * time.Millisecond

// A Rate is a sample rate in hertz.
type Rate int

// The two rates that the bot itself works at. Voices come at others: 22.05,
// 24 and 44.1 kHz.
const (
	Discord Rate = 48000 // what Opus carries
	Speech  Rate = 16000 // what recognisers and the voice activity detector want
)

// The rates that sound may come at. Telephone bandwidth is the least that a
// recogniser can use, and nothing we are handed has more than Discord takes.
const (
	MinRate Rate = 8000
	MaxRate Rate = 48000
)

// Samples returns how many samples fill d.
func (r Rate) Samples(d time.Duration) int {
	return int(int64(r) * int64(d) / int64(time.Second))
}

// Duration returns how long n samples last.
func (r Rate) Duration(n int) time.Duration {
	return time.Duration(int64(n) * int64(time.Second) / int64(r))
}

// A Frame is one FrameDuration of sound at the Discord rate. The array, not a
// slice, makes the length a fact that the compiler checks.
type Frame [960]int16

// A Clip is a stretch of sound at one rate.
type Clip struct {
	Rate Rate
	PCM  []int16
	// Words say when words of the text that is spoken have been said, if the
	// voice knows. They may come with any clip up to the one that they end in.
	Words []Word
}

// A Word is where in the sound of a text a word of it ends.
type Word struct {
	To  int // how many bytes of the text are said by then
	End int // samples from the beginning of the sound, all clips before counted
}

// Duration returns how long c lasts.
func (c Clip) Duration() time.Duration { return c.Rate.Duration(len(c.PCM)) }
