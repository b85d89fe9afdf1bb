package command

import (
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
)

// The gate is asked for every packet: it does not allocate, known or not.
func TestAdmitAllocates(t *testing.T) {
	var g Gate
	g.set(map[transcript.SpeakerID]bool{kim: true, lea: false})
	for _, who := range []transcript.SpeakerID{kim, lea, 99} {
		if n := testing.AllocsPerRun(100, func() { g.Admit(who) }); n != 0 {
			t.Errorf("Admit(%d) allocates %v times, want 0", who, n)
		}
	}
}

func TestGate(t *testing.T) {
	var g Gate
	if g.Admit(kim) || !g.last(kim).IsZero() {
		t.Error("a gate that knows nobody lets somebody in")
	}
	g.set(map[transcript.SpeakerID]bool{kim: true, lea: false})
	before := time.Now()
	if !g.Admit(kim) || g.Admit(lea) || g.Admit(99) {
		t.Error("who was let in is let in no more, or the other way round")
	}
	for _, who := range []transcript.SpeakerID{kim, lea} {
		if g.last(who).Before(before.Truncate(0)) {
			t.Errorf("the last packet of %d was %v, want after %v", who, g.last(who), before)
		}
	}
	if !g.last(99).IsZero() {
		t.Error("a stranger's packet was kept")
	}
	was := g.last(kim)
	g.shut()
	if g.Admit(kim) {
		t.Error("let in through a shut gate")
	}
	if g.last(kim).Before(was) {
		t.Error("the last packet was forgotten")
	}
}

// It is asked by one goroutine while another changes it.
func TestGateAtOnce(t *testing.T) {
	var g Gate
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				g.Admit(kim)
			}
		}
	})
	for i := range 1000 {
		g.set(map[transcript.SpeakerID]bool{kim: i%2 == 0})
	}
	close(stop)
	wg.Wait()
	if g.Admit(kim) {
		t.Error("the last word was no")
	}
}

func BenchmarkAdmit(b *testing.B) {
	var g Gate
	g.set(map[transcript.SpeakerID]bool{kim: true, lea: false, gina: true})
	b.ReportAllocs()
	for b.Loop() {
		g.Admit(kim)
	}
}
