package voice

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
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

// A second of speech, ten of nothing, a second of speech are two utterances,
// eleven seconds apart, and neither has the gap squeezed out. Case: V11.
func TestGapIsAPause(t *testing.T) {
	for _, hush := range []int{5, 0} { // the silence frames may be lost
		r, k := newRoom(t, Options{}), newTalker(t)
		first := k.say(sentence(t)[:50])
		r.hear(first...)
		r.hear(k.hush(hush)...)
		gap := 10*time.Second - time.Duration(hush)*audio.FrameDuration
		r.wait(gap)
		k.pause(gap)
		r.hear(k.say(sentence(t)[:50])...)
		r.hear(k.hush(5)...)
		r.wait(time.Second)
		if got := r.story(); got != "began paused ended began paused ended " {
			t.Fatalf("%d silence frames: events: %s", hush, got)
		}
		a, _ := find[Began](t, r, 0)
		b, _ := find[Began](t, r, 1)
		within(t, "starts apart", b.At.Sub(a.At), 10950*ms, 11050*ms)
		ended, when := find[Ended](t, r, 0)
		most := 530 * ms
		if hush == 0 {
			most = 830 * ms // a gap without silence frames counts from its 300th ms on
		}
		within(t, "end after the last voiced sample", when-ended.Voiced.Sub(r.start), most-40*ms, most+60*ms)
		for i, pcm := range r.utterances() {
			within(t, fmt.Sprintf("utterance %d", i), duration(pcm), 900*ms, 1550*ms)
		}
	}
}

// The network stalls in mid-sentence and then brings all at once. It is one
// utterance and nobody paused. Case: F14.
func TestJitterDoesNotSplit(t *testing.T) {
	k := newTalker(t)
	ps := k.say(sentence(t))
	want := newRoom(t, Options{})
	want.hear(ps...)

	r := newRoom(t, Options{})
	r.hear(ps[:60]...)
	r.wait(290 * ms)
	r.burst(ps[60:75]...)
	r.hear(ps[75:]...)
	if a, b := r.story(), want.story(); a != b {
		t.Errorf("events: %s, want %s", a, b)
	}
	if !slices.Equal(r.utterances()[0], want.utterances()[0]) {
		t.Error("the stall can be heard")
	}

	// A stall that lasts is a pause, but not yet an end.
	r = newRoom(t, Options{})
	r.hear(ps[:60]...)
	r.wait(600 * ms)
	r.burst(ps[60:90]...)
	r.hear(ps[90:]...)
	if got := r.story(); got != "began paused resumed " && got != "began paused resumed paused " {
		t.Errorf("events: %s", got)
	}
	if n := len(r.utterances()); n != 1 {
		t.Errorf("%d utterances, want 1", n)
	}
}

// Where seconds are missing, nothing is made up and nothing is joined.
// Case: V12.
func TestLongLossIsNotGlued(t *testing.T) {
	for _, slow := range []bool{true, false} {
		r, k := newRoom(t, Options{}), newTalker(t)
		r.hear(k.say(sentence(t)[:50])...)
		if slow { // or all of it comes at once, after the network has slept
			r.wait(5 * time.Second)
		}
		k.seq += 250
		k.pause(5 * time.Second)
		r.hear(k.say(sentence(t)[:50])...)
		r.hear(k.hush(5)...)
		r.wait(time.Second)
		if got := r.story(); got != "began paused ended began paused ended " {
			t.Errorf("slow %v: events: %s", slow, got)
		}
		if c := r.ear.Counters(); c.Lost != 250 || c.Concealed != 0 {
			t.Errorf("slow %v: counters: %+v", slow, c)
		}
	}
}

// A hole of 200 ms in a sentence stays one of 200 ms: the sentence goes on.
// Case: V12.
func TestShortHoleKeepsItsLength(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	ps := k.say(sentence(t))
	r.hear(ps[:60]...)
	r.wait(200 * ms)
	r.hear(ps[70:]...)
	whole := newRoom(t, Options{})
	whole.hear(ps...)
	if a, b := len(r.utterances()[0]), len(whole.utterances()[0]); len(r.utterances()) != 1 || a != b {
		t.Errorf("%d utterances, the first of %d samples; want one of %d", len(r.utterances()), a, b)
	}
}

// Up to three packets lost are made up for, and none are awaited longer than
// the jitter allows.
func TestShortLossIsConcealed(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	var lost int64
	for i, p := range k.say(sentence(t)) {
		if i%20 >= 10 && i%20 < 10+1+(i/20)%3 {
			lost++
			r.wait(audio.FrameDuration)
			continue
		}
		r.hear(p)
	}
	r.hear(k.hush(5)...)
	r.wait(time.Second)
	c := r.ear.Counters()
	if c.Lost != lost || c.Concealed != lost {
		t.Errorf("%d lost and %d concealed, want %d", c.Lost, c.Concealed, lost)
	}
	whole := newRoom(t, Options{})
	k = newTalker(t)
	whole.hear(k.say(sentence(t))...)
	whole.hear(k.hush(5)...)
	whole.wait(time.Second)
	if got, want := r.story(), whole.story(); got != want {
		t.Errorf("events: %s, want %s", got, want)
	}
	a, b := duration(r.utterances()[0]), duration(whole.utterances()[0])
	within(t, "difference in length", (a - b).Abs(), 0, 64*ms)
}

func TestOrder(t *testing.T) {
	k := newTalker(t)
	ps := k.say(sentence(t))[:108]
	want := newRoom(t, Options{})
	want.hear(ps...)

	t.Run("swapped", func(t *testing.T) {
		r := newRoom(t, Options{})
		for i := 0; i+3 <= len(ps); i += 3 {
			r.hear(ps[i])
			r.burst(ps[i+2])
			r.wait(30 * ms)
			r.burst(ps[i+1])
			r.wait(10 * ms)
		}
		if !slices.Equal(r.utterances()[0], want.utterances()[0]) {
			t.Error("the order can be heard")
		}
		if c := r.ear.Counters(); c.Lost+c.Late+c.Duplicate != 0 {
			t.Errorf("counters: %+v", c)
		}
	})
	t.Run("twice", func(t *testing.T) {
		r := newRoom(t, Options{})
		for i, p := range ps {
			r.burst(p)
			r.burst(p, ps[max(0, i-5)])
			r.wait(audio.FrameDuration)
		}
		if !slices.Equal(r.utterances()[0], want.utterances()[0]) {
			t.Error("the copies can be heard")
		}
		if c := r.ear.Counters(); c.Duplicate != 216 || c.Lost+c.Late != 0 {
			t.Errorf("counters: %+v", c)
		}
	})
	t.Run("late", func(t *testing.T) {
		r := newRoom(t, Options{})
		r.hear(ps[:60]...)
		r.wait(audio.FrameDuration)
		r.hear(ps[61:70]...)
		r.hear(ps[60])
		if c := r.ear.Counters(); c.Late != 1 || c.Lost != 1 || c.Concealed != 1 {
			t.Errorf("counters: %+v", c)
		}
	})
	t.Run("in order without delay", func(t *testing.T) {
		r := newRoom(t, Options{})
		r.burst(ps[0])
		if c := r.ear.Counters(); c.Decoded != 1 {
			t.Errorf("a packet in order waits: %+v", c)
		}
	})
	t.Run("counted anew", func(t *testing.T) {
		r := newRoom(t, Options{})
		r.hear(ps[:100]...)
		k := newTalker(t)
		k.seq, k.ts = ps[0].Seq-9000, 12345
		r.hear(k.say(sentence(t))...)
		if c := r.ear.Counters(); c.Restarts != 1 || c.Decoded != 210 || c.Lost+c.Late != 0 {
			t.Errorf("counters: %+v", c)
		}
	})
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

// The start of an utterance is its own, with nothing of what came before the
// gap. Case: F19.
func TestNothingOldAfterAGap(t *testing.T) {
	fresh, k := newRoom(t, Options{}), newTalker(t)
	fresh.hear(k.hush(1)...)
	fresh.hear(k.say(sentence(t)[:60])...)

	r, k := newRoom(t, Options{}), newTalker(t)
	r.hear(k.say(clip(t, 13*time.Second, 13500*ms))...)
	r.hear(k.say(hiss(t)[:7])...) // leaves a part of a window behind
	r.hear(k.hush(5)...)
	r.wait(3 * time.Second)
	n := len(r.utterances())
	k.pause(3 * time.Second)
	r.hear(k.say(sentence(t)[:60])...)
	all := r.utterances()
	if len(all) != n+1 {
		t.Fatalf("events: %s", r.story())
	}
	a, b := all[n], fresh.utterances()[0]
	if d := duration(a) - duration(b); d.Abs() > 64*ms {
		t.Errorf("the second utterance is %v longer than it would be alone", d)
	}
	// The codec itself brings 7 ms of what it last heard.
	if lead := audio.RMS(a[audio.Speech.Samples(10*ms):audio.Speech.Samples(40*ms)]); lead > -50 {
		t.Errorf("it begins with sound at %.0f dBFS, want the quiet before its first word", lead)
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

// Packets that are not Opus are counted and end nothing but themselves.
// Case: V13.
func TestBadPackets(t *testing.T) {
	r, k := newRoom(t, Options{}), newTalker(t)
	for i, p := range k.say(sentence(t)) {
		if i%30 == 7 {
			p.Opus = []byte{0xfb, 0x3f, 1, 2} // encrypted, say
		}
		r.hear(p)
	}
	r.hear(k.hush(5)...)
	r.wait(time.Second)
	if got := r.story(); got != "began paused ended " {
		t.Errorf("events: %s", got)
	}
	if c := r.ear.Counters(); c.Bad != 4 || c.Decoded != 106 {
		t.Errorf("counters: %+v", c)
	}

	r = newRoom(t, Options{})
	for range 100 {
		r.hear(k.packet(nil), k.packet([]byte{0xfb}))
	}
	if c := r.ear.Counters(); c.Bad != 100 || c.Received != 200 || c.Decoded != 0 || len(r.events) > 0 {
		t.Errorf("nothing, and rubbish: %+v, %d events", c, len(r.events))
	}
}

func TestSteadyPathDoesNotAllocate(t *testing.T) {
	k := newTalker(t)
	noise := k.say(hiss(t))
	r := newRoom(t, Options{})
	now := r.now
	events := make([]Event, 0, 8)
	i := 0
	next := func(b []byte) {
		events = r.ear.Packet(events[:0], Packet{Seq: uint16(i), Timestamp: uint32(i * 960), Opus: b}, now)
		now = now.Add(audio.FrameDuration)
		i++
	}
	for range 100 { // buffers grow
		next(noise[i%len(noise)].Opus)
	}
	if n := testing.AllocsPerRun(200, func() { next(noise[i%len(noise)].Opus) }); n != 0 {
		t.Errorf("%v allocations a packet of noise, want 0", n)
	}
	if n := testing.AllocsPerRun(200, func() { next([]byte(opus.SilenceFrame)) }); n != 0 {
		t.Errorf("%v allocations a silence frame, want 0", n)
	}
	if n := testing.AllocsPerRun(200, func() { // every other packet overtakes the one before
		events = r.ear.Packet(events[:0], Packet{Seq: uint16(i + 1), Timestamp: uint32((i + 1) * 960), Opus: noise[3].Opus}, now)
		next(noise[4].Opus)
		i++
	}); n != 0 {
		t.Errorf("%v allocations a pair out of order, want 0", n)
	}
	if len(r.events) > 0 {
		t.Errorf("events: %s", r.story())
	}
}

func BenchmarkEarPacket(b *testing.B) {
	k := newTalker(b)
	for name, frames := range map[string][]audio.Frame{"noise": hiss(b), "speech": sentence(b)} {
		b.Run(name, func(b *testing.B) {
			ps := k.say(frames)
			ear := NewEar(7, Options{})
			now := time.Now()
			var events []Event
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				p := Packet{Seq: uint16(i), Timestamp: uint32(i * 960), Opus: ps[i%len(ps)].Opus}
				events = ear.Packet(events[:0], p, now)
				now = now.Add(audio.FrameDuration)
				i++
			}
		})
	}
}
