package clip

import (
	"math"
	"math/rand/v2"
	"time"

	"glyphoxa/internal/audio"
)

// A resonator is one formant: two poles.
type resonator struct{ a, b, y1, y2 float64 }

func resonate(hz, width float64) *resonator {
	r := math.Exp(-math.Pi * width / float64(audio.Discord))
	return &resonator{a: 2 * r * math.Cos(2*math.Pi*hz/float64(audio.Discord)), b: -r * r}
}

func (r *resonator) next(x float64) float64 {
	y := x*(1-math.Abs(r.b)) + r.a*r.y1 + r.b*r.y2
	r.y1, r.y2 = y, r.y1
	return y
}

// throat returns what formants make of a source, brought to a peak of level.
func throat(source []float64, level float64, formants ...float64) []float64 {
	out := make([]float64, len(source))
	for _, f := range formants {
		r := resonate(f, 60+f/15)
		for i, x := range source {
			out[i] += r.next(x)
		}
	}
	peak := 1e-9
	for _, x := range out {
		peak = max(peak, math.Abs(x))
	}
	for i := range out {
		out[i] *= level / peak
	}
	return out
}

// hum is a source of voice: pulses of the pitch that f0 says at each moment.
func hum(d time.Duration, rng *rand.Rand, f0 func(t float64) float64) []float64 {
	out := make([]float64, audio.Discord.Samples(d))
	phase := 0.0
	for i := range out {
		t := float64(i) / float64(audio.Discord)
		phase += f0(t) / float64(audio.Discord) * (1 + 0.01*rng.NormFloat64())
		if phase >= 1 {
			phase--
			out[i] = 1
		}
	}
	return out
}

// cough is one to three bursts of breath: each a click, then hiss that dies away.
func cough(rng *rand.Rand) []float64 {
	var src []float64
	for range 1 + rng.IntN(3) {
		burst := make([]float64, audio.Discord.Samples(time.Duration(120+rng.IntN(180))*time.Millisecond))
		for i := range burst {
			t := float64(i) / float64(audio.Discord)
			burst[i] = rng.NormFloat64() * math.Exp(-t*(12+8*rng.Float64())) * min(1, t/0.004)
		}
		src = append(append(src, burst...), make([]float64, audio.Discord.Samples(time.Duration(80+rng.IntN(120))*time.Millisecond))...)
	}
	return throat(src, 0.1+0.4*rng.Float64(), 420+200*rng.Float64(), 1300+400*rng.Float64(), 2600)
}

// laugh is "ha ha ha": voice and breath, four to six times a second.
func laugh(rng *rand.Rand) []float64 {
	d := time.Duration(500+rng.IntN(1200)) * time.Millisecond
	rate, pitch := 4+2*rng.Float64(), 170+160*rng.Float64()
	src := hum(d, rng, func(t float64) float64 { return pitch * (1 - 0.15*t) })
	for i := range src {
		t := float64(i) / float64(audio.Discord)
		open := math.Pow(max(0, math.Sin(2*math.Pi*rate*t)), 0.7)
		src[i] = (src[i] + 0.02*rng.NormFloat64()) * open
	}
	return throat(src, 0.1+0.3*rng.Float64(), 750, 1250, 2500)
}

// mhm is two hums, or the vowels of "uh-huh", with a breath between them, the
// second higher.
func mhm(rng *rand.Rand) []float64 {
	pitch := 100 + 120*rng.Float64()
	d := time.Duration(300+rng.IntN(250)) * time.Millisecond
	src := hum(d, rng, func(t float64) float64 { return pitch * (1 + 0.5*t/d.Seconds()) })
	for i := range src {
		at := float64(i) / float64(len(src))
		src[i] *= min(1, math.Abs(at-0.45)/0.1) * min(1, at/0.1, (1-at)/0.1)
	}
	for i := range src {
		src[i] += 0.01 * rng.NormFloat64()
	}
	if rng.IntN(2) == 0 {
		return throat(src, 0.1+0.3*rng.Float64(), 620, 1150, 2450, 3500)
	}
	return throat(src, 0.1+0.3*rng.Float64(), 280, 1100, 2200, 3300)
}
