package voice

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
)

// listen collects events until Hear ends, with the times at which they came.
func listen(t *testing.T, table *Table) (events func() *room) {
	t.Helper()
	r := &room{t: t, start: time.Now()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for e, err := range table.Hear(t.Context()) {
			if err != nil {
				t.Errorf("Hear: %v", err)
				return
			}
			r.now = time.Now()
			r.got([]Event{e})
		}
	}()
	return func() *room { <-done; return r }
}

func speakerOf(e Event) transcript.SpeakerID {
	switch e := e.(type) {
	case Began:
		return e.Speaker
	case Sound:
		return e.Speaker
	case Paused:
		return e.Speaker
	case Resumed:
		return e.Speaker
	case Ended:
		return e.Speaker
	case Gone:
		return e.Speaker
	}
	return 0
}

// Two people who finish at the same moment are both heard to the end, at the
// time when it is due, though no packet comes any more. Case: V09.
func TestTableHearsTwoAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newTable(t, TableOptions{})
		events := listen(t, table)
		a, b := newTalker(t), newTalker(t)
		pa, pb := append(a.say(sentence(t)), a.hush(5)...), append(b.say(sentence(t)), b.hush(5)...)
		for i := range pa {
			table.Receive(1, pa[i])
			table.Receive(2, pb[i])
			time.Sleep(audio.FrameDuration)
		}
		time.Sleep(5 * time.Second)
		counters, dropped := table.Counters()
		table.Close()
		r := events()
		ended := map[transcript.SpeakerID]int{}
		for i, e := range r.events {
			if e, ok := e.(Ended); ok {
				ended[e.Speaker]++
				within(t, "end after the last voiced sample", r.when[i]-e.Voiced.Sub(r.start), 480*ms, 520*ms)
			}
		}
		if ended[1] != 1 || ended[2] != 1 || len(ended) != 2 {
			t.Errorf("ended: %v, want each of the two once", ended)
		}
		if counters.Received != 230 || counters.Utterance != 2 || dropped != 0 {
			t.Errorf("counters: %+v, %d dropped", counters, dropped)
		}
	})
}

// What is being said when somebody leaves, or when the table is cleared, is
// heard to its end. Case: F18.
func TestTableLeaveAndClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newTable(t, TableOptions{})
		events := listen(t, table)
		a, b := newTalker(t), newTalker(t)
		pa, pb := a.say(sentence(t)), b.say(sentence(t))
		for i := range 60 {
			table.Receive(1, pa[i])
			table.Receive(2, pb[i])
			time.Sleep(audio.FrameDuration)
		}
		table.Leave(1)
		table.Leave(1) // both gateways say so
		table.Leave(3) // has said nothing
		table.Close()
		table.Close()
		table.Receive(2, pb[60]) // nothing comes of it. Case: F22.
		table.Leave(2)
		stories := map[transcript.SpeakerID]string{}
		for _, e := range events().events {
			switch e.(type) {
			case Began:
				stories[speakerOf(e)] += "began "
			case Ended:
				stories[speakerOf(e)] += "ended "
			case Gone:
				stories[speakerOf(e)] += "gone "
			}
		}
		if stories[1] != "began ended gone gone " || stories[2] != "began ended " || stories[3] != "gone " {
			t.Errorf("stories: %v", stories)
		}
	})
}

// When hearing ends, what is being said may still be finished.
func TestEndHearing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, r := newTable(t, TableOptions{})
		events := listen(t, table)
		sent, err := table.Speak(t.Context(), say(t, 50, func(i int) {
			if i == 10 {
				table.EndHearing()
				table.EndHearing()
				table.Receive(1, newTalker(t).say(sentence(t))[0])
			}
		}))
		if sent != 50 || err != nil {
			t.Errorf("Speak: %d, %v; want 50", sent, err)
		}
		r.wantSteady(t, 0, 49)
		if got := events().events; len(got) > 0 {
			t.Errorf("heard %v", got)
		}
	})
}

// The delay may be changed while the utterance is open. Case: T13.
func TestTableSetEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newTable(t, TableOptions{})
		events := listen(t, table)
		k := newTalker(t)
		for _, p := range append(k.say(sentence(t)), k.hush(5)...) {
			table.Receive(1, p)
			time.Sleep(audio.FrameDuration)
		}
		table.SetEndpoint(1, 150*ms) // is over already
		time.Sleep(ms)
		table.SetEndpoint(9, 150*ms) // nobody
		table.Close()
		r := events()
		ended, when := find[Ended](t, r, 0)
		within(t, "end after the last voiced sample", when-ended.Voiced.Sub(r.start), 100*ms, 160*ms)
	})
}

// A reader that is slow loses sound, which is counted, but no beginning and no
// end.
func TestTableDropsSoundOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newTable(t, TableOptions{Queue: 10})
		k := newTalker(t)
		for range 3 {
			for _, p := range append(k.say(sentence(t)), k.hush(5)...) {
				table.Receive(1, p)
				time.Sleep(audio.FrameDuration)
			}
			time.Sleep(time.Second)
			k.pause(time.Second)
		}
		_, dropped := table.Counters()
		table.Close()
		r := listen(t, table)()
		if got, want := r.story(), "began paused ended began paused ended began paused ended "; got != want {
			t.Errorf("events: %s, want %s", got, want)
		}
		if dropped < 100 {
			t.Errorf("%d dropped, want at least 100", dropped)
		}
	})
}

func TestHearEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, _ := newTable(t, TableOptions{})
		ctx, cancel := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		time.AfterFunc(time.Second, func() { cancel(enough) })
		var last error
		for e, err := range table.Hear(ctx) {
			if e != nil || last != nil {
				t.Errorf("event %v, %v", e, err)
			}
			last = err
		}
		if !errors.Is(last, enough) {
			t.Errorf("ends with %v, want the cause", last)
		}
	})
}
