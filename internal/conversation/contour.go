package conversation

import (
	"math"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// A held agent stops in mid-word, so its echo is half a second of sound in which
// a recogniser reads "Lion" for "A room" and "Ask old" for "Ask Odo". What such
// an echo keeps on its way through a loudspeaker, a room and a microphone is
// how its sound changes: hiss, hum, hiss. So sound is compared too.

// A contour is what a sound is made of, from one 20 ms to the next.
type contour []shade

// A shade is 20 ms of sound: how loud it is, in dB, and how much of it lies in
// each band, against the mean of all. Zero is silence.
type shade struct {
	level float64
	bands [len(bandEdges) - 1]float64
}

// bandEdges are in Hz, as wide as ears have them and as telephones pass them.
var bandEdges = [...]float64{200, 500, 900, 1400, 2000, 2800, 3800}

const (
	// shadeSamples at [audio.Speech] make a shade.
	shadeSamples = 320
	// contourDepth is how far below its loudest, in dB, sound is looked at: the
	// rest is the room's.
	contourDepth = 25.0
	// silentShade is the level below which there is no sound.
	silentShade = 60.0
	// contourMost bounds how much of an utterance is compared: two seconds say
	// enough.
	contourMost = 100
	// contourLeast is how much of it must be sound on both sides.
	contourLeast = 10
	// contourShort is as little as can be told apart: 300 ms.
	contourShort = 15
	// sameSound is the likeness from which two sounds are one. Of 8,000 pairs of
	// 600 ms in which people and agents of six voices say different things 1 in
	// 100 is above 0.72 and none above 0.83; of echoes with a room's tail half
	// are above 0.88 and 1 in 10 is below 0.77. Without a room all are above 0.9.
	sameSound = 0.8
	// likelySound is enough if there is another reason to take it for an echo.
	likelySound = 0.72
	// echoTail is how long a room goes on sounding, and stopSlack how exactly it
	// is known when a sound stopped.
	echoTail  = 160 * time.Millisecond
	stopSlack = 60 * time.Millisecond
	// echoLag bounds how long an echo takes.
	echoLag = 1200 * time.Millisecond
)

// A probe is a tone to compare sound with, in a window that has no edges.
type probe struct {
	band     int
	cos, sin [shadeSamples]float64
}

// probes are a tone every 100 Hz.
var probes = func() (all []probe) {
	for band := range len(bandEdges) - 1 {
		for f := bandEdges[band]; f < bandEdges[band+1]; f += 100 {
			p := probe{band: band}
			for i := range p.cos {
				at := float64(i) + 0.5
				window := 0.5 - 0.5*math.Cos(2*math.Pi*at/shadeSamples)
				sin, cos := math.Sincos(2 * math.Pi * f * at / float64(audio.Speech))
				p.cos[i], p.sin[i] = window*cos, window*sin
			}
			all = append(all, p)
		}
	}
	return all
}()

func shadeFrom(pcm *[shadeSamples]float64) (s shade) {
	var total float64
	for i := range probes {
		p := &probes[i]
		var cos, sin float64
		for j, x := range pcm {
			cos += x * p.cos[j]
			sin += x * p.sin[j]
		}
		power := cos*cos + sin*sin
		s.bands[p.band] += power
		total += power
	}
	s.level = 10 * math.Log10(1+total)
	mean := 0.0
	for i, power := range s.bands {
		s.bands[i] = 10 * math.Log10(1000+power) // a band with nothing in it is not −∞
		mean += s.bands[i] / float64(len(s.bands))
	}
	for i := range s.bands {
		s.bands[i] -= mean
	}
	return s
}

// A track is the contour of what left the mouth, on the clock. The goroutine
// that speaks writes it, the loop reads it.
type track struct {
	mu    sync.Mutex
	marks []mark
}

type mark struct {
	at    time.Time
	shade shade
}

// add notes a frame that left just now. The first frames are pulled at once,
// but each is heard after the one before.
func (k *track) add(f *audio.Frame) {
	var pcm [shadeSamples]float64
	for i := range pcm {
		pcm[i] = (float64(f[3*i]) + float64(f[3*i+1]) + float64(f[3*i+2])) / 3
	}
	m := mark{time.Now(), shadeFrom(&pcm)}
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := len(k.marks); n > 0 {
		if next := k.marks[n-1].at.Add(audio.FrameDuration); m.at.Before(next) {
			m.at = next
		}
	}
	k.marks = append(k.marks, m)
}

// draw puts what left the mouth into a contour that begins at a moment, and
// reports whether there was any.
func (k *track) draw(c contour, from time.Time) (drawn bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.marks {
		if at := m.at.Sub(from); at >= 0 && int(at/audio.FrameDuration) < len(c) {
			c[at/audio.FrameDuration] = m.shade
			drawn = true
		}
	}
	return drawn
}

// contour returns the contour of the beginning of u, without its pre-roll.
func (u *utterance) contour() contour {
	var c contour
	var pcm [shadeSamples]float64
	skip, n := audio.Speech.Samples(nonNegative(u.began.Sub(u.soundFrom))), 0
	for _, piece := range u.pieces {
		for _, s := range piece[min(skip, len(piece)):] {
			pcm[n] = float64(s)
			if n++; n == shadeSamples {
				n = 0
				if c = append(c, shadeFrom(&pcm)); len(c) == contourMost {
					return c
				}
			}
		}
		skip = max(0, skip-len(piece))
	}
	return c
}

// soundsLikeEcho reports whether u, in which h was read, is by its sound what
// an agent said before it. Likeness alone has to be great. Less is enough if the
// recogniser is not sure of what it read, if it comes as late as the last echo
// of the same person did, or if it stopped that long after the agent was held.
func (r *running) soundsLikeEcho(u *utterance, h speech.Hypothesis) bool {
	if u.echoed > 0 && u.echoed == u.stretch {
		return true // nothing has come since
	}
	best, late := r.likeness(u)
	s := r.loudness(u.who.ID)
	limit := sameSound
	switch {
	case unsure(h),
		s.lag > 0 && max(late-s.lag, s.lag-late) <= audio.FrameDuration,
		u.stoppedWith(late):
		limit = likelySound
	}
	if best < limit {
		return false
	}
	s.lag = late
	if !u.talking {
		u.echoed = u.stretch
	}
	return true
}

// mayBeEcho reports whether u, which goes on, may turn out to be an echo.
func (r *running) mayBeEcho(u *utterance) bool {
	best, _ := r.likeness(u)
	return best >= likelySound && u.holding && time.Since(u.over.score.last()) < echoLag
}

// stoppedWith reports whether u stopped as long after the agent that it holds as
// an echo that is so late does. A person goes on for as long as they like.
func (u *utterance) stoppedWith(late time.Duration) bool {
	if !u.holding || u.talking || late == 0 {
		return false
	}
	after := u.lastVoiced.Sub(u.over.score.last().Add(audio.FrameDuration + late))
	return after > -stopSlack && after < echoTail
}

// likeness returns how much the sound of u is like what agents said before it:
// at most 1, and the best of all lags that an echo may have. Of very short sound
// only a known lag tells anything.
func (r *running) likeness(u *utterance) (best float64, late time.Duration) {
	lags := int(echoLag / audio.FrameDuration)
	said := make(contour, lags+contourMost)
	drawn := false
	for _, t := range r.spoken {
		drawn = t.track.draw(said, u.began.Add(-echoLag)) || drawn
	}
	if !drawn {
		return 0, 0
	}
	heard := u.contour()
	known := int(r.loudness(u.who.ID).lag / audio.FrameDuration)
	for lag := range lags {
		back := lags - lag // frames from what was said to what was heard
		if len(heard) < contourShort && (known == 0 || max(back-known, known-back) > 1) {
			continue
		}
		if like := alike(heard, said[lag:lag+len(heard)]); like > best {
			best, late = like, time.Duration(back)*audio.FrameDuration
		}
	}
	return best, late
}

// alike correlates two contours of the same length, where both have sound and
// after what a room adds to each band has been taken away. It is 0 if there is
// too little to say.
func alike(heard, said contour) float64 {
	loud := func(c contour) float64 {
		top := 0.0
		for _, s := range c {
			top = max(top, s.level)
		}
		return max(top-contourDepth, silentShade)
	}
	loudHeard, loudSaid := loud(heard), loud(said)
	sounds := 0
	var both []int
	for i := range heard {
		if heard[i].level > loudHeard {
			sounds++
			if said[i].level > loudSaid {
				both = append(both, i)
			}
		}
	}
	if len(both) < contourLeast || 10*len(both) < 7*sounds {
		return 0 // it sounds where the other does not
	}
	var hh, ss, hs float64
	for band := range bandEdges[1:] {
		var h, s float64
		for _, i := range both {
			h += heard[i].bands[band] / float64(len(both))
			s += said[i].bands[band] / float64(len(both))
		}
		for _, i := range both {
			x, y := heard[i].bands[band]-h, said[i].bands[band]-s
			hh, ss, hs = hh+x*x, ss+y*y, hs+x*y
		}
	}
	if hh < 1 || ss < 1 {
		return 0 // one of them does not change
	}
	return hs / math.Sqrt(hh*ss)
}
