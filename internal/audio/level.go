package audio

import "math"

// Floor is the level, in dBFS, of anything quieter than one step of a sample:
// silence has no logarithm.
const Floor = -96.0

// RMS returns the mean level of pcm in dBFS, where 0 is a square wave as loud
// as can be. Silence, and no sound at all, is [Floor].
func RMS(pcm []int16) float64 {
	if len(pcm) == 0 {
		return Floor
	}
	var sum float64
	for _, s := range pcm {
		sum += float64(s) * float64(s)
	}
	return powerDB(sum / float64(len(pcm)))
}

// Peak returns the level of the loudest sample of pcm in dBFS, at least
// [Floor].
func Peak(pcm []int16) float64 {
	p := float64(peak(pcm))
	return powerDB(p * p)
}

// powerDB is the level in dBFS of a mean square.
func powerDB(p float64) float64 {
	if p <= 0 {
		return Floor
	}
	return max(Floor, 10*math.Log10(p/(32768*32768)))
}

// gain is the factor for a level difference in dB.
func gain(db float64) float64 { return math.Pow(10, db/20) }

func peak(pcm []int16) int {
	p := 0
	for _, s := range pcm {
		p = max(p, int(s), -int(s))
	}
	return p
}
