package bench

import (
	"context"
	"errors"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
)

// interjections are what people say to have an agent stop: commands, questions,
// and whatever comes to their minds.
var interjections = [...]string{
	"Wait, wait.",
	"No, stop right there.",
	"Hold on a moment.",
	"What about the bridge?",
	"That is not what I asked.",
	"How much is it?",
	"We have heard enough.",
	"Listen, we have no time for this.",
	"And where is the dragon now?",
	"I do not believe you.",
	"Let me ask you something.",
	"Can we talk about the gold?",
}

// interruptions returns so many people who say one of the interjections, at
// whatever moment of the answer and each in one of the players' voices.
func (p Providers) interruptions(ctx context.Context, people int) (all []clip.Disturbance, err error) {
	if len(p.Players) == 0 {
		return nil, errors.New("there are no voices for those who interrupt")
	}
	for i := range people {
		// The second time round each is said by another voice.
		voice := p.Players[(i+i/len(interjections))%len(p.Players)]
		pcm, err := p.say(ctx, voice, interjections[i%len(interjections)])
		if err != nil {
			return nil, err
		}
		before := make([]audio.Frame, i*40/people) // of silence: up to 0.8 s
		all = append(all, clip.Disturbance{Kind: "person", Sound: append(before, clip.Frames(fromOnset(pcm))...)})
	}
	return all, nil
}

// fromOnset cuts off what is before somebody begins: breath, and the step and the
// tenth of a second of nothing with which flite begins some sentences.
func fromOnset(pcm []int16) []int16 {
	const (
		n     = 320  // 20 ms
		quiet = 25.0 // dB below the loudest is no speech yet
	)
	loudest := audio.Peak(pcm)
	for len(pcm) > n && audio.Peak(pcm[:n]) < loudest-quiet {
		pcm = pcm[n:]
	}
	return pcm
}
