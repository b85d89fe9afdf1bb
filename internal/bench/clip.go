package bench

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"

	"glyphoxa/internal/audio"
)

// questionText is what is said in questionWAV, which says in clip/README.md
// how it was made.
const questionText = "Bart, where does this road go?"

//go:embed clip/question.wav
var questionWAV []byte

// question returns the recorded question at [audio.Speech]. Its last sample is
// voiced.
func question() []int16 {
	r, err := audio.NewWAVReader(bytes.NewReader(questionWAV))
	if err != nil || r.Rate() != audio.Speech {
		panic(fmt.Sprintf("bench: the embedded question: %v", err))
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
			panic(fmt.Sprintf("bench: the embedded question: %v", err))
		}
	}
}

// questionFrames returns the question as a member's microphone would give it.
func questionFrames() []audio.Frame {
	up, err := audio.NewResampler(audio.Speech, audio.Discord)
	if err != nil {
		panic(fmt.Sprintf("bench: %v", err))
	}
	pcm := up.Flush(up.Append(nil, question()))
	frames := make([]audio.Frame, len(pcm)/len(audio.Frame{}))
	for i := range frames {
		copy(frames[i][:], pcm[i*len(frames[i]):])
	}
	return frames
}
