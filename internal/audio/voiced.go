package audio

import (
	"slices"
	"time"
)

// VoicedLevel is the peak, in dBFS, from which sound is a voice. What is below
// it, nobody hears.
const VoicedLevel = -45.0

// voicedSample is VoicedLevel as a sample.
const voicedSample = 185

func isVoiced(s int16) bool { return s >= voicedSample || s <= -voicedSample }

// Voiced returns where what is voiced of pcm begins and ends: pcm[from:to] has all
// of it. They are equal if nothing is.
func Voiced(pcm []int16) (from, to int) {
	for to = len(pcm); to > 0 && !isVoiced(pcm[to-1]); to-- {
	}
	for from < to && !isVoiced(pcm[from]) {
		from++
	}
	return from, to
}

// Trim returns pcm without the silence around what is voiced, cut at multiples of
// step samples.
func Trim(pcm []int16, step int) []int16 {
	from, to := Voiced(pcm)
	return pcm[from-from%step : min(len(pcm), to+step-1-(to+step-1)%step)]
}

// A Lead is the silence that an answer begins with, which a listener would take
// for thinking. It is cut to the sample: a frame of it makes the answer late by
// one.
type Lead struct {
	Most time.Duration // how much of it is cut; what is longer is meant
	Cut  time.Duration // how much has been

	over bool
}

func (l *Lead) isOver() bool { return l == nil || l.over }

// attack is how much is left of a lead: a consonant may begin below what counts
// as voiced.
const attack = 5 * time.Millisecond

// cut takes the lead off pcm, which is at the [Discord] rate and which it changes.
// What it leaves may come again, with more behind it.
func (l *Lead) cut(pcm []int16) []int16 {
	if l.isOver() {
		return pcm
	}
	from, to := Voiced(pcm)
	if from < to {
		l.over = true
	} else {
		from = len(pcm)
	}
	n := max(0, from-Discord.Samples(attack))
	if left := Discord.Samples(l.Most - l.Cut); n >= left {
		n, l.over = left, true
	}
	l.Cut += Discord.Duration(n)
	return slices.Delete(pcm, 0, n)
}
