package clip

import (
	"math/rand/v2"

	"glyphoxa/internal/audio"
)

// Interruptions returns two dozen people who say something over one who speaks:
// at whatever moment, for 0.8 to 1.4 s, from the midst of a sentence, with up to
// 0.8 s of silence before it.
func Interruptions() (all []Disturbance) {
	rng := rand.New(rand.NewPCG(24, 1))
	voices := [][]audio.Frame{Frames(Initiative()), Frames(Goblin())}
	for i := range 24 {
		voice := voices[i%2]
		n := 40 + rng.IntN(30)
		from := rng.IntN(len(voice) - n)
		d := Disturbance{Kind: "person", Read: "roll for initiative everyone", Sure: 0.9}
		if i%4 == 3 {
			d.Sure = 0 // a recogniser that does not say
		}
		d.Sound = append(make([]audio.Frame, rng.IntN(40)), voice[from:from+n]...)
		all = append(all, d)
	}
	return all
}
