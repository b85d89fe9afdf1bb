package bench

import (
	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
)

// question returns the recorded question at [audio.Speech]. Its last sample is
// voiced.
func question() []int16 { return clip.Question() }

// questionFrames returns the question as a member's microphone would give it.
func questionFrames() []audio.Frame { return clip.Frames(clip.Question()) }
