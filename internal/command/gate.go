package command

import (
	"iter"
	"maps"
	"sync/atomic"
	"time"

	"glyphoxa/internal/transcript"
)

// A Gate says whose packets may be heard. It is asked for every packet, by the
// goroutine that receives them, and answers without waiting for anybody. The
// zero Gate is shut.
//
// Who is let in is a table that is replaced as a whole: from the moment at
// which a person says no, their next packet is dropped (H10).
type Gate struct {
	list atomic.Pointer[map[transcript.SpeakerID]guest]
}

// A guest is a person that the gate knows.
type guest struct {
	admit bool
	last  *atomic.Int64 // when they last sent a packet, in ns since 1970; 0 for never
}

// Admit reports whether a packet that this speaker has sent just now may be
// decoded. Whoever is not known, bots among them, is not let in.
func (g *Gate) Admit(id transcript.SpeakerID) bool {
	list := g.list.Load()
	if list == nil {
		return false
	}
	who, ok := (*list)[id]
	if !ok {
		return false
	}
	who.last.Store(time.Now().UnixNano())
	return who.admit
}

// set replaces the table: people are all who are known, and admit says who of
// them is let in. Only one goroutine at a time may call it.
func (g *Gate) set(people map[transcript.SpeakerID]bool) {
	old := g.list.Load()
	list := make(map[transcript.SpeakerID]guest, len(people))
	for id, admit := range people {
		who := guest{admit: admit}
		if old != nil {
			who.last = (*old)[id].last
		}
		if who.last == nil {
			who.last = new(atomic.Int64)
		}
		list[id] = who
	}
	if old != nil {
		// Whoever has left may still be sending for a moment, and come back.
		for id, who := range maps.All(*old) {
			if _, ok := list[id]; !ok {
				who.admit = false
				list[id] = who
			}
		}
	}
	g.list.Store(&list)
}

// shut lets nobody in any more.
func (g *Gate) shut() { g.set(nil) }

// last returns when a person last sent a packet, whether it was let in or not;
// the zero time for never.
func (g *Gate) last(id transcript.SpeakerID) time.Time {
	if list := g.list.Load(); list != nil {
		if who, ok := (*list)[id]; ok {
			if ns := who.last.Load(); ns != 0 {
				return time.Unix(0, ns)
			}
		}
	}
	return time.Time{}
}

// heard yields everybody the gate has known and when they last sent a packet.
func (g *Gate) heard() iter.Seq2[transcript.SpeakerID, time.Time] {
	return func(yield func(transcript.SpeakerID, time.Time) bool) {
		list := g.list.Load()
		if list == nil {
			return
		}
		for id := range *list {
			if !yield(id, g.last(id)) {
				return
			}
		}
	}
}
