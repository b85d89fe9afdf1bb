package clip

import (
	"math"
	"math/rand/v2"
	"time"

	"glyphoxa/internal/audio"
)

// A Disturbance is a sound that somebody makes over one who speaks.
type Disturbance struct {
	// Kind is "cough", "laugh", "mhm" or "echo"; "person" is one that wants
	// something: see [Interruptions].
	Kind string
	// Sound is what they send. An echo has none of its own:
	Sound []audio.Frame
	// Delay is how long after they left the speaker's own words come back, so
	// loud as Gain says, by a [Room].
	Delay time.Duration
	Gain  float64
	// Read is what a recogniser makes of it, and Sure how sure it is of that.
	Read string
	Sure float64
}

// Disturbances returns sixty coughs, laughs, "mhm"s and echoes, a quarter each,
// mixed.
func Disturbances() (all []Disturbance) {
	speech := Frames(Initiative()) // another voice than the speaker's
	rng := rand.New(rand.NewPCG(60, 1))
	one := func(list []string) string { return list[rng.IntN(len(list))] }
	for i := range 60 {
		d := Disturbance{Sure: 0.2 + 0.6*rng.Float64()}
		var pcm []float64
		switch i % 4 {
		case 0:
			d.Kind, pcm = "cough", cough(rng)
			d.Read, d.Sure = one([]string{"", "", "uh", "huh", "you", "thank you"}), 0.15+0.2*rng.Float64()
		case 1:
			d.Kind, pcm = "laugh", laugh(rng)
			if rng.IntN(2) == 0 {
				pcm = grunt(rng, speech, 5)
			}
			d.Read = one([]string{"", "ha ha", "haha", "ah ah ah", "heh", "hahaha", "Haha."})
		case 2:
			d.Kind, pcm = "mhm", mhm(rng)
			if rng.IntN(3) > 0 {
				pcm = grunt(rng, speech, 0)
			}
			d.Read = one([]string{"mhm", "mm-hmm", "Mm.", "uh-huh", "hm", "yeah", ""})
		default:
			d.Kind = "echo"
			d.Delay = time.Duration(120+rng.IntN(700)) * time.Millisecond
			d.Gain = math.Pow(10, -(6+14*rng.Float64())/20)
			d.Read = one([]string{"", "draw my sword and step", "raw my sort", "step toward the dragon", "lion bread", "stab two words"})
		}
		d.Sound = framesOf(pcm)
		all = append(all, d)
	}
	return all
}

// grunt is some of a voice, long enough to say "mhm" or "haha" in: what is made
// of formants here is no speech to a detector.
func grunt(rng *rand.Rand, speech []audio.Frame, beats float64) []float64 {
	n := 16 + rng.IntN(10)
	from := rng.IntN(len(speech) - n)
	var out []float64
	for _, f := range speech[from : from+n] {
		for _, s := range f {
			t := float64(len(out)) / float64(audio.Discord)
			out = append(out, float64(s)/32768*(1-0.8*math.Abs(math.Sin(math.Pi*beats*t))))
		}
	}
	return out
}

// framesOf returns sound from −1 to 1 as frames; the last is filled up.
func framesOf(pcm []float64) []audio.Frame {
	var f audio.Frame
	frames := make([]audio.Frame, (len(pcm)+len(f)-1)/len(f))
	for i, x := range pcm {
		frames[i/len(f)][i%len(f)] = int16(32767 * max(-1, min(1, x)))
	}
	return frames
}
