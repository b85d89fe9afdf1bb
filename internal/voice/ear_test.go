package voice

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
)

// Nothing is sent in silence, so time ends the utterance, at the endpoint delay
// after the last word and not with the next one. Case: V09, F13.
func TestEndOfSpeechRunsOnTime(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(clip(t, 500*ms, 3420*ms))...) // half a second of silence first
	r.hear(k.hush(5)...)
	r.wait(10 * time.Second)

	if got := r.story(); got != "began paused ended " {
		t.Fatalf("events: %s", got)
	}
	began, when := find[Began](t, r, 0)
	within(t, "first voiced sample", began.At.Sub(r.start), 690*ms, 760*ms)
	within(t, "began is known after the first voiced sample by", when-began.At.Sub(r.start), 90*ms, 110*ms)
	paused, pausedWhen := find[Paused](t, r, 0)
	ended, endedWhen := find[Ended](t, r, 0)
	if !paused.At.Equal(ended.Voiced) {
		t.Errorf("the last voiced sample is at %v when paused and at %v when ended", paused.At, ended.Voiced)
	}
	if !ended.At.Equal(r.start.Add(endedWhen)) {
		t.Errorf("Ended.At is %v, want when it was known, %v", ended.At, r.start.Add(endedWhen))
	}
	voiced := ended.Voiced.Sub(r.start)
	within(t, "last voiced sample", voiced, 2830*ms, 2890*ms)
	within(t, "pause is known after the last voiced sample by", pausedWhen-voiced, 96*ms, 130*ms)
	within(t, "end is known after the last voiced sample by", endedWhen-voiced, 490*ms, 520*ms)

	pcm := r.utterances()[0]
	within(t, "sound", duration(pcm), voiced-began.At.Sub(r.start)+320*ms, voiced-began.At.Sub(r.start)+950*ms)
	if c := r.ear.Counters(); c.Received != 151 || c.Decoded != 146 || c.Silence != 5 || c.Lost != 0 || c.Utterance != 1 {
		t.Errorf("counters: %+v", c)
	}
	if at := r.ear.Next(); !at.IsZero() { // Case: F15.
		t.Errorf("in an empty channel the clock still runs: next at %v", at)
	}
}

// The first word begins before it is known to be one: the pre-roll hands over
// what was before.
func TestPreRoll(t *testing.T) {
	for _, tt := range []struct {
		preroll     time.Duration
		least, most time.Duration // of the first Sound
	}{
		{0, (320 + 96) * ms, (320 + 96) * ms},
		{100 * ms, (100 + 96) * ms, (100 + 96) * ms},
		{time.Second, 790 * ms, 850 * ms}, // there was no more
		{-1, 32 * ms, 32 * ms},
	} {
		r, k := newRoom(t, Options{PreRoll: tt.preroll}), newTalker(t)
		r.hear(k.say(clip(t, 500*ms, 2*time.Second))...)
		s, _ := find[Sound](t, r, 0)
		within(t, fmt.Sprintf("first sound with a pre-roll of %v", tt.preroll), duration(s.PCM), tt.least, tt.most)
	}
}

// With a camera on, silence frames never stop. Case: V10.
func TestSilenceFramesAreSilence(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(sentence(t))...)
	r.hear(k.hush(500)...)
	if got := r.story(); got != "began paused ended " {
		t.Fatalf("events: %s", got)
	}
	ended, when := find[Ended](t, r, 0)
	within(t, "end after the last voiced sample", when-ended.Voiced.Sub(r.start), 480*ms, 520*ms)
	if c := r.ear.Counters(); c.Decoded != 110 || c.Silence != 500 {
		t.Errorf("counters: %+v", c)
	}
}

// A pause shorter than the endpoint delay does not split a sentence: the words
// on both sides are one utterance.
func TestResumed(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(sentence(t)[:80])...)
	r.hear(k.hush(5)...)
	r.wait(200 * ms)
	k.pause(200 * ms)
	r.hear(k.say(sentence(t)[:80])...)
	r.hear(k.hush(5)...)
	r.wait(time.Second)
	if got := r.story(); got != "began paused resumed paused ended " {
		t.Fatalf("events: %s", got)
	}
	// The pause lasts as long in the sound as it did at the table.
	began, _ := find[Began](t, r, 0)
	_, when := find[Ended](t, r, 0)
	said := when - began.At.Sub(r.start) - 400*ms // 100 ms of the last silence came as frames
	within(t, "sound after the pre-roll", duration(r.utterances()[0])-40*ms, said-50*ms, said+50*ms)
}

// The release of a last consonant is voiced for one window, and does not end the
// pause. Two windows do.
func TestReleaseIsStillPause(t *testing.T) {
	for _, tt := range []struct {
		frames int
		want   string
	}{
		{3, "began paused ended "},
		{5, "began paused resumed paused ended "},
	} {
		r, k := newRoom(t, Options{}), newTalker(t)
		r.hear(k.say(sentence(t)[:80])...)
		r.hear(k.hush(8)...)
		r.hear(k.say(sentence(t)[45 : 45+tt.frames])...)
		r.hear(k.hush(5)...)
		r.wait(time.Second)
		if got := r.story(); got != tt.want {
			t.Errorf("%v of a voice in a pause: %s, want %s", time.Duration(tt.frames)*audio.FrameDuration, got, tt.want)
		}
	}
}

// The delay can be stretched for somebody who is not done, and is the usual one
// for the next. Case: T13.
func TestSetEndpoint(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(sentence(t)[:60])...)
	r.hear(k.hush(5)...)
	r.ear.SetEndpoint(2 * time.Second)
	r.wait(1200 * ms) // 1.3 s of silence in all
	k.pause(1200 * ms)
	r.hear(k.say(sentence(t)[:60])...)
	r.hear(k.hush(5)...)
	r.wait(5 * time.Second)
	k.pause(5 * time.Second)
	r.hear(k.say(sentence(t)[:60])...)
	r.hear(k.hush(5)...)
	r.wait(5 * time.Second)
	if got := r.story(); got != "began paused resumed paused ended began paused ended " {
		t.Fatalf("events: %s", got)
	}
	a, whenA := find[Ended](t, r, 0)
	b, whenB := find[Ended](t, r, 1)
	within(t, "stretched end", whenA-a.Voiced.Sub(r.start), 1980*ms, 2020*ms)
	within(t, "usual end", whenB-b.Voiced.Sub(r.start), 480*ms, 520*ms)
}

// Somebody goes on just as their utterance ends: whichever side of the end their
// first word falls on, all of it is in the utterance that follows, or the first
// goes on.
//
// Case: T13.
func TestGoingOnAtTheEnd(t *testing.T) {
	for gap := 100 * ms; gap <= 300*ms; gap += 4 * ms {
		r, k := newRoom(t, Options{Endpoint: 300 * ms}), newTalker(t)
		r.hear(k.say(sentence(t)[:60])...)
		r.hear(k.hush(5)...)
		r.wait(gap)
		k.pause(gap)
		goesOn := r.now.Sub(r.start) + 40*ms // the sentence begins with 40 ms of silence
		r.hear(k.say(sentence(t)[:60])...)
		if len(r.utterances()) == 1 {
			continue
		}
		began := slices.IndexFunc(r.events, func(e Event) bool { b, ok := e.(Began); return ok && b.At.Sub(r.start) > time.Second })
		first, ok := r.events[began+1].(Sound)
		if from := r.when[began+1] - duration(first.PCM); !ok || from > goesOn {
			t.Errorf("after %v: what follows is heard from %v on, and it is said from %v on", gap, from, goesOn)
		}
	}
}

// What is shorter than a word, or is not speech, begins nothing. Case: T03.
func TestNoiseIsNotSpeech(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(hiss(t))...)
	r.hear(k.say(clip(t, 10600*ms, 12200*ms))...) // a tone and a click
	r.hear(k.say(sentence(t)[3:7])...)            // 80 ms of a voice
	r.hear(k.hush(5)...)
	r.wait(time.Second)
	stirs := slices.IndexFunc(r.events, func(e Event) bool { _, ok := e.(Stirred); return !ok })
	if got := r.story(); got != "" || stirs >= 0 {
		t.Errorf("events: %s", got)
	}
}

// Who begins to speak stirs a window before that.
func TestStirred(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(clip(t, 500*ms, 3420*ms))...)
	s, early := find[Stirred](t, r, 0)
	b, known := find[Began](t, r, 0)
	if !s.At.Equal(b.At) {
		t.Errorf("stirred at %v, began at %v", s.At, b.At)
	}
	within(t, "known sooner by", known-early, 20*ms, 40*ms)
}

// Somebody who talks without end is heard in pieces of 30 s, and no sample
// between two pieces is lost. Case: V23.
func TestMonologueIsCapped(t *testing.T) {
	k, r := newTalker(t), newRoom(t, Options{})
	var ps []Packet
	for len(ps) < 50*95 {
		ps = append(ps, k.say(sentence(t)[4:100])...)
	}
	r.hear(ps...)
	r.got(r.ear.Close(nil, r.now))
	all := r.utterances()
	if len(all) < 4 {
		t.Fatalf("%d utterances in 95 s, want 4 or more", len(all))
	}
	sum := 0
	for i, pcm := range all {
		sum += len(pcm)
		if d := duration(pcm); d > 30*time.Second+32*ms {
			t.Errorf("utterance %d lasts %v", i, d)
		}
	}
	within(t, "sound of all", audio.Speech.Duration(sum), 94*time.Second, 97*time.Second)
	if c := r.ear.Counters(); c.Utterance != int64(len(all)) {
		t.Errorf("counters: %+v", c)
	}
	// At the seam one ends and the next begins at the same moment.
	ended, endedWhen := find[Ended](t, r, 0)
	began, beganWhen := find[Began](t, r, 1)
	if endedWhen != beganWhen {
		t.Errorf("the end is known at %v, the next beginning at %v", endedWhen, beganWhen)
	}
	within(t, "the next begins before the end is known by", ended.At.Sub(began.At), 0, audio.FrameDuration)
}

// Somebody who talks for long, with pauses, is heard in pieces that are cut in a
// pause: put together they are what is heard without a cut, sample for sample.
// Case: V23.
func TestMonologueIsCutInAPause(t *testing.T) {
	hear := func(longest time.Duration) *room {
		k, r := newTalker(t), newRoom(t, Options{Longest: longest})
		for range 20 {
			r.hear(k.say(sentence(t)[4:100])...)
			r.hear(k.hush(5)...)
			r.wait(200 * ms)
			k.pause(200 * ms)
		}
		r.got(r.ear.Close(nil, r.now))
		return r
	}
	cut, whole := hear(10*time.Second), hear(time.Hour)
	if n := len(whole.utterances()); n != 1 {
		t.Fatalf("%d utterances without a cut, want 1", n)
	}
	pieces := cut.utterances()
	if len(pieces) < 4 {
		t.Fatalf("%d utterances in 43 s, want 4 or more", len(pieces))
	}
	if !slices.Equal(slices.Concat(pieces...), whole.utterances()[0]) {
		t.Error("the pieces are not the whole")
	}
	for i, pcm := range pieces[:len(pieces)-1] {
		within(t, "a piece", duration(pcm), 8*time.Second, 10*time.Second)
		ended, _ := find[Ended](t, cut, i)
		began, _ := find[Began](t, cut, i+1)
		if !ended.More {
			t.Errorf("piece %d is said to be the last", i)
		}
		within(t, "the pause at the cut", began.At.Sub(ended.Voiced), 200*ms, 400*ms)
		if level := audio.RMS(pcm[len(pcm)-512:]); level > -50 {
			t.Errorf("piece %d ends at %.0f dBFS, not in silence", i, level)
		}
	}
	if last, _ := find[Ended](t, cut, len(pieces)-1); last.More {
		t.Error("the last piece is said not to be")
	}
}

// What was being said at the end is not lost. Case: F18.
func TestCloseEndsTheUtterance(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	ps := k.say(sentence(t)[:52])
	r.hear(ps[:50]...)
	r.burst(ps[51]) // waits for the one before
	r.got(r.ear.Close(nil, r.now))
	if got := r.story(); got != "began ended " {
		t.Fatalf("events: %s", got)
	}
	within(t, "sound", duration(r.utterances()[0]), 52*20*ms-30*ms, 52*20*ms)

	// A closed ear stays closed. Case: F22.
	n := len(r.events)
	r.burst(ps[50])
	r.got(r.ear.Tick(nil, r.now.Add(time.Hour)))
	r.got(r.ear.Close(nil, r.now))
	if len(r.events) != n || !r.ear.Next().IsZero() {
		t.Error("a closed ear still hears")
	}
}

// What a quiet voice said once is heard again: nothing that was learnt from the
// first utterance shuts out the second. Case: T15.
func TestQuietVoiceIsHeardAgain(t *testing.T) {
	frames := sentence(t)
	var pcm []int16
	for i := range frames {
		pcm = append(pcm, frames[i][:]...)
	}
	quiet := math.Pow(10, (-46-audio.RMS(pcm))/20) // RMS 160
	for i := range frames {
		for j, s := range frames[i] {
			frames[i][j] = int16(float64(s) * quiet)
		}
	}
	r, k := newRoom(t, Options{}), newTalker(t)
	for range 3 {
		r.hear(k.say(frames)...)
		r.hear(k.hush(5)...)
		r.wait(2 * time.Second)
		k.pause(2 * time.Second)
	}
	if got := r.story(); got != strings.Repeat("began paused ended ", 3) {
		t.Errorf("events: %s", got)
	}
}
