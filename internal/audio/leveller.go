package audio

import "time"

// What a [Leveller] aims at.
const (
	// SpeechLevel is the level of speech, pauses left out, that voices are
	// brought to, in dBFS. Speech peaks 12 to 18 dB above its mean, so this is
	// as loud as can be without the limiter working all the time.
	SpeechLevel = -20.0

	levelCeiling = -3.0  // dBFS; the limiter lets no sample above it: Opus overshoots by up to 3 dB
	levelGate    = -50.0 // dBFS; a block below it is a pause and is not measured
	levelDrop    = 15.0  // dB; so is one this far below the loudness so far
	levelNoise   = -45.0 // dBFS; no voice is taken to have become fainter than this
	levelMaxGain = 20.0  // dB; more would lift a voice's noise into hearing
	levelMinGain = -20.0

	levelBlock   = 5 * time.Millisecond   // gain is a straight line within a block
	levelFirst   = 100 * time.Millisecond // of speech decides the first gain
	levelPatient = 200 * time.Millisecond // after its first sound, decide anyway
	levelLeast   = 25 * time.Millisecond  // of speech; what is less is a click
	levelDoubt   = time.Second            // of sound left out, more than measured: in flite's and espeak's voices it is 250 ms at most
	levelMemory  = 3 * time.Second        // how much speech the loudness remembers
	levelSlew    = 6.0                    // dB per second, once decided
	levelRelease = 40.0                   // dB per second, back up after a peak
)

// A Leveller brings one voice to [SpeechLevel], so that the table need not
// reach for the volume when another NPC speaks. Pauses are not measured. The
// first gain is decided from the first 100 ms of speech, which are held back
// until then; after that the gain follows slowly. A limiter that looks one
// block (5 ms) ahead keeps peaks from clipping.
//
// It remembers the voice from one stream to the next: only the first sentence
// of a voice waits for its gain. What it remembers may be wrong, a click before the
// first word, or no longer hold: where hardly anything is as loud as that any more
// it is measured anew.
type Leveller struct {
	block int // samples

	voice   loudness // of the speech so far
	other   loudness // of what was left out as a pause lately, though it is a sound
	doubt   int      // how many more blocks that were than of the voice
	decided bool
	target  float64 // dB; where the gain is going
	now     float64 // dB; where it is, before the limiter
	edge    float64 // factor at the start of the oldest block held

	held  []int16 // whole blocks not yet let go, then a part of one
	since int     // blocks held since the first sound, while not decided
	rate  Rate
}

// NewLeveller returns a leveller for one voice at a rate.
func NewLeveller(rate Rate) *Leveller {
	block := rate.Samples(levelBlock)
	return &Leveller{
		block: block,
		edge:  1,
		held:  make([]int16, 0, rate.Samples(levelPatient)+3*block),
		rate:  rate,
	}
}

// Append appends src, levelled, to dst and returns the extended slice, as
// append does. It holds back up to 5 ms, and at the start of a voice up to
// 200 ms of its sound: [Leveller.Flush] ends the stream. It does not keep src.
func (l *Leveller) Append(dst, src []int16) []int16 {
	for len(src) > 0 {
		n := min(len(src), l.block-len(l.held)%l.block)
		l.held = append(l.held, src[:n]...)
		src = src[n:]
		if len(l.held)%l.block == 0 {
			l.measure(l.held[len(l.held)-l.block:])
			dst = l.release(dst)
		}
	}
	return dst
}

// Flush appends what is held back. The next stream is taken to be of the same
// voice and begins at the gain that this one ended with.
func (l *Leveller) Flush(dst []int16) []int16 {
	l.decide()
	dst = l.release(dst)
	for len(l.held) > 0 {
		n := min(l.block, len(l.held))
		dst = l.let(dst, n, nil)
	}
	return dst
}

// Drop forgets what is held back. It ends a stream that nobody hears on, whose
// last moments would otherwise begin the next one.
func (l *Leveller) Drop() {
	l.held = l.held[:0]
	l.since = 0
}

// A loudness is the mean level of a sound without its pauses.
type loudness struct {
	power  float64 // mean square
	blocks int     // measured, at most levelMemory's worth
}

// take takes a block of that mean square into account. It reports false if beside
// the others the block is a pause.
func (m *loudness) take(power float64) bool {
	if m.blocks > 0 && powerDB(power) < powerDB(m.power)-levelDrop {
		return false
	}
	m.blocks = min(m.blocks+1, blocks(levelMemory))
	m.power += (power - m.power) / float64(m.blocks)
	return true
}

// measure takes one new block into account.
func (l *Leveller) measure(block []int16) {
	var sum float64
	for _, s := range block {
		sum += float64(s) * float64(s)
	}
	if l.since > 0 {
		l.since++
	}
	if power := sum / float64(len(block)); powerDB(power) >= levelGate {
		l.since = max(l.since, 1)
		l.hear(power)
	}
	switch {
	case l.decided:
		l.aim()
	case l.voice.blocks >= blocks(levelFirst), l.since >= blocks(levelPatient):
		l.decide()
	}
}

// hear takes one new block that is a sound into account, as one of the voice or of
// what may turn out to be the voice.
func (l *Leveller) hear(power float64) {
	if l.voice.take(power) {
		if l.doubt = max(0, l.doubt-1); l.doubt == 0 {
			l.other = loudness{}
		}
		return
	}
	l.other.take(power)
	if l.doubt++; l.doubt >= blocks(levelDoubt) {
		l.turn()
	}
}

// turn takes what was left out for the voice, unless it is as faint as noise.
func (l *Leveller) turn() {
	if powerDB(l.other.power) >= levelNoise {
		l.voice = l.other
	}
	l.other, l.doubt = loudness{}, 0
}

func blocks(d time.Duration) int { return int(d / levelBlock) }

// decide settles the first gain, at once and without a slope. A stream without
// any speech keeps its level.
func (l *Leveller) decide() {
	if l.decided {
		return
	}
	if l.doubt > l.voice.blocks { // it was a click
		l.turn()
	}
	if l.voice.blocks < blocks(levelLeast) {
		l.voice, l.since = loudness{}, 0
		return
	}
	l.decided = true
	l.aim()
	l.now = l.target
	l.edge = gain(l.now)
}

func (l *Leveller) aim() {
	l.target = min(max(SpeechLevel-powerDB(l.voice.power), levelMinGain), levelMaxGain)
}

// release lets go of every whole block that has another whole one after it,
// unless a first gain is still awaited.
func (l *Leveller) release(dst []int16) []int16 {
	if !l.decided && l.since > 0 {
		return dst
	}
	for len(l.held) >= 2*l.block {
		dst = l.let(dst, l.block, l.held[l.block:2*l.block])
	}
	return dst
}

// let appends the first n samples held, under a gain that runs in a straight
// line from the edge before to an edge that neither this block nor the next
// clips at: so no sample between the two clips either.
func (l *Leveller) let(dst []int16, n int, next []int16) []int16 {
	block := l.held[:n]
	step := levelSlew * levelBlock.Seconds()
	l.now += min(max(l.target-l.now, -step), step)

	rise := l.edge * gain(levelRelease*levelBlock.Seconds())
	end := min(gain(l.now), rise, ceiling(block), ceiling(next))
	start := min(l.edge, ceiling(block))
	slope := (end - start) / float64(n)
	for i, s := range block {
		dst = append(dst, clip16(float32(float64(s)*(start+slope*float64(i)))))
	}
	l.edge = end
	l.held = append(l.held[:0], l.held[n:]...)
	return dst
}

// ceiling is the largest factor that keeps pcm below the limit.
func ceiling(pcm []int16) float64 {
	p := peak(pcm)
	if p == 0 {
		return gain(levelMaxGain)
	}
	return gain(levelCeiling) * 32768 / float64(p)
}
