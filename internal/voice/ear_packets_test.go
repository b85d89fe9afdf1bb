package voice

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

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

// A loss of more than 60 ms is a hole and not a hum: none of it is made up for, and
// what is heard is as long as it was at the table. Case: V12.
func TestLongerLossIsAHole(t *testing.T) {
	whole := newRoom(t, Options{})
	whole.hear(newTalker(t).say(sentence(t))...)
	for lost, concealed := range map[int]int64{3: 3, 4: 0, 6: 0} {
		r := newRoom(t, Options{})
		ps := newTalker(t).say(sentence(t))
		r.hear(ps[:30]...)
		r.wait(time.Duration(lost) * audio.FrameDuration)
		r.hear(ps[30+lost:]...)
		if c := r.ear.Counters(); c.Lost != int64(lost) || c.Concealed != concealed {
			t.Errorf("%d packets: %d lost, %d made up for; want %d", lost, c.Lost, c.Concealed, concealed)
		}
		if got, want := duration(r.utterances()[0]), duration(whole.utterances()[0]); len(r.utterances()) != 1 || got != want {
			t.Errorf("%d packets: %d utterances, the first of %v; want one of %v", lost, len(r.utterances()), got, want)
		}
	}
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
	t.Run("held up for 1.5 s", func(t *testing.T) {
		for n := range int64(4) { // that come at once
			r := newRoom(t, Options{})
			r.hear(ps[:20]...)
			r.wait(time.Duration(n) * audio.FrameDuration)
			r.hear(ps[20+n : 95]...)
			r.burst(ps[20 : 20+n]...)
			r.hear(ps[95:]...)
			if c := r.ear.Counters(); r.story() != want.story() || c.Late != n || c.Restarts > 0 {
				t.Errorf("%d packets: events: %s, want %s; counters: %+v", n, r.story(), want.story(), c)
			}
		}
	})
	t.Run("waited for 60 ms", func(t *testing.T) {
		for wait, lost := range map[time.Duration]int64{59 * ms: 0, 60 * ms: 1} {
			r := newRoom(t, Options{})
			r.hear(ps[:60]...)
			r.burst(ps[61])
			r.wait(wait)
			r.burst(ps[60])
			if c := r.ear.Counters(); c.Lost != lost || c.Late != lost {
				t.Errorf("after %v: counters: %+v, want %d lost and late", wait, c, lost)
			}
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
		// The first of them might as well have been held up.
		if c := r.ear.Counters(); c.Restarts != 1 || c.Decoded != 209 || c.Lost != 0 || c.Late != 1 {
			t.Errorf("counters: %+v", c)
		}
	})
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
