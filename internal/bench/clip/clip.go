// Package clip holds what is played to a table in tests and benchmarks: a few
// sentences that synthetic voices say, and sounds that people make over somebody
// who speaks. README.md says where the sentences are from.
//
//   - clip.go: the sentences;
//   - disturbance.go: sixty sounds by which nobody wants anything, and the
//     echo that a loudspeaker sends back (room.go);
//   - interruption.go: two dozen people who want something;
//   - throat.go: how a cough is made of noise, and a "mhm" of pulses.
//
// All of it is the same every time.
package clip

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"

	"glyphoxa/internal/audio"
)

//go:embed *.wav
var files embed.FS

// QuestionText is what is said in [Question].
const QuestionText = "Bart, where does this road go?"

// Question returns a recorded question at [audio.Speech]. Its last sample is a
// voiced one.
func Question() []int16 { return read("question.wav") }

// Dragon returns "I draw my sword and step toward the dragon.", by the voice of
// [Question], at [audio.Speech].
func Dragon() []int16 { return read("dragon.wav") }

// Initiative returns "Roll for initiative, everyone.", by another voice, at
// [audio.Speech].
func Initiative() []int16 { return read("initiative.wav") }

// Goblin returns "The goblin drops the torch and runs." in some noise, by a
// third voice, at [audio.Speech].
func Goblin() []int16 { return read("goblin.wav") }

// Frames returns pcm, at [audio.Speech], as a microphone would give it to a
// client. What does not fill a frame is left out.
func Frames(pcm []int16) []audio.Frame {
	up, err := audio.NewResampler(audio.Speech, audio.Discord)
	if err != nil {
		panic(fmt.Sprintf("clip: %v", err))
	}
	pcm = up.Flush(up.Append(nil, pcm))
	frames := make([]audio.Frame, len(pcm)/len(audio.Frame{}))
	for i := range frames {
		copy(frames[i][:], pcm[i*len(frames[i]):])
	}
	return frames
}

// read returns an embedded recording. That it cannot be read is a mistake in
// the program.
func read(name string) []int16 {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("clip: %v", err))
	}
	r, err := audio.NewWAVReader(bytes.NewReader(data))
	if err != nil || r.Rate() != audio.Speech {
		panic(fmt.Sprintf("clip: %s: %v", name, err))
	}
	var pcm []int16
	buf := make([]int16, 4096)
	for {
		n, err := r.Read(buf)
		pcm = append(pcm, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return pcm
		}
		if err != nil {
			panic(fmt.Sprintf("clip: %s: %v", name, err))
		}
	}
}
