package dave

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"glyphoxa/internal/voice/mls"
)

// propose sends proposals to the members.
func (tb *table) propose(list ...inflight) {
	for i, p := range list {
		list[i] = tb.make(p)
	}
	tb.inflight = append(tb.inflight, list...)
	for _, u := range tb.leaves {
		o := tb.seats[u]
		if o == nil || !o.member || !o.alive {
			continue
		}
		if tb.batch {
			tb.send(o, appendOp(list...))
			continue
		}
		for _, p := range list {
			tb.send(o, appendOp(p))
		}
	}
}

func (tb *table) make(p inflight) inflight {
	if p.remove {
		p.bytes = tb.outside.Remove(groupID, tb.epoch, p.leaf)
	} else {
		p.bytes = tb.outside.Add(groupID, tb.epoch, tb.seats[p.user].keyPackage)
	}
	p.ref = refOf(tb.t, p.bytes)
	return p
}

func refOf(t testing.TB, b []byte) mls.Ref {
	t.Helper()
	m, _, err := mls.ParseMessage(b)
	check(t, err)
	return m.Ref()
}

// commit takes an op 28, and announces it if it may win.
func (tb *table) commit(s *seat, payload []byte) {
	if tb.picks != nil && !tb.picks(s) {
		return
	}
	m, welcome, err := mls.ParseMessage(payload)
	check(tb.t, err)
	if m.Epoch() != tb.epoch {
		return
	}
	refs, _ := m.References()
	want := make(map[mls.Ref]bool)
	for _, p := range tb.inflight {
		if tb.established || p.user != s.user {
			want[p.ref] = true
		}
	}
	for _, r := range refs {
		if !want[r] {
			return
		}
		delete(want, r)
	}
	if len(want) > 0 || len(refs) == 0 {
		return
	}

	initial := !tb.established
	if initial {
		tb.leaves, s.member = []uint64{s.user}, true
	}
	var removed, added []uint64
	for _, p := range tb.inflight {
		if p.remove {
			removed = append(removed, tb.leaves[p.leaf])
			tb.leaves[p.leaf] = 0
		}
	}
	olds := slices.DeleteFunc(slices.Clone(tb.leaves), func(u uint64) bool { return u == 0 })
	for _, p := range tb.inflight {
		if p.remove || initial && p.user == s.user {
			continue
		}
		i := slices.Index(tb.leaves, 0)
		if i < 0 {
			i = len(tb.leaves)
			tb.leaves = append(tb.leaves, 0)
		}
		tb.leaves[i] = p.user
		added = append(added, p.user)
	}
	if tb.commits[s.user] == nil {
		tb.commits[s.user] = make(map[int]int)
	}
	tb.commits[s.user][len(refs)]++
	tb.inflight, tb.established = nil, true
	tb.epoch++
	var id uint16
	if !initial {
		tb.lastID++
		id = tb.lastID
	}
	for _, u := range append(slices.Clone(olds), removed...) {
		if o := tb.seats[u]; o.alive && o.member {
			tb.send(o, Message{Op: OpAnnounceCommit, Transition: id, Payload: payload[:len(payload)-len(welcome)]})
		}
	}
	for _, u := range added {
		tb.seats[u].member = true
		tb.send(tb.seats[u], Message{Op: OpWelcome, Transition: id, Payload: welcome})
	}
	if id != 0 {
		tb.waiting[id] = make(map[uint64]bool)
		for _, u := range tb.leaves {
			if o := tb.seats[u]; o != nil && o.alive {
				tb.waiting[id][u] = true
			}
		}
		tb.after(2*time.Second, func() { tb.execute(id) })
	}
	tb.catchUp()
}

// catchUp proposes what is to be, and is not proposed yet.
func (tb *table) catchUp() {
	proposed := func(p inflight) bool {
		return slices.ContainsFunc(tb.inflight, func(q inflight) bool {
			return p.remove == q.remove && p.user == q.user && p.leaf == q.leaf
		})
	}
	var list []inflight
	for i, u := range tb.leaves {
		p := inflight{leaf: mls.LeafIndex(i), remove: true}
		if u != 0 && (!tb.seats[u].alive || !tb.seats[u].member) && !proposed(p) {
			list = append(list, p)
		}
	}
	for _, u := range tb.order {
		s := tb.seats[u]
		in := slices.Contains(tb.leaves, u) && s.member
		if p := (inflight{user: u}); s.keyPackage != nil && !in && !proposed(p) {
			list = append(list, p)
		}
	}
	if tb.established && len(list) > 0 {
		tb.propose(list...)
	}
}

func (tb *table) execute(id uint16) {
	if tb.waiting[id] == nil {
		return
	}
	delete(tb.waiting, id)
	for _, u := range tb.order {
		tb.send(tb.seats[u], Message{Op: OpExecuteTransition, Transition: id})
	}
}

// vector appends b as a vector.
func vector(dst, b []byte) []byte {
	switch n := uint32(len(b)); {
	case n < 1<<6:
		dst = append(dst, byte(n))
	case n < 1<<14:
		dst = binary.BigEndian.AppendUint16(dst, uint16(n|1<<14))
	default:
		dst = binary.BigEndian.AppendUint32(dst, n|1<<31)
	}
	return append(dst, b...)
}

func appendOp(list ...inflight) Message {
	var b []byte
	for _, p := range list {
		b = append(b, p.bytes...)
	}
	return Message{Op: OpProposals, Payload: vector([]byte{proposalsAppend}, b)}
}

func revokeOp(refs ...mls.Ref) Message {
	var b []byte
	for _, r := range refs {
		b = vector(b, r[:])
	}
	return Message{Op: OpProposals, Payload: vector([]byte{proposalsRevoke}, b)}
}
