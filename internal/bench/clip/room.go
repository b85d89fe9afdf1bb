package clip

import "glyphoxa/internal/audio"

// A Room is where a loudspeaker plays into a microphone: there are walls 15 and
// 25 ms away in time. The zero Room is silent.
type Room struct {
	tail [2400]float64 // 50 ms
	at   int
}

// Echo makes of a frame that is played what the microphone picks up of it, so
// loud as gain says.
func (r *Room) Echo(f *audio.Frame, gain float64) {
	for i := range f {
		wet := float64(f[i]) + 0.35*r.tail[(r.at+1680)%len(r.tail)] + 0.2*r.tail[(r.at+1200)%len(r.tail)]
		r.tail[r.at%len(r.tail)] = wet
		r.at++
		f[i] = int16(max(-32768, min(32767, gain*wet)))
	}
}
