package voice

import (
	"encoding/binary"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/voice/opus"
)

// Whatever packets come, in whatever order, with whatever numbers: events keep
// their order, times do not run ahead of the clock, an utterance is no longer
// than allowed, and the ear goes quiet by itself.
func FuzzEar(f *testing.F) {
	spoken := newTalker(f).say(sentence(f))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0x83, 0x84, 0x85})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0x47, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 400 {
			return
		}
		r := newRoom(t, Options{Longest: 2 * time.Second})
		var seq uint16
		var ts uint32
		i := 0
		for len(script) > 0 {
			op := script[0]
			script = script[1:]
			switch op & 7 {
			case 3: // time passes
				r.wait(time.Duration(op>>3) * 20 * time.Millisecond)
				continue
			case 4: // some packets are lost
				seq += uint16(op >> 3)
				ts += uint32(op>>3) * 960
			case 5: // one comes again, or late
				r.burst(Packet{Seq: seq - uint16(op>>3), Timestamp: ts - uint32(op>>3)*960, Opus: spoken[i%len(spoken)].Opus})
				continue
			case 6: // a silence frame
				r.burst(Packet{Seq: seq, Timestamp: ts, Opus: []byte(opus.SilenceFrame)})
				seq, ts = seq+1, ts+960
				continue
			case 7: // rubbish from here on
				if len(script) < 6 {
					return
				}
				seq, ts = binary.LittleEndian.Uint16(script), binary.LittleEndian.Uint32(script[2:])
				r.burst(Packet{Seq: seq, Timestamp: ts, Opus: script})
				continue
			}
			for range op>>3 + 1 {
				r.burst(Packet{Seq: seq, Timestamp: ts, Opus: spoken[i%len(spoken)].Opus})
				i, seq, ts = i+1, seq+1, ts+960
				r.wait(audio.FrameDuration)
			}
		}
		r.wait(5 * time.Second)
		if at := r.ear.Next(); !at.IsZero() {
			t.Fatalf("5 s after the last packet the ear wants to be called at %v", at)
		}
		r.got(r.ear.Close(nil, r.now))
		checkOrder(t, r)
	})
}

func checkOrder(t *testing.T, r *room) {
	t.Helper()
	open, paused, said := false, false, 0
	for i, e := range r.events {
		at, was := r.start.Add(r.when[i]), open
		switch e := e.(type) {
		case Stirred:
			if open || e.At.After(at) {
				t.Fatalf("event %d: %T at %v in an utterance, or in the future", i, e, e.At)
			}
			was = true
		case Began:
			if open || e.At.After(at) {
				t.Fatalf("event %d: Began at %v, known at %v, while open is %v", i, e.At, at, open)
			}
			open, paused, said, was = true, false, 0, true
		case Sound:
			if said += len(e.PCM); len(e.PCM) == 0 || audio.Speech.Duration(said) > 2*time.Second+500*time.Millisecond {
				t.Fatalf("event %d: %d samples of %d", i, len(e.PCM), said)
			}
		case Paused:
			if paused || e.At.After(at) {
				t.Fatalf("event %d: Paused at %v, known at %v, while paused is %v", i, e.At, at, paused)
			}
			paused = true
		case Resumed:
			if !paused || e.At.After(at) {
				t.Fatalf("event %d: Resumed at %v, known at %v, while paused is %v", i, e.At, at, paused)
			}
			paused = false
		case Ended:
			if e.Voiced.After(e.At) || e.At.After(at) {
				t.Fatalf("event %d: Ended at %v, voiced until %v, known at %v", i, e.At, e.Voiced, at)
			}
			open = false
		}
		if !was {
			t.Fatalf("event %d: %T outside of an utterance", i, e)
		}
	}
	if open {
		t.Fatal("the last utterance never ends")
	}
}
