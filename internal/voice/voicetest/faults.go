package voicetest

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/voice/gateway"
)

// Faults are what goes wrong for a user: with the messages that the server sends
// him, and with his datagrams. The zero Faults are none.
type Faults struct {
	// Lose has messages of these ops never sent. A server that does not answer
	// Identify loses op 2, Select Protocol op 4, a heartbeat op 6, Resume op 9. It
	// is before Identify that op 8 comes, so that only the server's own
	// [VoiceOptions.Faults] can lose it.
	Lose []gateway.Op
	// Twice has messages of these ops sent twice, one after the other.
	Twice []gateway.Op
	// Late has messages of an op sent so much later; others overtake them. They
	// have the number that comes when they are sent.
	Late map[gateway.Op]time.Duration
	// Spoil is how many messages of an op are changed by a bit where, in a
	// binary one, a signature or a ciphertext is. A spoiled op 29 or 30 is one to
	// answer by op 31.
	Spoil map[gateway.Op]int
	// Strange puts a message of an op that nobody knows, with a number, before
	// each other.
	Strange bool
	// Upset, unless nil, says what becomes of a message before all that. It runs
	// with the server's mutex held.
	Upset func(gateway.Message) []gateway.Message
	// Cuts end the connection when certain messages pass.
	Cuts []Cut

	// Deaf is how many questions of discovery are not answered; negative means
	// none ever is.
	Deaf int
	// Junk sends what is no answer before each answer of discovery: noise, a
	// packet, and an answer to somebody else.
	Junk bool
	// Silent has keep-alives not echoed.
	Silent bool
	// PaddingOnly is the share of packets, from 0 to 1, before which one comes
	// that is all padding. It has taken a sequence number.
	PaddingOnly float64
	// Up and Down are the ways of datagrams from the user and to him.
	Up, Down Network
}

// A Cut ends a connection at a certain message.
type Cut struct {
	// Op is of the server's or of the client's.
	Op gateway.Op
	// Skip is how many messages of it pass before.
	Skip int
	// Times is how often it happens. Zero means once, a negative number always.
	Times int
	// Before has the message itself not pass: what the server sends is kept to be
	// sent on resume, what the client sent is lost. A client is refused by a cut
	// before op 0 or op 7.
	Before bool
	// Code is what to close with. Zero, [NoFrame], is without a close frame.
	Code gateway.CloseCode
}

// A Network is one way of datagrams. The zero Network delivers at once.
type Network struct {
	// Latency is the least that a datagram takes.
	Latency time.Duration
	// Jitter is the most that it takes on top. None overtakes another by it.
	Jitter time.Duration
	// Loss, Duplicate and Reorder are shares of datagrams, from 0 to 1. One that
	// is reordered is late by 30 ms, and others overtake it.
	Loss, Duplicate, Reorder float64
}

// SetFaults sets what goes wrong for a user from now on. User 0 is everybody for
// whom none have been set. Counts (Spoil, Deaf, Cuts) begin anew.
func (v *VoiceServer) SetFaults(user uint64, f Faults) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.faults[User(user)] = f.start()
}

// faultsOf returns the faults that apply to a user.
func (v *VoiceServer) faultsOf(u User) *faults {
	if f := v.faults[u]; f != nil {
		return f
	}
	if v.faults[0] == nil {
		v.faults[0] = v.options.Faults.start()
	}
	return v.faults[0]
}

// faults are Faults that happen, and what has happened already.
type faults struct {
	Faults
	spoil map[gateway.Op]int
	cuts  []Cut
	asked int // questions of discovery
}

func (f Faults) start() *faults {
	s := &faults{Faults: f, spoil: maps.Clone(f.Spoil), cuts: slices.Clone(f.Cuts)}
	for i, c := range s.cuts {
		if c.Times == 0 {
			s.cuts[i].Times = 1
		}
	}
	return s
}

// A posted message is one on its way, or soon.
type posted struct {
	gateway.Message
	late time.Duration
}

// strange is an op that means nothing.
const strange gateway.Op = 99

// apply returns what becomes of a message.
func (f *faults) apply(m gateway.Message) []posted {
	list := []gateway.Message{m}
	if f.Upset != nil {
		list = f.Upset(m)
	}
	var out []posted
	for _, m := range list {
		if slices.Contains(f.Lose, m.Op) {
			continue
		}
		if f.spoil[m.Op] > 0 {
			f.spoil[m.Op]--
			m.Data = spoiled(m.Data)
		}
		if f.Strange && numbered(m.Op) {
			out = append(out, posted{Message: gateway.Message{Op: strange, Seq: unnumbered, Data: []byte(`{"a":[null]}`)}})
		}
		out = append(out, posted{m, f.Late[m.Op]})
		if slices.Contains(f.Twice, m.Op) {
			out = append(out, posted{m, f.Late[m.Op]})
		}
	}
	return out
}

// spoiled returns b with a bit changed near its end.
func spoiled(b []byte) []byte {
	b = bytes.Clone(b)
	if len(b) > 0 {
		b[max(0, len(b)-40)] ^= 1
	}
	return b
}

// strikes reports whether the connection is to be cut by a message of op, which
// has passed or, if before, is about to.
func (f *faults) strikes(op gateway.Op, before bool) (gateway.CloseCode, bool) {
	for i := range f.cuts {
		c := &f.cuts[i]
		switch {
		case c.Op != op || c.Before != before || c.Times == 0:
		case c.Skip > 0:
			c.Skip--
		default:
			if c.Times > 0 {
				c.Times--
			}
			return c.Code, true
		}
	}
	return 0, false
}
