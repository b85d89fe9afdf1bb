package voicetest

import (
	"bytes"
	"slices"
	"time"
)

// Late by so much is a datagram that others overtake: by one and a half frames.
const reorderTime = 30 * time.Millisecond

// maxUnderway is how many datagrams one way holds. More are lost.
const maxUnderway = 4096

// A link is one way of datagrams. It is the server's, behind its mutex.
type link struct {
	v       *VoiceServer
	network func() Network
	deliver func(b []byte)
	under   []datagram // way, by when they arrive
	last    time.Time  // when the last one in order does
	busy    bool
}

type datagram struct {
	at time.Time
	b  []byte
}

// send puts a datagram on its way. It is copied.
func (l *link) send(b []byte) {
	n := l.network()
	if n.Loss > 0 && l.v.rng.Float64() < n.Loss || len(l.under) >= maxUnderway || l.v.outage {
		return
	}
	l.put(n, b)
	if n.Duplicate > 0 && l.v.rng.Float64() < n.Duplicate {
		l.put(n, b)
	}
	l.pass()
}

// put decides when a datagram arrives.
func (l *link) put(n Network, b []byte) {
	at := time.Now().Add(n.Latency)
	if n.Jitter > 0 {
		at = at.Add(time.Duration(l.v.rng.Int64N(int64(n.Jitter))))
	}
	if at.Before(l.last) {
		at = l.last
	}
	if n.Reorder > 0 && l.v.rng.Float64() < n.Reorder {
		at = at.Add(reorderTime)
	} else {
		l.last = at
	}
	i, _ := slices.BinarySearchFunc(l.under, at, func(d datagram, at time.Time) int {
		if d.at.After(at) {
			return 1
		}
		return -1 // behind those of the same time
	})
	l.under = slices.Insert(l.under, i, datagram{at, bytes.Clone(b)})
	if wait := time.Until(at); wait > 0 {
		l.v.after(wait, l.pass)
	}
}

// pass delivers what has arrived. What is sent while it does joins the queue.
func (l *link) pass() {
	if l.busy {
		return
	}
	l.busy = true
	defer func() { l.busy = false }()
	for len(l.under) > 0 && time.Until(l.under[0].at) <= 0 {
		b := l.under[0].b
		l.under = slices.Delete(l.under, 0, 1)
		l.deliver(b)
	}
}
